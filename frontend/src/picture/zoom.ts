/** How large the cells of a picture are, in CSS px. */

export type Zoom = number | "fit";

/** One to one: a cell with all of its mark. */
export const FULL_PX = 16;

const ZOOMS = [2, 4, 6, 9, 12, 16, 22, 32, 44] as const;

/** The next zoom in or out from what is shown. */
export function zoomed(cell: number, direction: 1 | -1): number {
  const next = direction > 0 ? ZOOMS.find((zoom) => zoom > cell) : ZOOMS.findLast((zoom) => zoom < cell);
  return next ?? (direction > 0 ? (ZOOMS.at(-1) as number) : ZOOMS[0]);
}
