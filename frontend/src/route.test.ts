import { expect, test } from "vitest";
import { classPath, isOwn, ownPuzzlePath, parse } from "./route";

test("a class has an address, and each of its tabs", () => {
  expect(parse("/classes")).toEqual({ page: "classes" });
  expect(parse("/classes/k3j9")).toEqual({ page: "classroom", id: "k3j9", tab: "board" });
  expect(parse("/classes/k3j9/grades")).toEqual({ page: "classroom", id: "k3j9", tab: "grades" });
  expect(parse(classPath("k3j9", "settings"))).toEqual({ page: "classroom", id: "k3j9", tab: "settings" });
  expect(parse("/classes/k3j9/else").page).toBe("missing");
});

test("a code can be part of the address", () => {
  expect(parse("/join")).toEqual({ page: "join", code: null });
  expect(parse("/join/K7M4QX")).toEqual({ page: "join", code: "K7M4QX" });
  expect(parse("/lti/link")).toEqual({ page: "launched", step: "link" });
  expect(parse("/lti/choose")).toEqual({ page: "launched", step: "choose" });
  expect(parse("/join/a/b").page).toBe("missing");
});

test("a teacher's own puzzles stand beside the classes, and their slugs tell them apart", () => {
  expect(parse("/classes/puzzles")).toEqual({ page: "own-puzzles" });
  expect(parse(ownPuzzlePath("a1b2"))).toEqual({ page: "own-puzzle", id: "a1b2" });
  expect(parse("/classes/puzzles/grades").page).toBe("missing");
  expect([isOwn("own-a1b2"), isOwn("outer-vector-add")]).toEqual([true, false]);
});
