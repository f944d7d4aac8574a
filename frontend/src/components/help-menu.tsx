/** Help on every page: the tour and the glossary, behind one button. */
import { useEffect, useRef, useState } from "preact/hooks";
import { startTour } from "../tour";
import { Icon } from "./icon";

export function HelpMenu() {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const away = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", away);
    document.addEventListener("focusin", away);
    return () => {
      document.removeEventListener("pointerdown", away);
      document.removeEventListener("focusin", away);
    };
  }, [isOpen]);
  return (
    <nav
      class="help"
      aria-label="Help"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        event.preventDefault();
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        type="button"
        class="btn btn--icon btn--quiet"
        ref={button}
        aria-label="Help"
        aria-expanded={isOpen}
        aria-controls="help-list"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="help" />
      </button>
      <ul class="card help__list" id="help-list" hidden={!isOpen}>
        <li>
          <button
            type="button"
            class="help__do"
            onClick={() => {
              setOpen(false);
              // Where the tour gives the focus back to
              button.current?.focus();
              startTour();
            }}
          >
            <Icon name="forward" /> Take the tour
          </button>
        </li>
        <li>
          <a class="help__do" href="/glossary" onClick={() => setOpen(false)}>
            <Icon name="book" /> Glossary
          </a>
        </li>
      </ul>
    </nav>
  );
}
