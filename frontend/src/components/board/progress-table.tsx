/** What was tried and solved, a row a puzzle and device. */
import type { PuzzleProgress } from "../../api/types";
import { DEVICES } from "../../board/address";
import { type Catalogue, titleOf } from "../../catalogue";
import { showMoment } from "../../dates";
import { showCount } from "../../numbers";
import { isOwn, puzzlePath } from "../../route";
import { Glyph } from "../glyph";

export function ProgressTable({
  catalogue,
  entries,
}: {
  catalogue: Catalogue;
  entries: readonly PuzzleProgress[];
}) {
  const all = [...catalogue.puzzles, ...catalogue.demos];
  const known = all.flatMap((puzzle) => {
    const rows = entries.filter(({ puzzle: slug }) => slug === puzzle.slug);
    return rows.map((entry) => ({ entry, title: titleOf(puzzle, catalogue), isKnown: true }));
  });
  const gone = entries
    .filter(({ puzzle }) => !all.some(({ slug }) => slug === puzzle))
    .map((entry) => ({ entry, title: entry.puzzle, isKnown: false }));
  const onGpu = entries.some(({ device }) => device === "gpu");
  return (
    <table class="mine">
      <thead>
        <tr>
          <th scope="col">Puzzle</th>
          {onGpu ? <th scope="col">Device</th> : null}
          <th scope="col">Standing</th>
          <th scope="col" class="num">
            Runs
          </th>
          <th scope="col" class="num wide">
            Hints
          </th>
          <th scope="col" class="num wide">
            Fewest moved
          </th>
          <th scope="col" class="num wide">
            Solved
          </th>
          <th scope="col" class="num wide">
            Last run
          </th>
        </tr>
      </thead>
      <tbody>
        {[...known, ...gone].map(({ entry, title, isKnown }) => (
          <tr key={`${entry.puzzle} ${entry.device}`}>
            <th scope="row">{isKnown ? <a href={puzzlePath(entry.puzzle)}>{title}</a> : title}</th>
            {onGpu ? <td>{DEVICES[entry.device]}</td> : null}
            <td>
              <span class="mine__state">
                <Glyph state={entry.solved ? "passed" : "slot"} />
                <span>
                  {standing(entry)}
                  {note(entry) ? <span class="mine__note soft">{note(entry)}</span> : null}
                </span>
              </span>
            </td>
            <td class="num">{showCount(entry.attempts)}</td>
            <td class="num wide">{entry.hints || <Nothing />}</td>
            <td class="num wide">{entry.moved === null ? <Nothing /> : showCount(entry.moved)}</td>
            <td class="num wide">
              <At time={entry.solved_at} />
            </td>
            <td class="num wide">
              <At time={entry.tried_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function standing({ solved, attempts, gave_up }: PuzzleProgress): string {
  if (solved) return "Solved";
  if (gave_up) return "Given up";
  return attempts > 0 ? "Tried" : "Not run";
}

/** Why it does not count on the leaderboard, where it does not. */
function note({ puzzle, solved, ranked, copied, gave_up }: PuzzleProgress): string | null {
  if (!solved || ranked) return null;
  if (isOwn(puzzle)) return "not ranked: a puzzle of your class";
  if (copied) return "not ranked: identical to a published or shared solution";
  return gave_up ? "not ranked: given up before" : null;
}

function At({ time }: { time: string | null }) {
  return time ? <time dateTime={time}>{showMoment(time)}</time> : <Nothing />;
}

function Nothing() {
  return (
    <span class="quiet">
      <span aria-hidden="true">–</span>
      <span class="sr">none</span>
    </span>
  );
}
