/** The source and a form of it, side by side: a line of one shows what belongs to it in the other. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Compiled } from "../../api/types";
import { becameWords, leading, reachesMemory } from "../../compiler/links";
import { FORMS } from "../../compiler/words";
import { highlight } from "../../highlight";
import { Tokens } from "../teaching/code-block";
import { CodeLines, reveal } from "./code-lines";

type Listing = Compiled["forms"][number];

const SOURCE_PX = 20;
const FORM_PX = 18;

interface Props {
  source: string;
  listing: Listing | null;
  places: ReadonlyMap<number, readonly number[]>;
  memory: NonNullable<Compiled["memory"]>;
  /** Where there is no listing: what is said in its place. */
  said: string;
}

export function Panes({ source, listing, places, memory, said }: Props) {
  const tokens = useMemo(() => highlight(source.trimEnd()), [source]);
  const texts = useMemo(() => listing?.text.split("\n") ?? [], [listing]);
  const [line, setLine] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const [place, setPlace] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  const sourceBox = useRef<HTMLDivElement>(null);
  const formBox = useRef<HTMLDivElement>(null);
  const folded = listing && !isOpen ? leading(listing) : 0;
  const shown = hovered ?? line;

  const rowOf = (at: number) => Math.max(at - folded, 0);
  /** From the source: the form shows the first line that it became. */
  const chooseLine = (next: number) => {
    setLine(next);
    const first = places.get(next)?.find((at) => at >= folded);
    setPlace(first ?? null);
    if (first !== undefined) reveal(formBox.current, rowOf(first), FORM_PX);
  };
  /** From the form: the source shows the line that it came from. */
  const choosePlace = (row: number) => {
    const at = row + folded;
    setPlace(at);
    const from = listing?.lines[at] ?? 0;
    setLine(from || null);
    if (from) reveal(sourceBox.current, from - 1, SOURCE_PX);
  };
  // Another form shows what became of the line that is chosen.
  const chosen = useRef(line);
  chosen.current = line;
  useEffect(() => {
    const first =
      chosen.current === null ? undefined : places.get(chosen.current)?.find((at) => at >= folded);
    setPlace(first ?? null);
    if (first !== undefined) reveal(formBox.current, first - folded, FORM_PX);
  }, [places, folded]);
  const words =
    shown !== null && listing
      ? becameWords(shown, places.get(shown)?.length ?? 0, texts.length, memory)
      : "Choose a line on either side.";

  return (
    <div class="cv__panes">
      <section class="cv__pane" aria-label="Source">
        <CodeLines
          box={sourceBox}
          label="Source. The arrow keys choose a line, Enter goes to what it became."
          count={tokens.length}
          height={SOURCE_PX}
          chosen={line === null ? null : line - 1}
          isLinked={(at) => at + 1 === shown}
          onChoose={(at) => chooseLine(at + 1)}
          onHover={(at) => setHovered(at === null ? null : at + 1)}
          onEnter={() => formBox.current?.focus()}
        >
          {(at) => (
            <>
              <span class="codeline__no" aria-hidden="true">
                {at + 1}
              </span>
              <span class={`codeline__mark ${places.has(at + 1) ? "is-some" : ""}`} />
              <code>
                <Tokens tokens={tokens[at] ?? []} hues={undefined} />
              </code>
            </>
          )}
        </CodeLines>
        <p class="cv__foot label quiet not-phone">
          <kbd>↑</kbd> <kbd>↓</kbd> line <kbd>Enter</kbd> to the other side
        </p>
      </section>
      <section class="cv__pane" aria-label={listing ? FORMS[listing.form].label : "Compiled"}>
        {listing ? (
          <>
            {leading(listing) > 0 ? (
              <button
                type="button"
                class="cv__fold label"
                aria-expanded={isOpen}
                onClick={() => setOpen((open) => !open)}
              >
                {isOpen ? "Fold" : "Show"} {leading(listing)} lines of directives
              </button>
            ) : null}
            <CodeLines
              box={formBox}
              label={`${FORMS[listing.form].label}. The arrow keys choose a line, Enter goes to its source.`}
              count={texts.length - folded}
              height={FORM_PX}
              chosen={place === null || place < folded ? null : place - folded}
              isLinked={(row) => shown !== null && listing.lines[row + folded] === shown}
              onChoose={choosePlace}
              onHover={(row) => setHovered(row === null ? null : listing.lines[row + folded] || null)}
              onEnter={() => sourceBox.current?.focus()}
            >
              {(row) => {
                const text = texts[row + folded] ?? "";
                return (
                  <>
                    <span class="codeline__no">{listing.lines[row + folded] || ""}</span>
                    <code class={reachesMemory(text) ? "is-memory" : ""}>{text}</code>
                  </>
                );
              }}
            </CodeLines>
            <p class="cv__foot label">
              <span role="status">{words}</span>
              <span class="grow" />
              <span class="quiet not-phone">
                {listing.cut ? "Cut: it goes on. " : ""}Left: lines of the source
              </span>
            </p>
          </>
        ) : (
          <p class="cv__instead soft">{said}</p>
        )}
      </section>
    </div>
  );
}
