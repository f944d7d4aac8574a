import { expect, test } from "vitest";
import type { TraceTensor } from "../api/trace";
import { cornerOf, layoutOf, levelOf, placeAt, type Wish, wrapOf } from "./layout";
import { runOutline } from "./outline";
import { NO_ROOM } from "./space";
import { zoomed } from "./zoom";

const tensor = (...shape: number[]): TraceTensor => ({
  name: "x",
  dtype: "float32",
  shape,
  role: "input",
  size: shape.reduce((all, extent) => all * extent, 1),
});
const wish = (parts: Partial<Wish> = {}): Wish => ({
  width: 576,
  zoom: "fit",
  run: 32,
  reach: [0, 0],
  over: NO_ROOM,
  pins: false,
  ...parts,
});

test("a vector wraps at its block, so that a row is a program", () => {
  const { space, cellW } = layoutOf(tensor(200), wish({ reach: [0, 223] }));
  expect([space.cols, space.rows, cellW]).toEqual([32, 7, 16]);
  expect(wrapOf(200, 64, 320)).toBe(32);
  expect(wrapOf(65_536, 1024, 512)).toBeGreaterThanOrEqual(256);
});

test("lanes up to a row past the end have room below, lanes before the start to the left", () => {
  expect(layoutOf(tensor(64), wish({ reach: [-3, 80] })).space.over).toEqual({
    left: 3,
    right: 0,
    top: 0,
    bottom: 1,
  });
});

test("what lies under a point is found again at its corner, on every slice", () => {
  const layout = layoutOf(tensor(4, 8, 8), wish({ over: { left: 0, right: 2, top: 0, bottom: 2 } }));
  for (const place of [
    { slice: 0, row: 0, col: 0 },
    { slice: 3, row: 9, col: 9 },
    { slice: 2, row: 7, col: 3 },
  ]) {
    const [x, y] = cornerOf(layout, place);
    expect(placeAt(layout, x + 1, y + 1)).toEqual(place);
  }
  expect(placeAt(layout, 0, 0)).toBeNull();
});

test("long rows are stretched, and the level follows the size of a cell", () => {
  const long = layoutOf(tensor(4, 200), wish());
  expect(long.cellH).toBe(16);
  expect(long.cellW).toBeLessThan(4);
  expect(levelOf(long)).toBe("runs");
  expect(levelOf(layoutOf(tensor(9, 10), wish()))).toBe("marks");
  expect(levelOf(layoutOf(tensor(256, 256), wish({ zoom: 6 })))).toBe("fills");
});

test("64 thousand elements fit on a plate", () => {
  const { width, height } = layoutOf(tensor(256, 256), wish());
  expect(width).toBeLessThanOrEqual(576);
  expect(height).toBeLessThanOrEqual(480);
});

test("the outline of a run has a step where it ends within a row", () => {
  const layout = layoutOf(tensor(200), wish());
  expect(runOutline(layout, 0, 199).match(/[HV]/g)).toHaveLength(5);
  expect(runOutline(layout, 32, 63).match(/[HV]/g)).toHaveLength(3);
  expect(runOutline(layout, 60, 66)).toContain("zM");
});

test("zoom goes in steps and stops at its ends", () => {
  expect(zoomed(16, 1)).toBe(22);
  expect(zoomed(16, -1)).toBe(12);
  expect(zoomed(44, 1)).toBe(44);
  expect(zoomed(2, -1)).toBe(2);
});
