import { describe, expect, test } from "vitest";
import type { Marker } from "../props";
import { fixesFor } from "./quick-fixes";

function fixed(code: string, line: string, message = "", column: number | null = null): string[] {
  const marker: Marker = { line: 1, column, severity: "warning", message, code };
  return fixesFor(marker, [line]).map(({ text }) => text);
}

describe("and, or, not on blocks", () => {
  test.each([
    ["mask = i < N0 and j < N1", "mask = (i < N0) & (j < N1)"],
    ["    x = tl.load(p, mask=(i < N0) and m, other=0)", "    x = tl.load(p, mask=(i < N0) & m, other=0)"],
    ["tl.store(p, x, i < 5 or j < 6)  # a and b", "tl.store(p, x, (i < 5) | (j < 6))  # a and b"],
    ["m = not mask", "m = ~mask"],
    ["m = not (i < 5)", "m = ~(i < 5)"],
  ])("%s", (before, after) => expect(fixed("boolean_on_block", before)).toEqual([after]));

  test.each([
    "a = x and y and z",
    "a = x and y or z",
    "m = not i < 5",
    'print("this and that")',
    "a = f(x and",
    "a = b if x and y else c",
  ])("nothing is offered where it is not certain: %s", (line) =>
    expect(fixed("boolean_on_block", line)).toEqual([]),
  );
});

test("a chain of comparisons becomes two", () => {
  expect(fixed("chained_comparison", "mask = 0 <= i < N0")).toEqual(["mask = (0 <= i) & (i < N0)"]);
  expect(fixed("chained_comparison", "tl.store(p, x, mask=0 <= i + 1 < N0)")).toEqual([
    "tl.store(p, x, mask=(0 <= i + 1) & (i + 1 < N0))",
  ]);
  expect(fixed("chained_comparison", "a = x << 2 < y")).toEqual([]);
});

test("a masked load gets a value for its masked lanes, by choice", () => {
  expect(fixed("masked_lanes", "x = tl.load(x_ptr + offs, offs < N0)")).toEqual([
    "x = tl.load(x_ptr + offs, offs < N0, other=0.0)",
    'x = tl.load(x_ptr + offs, offs < N0, other=-float("inf"))',
  ]);
  expect(fixed("masked_lanes", "x = tl.load(p, m, other=1)")).toEqual([]);
  expect(fixed("masked_lanes", "x = tl.load(p, m) + tl.load(q, m)")).toEqual([]);
});

test("a plain number at the top becomes a constant, in its own line", () => {
  const message =
    "BLOCK (line 2) is a plain number. It works here, but Triton refuses it on a GPU: write `BLOCK = tl.constexpr(8)`.";
  const marker: Marker = { line: 5, column: null, severity: "warning", message, code: "plain_global" };
  const lines = ["import triton", "BLOCK = 8  # lanes", "", "def f():", "    tl.arange(0, BLOCK)"];
  expect(fixesFor(marker, lines)).toEqual([
    { title: "Make BLOCK a tl.constexpr", line: 2, text: "BLOCK = tl.constexpr(8)  # lanes" },
  ]);
});

test("the nearest name takes the place of the wrong one", () => {
  const told = "tl.lod does not exist.\nDid you mean tl.load?";
  expect(fixed("compile_error", "    x = tl.lod(x_ptr)", told, 9)).toEqual(["    x = tl.load(x_ptr)"]);
  const bare = "arange is not defined.\nWrite tl.arange.";
  expect(fixed("compile_error", "o = arange(0, B0)", bare, 5)).toEqual(["o = tl.arange(0, B0)"]);
  expect(fixed("compile_error", "o = 5", "Something else is wrong.", 5)).toEqual([]);
});
