import { expect, test } from "vitest";
import { blockOf, elementAt, layOut, placeOf, step, unravel } from "./sheet";

test("one axis wraps at the block of a program, and its last row is short", () => {
  const sheet = layOut([200], 32);
  expect([sheet.columns, sheet.rows, sheet.wrapped]).toEqual([32, 7, true]);
  expect(placeOf(sheet, 199)).toEqual({ x: 7, y: 6 });
  expect(elementAt(sheet, 7, 6)).toBe(199);
  expect(elementAt(sheet, 8, 6)).toBeNull();
});

test.each([
  [4, null, 4],
  [1000, null, 32],
  [1024, 1024, 32],
  [65536, null, 64],
])("%i elements with blocks of %s wrap at %i", (size, wrapAt, columns) => {
  expect(layOut([size], wrapAt).columns).toBe(columns);
});

test("two axes stay rows and columns", () => {
  const sheet = layOut([90, 100]);
  expect([sheet.columns, sheet.rows]).toEqual([100, 90]);
  expect(placeOf(sheet, 3770)).toEqual({ x: 70, y: 37 });
  expect(elementAt(sheet, 70, 37)).toBe(3770);
});

test("slices stand side by side, and nothing lies in the gaps", () => {
  const sheet = layOut([4, 8, 8]);
  expect(sheet.tiles.map((tile) => tile.lead)).toEqual([[0], [1], [2], [3]]);
  const places = new Set<string>();
  for (let index = 0; index < 256; index++) {
    const { x, y } = placeOf(sheet, index);
    expect(elementAt(sheet, x, y)).toBe(index);
    places.add(`${x} ${y}`);
  }
  expect(places.size).toBe(256);
  expect(elementAt(sheet, 8, 0)).toBeNull();
});

test("the cursor crosses a gap into the next slice, and stays at a wall", () => {
  const sheet = layOut([2, 4, 4]);
  expect(step(sheet, 3, 1, 0)).toBe(16);
  expect(step(sheet, 16, -1, 0)).toBe(3);
  expect(step(sheet, 0, -1, 0)).toBe(0);
  expect(step(sheet, 0, 0, -1)).toBe(0);
});

test("a step by a block that would leave the tensor goes as far as one element", () => {
  const sheet = layOut([90, 100]);
  expect(step(sheet, 0, 32, 0)).toBe(32);
  expect(step(sheet, 96, 32, 0)).toBe(97);
});

test("the block of a program is found where all but the last are alike", () => {
  const ids = (...runs: number[]) => runs.flatMap((length, id) => Array<number>(length).fill(id));
  expect(blockOf(ids(32, 32, 32, 8))).toBe(32);
  expect(blockOf(ids(32, 8, 32))).toBeNull();
  expect(blockOf(ids(64))).toBeNull();
});

test("a flat index has one index an axis", () => {
  expect(unravel(3770, [90, 100])).toEqual([37, 70]);
  expect(unravel(129, [4, 8, 8])).toEqual([2, 0, 1]);
});
