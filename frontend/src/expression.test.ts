import { expect, test } from "vitest";
import { evaluate, toTex } from "./expression";

const names = { N0: 200, B0: 32, MID: 64 };

test.each([
  ["N0", 200],
  ["cdiv(N0, B0)", 7],
  ["MID // 8", 8],
  ["min(N0, MID // 8)", 8],
  ["N0 - 2 * B0 + 1", 137],
  ["(N0 + B0) // (B0 - 1)", 7],
  ["1", 1],
])("%s is %i", (expression, value) => {
  expect(evaluate(expression, names)).toBe(value);
});

test.each(["N9", "N0 //", "N0 / 2", "cdiv(N0)", "N0 // 0", ""])("%s has no value", (expression) => {
  expect(evaluate(expression, names)).toBeNull();
});

test("a grid is written as mathematics", () => {
  expect(toTex("cdiv(N0, B0)")).toBe("\\lceil N_{0} / B_{0} \\rceil");
  expect(toTex("min(N0, 2)")).toBe("\\min(N_{0}, 2)");
  expect(toTex("MID // 8")).toBe("\\lfloor \\mathrm{MID} / 8 \\rfloor");
  expect(toTex("(N0 + 1) * 2")).toBe("(N_{0} + 1) \\cdot 2");
});
