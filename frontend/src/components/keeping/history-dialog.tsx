/** The last runs of a puzzle and the drafts that were set aside: what each would change now, and bringing it back. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Puzzle } from "../../api/types";
import type { Draft } from "../../draft";
import { type Entry, history } from "../../keeping/history";
import { showAgo } from "../../numbers";
import { Glyph, stateWord } from "../glyph";
import { DiffCount, DiffView } from "./diff-view";
import { NothingYet, Sheet } from "./sheet";

interface Props {
  puzzle: Puzzle;
  draft: Draft;
  onClose(): void;
}

export function HistoryDialog({ puzzle, draft, onClose }: Props) {
  const [entries] = useState(() => history(puzzle.slug));
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const chosen = entries[at];
  useEffect(() => list.current?.focus(), []);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView?.({ block: "nearest" });
  }, [at]);

  const move = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key];
    if (to === undefined || event.altKey) return;
    event.preventDefault();
    setAt(Math.min(Math.max(to, 0), entries.length - 1));
  };
  const restore = () => {
    if (!chosen) return;
    onClose();
    draft.replace(chosen.source);
  };

  return (
    <Sheet title="Your runs of this puzzle" onClose={onClose}>
      {chosen ? (
        <div class="history">
          <div
            ref={list}
            class="history__list"
            role="listbox"
            aria-label="Runs, the newest first"
            tabIndex={0}
            aria-activedescendant={optionId(at)}
            onKeyDown={move}
          >
            {entries.map((entry, place) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and the arrow keys move in it
              // biome-ignore lint/a11y/useKeyWithClickEvents: as above
              <div
                key={`${entry.at}:${entry.id}`}
                id={optionId(place)}
                class="history__one"
                role="option"
                aria-selected={place === at}
                onClick={() => setAt(place)}
              >
                <Told entry={entry} />
              </div>
            ))}
          </div>
          <div class="history__shown">
            <div class="sheet__say">
              <p class="grow" aria-live="polite">
                {chosen.source === draft.source ? (
                  "This is your draft as it is now."
                ) : (
                  <>
                    Restoring it changes your draft: <DiffCount before={draft.source} after={chosen.source} />
                    .
                  </>
                )}
              </p>
              <button
                type="button"
                class="btn btn--s btn--main"
                disabled={chosen.source === draft.source}
                onClick={restore}
              >
                Restore
              </button>
            </div>
            <DiffView
              before={draft.source}
              after={chosen.source}
              label="What restoring it changes in your draft"
            />
            <p class="sheet__foot label quiet">
              Your present draft goes into this history first. Undo in the editor brings it back, too.
            </p>
          </div>
        </div>
      ) : (
        <NothingYet>
          Each run of this puzzle is listed here with its verdict, and you can return to any of the last
          twenty.
        </NothingYet>
      )}
    </Sheet>
  );
}

function Told({ entry }: { entry: Entry }) {
  const { outcome, id } = entry;
  const word = outcome ? stateWord(outcome) : id ? "No verdict yet" : "Draft, not run";
  return (
    <>
      <Glyph state={outcome ?? (id ? "waiting" : "slot")} />
      <span class="grow">
        <span class="history__word">
          <b class="grow">{word}</b>
          <time class="label soft" dateTime={new Date(entry.at).toISOString()} title={exact(entry.at)}>
            {showAgo(entry.at, Date.now())}
          </time>
        </span>
        {entry.sentence ? <span class="soft history__sentence">{entry.sentence}</span> : null}
      </span>
    </>
  );
}

function exact(at: number): string {
  return new Date(at).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}

function optionId(at: number): string {
  return `history-${at}`;
}
