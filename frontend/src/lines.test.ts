import { expect, test } from "vitest";
import { pairLines } from "./lines";

test("lines are compared one by one, and white space does not count", () => {
  expect(pairLines("[0 1  2]\n[1. 1.]\n", "[0 1 2]\n[1. 0.]")).toEqual([
    { yours: "[0 1  2]", expected: "[0 1 2]", same: true },
    { yours: "[1. 1.]", expected: "[1. 0.]", same: false },
  ]);
});

test("the same text in other lines is no difference", () => {
  expect(pairLines("[1 2\n 3]", "[1 2 3]").every((pair) => pair.same)).toBe(true);
});

test("a line that is missing differs", () => {
  expect(pairLines("", "[1]")).toEqual([{ yours: "", expected: "[1]", same: false }]);
});
