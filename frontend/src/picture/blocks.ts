/** What a block of lanes was meant to cover: its strides, found from the lanes that were on. */
import { MASKED } from "../api/trace";

/**
 * The lanes of one statement as an affine block: lane l lies at base + delta[l]. strides: one an axis.
 * Over a tensor with rows, across[l] and down[l] count the cells from where the lane's block row began, and
 * rest[l] is what the other axes add: a lane past the end of its row keeps the place it was meant for.
 */
export interface Affine {
  strides: readonly number[];
  delta: Int32Array;
  rest: Int32Array;
  down: Int32Array;
  across: Int32Array;
  /** The longest run of neighbouring elements. */
  run: number;
  /** The least and greatest of across and down; null where rest is not 0 everywhere. */
  tile: { left: number; right: number; top: number; bottom: number } | null;
}

/** A stride is null where no two neighbouring lanes along its axis were on. */
export type Strides = readonly (number | null)[];

/** rowLength: elements of a row of the tensor, null where it has one axis. */
export function affine(
  shape: readonly number[],
  strides: readonly number[],
  rowLength: number | null,
): Affine {
  const width = shape.reduce((all, extent) => all * extent, 1);
  const steps = shape.map((extent, axis) => (extent > 1 ? (strides[axis] ?? 0) : 0));
  const horizontal = rowLength === 1 ? -1 : steps.findLastIndex((step) => Math.abs(step) === 1);
  const vertical =
    rowLength === null
      ? -1
      : steps.findLastIndex((step, axis) => axis !== horizontal && Math.abs(step) === rowLength);
  const found: Affine = {
    strides: steps,
    delta: new Int32Array(width),
    rest: new Int32Array(width),
    down: new Int32Array(width),
    across: new Int32Array(width),
    run: (horizontal >= 0 ? shape[horizontal] : 1) ?? 1,
    tile: null,
  };
  const index = shape.map(() => 0);
  for (let lane = 0; lane < width; lane++) {
    for (let axis = 0; axis < shape.length; axis++) {
      const step = steps[axis] as number;
      const at = index[axis] as number;
      (found.delta[lane] as number) += step * at;
      if (axis === horizontal && rowLength !== null) found.across[lane] = step * at;
      else if (axis === vertical) found.down[lane] = Math.sign(step) * at;
      else (found.rest[lane] as number) += step * at;
    }
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      index[axis] = (index[axis] as number) + 1;
      if ((index[axis] as number) < (shape[axis] as number)) break;
      index[axis] = 0;
    }
  }
  if (found.rest.every((offset) => offset === 0)) {
    const [left, right] = ends(found.across);
    const [top, bottom] = ends(found.down);
    found.tile = { left, right, top, bottom };
  }
  return found;
}

function ends(values: Int32Array): [number, number] {
  let [least, greatest] = [0, 0];
  for (const value of values) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return [least, greatest];
}

/** The distance between two neighbouring lanes along each axis, where two are on. */
export function stridesOf(lanes: Int32Array, shape: readonly number[]): Strides {
  let step = 1;
  const steps = [...shape].reverse().map((extent) => {
    const own = step;
    step *= extent;
    return own;
  });
  steps.reverse();
  return shape.map((extent, axis) => (extent > 1 ? strideAlong(lanes, steps[axis] as number, extent) : 0));
}

function strideAlong(lanes: Int32Array, step: number, extent: number): number | null {
  for (let lane = 0; lane + step < lanes.length; lane++) {
    if (Math.floor(lane / step) % extent === extent - 1) continue;
    const here = lanes[lane] as number;
    const next = lanes[lane + step] as number;
    if (here !== MASKED && next !== MASKED) return next - here;
  }
  return null;
}

/**
 * A shape with each extent cut into halves, [4, 8] as [2, 2, 2, 2, 2]: lanes that a kernel splits into rows and
 * columns itself, t // 4 and t % 4, are regular so.
 */
export function halves(shape: readonly number[]): { extents: number[]; axes: number[] } {
  const extents: number[] = [];
  const axes: number[] = [];
  shape.forEach((extent, axis) => {
    let rest = extent;
    while (rest > 2 && rest % 2 === 0) {
      extents.push(2);
      axes.push(axis);
      rest /= 2;
    }
    extents.push(rest);
    axes.push(axis);
  });
  return { extents, axes };
}

/** Joins halves of one axis again where they lie one after the other; an unknown stride follows its neighbour's. */
export function whole(
  { extents, axes }: { extents: readonly number[]; axes: readonly number[] },
  strides: Strides,
): { shape: number[]; strides: number[] } {
  const known: (number | null)[] = [...strides];
  for (let at = known.length - 2; at >= 0; at--)
    if (known[at] === null && axes[at] === axes[at + 1])
      known[at] = (known[at + 1] ?? 0) * (extents[at + 1] as number);
  const shape: number[] = [];
  const joined: number[] = [];
  let of = -1;
  for (let at = known.length - 1; at >= 0; at--) {
    const stride = known[at] ?? 0;
    const extent = extents[at] as number;
    const isSame = of === axes[at] && stride === (joined[0] as number) * (shape[0] as number);
    if (isSame) shape[0] = (shape[0] as number) * extent;
    else {
      shape.unshift(extent);
      joined.unshift(stride);
    }
    of = axes[at] as number;
  }
  return { shape, strides: joined };
}

export function merged(a: Strides | undefined, b: Strides): Strides {
  return a ? a.map((stride, axis) => stride ?? b[axis] ?? null) : b;
}

/** Where lane 0 lies, or null where no lane is on or the lanes that are on do not lie as the block says. */
export function baseOf(lanes: Int32Array, { delta }: Affine): number | null {
  let base: number | null = null;
  for (let lane = 0; lane < lanes.length; lane++) {
    const offset = lanes[lane] as number;
    if (offset === MASKED) continue;
    const own = offset - (delta[lane] as number);
    if (base === null) base = own;
    else if (own !== base) return null;
  }
  return base;
}
