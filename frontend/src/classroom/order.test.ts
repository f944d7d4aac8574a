import { expect, test } from "vitest";
import { moved, placeOf } from "./order";

test("an entry moves to its new place and the others close up", () => {
  expect(moved(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
  expect(moved(["a", "b", "c", "d"], 3, 0)).toEqual(["d", "a", "b", "c"]);
  expect(moved(["a", "b"], 0, 9)).toEqual(["b", "a"]);
  expect(moved(["a", "b"], 5, 0)).toEqual(["a", "b"]);
});

test("keys move up, down, to the start and to the end, and not out of the list", () => {
  expect(placeOf("ArrowUp", 2, 4)).toBe(1);
  expect(placeOf("ArrowUp", 0, 4)).toBeNull();
  expect(placeOf("ArrowDown", 3, 4)).toBeNull();
  expect(placeOf("End", 1, 4)).toBe(3);
  expect(placeOf("Home", 0, 4)).toBeNull();
  expect(placeOf("x", 1, 4)).toBeNull();
});
