/** Where the elements of a tensor have their place: slices of rows of columns, and the room around the wall. */
import type { TraceTensor } from "../api/trace";

/** Cells kept free around each slice for what hangs over its wall. */
export interface Over {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** wraps: the rows are not the tensor's own, it has one axis and is wrapped. */
export interface Space {
  tensor: TraceTensor;
  wraps: boolean;
  slices: number;
  rows: number;
  cols: number;
  size: number;
  over: Over;
}

/** slice, row, col: they may lie outside the wall. */
export interface Place {
  slice: number;
  row: number;
  col: number;
}

export const NO_ROOM: Over = { left: 0, right: 0, top: 0, bottom: 0 };

/** wrap: columns of a tensor with one axis. */
export function spaceOf(tensor: TraceTensor, wrap: number, over: Over = NO_ROOM): Space {
  const { shape, size } = tensor;
  if (shape.length < 2) {
    const cols = Math.max(1, wrap);
    return { tensor, wraps: true, slices: 1, rows: Math.max(1, Math.ceil(size / cols)), cols, size, over };
  }
  const cols = shape.at(-1) ?? 1;
  const rows = shape.at(-2) ?? 1;
  const slices = rows * cols === 0 ? 1 : size / (rows * cols);
  return { tensor, wraps: false, slices, rows, cols, size, over };
}

/** Elements before the start lie to the left of the first row, those past the end below the last. */
export function placeOf({ rows, cols, slices }: Space, offset: number): Place {
  if (offset < 0) return { slice: 0, row: 0, col: offset };
  const row = Math.floor(offset / cols);
  const slice = Math.min(Math.floor(row / rows), slices - 1);
  return { slice, row: row - slice * rows, col: offset % cols };
}

/** The element at a place, or null where the place is outside the wall. */
export function offsetAt({ rows, cols, slices, size }: Space, { slice, row, col }: Place): number | null {
  if (slice < 0 || slice >= slices || row < 0 || row >= rows || col < 0 || col >= cols) return null;
  const offset = (slice * rows + row) * cols + col;
  return offset < size ? offset : null;
}

/** Whether a place has room on the plate. */
export function isShown(
  { rows, cols, slices, over }: Space,
  slice: number,
  row: number,
  col: number,
): boolean {
  return (
    slice >= 0 &&
    slice < slices &&
    row >= -over.top &&
    row < rows + over.bottom &&
    col >= -over.left &&
    col < cols + over.right
  );
}

/** The index of an element by the tensor's own axes; outside the tensor the outermost axis leaves its range. */
export function indexOf(shape: readonly number[], offset: number): number[] {
  const index: number[] = [];
  let rest = offset;
  for (const extent of shape.slice(1).reverse()) {
    const length = Math.max(extent, 1);
    const row = Math.floor(rest / length);
    index.unshift(rest - row * length);
    rest = row;
  }
  return [rest, ...index];
}
