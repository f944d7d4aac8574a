import { expect, test, vi } from "vitest";
import { LiveBoard } from "./live-board";
import type { Cell, Row } from "./standing";

const NOW = Date.parse("2026-12-04T12:00:00Z");
const PUZZLES = ["one", "two"];
const cell = (attempts: number, minutes = 0): Cell => ({
  outcome: "wrong_answer",
  attempts,
  solved_at: null,
  last_at: new Date(NOW - minutes * 60_000).toISOString(),
  last_error: "Every element differs.",
});
const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: `m${at}`, name: `Student ${at}`, cells: { one: cell(1) } }));

function live(count: number) {
  const frames: (() => void)[] = [];
  const board = new LiveBoard((tell) => frames.push(tell));
  board.take(rows(count), PUZZLES, NOW);
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
  board.take([...rows(1), { id: "m1", name: "Student 1", cells: {} }], PUZZLES, NOW);
  frame();
  const [first, second] = [vi.fn(), vi.fn()];
  board.onRow("m0", first);
  board.onRow("m1", second);
  board.tick(NOW + 9 * 60_000);
  frame();
  expect(first).not.toHaveBeenCalled();
  board.tick(NOW + 11 * 60_000);
  frame();
  expect(first).toHaveBeenCalledTimes(1);
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
  board.take(rows(2), PUZZLES, NOW);
  frame();
  expect(told).not.toHaveBeenCalled();
  expect(gone).toHaveBeenCalledTimes(1);
  expect(board.view("m0")).toBe(same);
  expect(board.view("m2")).toBeNull();
  end();
  board.take(rows(1), ["two"], NOW);
  frame();
  expect(told).not.toHaveBeenCalled();
});
