/** The columns of a board: each puzzle under a name that is short enough to stand above a cell. */
import type { PuzzleColumn } from "../api/types";
import type { Catalogue } from "../catalogue";

/** short: "4", "D1". title: "4. Outer vector add block". */
export interface Column {
  slug: string;
  short: string;
  title: string;
}

export function columnsOf(
  puzzles: readonly Pick<PuzzleColumn, "puzzle" | "title">[],
  catalogue: Catalogue | null,
): Column[] {
  return puzzles.map(({ puzzle: slug, title }, at) => {
    const number = catalogue?.puzzles.find((one) => one.slug === slug)?.number ?? null;
    const demo = catalogue?.demos.findIndex((one) => one.slug === slug) ?? -1;
    if (number !== null) return { slug, short: String(number), title: `${number}. ${title}` };
    return demo >= 0
      ? { slug, short: `D${demo + 1}`, title: `Demo ${demo + 1}: ${title}` }
      : { slug, short: letters(at), title };
  });
}

/** "A", "B" ... of what has no number. */
function letters(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : `${letters(Math.floor(at / 26) - 1)}${letters(at % 26)}`;
}
