/** Progress as memory: one cell a puzzle of a track. */

import type { PuzzleSummary } from "../api/types";
import { tracks } from "../catalogue";
import type { Standing } from "../record";

interface Props {
  track: string;
  puzzles: readonly PuzzleSummary[];
  standingOf(slug: string): Standing;
  here?: string | undefined;
}

export function ProgressCells({ track, puzzles, standingOf, here }: Props) {
  const standings = puzzles.map((puzzle) => ({ slug: puzzle.slug, ...standingOf(puzzle.slug) }));
  const solved = standings.filter((one) => one.solved).length;
  return (
    <span class="cells" role="img" aria-label={`${track}: ${solved} of ${puzzles.length} solved`}>
      {standings.map((one) => (
        <i key={one.slug} class={`${mark(one)} ${one.slug === here ? "is-here" : ""}`} />
      ))}
    </span>
  );
}

/** All tracks, one below the other, each with its name. */
export function ProgressByTrack({ puzzles, standingOf }: Pick<Props, "puzzles" | "standingOf">) {
  return (
    <div class="by-track label soft">
      {tracks(puzzles).map(([track, listed]) => (
        <div key={track}>
          <span aria-hidden="true">{track}</span>
          <ProgressCells track={track} puzzles={listed} standingOf={standingOf} />
        </div>
      ))}
    </div>
  );
}

/** A puzzle whose solution was seen first keeps that mark, also once it is solved. */
function mark({ solved, runs, gaveUp }: Standing): string {
  if (solved) return gaveUp ? "is-done is-given" : "is-done";
  if (gaveUp) return "is-given";
  return runs > 0 ? "is-tried" : "";
}
