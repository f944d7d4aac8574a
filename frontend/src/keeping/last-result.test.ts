// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { WRONG } from "../test/samples";
import { keepResult, lastResult } from "./last-result";

beforeEach(() => localStorage.clear());

test("the last verdict is kept whole where it is small", () => {
  keepResult("p", "s1", WRONG);
  expect(lastResult("p")).toEqual({ id: "s1", verdict: WRONG });
  expect(lastResult("q")).toBeNull();
});

test("a long output is left to the server", () => {
  keepResult("p", "s1", { ...WRONG, output: [{ case: "a", program: [0], text: "x".repeat(60_000) }] });
  expect(lastResult("p")?.verdict).toEqual({ ...WRONG, output: [], output_truncated: true });
});
