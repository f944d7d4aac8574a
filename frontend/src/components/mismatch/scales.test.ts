import { expect, test } from "vitest";
import { differenceScale, differenceStep, roundNumber, valueScale, valueStep } from "./scales";

test("values of both signs get a symmetric scale with round ends", () => {
  expect(valueScale([-1.2, 3.4], [-2.2, 3.1])).toEqual({ low: -4, high: 4, below: false, above: false });
});

test("values of one sign start at zero, unless they are far from it", () => {
  expect(valueScale([0.5], [7])).toMatchObject({ low: 0, high: 8 });
  expect(valueScale([12.7], [7.9, 12.2])).toMatchObject({ low: 7, high: 13 });
});

test("a wild value of yours does not take the contrast from what is expected, and the scale says so", () => {
  const scale = valueScale([1e30, 0.5], [-1, 1]);
  expect(scale.high).toBeLessThan(10);
  expect(scale.above).toBe(true);
  expect(valueStep(scale, 1e30)).toBe(7);
  expect(valueStep(scale, Number.POSITIVE_INFINITY)).toBe(7);
});

test("values that are no numbers do not move the scale", () => {
  expect(valueScale([Number.NaN, Number.NEGATIVE_INFINITY], [0, 1])).toMatchObject({ low: 0, high: 1 });
  expect(valueScale([Number.NaN], [Number.NaN])).toMatchObject({ low: 0, high: 1 });
});

test("steps of differences are 1 to 4, with the sign of yours minus expected", () => {
  const scale = differenceScale([0.1, 1, 2, 3, 3, 3, 3, 3, 3, 3]);
  expect(scale[2]).toBe(3);
  expect([0.01, 0.6, 1.6, 3, 100].map((size) => differenceStep(scale, size))).toEqual([1, 2, 3, 4, 4]);
  expect(differenceStep(scale, -2)).toBe(-3);
  expect(differenceStep(scale, Number.NEGATIVE_INFINITY)).toBe(-4);
});

test("differences that are alike but for rounding share a step", () => {
  const scale = differenceScale([0.5, 0.5000001, 0.4999999]);
  expect(differenceStep(scale, 0.4999999)).toBe(differenceStep(scale, 0.5000001));
});

test.each([
  [0.00047, 0.0003],
  [1, 1],
  [2.9, 2],
  [7e6, 5e6],
  [0, 1],
])("%d is rounded down to %d", (value, rounded) => {
  expect(roundNumber(value)).toBe(rounded);
});
