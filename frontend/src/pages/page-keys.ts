/** Lets the keys of the registered actions work anywhere on the page. */
import { useEffect } from "preact/hooks";
import { type Action, actionFor } from "../actions";
import { isMac, isModified, matches } from "../keys";

export function usePageKeys(): void {
  useEffect(() => {
    // Before the editor sees it: there, Ctrl+Enter would insert a line and Ctrl+K wait for a second key.
    const first = (event: KeyboardEvent) => {
      const action = isAsking() ? null : actionFor(event);
      if (!action?.keys || !isModified(action.keys) || typesOnMac(action, event)) return;
      event.preventDefault(); // Alt with the right arrow would be the browser's Forward
      event.stopPropagation();
      if (!event.repeat || isSteady(event)) action.run();
    };
    // After the editor has had it: there, Escape closes what is open.
    const last = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isAsking()) return;
      const action = actionFor(event);
      if (!action?.keys || isModified(action.keys)) return;
      if (event.key !== "Escape" && isTyping(event.target)) return;
      event.preventDefault();
      action.run();
    };
    addEventListener("keydown", first, { capture: true });
    addEventListener("keydown", last);
    return () => {
      removeEventListener("keydown", first, { capture: true });
      removeEventListener("keydown", last);
    };
  }, []);
}

/** A dialog has the keys while it is open. */
function isAsking(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

/** On a Mac, the Option key types signs and moves by words. */
function typesOnMac(action: Action, event: KeyboardEvent): boolean {
  return isMac() && action.keys?.startsWith("Alt+") === true && isTyping(event.target);
}

/** Keys that may be held down. */
function isSteady(event: KeyboardEvent): boolean {
  return matches("Alt+=", event) || matches("Alt+-", event);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("textarea, input, select, .ed") !== null;
}
