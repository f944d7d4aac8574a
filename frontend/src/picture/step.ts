/** One access of one program: its lanes, and where they were meant to be. */
import { MASKED, type Op, type TraceTensor } from "../api/trace";
import type { Affine } from "./blocks";
import { type Place, placeOf, type Space } from "./space";

/**
 * One load, store or atomic of one program. turn of turns: how often the program came to this statement, from 1.
 * outside: lanes that left their tensor. strayed: lanes inside the tensor that left the row their block row began in.
 * base: where lane 0 lies, null where the block is fully masked or is no regular block.
 */
export interface Step {
  program: number;
  at: number;
  op: Op;
  tensor: number;
  line: number;
  shape: readonly number[];
  lanes: Int32Array;
  turn: number;
  turns: number;
  active: number;
  masked: number;
  outside: number;
  strayed: number;
  block: Affine | null;
  base: number | null;
}

/** Fills in how many lanes were on, masked, out of bounds, or past the end of their row. */
export function countLanes(step: Step, tensor: TraceTensor): void {
  const { size, shape } = tensor;
  const cols = shape.length > 1 ? (shape.at(-1) ?? 1) : 0;
  const rows = shape.length > 2 ? (shape.at(-2) ?? 1) : 0;
  const { lanes, block, base } = step;
  const mayStray = cols > 0 && block !== null && base !== null && !fits(block, base, rows, cols);
  for (let lane = 0; lane < lanes.length; lane++) {
    const offset = lanes[lane] as number;
    if (offset === MASKED) step.masked++;
    else if (offset < 0 || offset >= size) step.outside++;
    else if (mayStray && strays(block, base, lane, rows, cols)) step.strayed++;
  }
  step.active = lanes.length - step.masked - step.outside;
}

/** Whether a tile of rows and columns lies within the wall as a whole, so that no lane of it need be looked at. */
function fits({ tile }: Affine, base: number, rows: number, cols: number): boolean {
  if (!tile || base < 0) return false;
  const row = Math.floor(base / cols);
  const col = base - row * cols;
  if (col + tile.left < 0 || col + tile.right >= cols) return false;
  if (rows === 0) return true;
  const inSlice = row - Math.floor(row / rows) * rows;
  return inSlice + tile.top >= 0 && inSlice + tile.bottom < rows;
}

/** Where a lane was meant to be, or null for a masked lane of no regular block. */
export function meantFor(space: Space, { block, base, lanes }: Step, lane: number): Place | null {
  if (!block || base === null) {
    const offset = lanes[lane] as number;
    return offset === MASKED ? null : placeOf(space, offset);
  }
  if (space.wraps) return placeOf(space, base + (block.delta[lane] as number));
  const { slice, row, col } = placeOf(space, base + (block.rest[lane] as number));
  return { slice, row: row + (block.down[lane] as number), col: col + (block.across[lane] as number) };
}

/** Whether a lane was meant for a place past the end of its row, or of its slice. rows: 0 for one slice. */
function strays(block: Affine, base: number, lane: number, rows: number, cols: number): boolean {
  const across = block.across[lane] as number;
  const down = block.down[lane] as number;
  if (across === 0 && down === 0) return false;
  const began = base + (block.rest[lane] as number);
  const row = Math.floor(began / cols);
  const col = began - row * cols + across;
  if (col < 0 || col >= cols) return true;
  if (rows === 0) return false;
  const inSlice = row - Math.floor(row / rows) * rows + down;
  return inSlice < 0 || inSlice >= rows;
}
