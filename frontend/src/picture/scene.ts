/** What is to be drawn of one tensor: a state for each element, marks that stand elsewhere, frames and far lanes. */
import { MASKED } from "../api/trace";
import type { PictureModel } from "./model";
import { isShown, offsetAt, type Place, placeOf, type Space } from "./space";
import { meantFor, type Step } from "./step";

/** Shape first: each is a mark of its own. */
export const Mark = {
  SLOT: 0,
  LOAD: 1,
  LOADED: 2,
  STORE: 3,
  STORED: 4,
  READ: 5,
  MASKED: 6,
  BAD_LOAD: 7,
  BAD_STORE: 8,
  NEVER: 9,
  TWICE: 10,
  STRAYED: 11,
} as const;
export type MarkCode = (typeof Mark)[keyof typeof Mark];

/** Set beside a mark: the lane was meant for another row and came down here. */
export const LANDED = 0x40;
/** Set beside a mark: another line is pointed at. */
export const DIM = 0x80;

/** A mark over or outside the wall. */
export interface Loose {
  place: Place;
  mark: MarkCode;
  lane: number;
  offset: number | null;
}

/** Neighbouring lanes that have no room on the plate. */
export interface Far {
  first: number;
  last: number;
  lanes: number;
  op: Step["op"];
}

