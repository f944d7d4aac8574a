/** A button with a list below it. Escape, a click beside it or moving on closes it. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Icon } from "./icon";
import "../styles/top.css";

interface Props {
  label: string;
  /** Classes of the button beside its own. */
  look?: string;
  /** Rows as list items; done closes the list, with the focus back on the button. */
  children(done: () => void): ComponentChildren;
}

export function Menu({ label, look = "", children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const done = () => {
    // A dialog gives the focus back to where it was: not to a row that is gone.
    button.current?.focus();
    setOpen(false);
  };
  useEffect(() => {
    if (!isOpen) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !host.current?.contains(event.target)) setOpen(false);
    };
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      button.current?.focus();
    };
    addEventListener("pointerdown", outside);
    addEventListener("focusin", outside);
    addEventListener("keydown", leave, { capture: true });
    return () => {
      removeEventListener("pointerdown", outside);
      removeEventListener("focusin", outside);
      removeEventListener("keydown", leave, { capture: true });
    };
  }, [isOpen]);
  return (
    <div class="menu" ref={host}>
      <button
        type="button"
        class={`btn btn--icon ${look}`}
        ref={button}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {isOpen ? (
        <ul class="card menu__list" id={id}>
          {children(done)}
        </ul>
      ) : null}
    </div>
  );
}
