import { expect, test } from "vitest";
import type { RunEvent } from "../api/types";
import { verdict } from "../test/samples";
import { advance, IDLE, isActive } from "./state";

const told = (...events: RunEvent[]) => events.reduce(advance, IDLE);

test("a run goes from its place in the queue to its verdict", () => {
  const waiting = told({ type: "queued", position: 3 });
  expect([waiting.phase, waiting.position, isActive(waiting)]).toEqual(["queued", 3, true]);
  const running = advance(waiting, { type: "started", cases: ["a", "b"] });
  expect([running.phase, running.current]).toEqual(["running", "a"]);
  const judged = advance(advance(running, { type: "progress", case: "a", outcome: "passed" }), {
    type: "verdict",
    verdict: verdict({}),
  });
  expect([judged.phase, judged.cases, isActive(judged)]).toEqual(["done", { a: "passed" }, false]);
});

test("text of one program grows, and another program begins a new block", () => {
  const output = (program: number[], text: string): RunEvent => ({
    type: "output",
    case: "a",
    program,
    text,
  });
  const state = told(
    { type: "started", cases: ["a"] },
    output([0], "one "),
    output([0], "two\n"),
    output([1], "three\n"),
  );
  expect(state.output).toEqual([
    { case: "a", program: [0], text: "one two\n" },
    { case: "a", program: [1], text: "three\n" },
  ]);
});

test("a run that starts again after its worker was lost forgets the first attempt", () => {
  const state = told(
    { type: "started", cases: ["a"] },
    { type: "output", case: "a", program: [0], text: "half" },
    { type: "started", cases: ["a"] },
  );
  expect(state.output).toEqual([]);
});
