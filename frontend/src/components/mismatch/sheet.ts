/** A tensor laid out flat: where each element lies on a sheet of cells. */

/** A part of the tensor with rows of its own: the whole, or one slice of a tensor with three axes or more. */
export interface Tile {
  /** Place on the sheet, in cells. */
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
  /** Flat index of its first element, and how many elements it has: the last row may be short. */
  readonly start: number;
  readonly size: number;
  /** Indices of the leading axes, empty for the whole. */
  readonly lead: readonly number[];
}

/** columns, rows: of the sheet, in cells. wrapped: one axis, broken into rows of `tiles[0].columns`. */
export interface Sheet {
  readonly shape: readonly number[];
  readonly columns: number;
  readonly rows: number;
  readonly wrapped: boolean;
  readonly tiles: readonly Tile[];
}

/** Cells between slices that stand side by side. */
const GAP = 2;
/** Rows of a wrapped tensor are at most this long, so that cells stay large enough to see. */
const LONGEST_ROW = 64;

/**
 * 1-D wraps at `wrapAt`, so that a row is a program's block; where none fits, at the largest power of two that makes
 * the sheet no wider than high. 2-D is as it is. With more axes slices stand side by side, as near to a square as goes.
 */
export function layOut(shape: readonly number[], wrapAt: number | null = null): Sheet {
  const size = shape.reduce((product, extent) => product * extent, 1);
  if (shape.length <= 1) {
    const columns = rowOf(size, wrapAt);
    const rows = Math.max(1, Math.ceil(size / columns));
    const tile = { x: 0, y: 0, columns, rows, start: 0, size, lead: [] };
    return { shape, columns, rows, wrapped: true, tiles: [tile] };
  }
  const [rows = 1, columns = 1] = shape.slice(-2);
  const leading = shape.slice(0, -2);
  const slices = leading.reduce((product, extent) => product * extent, 1);
  // Slices below each other are parted further: the name of the lower one stands between them.
  const below = GAP + Math.ceil(rows / 8);
  const across = slicesAcross(slices, columns + GAP, rows + below);
  const tiles = Array.from({ length: slices }, (_, slice) => ({
    x: (slice % across) * (columns + GAP),
    y: Math.floor(slice / across) * (rows + below),
    columns,
    rows,
    start: slice * rows * columns,
    size: rows * columns,
    lead: unravel(slice, leading),
  }));
  return {
    shape,
    columns: across * (columns + GAP) - GAP,
    rows: Math.ceil(slices / across) * (rows + below) - below,
    wrapped: false,
    tiles,
  };
}

/** Place of an element on the sheet. */
export function placeOf(sheet: Sheet, index: number): { x: number; y: number } {
  const tile = tileOf(sheet, index);
  const within = index - tile.start;
  return { x: tile.x + (within % tile.columns), y: tile.y + Math.floor(within / tile.columns) };
}

/** The element at a place of the sheet; null in a gap, past a short last row, or outside. */
export function elementAt(sheet: Sheet, x: number, y: number): number | null {
  for (const tile of sheet.tiles) {
    const [column, row] = [x - tile.x, y - tile.y];
    if (column < 0 || row < 0 || column >= tile.columns || row >= tile.rows) continue;
    const within = row * tile.columns + column;
    return within < tile.size ? tile.start + within : null;
  }
  return null;
}

/** The element to which a step leads; a step over a gap reaches the next slice, one over the wall stays. */
export function step(sheet: Sheet, index: number, dx: number, dy: number): number {
  const from = placeOf(sheet, index);
  let [x, y] = [from.x + dx, from.y + dy];
  while (x >= 0 && y >= 0 && x < sheet.columns && y < sheet.rows) {
    const to = elementAt(sheet, x, y);
    if (to !== null) return to;
    x += Math.sign(dx);
    y += Math.sign(dy);
  }
  if (Math.abs(dx) > 1 || Math.abs(dy) > 1) return step(sheet, index, Math.sign(dx), Math.sign(dy));
  return index;
}

export function tileOf(sheet: Sheet, index: number): Tile {
  const size = sheet.tiles[0]?.size || 1;
  const tile = sheet.tiles[Math.min(sheet.tiles.length - 1, Math.max(0, Math.floor(index / size)))];
  if (!tile) throw new RangeError("a sheet without tiles");
  return tile;
}

/** Indices along each axis of a flat element index. */
export function unravel(index: number, shape: readonly number[]): number[] {
  const found: number[] = [];
  let rest = index;
  for (const extent of [...shape].reverse()) {
    found.unshift(rest % extent);
    rest = Math.floor(rest / extent);
  }
  return found;
}

/** Length of the runs of one program in a tensor with one axis, where all but the last are alike; else null. */
export function blockOf(program: ArrayLike<number>): number | null {
  const first = runEnd(program, 0);
  if (first >= program.length) return null;
  for (let at = first; at + first <= program.length; at += first) {
    if (runEnd(program, at) !== Math.min(at + first, program.length)) return null;
  }
  return first;
}

function runEnd(program: ArrayLike<number>, start: number): number {
  let end = start;
  while (end < program.length && program[end] === program[start]) end++;
  return end;
}

function rowOf(size: number, wrapAt: number | null): number {
  if (size <= 16) return Math.max(1, size);
  if (wrapAt !== null && wrapAt >= 8 && wrapAt <= LONGEST_ROW) return wrapAt;
  let columns = 8;
  while (columns < LONGEST_ROW && columns * columns < size) columns *= 2;
  return columns;
}

function slicesAcross(slices: number, width: number, height: number): number {
  let best = 1;
  let least = Number.POSITIVE_INFINITY;
  for (let across = 1; across <= slices; across++) {
    const down = Math.ceil(slices / across);
    const empty = Math.log((across * down) / slices);
    const skew = Math.abs(Math.log((across * width) / (down * height) / 1.25)) + empty;
    if (skew < least) [best, least] = [across, skew];
  }
  return best;
}