/** Rows and columns of a frame, ends included. */
export interface Frame {
  slice: number;
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** runs: first and last element of frames over a wrapped tensor. isNow: the frame of the step that is shown. */
export interface Scene {
  states: Uint8Array;
  loose: Loose[];
  far: Far[];
  frames: Frame[];
  runs: [number, number][];
  isNow: boolean;
  slice: number | null;
}

/** Marks over the wall beyond these are left out: no plate has room for more. */
const MOST_LOOSE = 20_000;

/** The steps of a program up to and with the one at `now`. */
export function stepScene(space: Space, tensor: number, steps: readonly Step[], now: number): Scene {
  const scene = empty(space.size);
  const current = steps[now];
  for (const step of steps.slice(0, now)) if (step.tensor === tensor) mark(scene.states, step, false);
  const shown =
    current?.tensor === tensor ? current : steps.slice(0, now).findLast((step) => step.tensor === tensor);
  if (!shown) return scene;
  scene.isNow = shown === current;
  if (scene.isNow) mark(scene.states, shown, true);
  place(scene, space, shown);
  frame(scene, space, shown);
  return scene;
}

/** All programs at once. line: only what this line did is lit. */
export function allScene(space: Space, tensor: number, model: PictureModel, line: number | null): Scene {
  const scene = empty(space.size);
  const totals = model.totals[tensor];
  const known = model.trace.tensors[tensor];
  if (!totals || !known) return scene;
  const { loads, stores, updates } = totals;
  const isOutput = known.role === "output" && model.trace.records.length > 0;
  for (let i = 0; i < space.size; i++) {
    const times = stores[i] as number;
    if (times > 1) scene.states[i] = Mark.TWICE;
    else if (times === 1 || (updates[i] as number) > 0) scene.states[i] = Mark.STORE;
    else if (isOutput) scene.states[i] = Mark.NEVER;
    else if ((loads[i] as number) > 0) scene.states[i] = Mark.READ;
  }
  if (line !== null) dim(scene.states, model, tensor, line);
  if (totals.outside + totals.masked > 0) placeAll(scene, space, tensor, model);
  return scene;
}

/** Elements of a tensor that were never run over. */
export function empty(size: number): Scene {
  const states = new Uint8Array(size);
  return { states, loose: [], far: [], frames: [], runs: [], isNow: false, slice: null };
}

function mark(states: Uint8Array, { op, lanes }: Step, isNow: boolean): void {
  const code = op === "load" ? (isNow ? Mark.LOAD : Mark.LOADED) : isNow ? Mark.STORE : Mark.STORED;
  for (const offset of lanes) {
    if (offset < 0 || offset >= states.length) continue;
    // What was stored before and is loaded now is loaded now; what was both before was stored.
    if (!isNow && states[offset] === Mark.STORED) continue;
    states[offset] = code;
  }
}

function dim(states: Uint8Array, model: PictureModel, tensor: number, line: number): void {
  const lit = new Uint8Array(states.length);
  for (const record of model.trace.records) {
    if (record.tensor !== tensor || record.line !== line) continue;
    for (const offset of record.lanes) if (offset >= 0 && offset < lit.length) lit[offset] = 1;
  }
  for (let i = 0; i < lit.length; i++) if (lit[i] === 0) (states[i] as number) |= DIM;
}

/** The marks of a step's lanes that are masked, out of bounds, or meant for a place past the end of their row. */
function place(scene: Scene, space: Space, step: Step): void {
  const { lanes, op } = step;
  const bad = op === "load" ? Mark.BAD_LOAD : Mark.BAD_STORE;
  const far: number[] = [];
  for (let lane = 0; lane < lanes.length && scene.loose.length < MOST_LOOSE; lane++) {
    const offset = lanes[lane] as number;
    const meant = meantFor(space, step, lane);
    const shown = meant !== null && isShown(space, meant.slice, meant.row, meant.col);
    if (offset === MASKED) {
      if (shown) scene.loose.push({ place: meant, mark: Mark.MASKED, lane, offset: null });
    } else if (offset < 0 || offset >= space.size) {
      if (shown && offsetAt(space, meant) === null)
        scene.loose.push({ place: meant, mark: bad, lane, offset });
      else far.push(offset);
    } else if (!space.wraps && meant !== null && offsetAt(space, meant) !== offset) {
      (scene.states[offset] as number) |= LANDED;
      if (shown) scene.loose.push({ place: meant, mark: Mark.STRAYED, lane, offset });
    }
  }
  scene.far.push(...joined(far, op));
}

function placeAll(scene: Scene, space: Space, tensor: number, model: PictureModel): void {
  const marks = new Map<string, Loose>();
  const one: Scene = { ...empty(0), states: new Uint8Array(space.size) };
  for (const program of model.trace.order) {
    for (const step of model.stepsOf(program)) {
      if (step.tensor !== tensor || step.masked + step.outside === 0) continue;
      one.loose = [];
      place(one, space, step);
      for (const loose of one.loose) {
        // Inside the wall an element shows what was done to it, not by whom it was spared.
        if (loose.mark === Mark.STRAYED || offsetAt(space, loose.place) !== null) continue;
        const key = `${loose.place.slice} ${loose.place.row} ${loose.place.col}`;
        if (marks.size < MOST_LOOSE && (loose.mark !== Mark.MASKED || !marks.has(key))) marks.set(key, loose);
      }
    }
  }
  scene.loose = [...marks.values()];
  scene.far = gathered(one.far);
}

/** A frame is the whole block: its box where the block fills one, its run over a wrapped tensor. */
function frame(scene: Scene, space: Space, step: Step): void {
  const { block, base, lanes } = step;
  if (!block || base === null) {
    const first = lanes.find((offset) => offset >= 0 && offset < space.size);
    if (first !== undefined) scene.slice = placeOf(space, first).slice;
    return;
  }
  if (space.wraps) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const delta of block.delta) {
      low = Math.min(low, base + delta);
      high = Math.max(high, base + delta);
    }
    // A block with gaps is no run, and a frame around it would claim what it does not touch.
    if (high - low < lanes.length) scene.runs.push([low, high]);
    scene.slice = 0;
    return;
  }
  const boxes = new Map<number, { box: Frame; cells: Set<number> }>();
  for (let lane = 0; lane < lanes.length; lane++) {
    const meant = meantFor(space, step, lane) as Place;
    const known = boxes.get(meant.slice);
    const key = meant.row * 65_536 + meant.col;
    if (known) {
      const { box } = known;
      box.top = Math.min(box.top, meant.row);
      box.bottom = Math.max(box.bottom, meant.row);
      box.left = Math.min(box.left, meant.col);
      box.right = Math.max(box.right, meant.col);
      known.cells.add(key);
    } else {
      const box = {
        slice: meant.slice,
        top: meant.row,
        bottom: meant.row,
        left: meant.col,
        right: meant.col,
      };
      boxes.set(meant.slice, { box, cells: new Set([key]) });
    }
  }
  for (const { box, cells } of boxes.values()) {
    scene.slice ??= box.slice;
    if ((box.bottom - box.top + 1) * (box.right - box.left + 1) === cells.size) scene.frames.push(box);
  }
}

function joined(offsets: number[], op: Step["op"]): Far[] {
  const found: Far[] = [];
  for (const offset of offsets.sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && offset <= last.last + 1) {
      last.last = offset;
      last.lanes++;
    } else found.push({ first: offset, last: offset, lanes: 1, op });
  }
  return found;
}

/** The far lanes of many programs as one range before the start and one past the end. */
function gathered(far: readonly Far[]): Far[] {
  const sides = [far.filter(({ first }) => first < 0), far.filter(({ first }) => first >= 0)];
  return sides.flatMap((side) => {
    const [one] = side;
    if (!one) return [];
    const first = Math.min(...side.map((each) => each.first));
    const last = Math.max(...side.map((each) => each.last));
    return [{ first, last, lanes: side.reduce((sum, each) => sum + each.lanes, 0), op: one.op }];
  });
}
