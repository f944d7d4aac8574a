import { expect, test, vi } from "vitest";
import type { Cell } from "../api/types";
import { LiveBoard } from "./live-board";
import type { Row } from "./standing";

const NOW = Date.parse("2026-12-04T12:00:00Z");
const PUZZLES = ["one", "two"];
const cell = (attempts: number, minutes = 0): Cell => ({
  outcome: "wrong_answer",
  last_outcome: "wrong_answer",
  attempts,
  solved_at: null,
  last_at: new Date(NOW - minutes * 60_000).toISOString(),
  last_error: "Every element differs.",
});
const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => row(`m${at}`, { one: cell(1) }));
const row = (id: string, cells: Row["cells"]): Row => ({
  id,
  name: id,
  cells,
  has_joined: true,
  here_at: null,
  isHere: true,
});
const RULE = { runs: 7, minutes: 10 };

function live(count: number) {
  const frames: (() => void)[] = [];
  const board = new LiveBoard((tell) => frames.push(tell));
  board.take(rows(count), PUZZLES, RULE, NOW);
  const frame = () => frames.splice(0).forEach((tell) => void tell());
  frame();
  return { board, frame };
}

test("one verdict tells one row of three hundred, and a burst is told once", () => {
  const { board, frame } = live(300);
  const heard = new Map(board.rows().map(({ id }) => [id, vi.fn()]));
  for (const [id, told] of heard) board.onRow(id, told);
  const any = vi.fn();
  board.onAny(any);
  for (let attempts = 2; attempts < 7; attempts++)
    board.apply({ member: "m7", puzzle: "one", cell: cell(attempts) });
  frame();
  expect(any).toHaveBeenCalledTimes(1);
  expect([...heard].filter(([, told]) => told.mock.calls.length > 0).map(([id]) => id)).toEqual(["m7"]);
  expect(board.view("m7")?.row.cells.one?.attempts).toBe(6);
});

test("a verdict that was overtaken does not undo what is shown", () => {
  const { board } = live(1);
  board.apply({ member: "m0", puzzle: "one", cell: cell(3) });
  board.apply({ member: "m0", puzzle: "one", cell: cell(2) });
  board.apply({ member: "nobody", puzzle: "one", cell: cell(2) });
  expect(board.view("m0")?.row.cells.one?.attempts).toBe(3);
  expect(board.rows()).toHaveLength(1);
});

test("time alone makes somebody stuck, and tells no one else", () => {
  const { board, frame } = live(2);
  board.take([...rows(1), row("m1", {})], PUZZLES, RULE, NOW);
  frame();
  const [first, second] = [vi.fn(), vi.fn()];
  board.onRow("m0", first);
  board.onRow("m1", second);
  board.tick(NOW + 2 * 60_000); // what was just now no longer is
  frame();
  expect(first).toHaveBeenCalledTimes(1);
  board.tick(NOW + 9 * 60_000);
  frame();
  expect(first).toHaveBeenCalledTimes(1);
  board.tick(NOW + 11 * 60_000);
  frame();
  expect(first).toHaveBeenCalledTimes(2);
  expect(second).not.toHaveBeenCalled();
  expect(board.view("m0")?.standing.stuck).toBe("one");
});

test("a snapshot that brings nothing new tells no row; one that leaves a student out tells that one", () => {
  const { board, frame } = live(3);
  const told = vi.fn();
  const gone = vi.fn();
  const end = board.onRow("m0", told);
  board.onRow("m2", gone);
  const same = board.view("m0");
  board.take(rows(2), PUZZLES, RULE, NOW);
  frame();
  expect(told).not.toHaveBeenCalled();
  expect(gone).toHaveBeenCalledTimes(1);
  expect(board.view("m0")).toBe(same);
  expect(board.view("m2")).toBeNull();
  end();
  board.take(rows(1), ["two"], RULE, NOW);
  frame();
  expect(told).not.toHaveBeenCalled();
});

test("who comes and goes is told once, and keeps when they were last seen", () => {
  const { board, frame } = live(2);
  const told = vi.fn();
  board.onRow("m0", told);
  board.here(["m0", "m1"]);
  frame();
  expect(told).not.toHaveBeenCalled();
  board.here(["m1"]);
  board.here(["m1"]);
  frame();
  expect(told).toHaveBeenCalledTimes(1);
  expect(board.view("m0")?.row).toMatchObject({ isHere: false, here_at: new Date(NOW).toISOString() });
  expect(board.view("m1")?.row.here_at).toBeNull();
});
