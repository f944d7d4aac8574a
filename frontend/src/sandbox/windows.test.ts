import { expect, test } from "vitest";
import { differ, indexOf, rangeOf, sheetOf } from "./windows";

test("a vector is folded into rows, and its last row ends where it does", () => {
  const sheet = sheetOf([20]);
  expect([sheet.rows, sheet.columns, sheet.label(1)]).toEqual([2, 16, "16"]);
  expect([sheet.at(1, 3), sheet.at(1, 4)]).toEqual([19, null]);
});

test("of more axes the last one is the columns", () => {
  const sheet = sheetOf([2, 3, 4]);
  expect([sheet.rows, sheet.columns, sheet.label(4), sheet.at(4, 1)]).toEqual([6, 4, "1, 1", 17]);
  expect(indexOf(17, [2, 3, 4])).toEqual([1, 1, 1]);
});

test("a range leaves out what is not finite, and says how much", () => {
  expect(rangeOf([3, Number.NaN, -1, Number.POSITIVE_INFINITY])).toEqual({ least: -1, most: 3, strange: 2 });
  expect(rangeOf([Number.NaN])).toBeNull();
});

test("NaN is no change from NaN, and a zero's sign is", () => {
  expect(differ([Number.NaN], [Number.NaN])).toBe(false);
  expect(differ([0], [-0])).toBe(true);
});
