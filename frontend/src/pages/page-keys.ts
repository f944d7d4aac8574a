/** The keys that work anywhere on a puzzle's page. */
import { useEffect, useRef } from "preact/hooks";

/** null: there is nothing for that key to do at the moment. */
export interface PageActions {
  run(): void;
  cancel: (() => void) | null;
  previous: (() => void) | null;
  next: (() => void) | null;
  closeDrawer: (() => void) | null;
}

export function usePageKeys(actions: PageActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    // Before the editor sees it: there, Ctrl+Enter would insert a line.
    const first = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isAsking()) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) latest.current.run();
    };
    // After the editor has had it: there, Escape closes what is open.
    const last = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isAsking()) return;
      const { cancel, previous, next, closeDrawer } = latest.current;
      if (event.key === "Escape") (closeDrawer ?? cancel)?.();
      const movesWords = navigator.platform.startsWith("Mac") && isTyping(event.target);
      const step = { ArrowRight: next, ArrowLeft: previous }[event.key];
      if (step && event.altKey && !movesWords) {
        event.preventDefault(); // with the left arrow it would be the browser's Back
        step();
      }
    };
    addEventListener("keydown", first, { capture: true });
    addEventListener("keydown", last);
    return () => {
      removeEventListener("keydown", first, { capture: true });
      removeEventListener("keydown", last);
    };
  }, []);
}

function isAsking(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("textarea, input, .ed") !== null;
}
