import { expect, test } from "vitest";
import {
  type Cell,
  isMeant,
  ordered,
  outOfPlace,
  type Row,
  showIdle,
  solvedOf,
  standingOf,
  troubles,
} from "./standing";

const NOW = Date.parse("2026-12-04T12:00:00Z");
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const PUZZLES = ["one", "two", "three"];

function cell(minutes: number, more: Partial<Cell> = {}): Cell {
  return {
    outcome: "wrong_answer",
    attempts: 1,
    solved_at: null,
    last_at: ago(minutes),
    last_error: "Every element differs.",
    ...more,
  };
}
const solved = (minutes: number) =>
  cell(minutes, { outcome: "passed", solved_at: ago(minutes), last_error: null });
const row = (id: string, cells: Row["cells"], name = id): Row => ({ id, name, cells });

test("one is stuck after seven runs, or ten minutes after a run that did not pass", () => {
  const stuckOn = (one: Cell) => standingOf(row("a", { one: solved(90), two: one }), PUZZLES, NOW).stuck;
  expect(stuckOn(cell(1, { attempts: 6 }))).toBeNull();
  expect(stuckOn(cell(1, { attempts: 7 }))).toBe("two");
  expect(stuckOn(cell(9.5))).toBeNull();
  expect(stuckOn(cell(10))).toBe("two");
  expect(stuckOn(solved(10))).toBeNull();
});

test("who left is not stuck for the time, and still is for the runs", () => {
  expect(standingOf(row("a", { one: cell(60) }), PUZZLES, NOW)).toMatchObject({ stuck: null, isAway: true });
  expect(standingOf(row("a", { one: cell(60, { attempts: 9 }) }), PUZZLES, NOW).stuck).toBe("one");
  expect(standingOf(row("a", {}), PUZZLES, NOW)).toEqual({
    solved: 0,
    stuck: null,
    lastMs: null,
    latest: null,
    isAway: true,
  });
});

test("who went on from a puzzle is where they are now", () => {
  const one = row("a", { one: cell(30, { attempts: 9 }), two: solved(2) });
  expect(standingOf(one, PUZZLES, NOW)).toMatchObject({ stuck: null, solved: 1, latest: "two" });
});

test("the longest stuck come first, who left last, and names decide among equals", () => {
  const rows = [
    row("b", { one: cell(60) }, "Ben"),
    row("z", { one: cell(1) }, "Zoë"),
    row("a", { one: cell(1) }, "Áki"),
    row("m", { one: cell(12) }, "Mira"),
    row("n", { one: cell(14) }, "Nia"),
    row("s", { one: solved(1), two: solved(1) }, "Sven"),
  ];
  expect(ordered(rows, "stuck", PUZZLES, NOW)).toEqual(["n", "m", "a", "s", "z", "b"]);
  expect(ordered(rows, "name", PUZZLES, NOW)).toEqual(["a", "b", "m", "n", "s", "z"]);
  expect(ordered(rows, "solved", PUZZLES, NOW)[0]).toBe("s");
  expect(outOfPlace(["a", "b", "c"], ["a", "c", "b"])).toBe(2);
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

test("how long ago is said in words", () => {
  const shown = (minutes: number) =>
    showIdle(standingOf(row("a", { one: cell(minutes) }), PUZZLES, NOW), NOW);
  expect([0, 14, 50, 300, 3000].map(shown)).toEqual([
    "now",
    "14 min",
    "left 50 min ago",
    "left 5 h ago",
    "left 2 days ago",
  ]);
});
