/** Progress as memory: one cell a puzzle. */
import type { PuzzleSummary } from "../api/types";
import type { Standing } from "../record";

interface Props {
  puzzles: readonly PuzzleSummary[];
  standingOf(slug: string): Standing;
  here?: string | undefined;
}

export function ProgressCells({ puzzles, standingOf, here }: Props) {
  const standings = puzzles.map((puzzle) => ({ slug: puzzle.slug, ...standingOf(puzzle.slug) }));
  const solved = standings.filter((one) => one.solved).length;
  return (
    <span class="cells" role="img" aria-label={`${solved} of ${puzzles.length} solved`}>
      {standings.map((one) => (
        <i key={one.slug} class={`${mark(one)} ${one.slug === here ? "is-here" : ""}`} />
      ))}
    </span>
  );
}

/** A puzzle whose solution was seen first keeps that mark, also once it is solved. */
function mark({ solved, runs, gaveUp }: Standing): string {
  if (solved) return gaveUp ? "is-done is-given" : "is-done";
  if (gaveUp) return "is-given";
  return runs > 0 ? "is-tried" : "";
}
