/** A large dialog with a title; Escape and its button close it, and the focus goes back where it was. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../icon";

interface Props {
  title: string;
  onClose(): void;
  children: ComponentChildren;
}

export function Sheet({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog class="card sheet" ref={dialog} aria-labelledby="sheet-title" onClose={onClose}>
      <div class="sheet__h">
        <h2 id="sheet-title" class="grow">
          {title}
        </h2>
        <button type="button" class="btn btn--s" onClick={() => dialog.current?.close()}>
          Close <kbd>Esc</kbd>
        </button>
      </div>
      {children}
    </dialog>
  );
}

/** What a sheet shows while it has nothing to show. */
export function NothingYet({ children }: { children: ComponentChildren }) {
  return (
    <div class="sheet__nothing">
      <Icon name="history" />
      <p class="prose soft">{children}</p>
    </div>
  );
}
