import { expect, test } from "vitest";
import { INVALID, verdict } from "../test/samples";
import { markersOf } from "./markers";

test("an error is marked at its column, with its hint", () => {
  const error = { kind: "syntax", message: "No.", line: 3, column: 7, hint: "Yes." };
  expect(markersOf(verdict({ outcome: "compile_error", error }))).toEqual([
    { line: 3, column: 7, severity: "error", message: "No.\nYes.", code: "syntax" },
  ]);
});

test("each line that leaves a tensor is marked once", () => {
  expect(markersOf(INVALID).map(({ line, severity }) => [line, severity])).toEqual([
    [12, "error"],
    [10, "error"],
  ]);
});

test("warnings with a line are marked as warnings; without one they are not", () => {
  const warnings = [
    { code: "a", message: "Write other=0.0.", line: 5 },
    { code: "b", message: "Anywhere.", line: null },
  ];
  expect(markersOf(verdict({ warnings }))).toEqual([
    { line: 5, column: null, severity: "warning", message: "Write other=0.0.", code: "a" },
  ]);
});
