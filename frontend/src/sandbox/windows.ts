/** A tensor as rows of numbers, of which a window is shown: any shape becomes a sheet of rows and columns. */

/** Rows and columns of a window. */
export const WINDOW = 16;

/** label: names a row by the index of its first element, without the last axis. */
export interface Sheet {
  rows: number;
  columns: number;
  at(row: number, column: number): number | null;
  label(row: number): string;
}

/** One axis is folded at the window's width, so that it reads like a page; of more axes the last one is the columns. */
export function sheetOf(shape: readonly number[]): Sheet {
  const size = shape.reduce((all, side) => all * side, 1);
  if (shape.length <= 1) {
    return {
      rows: Math.ceil(size / WINDOW),
      columns: Math.min(size, WINDOW),
      at: (row, column) => (row * WINDOW + column < size ? row * WINDOW + column : null),
      label: (row) => String(row * WINDOW),
    };
  }
  const columns = shape.at(-1) ?? 1;
  const leading = shape.slice(0, -1);
  return {
    rows: columns === 0 ? 0 : size / columns,
    columns,
    at: (row, column) => row * columns + column,
    label: (row) => indexOf(row, leading).join(", "),
  };
}

/** The index of an element of this flat offset. */
export function indexOf(flat: number, shape: readonly number[]): number[] {
  const index: number[] = [];
  let rest = flat;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    const side = shape[axis] ?? 1;
    index.unshift(rest % side);
    rest = Math.floor(rest / side);
  }
  return index;
}

/** Least and greatest finite value, and how many are not finite; null where none is finite. */
export function rangeOf(values: ArrayLike<number>): { least: number; most: number; strange: number } | null {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let strange = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (!Number.isFinite(value)) {
      strange++;
      continue;
    }
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return least > most ? null : { least, most, strange };
}

export function differ(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return true;
  for (let at = 0; at < one.length; at++) if (!Object.is(one[at], other[at])) return true;
  return false;
}
