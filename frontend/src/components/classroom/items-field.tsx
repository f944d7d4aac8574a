/** The puzzles of an assignment: chosen on one side, put in order on the other, by pointer or by keys. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { AssignmentItem, PuzzleSummary } from "../../api/types";
import { titleOf, useCatalogue } from "../../catalogue";
import { moved, placeOf } from "../../classroom/order";
import { isOwn } from "../../route";
import { Icon } from "../icon";

interface Props {
  /** Slugs of the puzzles of teachers' own that the class may be given. */
  own: readonly string[];
  items: readonly AssignmentItem[];
  onChange(items: AssignmentItem[]): void;
}

export function ItemsField({ own, items, onChange }: Props) {
  const { catalogue } = useCatalogue();
  const [told, setTold] = useState("");
  const [dragged, setDragged] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  // Moving a row in the page takes the focus from what was pressed in it.
  const focus = useRef<string | null>(null);
  useEffect(() => {
    if (!focus.current) return;
    list.current?.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = null;
  });
  const groups: [string, readonly PuzzleSummary[]][] = [
    ["Puzzles", catalogue?.puzzles.filter(({ slug }) => !isOwn(slug)) ?? []],
    ["Puzzles of your own", catalogue?.puzzles.filter(({ slug }) => own.includes(slug)) ?? []],
    ["Demos", catalogue?.demos ?? []],
  ];
  const all = groups.flatMap(([, puzzles]) => puzzles);
  const named = (slug: string) => {
    const puzzle =
      catalogue?.puzzles.find((one) => one.slug === slug) ?? all.find((one) => one.slug === slug);
    return puzzle ? titleOf(puzzle, catalogue) : slug;
  };
  const choose = (puzzle: PuzzleSummary, on: boolean) =>
    onChange(
      on
        ? [...items, { puzzle: puzzle.slug, points: puzzle.kind === "demo" ? 0 : 1 }]
        : items.filter((one) => one.puzzle !== puzzle.slug),
    );
  const move = (from: number, to: number, part: string) => {
    const one = items[from];
    if (!one || to < 0 || to >= items.length) return;
    focus.current = `[data-slug="${one.puzzle}"] ${part}`;
    setTold(`${named(one.puzzle)}: place ${to + 1} of ${items.length}`);
    onChange(moved(items, from, to));
  };
  return (
    <div class="items">
      <fieldset class="items__all">
        <legend>Puzzles to choose from</legend>
        {groups.map(([title, puzzles]) =>
          puzzles.length > 0 ? (
            <div key={title}>
              <p class="label soft">{title}</p>
              {puzzles.map((puzzle) => (
                <label key={puzzle.slug} class="acc__check">
                  <input
                    type="checkbox"
                    checked={items.some((one) => one.puzzle === puzzle.slug)}
                    onChange={(event) => choose(puzzle, event.currentTarget.checked)}
                  />
                  <span>{titleOf(puzzle, catalogue)}</span>
                </label>
              ))}
            </div>
          ) : null,
        )}
      </fieldset>
      <section class="items__order" aria-label="In this order">
        <h4>In this order</h4>
        {items.length === 0 ? (
          <p class="soft">Nothing is chosen yet.</p>
        ) : (
          <>
            <ol ref={list}>
              {items.map((item, at) => (
                <li
                  key={item.puzzle}
                  data-slug={item.puzzle}
                  draggable
                  class={dragged === at ? "is-dragged" : ""}
                  onDragStart={() => setDragged(at)}
                  onDragEnd={() => setDragged(null)}
                  onDragOver={(event) => {
                    if (dragged === null) return;
                    event.preventDefault();
                    if (dragged !== at) {
                      onChange(moved(items, dragged, at));
                      setDragged(at);
                    }
                  }}
                  onKeyDown={(event) => {
                    if (!event.altKey) return;
                    const to = placeOf(event.key, at, items.length);
                    if (to === null) return;
                    event.preventDefault();
                    event.stopPropagation();
                    const part =
                      event.target instanceof HTMLInputElement ? "input" : ".items__up, .items__down";
                    move(at, to, part);
                  }}
                >
                  <span class="grow">{named(item.puzzle)}</span>
                  <label class="items__points">
                    <input
                      type="number"
                      min={0}
                      max={1000}
                      step="any"
                      value={item.points}
                      aria-label={`Points for ${named(item.puzzle)}`}
                      onInput={(event) =>
                        onChange(
                          items.map((one) =>
                            one.puzzle === item.puzzle
                              ? { ...one, points: event.currentTarget.valueAsNumber }
                              : one,
                          ),
                        )
                      }
                    />
                    <span class="label soft" aria-hidden="true">
                      points
                    </span>
                  </label>
                  <button
                    type="button"
                    class="btn btn--icon btn--s btn--quiet items__up"
                    aria-label={`Move ${named(item.puzzle)} up`}
                    aria-disabled={at === 0}
                    onClick={() => move(at, at - 1, ".items__up")}
                  >
                    <Icon name="up" />
                  </button>
                  <button
                    type="button"
                    class="btn btn--icon btn--s btn--quiet items__down"
                    aria-label={`Move ${named(item.puzzle)} down`}
                    aria-disabled={at === items.length - 1}
                    onClick={() => move(at, at + 1, ".items__down")}
                  >
                    <Icon name="down" />
                  </button>
                </li>
              ))}
            </ol>
            <p class="label soft">Drag a row, or move it with Alt and the arrow keys.</p>
          </>
        )}
        <p class="sr" role="status">
          {told}
        </p>
      </section>
    </div>
  );
}
