import { expect, test } from "vitest";
import { classPath, parse } from "./route";

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
