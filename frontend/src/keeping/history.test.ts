// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SmallStorage } from "../test/small-storage";
import { add, type Entry, history, judge, lastPassed, makeRoom, merge, setAside } from "./history";

const run = (at: number, parts: Partial<Entry> = {}): Entry => ({
  id: `s${at}`,
  source: `source ${at}`,
  outcome: "wrong_answer",
  sentence: "30 elements differ.",
  at,
  ...parts,
});

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("the last twenty runs are kept, the newest first", () => {
  for (let at = 1; at <= 25; at++) add("p", run(at));
  const kept = history("p");
  expect(kept).toHaveLength(20);
  expect([kept[0]?.at, kept.at(-1)?.at]).toEqual([25, 6]);
});

test("the newest that passed stays, however many runs follow", () => {
  add("p", run(1, { outcome: "passed" }));
  for (let at = 2; at <= 40; at++) add("p", run(at));
  expect(history("p")).toHaveLength(20);
  expect(lastPassed("p")?.at).toBe(1);
});

test("the same source again takes the place of its older run", () => {
  add("p", run(1, { source: "same" }));
  add("p", run(2, { source: "same", outcome: null }));
  expect(history("p").map((one) => one.at)).toEqual([2]);
  judge("p", "s2", "passed", "Right.");
  expect(history("p")[0]).toMatchObject({ outcome: "passed", sentence: "Right." });
});

test("a draft that was set aside has a place, unless it was run", () => {
  add("p", run(1, { source: "ran" }));
  setAside("p", "ran", 2);
  setAside("p", "never ran", 3);
  setAside("p", "  \n", 4);
  expect(history("p").map((one) => [one.source, one.id])).toEqual([
    ["never ran", null],
    ["ran", "s1"],
  ]);
});

test("over all puzzles a million characters are kept, the oldest go first", () => {
  const long = "x".repeat(60_000);
  for (let at = 1; at <= 10; at++) add("p", run(at, { source: `${at}${long}` }));
  for (let at = 11; at <= 20; at++) add("q", run(at, { source: `${at}${long}` }));
  const kept = [...history("p"), ...history("q")];
  expect(kept.reduce((sum, one) => sum + one.source.length, 0)).toBeLessThan(1_000_000);
  expect(history("q")).toHaveLength(10);
  expect(history("p").at(-1)?.at).toBe(5);
});

test("a full browser loses the oldest, and a blocked one says that it keeps nothing", () => {
  const storage = new SmallStorage(600);
  vi.stubGlobal("localStorage", storage);
  for (let at = 1; at <= 5; at++) expect(add("q", run(at))).toBe(true);
  expect(add("p", run(6))).toBe(true);
  expect(history("p").map((one) => one.at)).toEqual([6]);
  expect(history("q").map((one) => one.at)).toEqual([5, 4, 3, 2]);
  storage.characters = 0;
  expect(add("p", run(7))).toBe(false);
});

test("room is made from what did not pass first", () => {
  add("p", run(1, { outcome: "passed" }));
  add("q", run(2));
  expect(makeRoom()).toBe(true);
  expect([history("p").length, history("q").length]).toEqual([1, 0]);
  expect(makeRoom()).toBe(true);
  expect(makeRoom()).toBe(false);
});

test("two histories become one, each source once", () => {
  const merged = merge([run(1), run(3, { source: "both" })], [run(2), run(4, { source: "both" })]);
  expect(merged.map((one) => one.at)).toEqual([4, 2, 1]);
});
