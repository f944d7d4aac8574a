/** Numbers along the walls of a map. */
import type { Box, Evidence } from "./evidence";
import type { Fit } from "./painter";
import { tileOf } from "./sheet";

/** at: pixels from the start of what is shown. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Room for a number of four digits across, and for a line of text down, in pixels. */
const ACROSS_PX = 32;
const DOWN_PX = 18;

/** Along the top. Slices have their names there instead: their columns count anew in each. */
export function columnTicks(evidence: Evidence, box: Box, shown: Fit): Tick[] {
  const { sheet } = evidence;
  if (sheet.tiles.length > 1) {
    return sheet.tiles
      .filter((tile) => tile.y === 0 && tile.x >= box.x && tile.x < box.x + box.columns)
      .map((tile) => ({ at: (tile.x - box.x) * shown.cellWidth, label: sliceName(evidence, tile.lead) }));
  }
  const block = sheet.wrapped ? 8 : (evidence.blocks.get(evidence.program[0] as number)?.columns ?? null);
  const step = tickStep(block, ACROSS_PX / shown.cellWidth);
  return multiples(step, box.x, box.columns).map((column) => ({
    at: (column - box.x) * shown.cellWidth,
    label: sheet.wrapped && column > 0 ? `+${column}` : String(column),
  }));
}

/** Down the left side: rows, or the first element of each row of a tensor with one axis. */
export function rowTicks(evidence: Evidence, box: Box, shown: Fit): Tick[] {
  const { sheet } = evidence;
  if (sheet.tiles.length > 1) return [];
  const block = sheet.wrapped ? null : (evidence.blocks.get(evidence.program[0] as number)?.rows ?? null);
  const step = tickStep(block, DOWN_PX / shown.cellHeight);
  const wide = sheet.wrapped ? tileOf(sheet, 0).columns : 1;
  return multiples(step, box.y, box.rows).map((row) => ({
    at: (row - box.y) * shown.cellHeight,
    label: String(row * wide),
  }));
}

export function sliceName(evidence: Evidence, lead: readonly number[]): string {
  return `${evidence.tensor}[${lead.join(", ")}]`;
}

/** The block where its borders are far enough apart, or a multiple of it; else 1, 2 or 5 times a power of ten. */
export function tickStep(block: number | null, least: number): number {
  if (block !== null && block > 1) {
    let step = block;
    while (step < least) step *= 2;
    return step;
  }
  for (let power = 1; ; power *= 10) {
    const lead = [1, 2, 5].find((one) => one * power >= least);
    if (lead !== undefined) return lead * power;
  }
}

function multiples(step: number, start: number, length: number): number[] {
  const first = Math.ceil(start / step) * step;
  const found: number[] = [];
  for (let at = first; at < start + length; at += step) found.push(at);
  return found;
}
