// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MIGRATIONS, SCHEMA } from "./keeping/migrations";
import { isFromNewer, names, read, remove, write } from "./storage";
import { SmallStorage } from "./test/small-storage";

const put = (name: string, schema: number, value: unknown) =>
  localStorage.setItem(`playground:${name}`, JSON.stringify({ schema, value }));

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("there is a step from every older schema", () => {
  const steps = Object.keys(MIGRATIONS).map(Number);
  expect(steps).toEqual(Array.from({ length: SCHEMA - 1 }, (_, at) => at + 1));
});

test("a draft of the first schema is read, with a stamp", () => {
  put("draft:p", 1, { source: "mine", savedAt: 5 });
  expect(read("draft:p")).toEqual({ source: "mine", savedAt: 5, revision: 1, tab: "" });
  put("draft:q", 1, { nonsense: true });
  expect(read("draft:q")).toBeNull();
});

test("what else the first schema kept is read as it is", () => {
  put("records", 1, { p: { runs: 3 } });
  expect(read("records")).toEqual({ p: { runs: 3 } });
});

test("what a newer version kept is not read, and moved aside before anything is written in its place", () => {
  put("draft:p", 99, { words: ["of", "tomorrow"] });
  expect(read("draft:p")).toBeNull();
  expect(isFromNewer("draft:p")).toBe(true);
  expect(localStorage.getItem("playground:draft:p")).toContain("tomorrow");
  expect(write("draft:p", "today")).toBe(true);
  expect(read("draft:p")).toBe("today");
  expect(JSON.parse(localStorage.getItem("playground-aside:draft:p") ?? "")).toEqual({
    schema: 99,
    value: { words: ["of", "tomorrow"] },
  });
  expect(isFromNewer("draft:p")).toBe(true);
});

test("removing, too, moves it aside", () => {
  put("draft:p", 99, "tomorrow");
  remove("draft:p");
  expect(localStorage.getItem("playground:draft:p")).toBeNull();
  expect(localStorage.getItem("playground-aside:draft:p")).toContain("tomorrow");
});

test("where it cannot be moved aside, nothing is written over it", () => {
  const storage = new SmallStorage(1000);
  vi.stubGlobal("localStorage", storage);
  put("draft:p", 99, "tomorrow");
  storage.characters = 0;
  expect(write("draft:p", "today")).toBe(false);
  expect(localStorage.getItem("playground:draft:p")).toContain("tomorrow");
});

test("what another program wrote under the name is not read, and written over", () => {
  localStorage.setItem("playground:draft:p", "{not json");
  expect(read("draft:p")).toBeNull();
  expect(write("draft:p", 1)).toBe(true);
  expect(read("draft:p")).toBe(1);
});

test("names are listed by their beginning", () => {
  write("history:a", []);
  write("history:b", []);
  write("draft:a", {});
  expect(names("history:").sort()).toEqual(["history:a", "history:b"]);
});
