import { expect, test } from "vitest";
import type { NamedArray } from "../../api/arrays";
import { evidenceOf, nextWrong, zoomAround } from "./evidence";

const kept = (
  kind: NamedArray["kind"],
  values: number[],
  shape: number[],
  dtype = "float32",
): NamedArray => ({
  name: "z",
  kind,
  dtype,
  shape,
  values,
});

/** Four elements: one agrees within rounding, one differs, one is no number, one was never written. */
const SMALL = [
  kept("actual", [1.0000001, 5, Number.NaN, 0], [2, 2]),
  kept("expected", [1, 2, 3, 4], [2, 2], "float64"),
  kept("standing", [0, 1, 1, 3], [2, 2], "uint8"),
  kept("program", [0, 0, 1, -1], [2, 2], "int16"),
  kept("line", [9, 9, 9, -1], [2, 2], "int16"),
];

test("each element stands as the judge counted it, not as its numbers look", () => {
  const evidence = evidenceOf(SMALL, "z");
  expect(evidence?.standing).toEqual(["agrees", "differs", "not-a-number", "never-written"]);
  expect(evidence?.wrong).toEqual([1, 2, 3]);
  expect(evidence?.slack).toBeCloseTo(1e-7, 9);
});

test("an infinity differs by an infinity, and is a number", () => {
  const inf = Number.POSITIVE_INFINITY;
  const arrays = SMALL.map((array) =>
    array.kind === "actual" ? { ...array, values: [1, -inf, inf, 0] } : array,
  );
  expect(evidenceOf(arrays, "z")?.standing.slice(1, 3)).toEqual(["differs", "differs"]);
});

test("integers are told like floats", () => {
  const arrays = SMALL.map((array) =>
    array.kind === "actual" ? { ...array, dtype: "int32", values: [1, -(2 ** 31), 3, 4] } : array,
  );
  const evidence = evidenceOf(arrays, "z");
  expect([evidence?.dtype, evidence?.yours[1]]).toEqual(["int32", -(2 ** 31)]);
});

test("arrays of another tensor, or without what is known of each element, give nothing", () => {
  expect(evidenceOf(SMALL, "y")).toBeNull();
  expect(evidenceOf(SMALL.slice(0, 2), "z")).toBeNull();
});

test("the next element that differs goes round the end", () => {
  const evidence = evidenceOf(SMALL, "z");
  if (!evidence) throw new Error("no evidence");
  expect([nextWrong(evidence, 0, 1), nextWrong(evidence, 3, 1), nextWrong(evidence, 1, -1)]).toEqual([
    1, 1, 3,
  ]);
});

test("a zoom shows the block of the program with a margin, inside the tensor", () => {
  const [rows, columns, block] = [90, 100, 32];
  const all = (value: (row: number, column: number) => number) =>
    Array.from({ length: rows * columns }, (_, at) => value(Math.floor(at / columns), at % columns));
  const shape = [rows, columns];
  const evidence = evidenceOf(
    [
      kept(
        "actual",
        all(() => 0),
        shape,
      ),
      kept(
        "expected",
        all(() => 1),
        shape,
      ),
      kept(
        "standing",
        all(() => 1),
        shape,
      ),
      kept(
        "program",
        all((row, column) => Math.floor(row / block) * 4 + Math.floor(column / block)),
        shape,
      ),
      kept(
        "line",
        all(() => 3),
        shape,
      ),
    ],
    "z",
  );
  if (!evidence) throw new Error("no evidence");
  expect(evidence.blocks.get(7)).toEqual({ x: 96, y: 32, columns: 4, rows: 32 });
  expect(zoomAround(evidence, 40 * columns + 40)).toEqual({ x: 30, y: 30, columns: 36, rows: 36 });
  expect(zoomAround(evidence, 0)).toEqual({ x: 0, y: 0, columns: 36, rows: 36 });
});
