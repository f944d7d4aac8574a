/** What all programs did to each element of a tensor. */
import { MASKED } from "../api/trace";
import { NO_ROOM, type Over, type Space } from "./space";
import { meantFor, type Step } from "./step";

export const NOBODY = -1;
export const SHARED = -2;
/** A block that hangs over by more cells is drawn up to here. */
const MOST_OVER = 64;

/**
 * What all programs did to one tensor; arrays have one entry an element. loads and stores count lanes, loaders
 * and storers count different programs. owner: the program whose the element is, NOBODY or SHARED. share: equal for
 * elements of the same programs. low and high: the least and greatest element that a lane was meant for, on or masked;
 * over: the same for a tensor with rows, as cells outside its wall.
 */
export interface Totals {
  loads: Uint32Array;
  loaders: Uint32Array;
  stores: Uint32Array;
  storers: Uint32Array;
  updates: Uint32Array;
  owner: Int32Array;
  share: Int32Array;
  active: number;
  masked: number;
  outside: number;
  strayed: number;
  run: number;
  low: number;
  high: number;
  over: Over;
}

/** While counting: the last program that came to each element, and a mark of all that did. */
export interface Seen {
  last: Int32Array;
  share: Int32Array;
}

export function nothingSeen(size: number): Seen {
  return { last: new Int32Array(size).fill(NOBODY), share: new Int32Array(size) };
}

/** Counts a step in, program after program. */
export function add(one: Totals, step: Step, { last, share }: Seen): void {
  const { lanes, op, program, block, base } = step;
  const size = last.length;
  const isLoad = op === "load";
  const counts = isLoad ? one.loads : op === "store" ? one.stores : one.updates;
  const programs = isLoad ? one.loaders : one.storers;
  for (let lane = 0; lane < lanes.length; lane++) {
    const offset = lanes[lane] as number;
    if (offset < 0 || offset >= size) continue;
    (counts[offset] as number)++;
    if (last[offset] === program) continue;
    last[offset] = program;
    (programs[offset] as number)++;
    share[offset] = Math.imul(share[offset] as number, 31) + program + 1;
  }
  one.active += step.active;
  one.masked += step.masked;
  one.outside += step.outside;
  one.strayed += step.strayed;
  if (block && base !== null) one.run = Math.max(one.run, block.run);
}

/** Widens what is known of the room that lanes need outside the wall. */
export function reach(one: Totals, step: Step, space: Space): void {
  if (step.masked + step.outside + step.strayed === 0) return;
  const { over } = one;
  for (let lane = 0; lane < step.lanes.length; lane++) {
    if (space.wraps) {
      const { block, base } = step;
      const meant =
        block && base !== null ? base + (block.delta[lane] as number) : (step.lanes[lane] as number);
      if (meant === MASKED) continue;
      one.low = Math.min(one.low, meant);
      one.high = Math.max(one.high, meant);
      continue;
    }
    const meant = meantFor(space, step, lane);
    if (!meant) continue;
    over.left = Math.max(over.left, Math.min(MOST_OVER, -meant.col));
    over.right = Math.max(over.right, Math.min(MOST_OVER, meant.col - space.cols + 1));
    over.top = Math.max(over.top, Math.min(MOST_OVER, -meant.row));
    if (meant.slice < space.slices)
      over.bottom = Math.max(over.bottom, Math.min(MOST_OVER, meant.row - space.rows + 1));
  }
}

/** Says whose each element is, once all programs are counted. */
export function settle(one: Totals, loads: Seen, stores: Seen): void {
  const isStored = one.storers.some((count) => count > 0);
  const counts = isStored ? one.storers : one.loaders;
  const { last, share } = isStored ? stores : loads;
  one.share.set(share);
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i] as number;
    one.owner[i] = count === 0 ? NOBODY : count > 1 ? SHARED : (last[i] as number);
  }
}

export function emptyTotals(size: number): Totals {
  return {
    loads: new Uint32Array(size),
    loaders: new Uint32Array(size),
    stores: new Uint32Array(size),
    storers: new Uint32Array(size),
    updates: new Uint32Array(size),
    owner: new Int32Array(size).fill(NOBODY),
    share: new Int32Array(size),
    active: 0,
    masked: 0,
    outside: 0,
    strayed: 0,
    run: 0,
    low: 0,
    high: Math.max(0, size - 1),
    over: { ...NO_ROOM },
  };
}
