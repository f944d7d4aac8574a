/** What the top bar has no room for: the pages, and what helps on every page. */
import { useEffect, useRef, useState } from "preact/hooks";
import { type Action, actions } from "../actions";
import { MENU, PLACES } from "../pages/places";
import { Icon } from "./icon";
import { Keys } from "./shell/keys";

/** hasPlaces: whether pages are listed on wide windows too, since the bar does not show them. */
export function TopMenu({ hasPlaces }: { hasPlaces: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const host = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
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
        class="btn btn--icon btn--s btn--quiet"
        ref={button}
        aria-label="Menu"
        aria-expanded={isOpen}
        aria-controls="top-menu"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {isOpen ? (
        <ul class="card menu__list" id="top-menu">
          {PLACES.map(({ title, path }) => (
            <li key={path} class={hasPlaces ? "" : "only-phone"}>
              <a
                class="menu__row"
                href={path}
                aria-current={location.pathname === path ? "page" : undefined}
                onClick={() => setOpen(false)}
              >
                {title}
              </a>
            </li>
          ))}
          {MENU.map(actionOf).map((action) =>
            action ? (
              <li key={action.id}>
                <button
                  type="button"
                  class="menu__row"
                  onClick={() => {
                    // A dialog gives the focus back to where it was: not to a row that is gone.
                    button.current?.focus();
                    setOpen(false);
                    action.run();
                  }}
                >
                  <span class="grow">{action.title}</span>
                  {action.keys ? <Keys keys={action.keys} /> : null}
                </button>
              </li>
            ) : null,
          )}
        </ul>
      ) : null}
    </div>
  );
}

function actionOf(id: string): Action | undefined {
  return actions().find((action) => action.id === id);
}
