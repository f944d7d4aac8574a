/** Find or do anything: every action of the page, every puzzle and page, found by typing. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Action, actions } from "../../actions";
import { titleOf, useCatalogue } from "../../catalogue";
import { navigate, puzzlePath } from "../../route";
import { found } from "../../search";
import { Icon } from "../icon";
import { Keys } from "./keys";
import { Modal } from "./modal";
import type { DialogProps } from "./shell";

type Entry = Pick<Action, "id" | "title" | "group" | "keys" | "detail" | "also" | "run">;

export function Palette({ onClose }: DialogProps) {
  // Read once: what the page can do does not change while the palette lies over it.
  const onPage = useMemo(() => actions().filter((action) => action.id !== "palette"), []);
  const puzzles = usePuzzleEntries();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const entries = useMemo(() => found(typed, [...onPage, ...puzzles]), [typed, onPage, puzzles]);
  const chosen = entries[at] ?? null;

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [at, typed]);

  const take = (entry: Entry) => {
    onClose();
    // After the dialog has given the focus back, so that an action may move it.
    setTimeout(() => entry.run());
  };
  const press = (event: KeyboardEvent) => {
    const last = entries.length - 1;
    const to = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(at + PAGE, last),
      PageUp: Math.max(at - PAGE, 0),
    }[event.key];
    if (to !== undefined) setAt(to);
    else if (event.key === "Enter" && !event.isComposing) {
      if (chosen) take(chosen);
    } else if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) onClose();
    else return;
    event.preventDefault();
  };
  return (
    <Modal label="Find or do anything" class="palette" onClose={onClose}>
      <div class="palette__field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Find or do anything"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={chosen ? optionId(chosen) : undefined}
          placeholder="Find or do anything"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
        <kbd>Esc</kbd>
      </div>
      <div class="palette__list" id="palette-list" role="listbox" aria-label="What was found" ref={list}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the keys
          <div
            key={entry.id}
            id={optionId(entry)}
            class="palette__row"
            role="option"
            aria-selected={entry === chosen}
            onPointerMove={() => setAt(index)}
            onClick={() => take(entry)}
          >
            <span class="grow">{entry.title}</span>
            {entry.detail ? <span class="quiet label">{entry.detail}</span> : null}
            {entry.keys ? <Keys keys={entry.keys} /> : null}
          </div>
        ))}
      </div>
      {entries.length === 0 ? (
        <p class="palette__none soft">
          Nothing here is called “{typed.trim()}”. Try “run”, a puzzle’s number or “theme”.
        </p>
      ) : null}
      <p class="sr" role="status">
        {entries.length === 1 ? "1 found" : `${entries.length} found`}
      </p>
    </Modal>
  );
}

/** Rows that a page key moves by. */
const PAGE = 8;

const optionId = (entry: Entry) => `palette-${entry.id}`;

function usePuzzleEntries(): Entry[] {
  const { catalogue } = useCatalogue();
  return useMemo(
    () =>
      [...(catalogue?.puzzles ?? []), ...(catalogue?.demos ?? [])]
        .filter((puzzle) => location.pathname !== puzzlePath(puzzle.slug))
        .map((puzzle) => ({
          id: `puzzle-${puzzle.slug}`,
          title: `Go to ${puzzle.kind === "puzzle" ? "puzzle " : ""}${titleOf(puzzle, catalogue)}`,
          group: "Go to",
          also: `${puzzle.slug} ${puzzle.summary}`,
          run: () => navigate(puzzlePath(puzzle.slug)),
        })),
    [catalogue],
  );
}
