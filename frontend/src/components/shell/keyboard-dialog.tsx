/** All keys: those of the page's actions as they are registered, and those that single parts have by themselves. */
import { useMemo } from "preact/hooks";
import { actions, GROUPS } from "../../actions";
import { isMac } from "../../keys";
import { Icon } from "../icon";
import { Keys } from "./keys";
import { Modal } from "./modal";
import type { DialogProps } from "./shell";

type Line = readonly [keys: readonly string[], what: string];

/** Keys that work only where a part has the focus. */
const IN_PARTS: readonly (readonly [part: string, lines: readonly Line[]])[] = [
  [
    "In the editor",
    [
      [[isMac() ? "Ctrl+Shift+M" : "Ctrl+M"], "Let the Tab key leave the editor, and take it back"],
      [["Mod+/"], "Make the lines a comment, or code again"],
      [["Mod+F"], "Find in your code"],
      [["Alt+ArrowUp", "Alt+ArrowDown"], "Move the line"],
      [["Mod+Z"], "Undo; this also brings back a draft after a reset"],
    ],
  ],
  ["On cases and tabs", [[["ArrowLeft", "ArrowRight"], "Choose the one before, the one after"]]],
  [
    "On the line between panes",
    [
      [["ArrowLeft", "ArrowRight"], "Move it by 16 px; with Shift by 2 px"],
      [["Home", "End"], "As narrow, as wide as it can be"],
      [["Enter"], "Put it back"],
    ],
  ],
];

export function KeyboardDialog({ onClose }: DialogProps) {
  const all = useMemo(() => actions().filter((action) => action.keys), []);
  return (
    <Modal label="All keys" class="keyboard" onClose={onClose}>
      <form method="dialog" class="modal__h">
        <h2>All keys</h2>
        <button type="submit" class="btn btn--icon btn--s btn--quiet" aria-label="Close">
          <Icon name="close" />
        </button>
      </form>
      <div class="keyboard__note">
        <p>
          <b>Tab writes in the editor.</b> Press <Keys keys={isMac() ? "Ctrl+Shift+M" : "Ctrl+M"} /> there,
          and Tab moves on through the page instead, until you press it again. The line below the editor says
          which.
        </p>
        <p class="soft">
          <Keys keys="Escape" /> cancels your run; in the editor it first closes what is open.
          {isMac() ? " While you type, ⌥ writes signs: its keys work outside of the text." : null}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <div class="keyboard__all" tabIndex={0} role="group" aria-label="Keys by where they work">
        {GROUPS.map((group) => (
          <Section
            key={group}
            name={group}
            lines={all
              .filter((action) => action.group === group)
              .map((action) => [[action.keys ?? ""], action.title])}
          />
        ))}
        {IN_PARTS.map(([part, lines]) => (
          <Section key={part} name={part} lines={lines} />
        ))}
      </div>
    </Modal>
  );
}

function Section({ name, lines }: { name: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3>{name}</h3>
      <dl>
        {lines.map(([keys, what]) => (
          <div key={what} class="keyboard__row">
            <dt>{what}</dt>
            <dd>
              {keys.map((one) => (
                <Keys key={one} keys={one} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
