import { expect, test } from "vitest";
import type { Cell } from "../api/types";
import {
  isMeant,
  ordered,
  outOfPlace,
  type Row,
  showIdle,
  solvedOf,
  standingOf as standing,
  troubles,
} from "./standing";

const NOW = Date.parse("2026-12-04T12:00:00Z");
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const PUZZLES = ["one", "two", "three"];
const standingOf = (one: Row) => standing(one, PUZZLES, { runs: 7, minutes: 10 }, NOW);

function cell(minutes: number, more: Partial<Cell> = {}): Cell {
  return {
    outcome: "wrong_answer",
    attempts: 1,
    solved_at: null,
    last_at: ago(minutes),
    last_outcome: "wrong_answer",
    last_error: "Every element differs.",
    ...more,
  };
}
const solved = (minutes: number) =>
  cell(minutes, { outcome: "passed", last_outcome: "passed", solved_at: ago(minutes), last_error: null });
const row = (id: string, cells: Row["cells"], more: Partial<Row> = {}): Row => ({
  id,
  name: id,
  cells,
  has_joined: true,
  here_at: null,
  isHere: false,
  ...more,
});

test("one is stuck after seven runs, or ten minutes after a run that did not pass", () => {
  const stuckOn = (one: Cell) => standingOf(row("a", { one: solved(90), two: one })).stuck;
  expect(stuckOn(cell(1, { attempts: 6 }))).toBeNull();
  expect(stuckOn(cell(1, { attempts: 7 }))).toBe("two");
  expect(stuckOn(cell(9.5))).toBeNull();
  expect(stuckOn(cell(10))).toBe("two");
  expect(stuckOn(solved(10))).toBeNull();
});

test("who left is not stuck for the time, and still is for the runs", () => {
  expect(standingOf(row("a", { one: cell(60) }))).toMatchObject({ stuck: null, isAway: true });
  expect(standingOf(row("a", { one: cell(60, { attempts: 9 }) })).stuck).toBe("one");
  expect(standingOf(row("a", { one: cell(60) }, { isHere: true }))).toMatchObject({
    stuck: "one",
    isAway: false,
  });
  expect(standingOf(row("a", {}))).toEqual({
    solved: 0,
    stuck: null,
    lastMs: null,
    latest: null,
    isAway: true,
    isNow: false,
  });
});

test("who went on from a puzzle is where they are now", () => {
  const one = row("a", { one: cell(30, { attempts: 9 }), two: solved(2) });
  expect(standingOf(one)).toMatchObject({ stuck: null, solved: 1, latest: "two" });
});

test("the longest stuck come first, who left last, and names decide among equals", () => {
  const rows = [
    row("b", { one: cell(60) }, { name: "Ben" }),
    row("z", { one: cell(1) }, { name: "Zoë" }),
    row("a", { one: cell(1) }, { name: "Áki" }),
    row("m", { one: cell(12) }, { name: "Mira" }),
    row("n", { one: cell(14) }, { name: "Nia" }),
    row("s", { one: solved(1), two: solved(1) }, { name: "Sven" }),
  ].map((one) => ({ row: one, standing: standingOf(one) }));
  expect(ordered(rows, "stuck")).toEqual(["n", "m", "a", "s", "z", "b"]);
  expect(ordered(rows, "name")).toEqual(["a", "b", "m", "n", "s", "z"]);
  expect(ordered(rows, "solved")[0]).toBe("s");
  expect(outOfPlace(["a", "b", "c"], ["a", "c", "b"])).toBe(2);
});

test("numbers do not part those who fail alike", () => {
  const rows = ["Line 3 loads 28 elements.", "Line 12 loads 1,024 elements."].map((last_error, at) =>
    row(`m${at}`, { one: cell(1, { last_error }) }),
  );
  expect(troubles(rows, PUZZLES).map(({ words, ids }) => [words, ids])).toEqual([
    ["Line 3 loads 28 elements.", ["m0", "m1"]],
  ]);
});

test("those who fail alike are one group, and who solved it is in none", () => {
  const rows = [
    row("a", { one: cell(1), two: cell(1) }),
    row("b", { one: cell(2) }),
    row("c", { one: cell(3, { last_error: "Loads past the end." }) }),
    row("d", { one: { ...cell(3), solved_at: ago(9) } }),
  ];
  expect(troubles(rows, PUZZLES).map(({ puzzle, ids }) => [puzzle, ids])).toEqual([
    ["one", ["a", "b"]],
    ["one", ["c"]],
    ["two", ["a"]],
  ]);
  expect(solvedOf(rows, PUZZLES)).toEqual({ one: 1, two: 0, three: 0 });
});

test("a name is found without its accents and by any of its words", () => {
  expect(isMeant("Chloé Ibáñez", "ibanez chl")).toBe(true);
  expect(isMeant("Chloé Ibáñez", "")).toBe(true);
  expect(isMeant("Chloé Ibáñez", "ben")).toBe(false);
});

test("how long ago is said in words, by when they were last seen where that is known", () => {
  const shown = (minutes: number, more: Partial<Row> = {}) =>
    showIdle(standingOf(row("a", { one: cell(minutes) }, more)), NOW);
  expect([0, 14, 50, 300, 3000].map((minutes) => shown(minutes))).toEqual([
    "now",
    "14 min",
    "left 50 min ago",
    "left 5 h ago",
    "left 2 days ago",
  ]);
  expect(shown(50, { here_at: ago(20) })).toBe("left 20 min ago");
  expect(shown(50, { isHere: true })).toBe("50 min");
});
