// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { predictions } from "./teaching";

test("a prediction is kept, and one of another set of questions is not taken for it", () => {
  expect(predictions.get("demo-1", 2)).toEqual([null, null]);
  predictions.set("demo-1", [1, null]);
  expect(predictions.get("demo-1", 2)).toEqual([1, null]);
  expect(predictions.get("demo-1", 3)).toEqual([null, null, null]);
});
