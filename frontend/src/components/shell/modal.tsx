/** A dialog over the page, open for as long as it is mounted; Escape and a click beside it close it. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import "../../styles/shell.css";

interface Props {
  label: string;
  class?: string;
  onClose(): void;
  children: ComponentChildren;
}

export function Modal({ label, class: extra = "", onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the next key arrives: what is typed right after the key for the palette belongs into it.
  useLayoutEffect(() => {
    // The browser gives the focus back where it was only if the dialog closes while it is in the page.
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it, and every dialog has it
    <dialog
      class={`card modal ${extra}`}
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      {children}
    </dialog>
  );
}
