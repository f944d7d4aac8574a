/** One line above the board: what fails most just now, in words, and whether the board is live and in order. */
import { useState } from "preact/hooks";
import type { Column } from "../../classroom/columns";
import type { Trouble } from "../../classroom/standing";
import { plural } from "../../numbers";
import { Glyph, stateWord } from "../glyph";
import { Icon } from "../icon";
import { Keys } from "../shell/keys";

interface Props {
  columns: readonly Column[];
  troubles: readonly Trouble[];
  /** What the board is narrowed to. */
  group: Trouble | null;
  found: number;
  onGroup(group: Trouble | null): void;
  moved: number;
  onSort(): void;
  isLive: boolean;
  problem: string | null;
}

export function TroubleStrip({
  columns,
  troubles,
  group,
  found,
  onGroup,
  moved,
  onSort,
  isLive,
  problem,
}: Props) {
  const [isOpen, setOpen] = useState(false);
  const shown = group ?? troubles[0] ?? null;
  const short = (slug: string) => columns.find((one) => one.slug === slug)?.short ?? "";
  return (
    <section class="cb__trouble" aria-label="What fails most">
      <div class="cb__line">
        {shown ? (
          <p class="cb__say">
            <Glyph state={shown.outcome} />
            <span>
              <b>
                {group
                  ? `Only puzzle ${short(shown.puzzle)}: `
                  : `Puzzle ${short(shown.puzzle)}, commonest now: `}
              </b>
              {shown.words}{" "}
              {group ? (
                <button type="button" class="link" onClick={() => onGroup(null)}>
                  Show all students again
                </button>
              ) : (
                <button type="button" class="link" onClick={() => onGroup(shown)}>
                  {plural(shown.ids.length, "student")}
                </button>
              )}
            </span>
          </p>
        ) : (
          <p class="cb__say soft">Nothing fails just now.</p>
        )}
        {troubles.length > 1 ? (
          <button
            type="button"
            class="btn btn--s btn--quiet"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            All {troubles.length} kinds <Icon name={isOpen ? "up" : "down"} />
          </button>
        ) : null}
        <span class="grow" />
        <span class="cb__order">
          {moved > 0 ? (
            <>
              <span class="soft">Order changed for {plural(moved, "row")}</span>
              <button type="button" class="btn btn--s" onClick={onSort}>
                Sort again <Keys keys="s" />
              </button>
            </>
          ) : null}
        </span>
        <span class="label quiet cb__live" role="status">
          {isLive ? "Live" : (problem ?? "Not live yet")}
        </span>
        <span class="sr" role="status">
          {group ? `${plural(found, "student")} shown` : ""}
        </span>
      </div>
      {isOpen ? (
        <table class="cb__kinds">
          <caption class="sr">Kernels that fail alike, by puzzle</caption>
          <tbody>
            {troubles.map((one) => (
              <tr key={`${one.puzzle} ${one.outcome} ${one.words}`}>
                <th scope="row" class="num">
                  {short(one.puzzle)}
                </th>
                <td>
                  <Glyph state={one.outcome} />
                  <span class="sr">{stateWord(one.outcome)}</span>
                </td>
                <td class="cb__words">{one.words}</td>
                <td class="num">
                  <button
                    type="button"
                    class="link"
                    onClick={() => {
                      onGroup(one);
                      setOpen(false);
                    }}
                  >
                    {plural(one.ids.length, "student")}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}
