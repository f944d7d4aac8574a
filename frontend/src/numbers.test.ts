import { expect, test } from "vitest";
import {
  showAgo,
  showCount,
  showDifference,
  showElement,
  showNumber,
  showProgram,
  toNumber,
} from "./numbers";

test("the API's words for what is no number are read", () => {
  expect(["NaN", "nan", "Infinity", "inf", "-Infinity", "-inf", 2].map(toNumber)).toEqual([
    Number.NaN,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    2,
  ]);
});

test.each([
  [2.612000001, "2.612"],
  [-0.25, "−0.25"],
  [100000, "100000"],
  [1.5e9, "1500000000"],
  [1.23456e-7, "1.235e−7"],
  [12345678.9, "1.235e7"],
  ["NaN", "nan"],
  ["-Infinity", "−inf"],
])("%s is shown as %s", (value, shown) => {
  expect(showNumber(value)).toBe(shown);
});

test("a difference always has its sign", () => {
  expect(showDifference(2.5, 1)).toBe("+1.5");
  expect(showDifference(1, 2.5)).toBe("−1.5");
  expect(showDifference("NaN", 1)).toBe("nan");
});

test("elements and programs are named as in the field", () => {
  expect(showElement("z", [37, -1])).toBe("z[37, −1]");
  expect(showProgram([6, 0, 0], [7, 1, 1])).toBe("program 6");
  expect(showProgram([2, 0], [4, 3])).toBe("program (2, 0)");
  expect(showProgram([6], [7])).toBe("program 6");
  expect(showCount(8718)).toBe("8,718");
});

test("times are told roughly", () => {
  expect(showAgo(0, 30_000)).toBe("just now");
  expect(showAgo(0, 60_000)).toBe("1 minute ago");
  expect(showAgo(0, 2 * 3_600_000)).toBe("2 hours ago");
});
