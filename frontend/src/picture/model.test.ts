import { expect, test } from "vitest";
import { decodeTrace } from "../api/trace";
import { packed, type Sample, tiles, unmaskedStore, windows } from "../test/traces";
import { PictureModel } from "./model";
import { allScene, DIM, LANDED, Mark, stepScene } from "./scene";
import { indexOf, placeOf, type Space, spaceOf } from "./space";
import { SHARED } from "./totals";

const modelOf = (sample: Sample) => new PictureModel(decodeTrace(packed(sample)));

function spaceIn(model: PictureModel, tensor: number, wrap = 32): Space {
  const known = model.trace.tensors[tensor];
  const totals = model.totals[tensor];
  if (!known || !totals) throw new Error("no such tensor");
  return spaceOf(known, wrap, totals.over);
}

test("the steps of a program are its loads and stores in order, with their lanes counted", () => {
  const model = modelOf(unmaskedStore());
  const counts = model
    .stepsOf(6)
    .map(({ op, line, active, masked, outside }) => [op, line, active, masked, outside]);
  expect(counts).toEqual([
    ["load", 10, 8, 24, 0],
    ["store", 12, 8, 0, 24],
  ]);
  expect(model.faults).toEqual([{ program: 6, at: 1 }]);
  expect([...model.outsideOf]).toEqual([0, 0, 0, 0, 0, 0, 24]);
  expect(model.totals[1]).toMatchObject({ active: 200, outside: 24, run: 32, low: 0, high: 223 });
});

test("masked lanes stand where their block would have them, out of bounds lanes beside the wall", () => {
  const model = modelOf(unmaskedStore());
  const steps = model.stepsOf(6);
  const x = stepScene(spaceIn(model, 0), 0, steps, 0);
  expect(x.loose.map(({ mark, place }) => [mark, place.row, place.col]).slice(0, 2)).toEqual([
    [Mark.MASKED, 6, 8],
    [Mark.MASKED, 6, 9],
  ]);
  expect(x.runs).toEqual([[192, 223]]);
  const z = stepScene(spaceIn(model, 1), 1, steps, 1);
  expect(z.isNow).toBe(true);
  expect(z.loose).toHaveLength(24);
  expect(z.loose[0]).toMatchObject({
    mark: Mark.BAD_STORE,
    lane: 8,
    offset: 200,
    place: { row: 6, col: 8 },
  });
  expect([...z.states.subarray(190, 194)]).toEqual([Mark.SLOT, Mark.SLOT, Mark.STORE, Mark.STORE]);
  const before = stepScene(spaceIn(model, 0), 0, steps, 1);
  expect(before.isNow).toBe(false);
  expect(before.states[199]).toBe(Mark.LOADED);
});

test("a program with one lane on takes the strides of the others", () => {
  const sample = unmaskedStore();
  const lanes = [0, 1, 2].map((p) =>
    Array.from({ length: 32 }, (_, i) => (p * 32 + i < 65 ? p * 32 + i : null)),
  );
  const model = modelOf({
    ...sample,
    grid: [3],
    tensors: [{ name: "x", shape: [65], role: "input" }],
    records: [{ op: "load", tensor: 0, line: 3, shape: [32], lanes }],
  });
  const scene = stepScene(spaceIn(model, 0), 0, model.stepsOf(2), 0);
  expect(scene.runs).toEqual([[64, 95]]);
  expect(scene.loose).toHaveLength(31);
});

test("a block of rows hangs over the edge as a whole when it is masked", () => {
  const model = modelOf(tiles(true));
  const scene = stepScene(spaceIn(model, 0), 0, model.stepsOf(8), 0);
  expect(scene.frames).toEqual([{ slice: 0, top: 8, left: 8, bottom: 11, right: 11 }]);
  expect(scene.loose.filter(({ mark }) => mark === Mark.MASKED)).toHaveLength(14);
  expect(model.totals[0]).toMatchObject({ strayed: 0, over: { left: 0, right: 2, top: 0, bottom: 3 } });
});

test("past the end of a row lanes come down in the next one: both ends are marked", () => {
  const model = modelOf(tiles(false));
  const [step] = model.stepsOf(5);
  expect(step).toMatchObject({ active: 16, strayed: 8, outside: 0 });
  const scene = stepScene(spaceIn(model, 0), 0, model.stepsOf(5), 0);
  const strayed = scene.loose.filter(({ mark }) => mark === Mark.STRAYED);
  expect(strayed[0]).toMatchObject({ place: { row: 4, col: 10 }, offset: 50, lane: 2 });
  expect(scene.states[50]).toBe(Mark.STORE | LANDED);
  // The last block leaves the tensor: crossed where it was meant, never inside.
  const last = stepScene(spaceIn(model, 0), 0, model.stepsOf(8), 0);
  expect(last.loose.filter(({ mark }) => mark === Mark.BAD_STORE)).toHaveLength(14);
  expect(model.writtenTwice(0)).toBeGreaterThan(0);
  expect(model.totals[0]?.owner[50]).toBe(SHARED);
});

test("a window over an image hangs over its own slice", () => {
  const model = modelOf(windows());
  const scene = stepScene(spaceIn(model, 0), 0, model.stepsOf(1), 0);
  expect(scene.frames).toEqual([{ slice: 1, top: 6, left: 6, bottom: 9, right: 9 }]);
  expect(scene.slice).toBe(1);
  expect(scene.loose).toHaveLength(12);
});

