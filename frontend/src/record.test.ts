// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { lastRun, records, remember, standing } from "./record";

beforeEach(() => localStorage.clear());

test("solved stays solved, whatever is run after", () => {
  remember("p", "passed", "Right.", 1);
  remember("p", "wrong_answer", "30 differ.", 2);
  expect(standing("p", records(), null)).toEqual({
    solved: true,
    runs: 2,
    outcome: "wrong_answer",
    gaveUp: false,
    hints: 0,
    moved: null,
  });
});

test("cancelled runs and our own faults do not count", () => {
  remember("p", "cancelled", "", 1);
  remember("p", "internal_error", "", 2);
  expect(records()).toEqual({});
});

test("the last run is where to go on", () => {
  remember("a", "passed", "", 5);
  remember("b", "time_limit", "", 9);
  remember("a", "passed", "", 7);
  expect(lastRun(records())?.slug).toBe("b");
});

test("what the server knows and what this browser knows are merged", () => {
  remember("p", "wrong_answer", "", 1);
  const me = {
    puzzles: [
      {
        puzzle: "p",
        device: "interpreter" as const,
        attempts: 4,
        solved: true,
        solved_at: null,
        tried_at: null,
        hints: 2,
        gave_up: false,
        copied: false,
        ranked: true,
        moved: 400,
      },
    ],
  };
  expect(standing("p", records(), me)).toEqual({
    solved: true,
    runs: 4,
    outcome: "wrong_answer",
    gaveUp: false,
    hints: 2,
    moved: 400,
  });
  expect(standing("q", records(), me)).toEqual({
    solved: false,
    runs: 0,
    outcome: null,
    gaveUp: false,
    hints: 0,
    moved: null,
  });
});