test("lanes that a kernel splits into rows and columns itself are a block too", () => {
  const at = (row: number, col: number) => (row < 8 && col < 8 ? row * 8 + col : null);
  const window = (row: number, col: number) =>
    Array.from({ length: 16 }, (_, t) => at(row + Math.floor(t / 4), col + (t % 4)));
  const model = modelOf({
    grid: [2],
    tensors: [{ name: "x", shape: [8, 8], role: "input" }],
    records: [{ op: "load", tensor: 0, line: 9, shape: [1, 16], lanes: [window(0, 0), window(6, 6)] }],
  });
  const scene = stepScene(spaceIn(model, 0), 0, model.stepsOf(1), 0);
  expect(scene.frames).toEqual([{ slice: 0, top: 6, left: 6, bottom: 9, right: 9 }]);
  expect(model.totals[0]).toMatchObject({ strayed: 0, masked: 12 });
});

test("a copy of whole rows in one line leaves no row", () => {
  const model = modelOf({
    grid: [1],
    tensors: [{ name: "k", shape: [4, 4], role: "input" }],
    records: [
      { op: "load", tensor: 0, line: 13, shape: [16], lanes: [Array.from({ length: 16 }, (_, i) => i)] },
    ],
  });
  expect(model.totals[0]?.strayed).toBe(0);
  expect(stepScene(spaceIn(model, 0), 0, model.stepsOf(0), 0).frames).toHaveLength(1);
});

test("turns of a loop are named, and a scalar is a block of one", () => {
  const model = modelOf({
    grid: [2],
    tensors: [
      { name: "x", shape: [8], role: "input" },
      { name: "z", shape: [2], role: "output" },
    ],
    records: [
      { op: "load", tensor: 0, line: 5, shape: [2], lanes: [[0, 1]], start: 0 },
      { op: "load", tensor: 0, line: 5, shape: [2], lanes: [[2, 3]], start: 0 },
      { op: "store", tensor: 1, line: 7, shape: [], lanes: [[0]], start: 0 },
      { op: "load", tensor: 0, line: 5, shape: [2], lanes: [[4, 5]], start: 1 },
    ],
  });
  expect(model.stepsOf(0).map(({ turn, turns }) => [turn, turns])).toEqual([
    [1, 2],
    [2, 2],
    [1, 1],
  ]);
  expect(model.stepsOf(1)).toHaveLength(1);
  expect(stepScene(spaceIn(model, 1), 1, model.stepsOf(0), 2).runs).toEqual([[0, 0]]);
  expect(model.neverWritten(1)).toBe(1);
});

test("all programs at once: never written, written twice, and one line lit", () => {
  const model = modelOf({
    grid: [3],
    tensors: [{ name: "z", shape: [24], role: "output" }],
    records: [
      {
        op: "store",
        tensor: 0,
        line: 4,
        shape: [10],
        lanes: [0, 6, 10].map((from) => Array.from({ length: 10 }, (_, i) => from + i)),
      },
    ],
  });
  const { states } = allScene(spaceIn(model, 0, 8), 0, model, null);
  expect([states[5], states[6], states[9], states[20]]).toEqual([
    Mark.STORE,
    Mark.TWICE,
    Mark.TWICE,
    Mark.NEVER,
  ]);
  expect(model.neverWritten(0)).toBe(4);
  const lit = allScene(spaceIn(model, 0, 8), 0, model, 5).states;
  expect(lit[0]).toBe(Mark.STORE | DIM);
  const by: number[] = [];
  model.accessesOf(0, 7, ({ program }) => by.push(program));
  expect(by).toEqual([0, 1]);
});

test("lanes far away are ranges in words", () => {
  const sample = unmaskedStore();
  const model = modelOf({
    ...sample,
    grid: [1],
    records: [{ op: "load", tensor: 0, line: 3, shape: [4], lanes: [[31216, 31217, 31218, 31219]] }],
  });
  const scene = stepScene(spaceIn(model, 0), 0, model.stepsOf(0), 0);
  expect(scene.loose).toEqual([]);
  expect(scene.far).toEqual([{ first: 31216, last: 31219, lanes: 4, op: "load" }]);
});

test("an element has one place; before the start is to the left", () => {
  const space = spaceOf({ name: "z", dtype: "float32", shape: [2, 3, 4], role: "output", size: 24 }, 1);
  expect(placeOf(space, 13)).toEqual({ slice: 1, row: 0, col: 1 });
  expect(placeOf(space, -2)).toEqual({ slice: 0, row: 0, col: -2 });
  expect(indexOf([2, 3, 4], 13)).toEqual([1, 0, 1]);
  expect(indexOf([2, 3, 4], 25)).toEqual([2, 0, 1]);
  expect(indexOf([200], -4)).toEqual([-4]);
});

test("64 thousand elements are summed, with each of their loads", () => {
  const lanes = Array.from({ length: 64 }, (_, p) => Array.from({ length: 1024 }, (_, i) => p * 1024 + i));
  const model = modelOf({
    grid: [64],
    tensors: [{ name: "x", shape: [256, 256], role: "input" }],
    records: Array.from({ length: 2 }, () => ({ op: "load", tensor: 0, line: 3, shape: [4, 256], lanes })),
  });
  expect(model.totals[0]?.active).toBe(2 * 65_536);
  expect(model.totals[0]?.strayed).toBe(0);
  expect(model.totals[0]?.owner[65_535]).toBe(63);
});
