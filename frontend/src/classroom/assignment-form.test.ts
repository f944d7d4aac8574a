import { expect, test } from "vitest";
import type { Assignment } from "../api/types";
import { type AssignmentForm, rulesInWords, toForm, toWish, whenInWords } from "./assignment-form";

const BERLIN = "Europe/Berlin";
const GIVEN: Assignment = {
  id: "a1",
  title: "Week 3",
  items: [{ puzzle: "constant-add", points: 2 }],
  points: 2,
  opens_at: "2026-11-30T08:00:00Z",
  due_at: "2026-12-04T22:59:00Z",
  late: "closed",
  allows_hints: false,
  allows_solutions: false,
  device: "interpreter",
  is_exam: false,
  state: "open",
  extensions: [],
  created_at: "2026-11-29T08:00:00Z",
};
const filled = (change: Partial<AssignmentForm>) => ({ ...toForm(BERLIN, GIVEN), ...change });

test("what is shown in the form is sent as the same moments", () => {
  const form = toForm(BERLIN, GIVEN);
  expect(form).toMatchObject({ opens: "2026-11-30T09:00", due: "2026-12-04T23:59" });
  expect(toWish(BERLIN, form)).toEqual({
    title: "Week 3",
    items: GIVEN.items,
    opens_at: "2026-11-30T09:00:00+01:00",
    due_at: "2026-12-04T23:59:00+01:00",
    late: "closed",
    allows_hints: false,
    allows_solutions: false,
    device: "interpreter",
    is_exam: false,
  });
  expect(toWish(BERLIN, filled({ opens: "", due: "" }))).toMatchObject({ opens_at: null, due_at: null });
});

test("what is missing or cannot be is said", () => {
  expect(toWish(BERLIN, toForm(BERLIN, null))).toMatch(/title/);
  expect(toWish(BERLIN, filled({ items: [] }))).toMatch(/one puzzle/);
  expect(toWish(BERLIN, filled({ due: "2026-11-30T08:59" }))).toMatch(/before it opens/);
  expect(toWish(BERLIN, filled({ is_exam: true, opens: "" }))).toMatch(/exam/);
  expect(toWish(BERLIN, filled({ due: "2026-12" }))).toMatch(/not whole/);
  expect(toWish(BERLIN, filled({ items: [{ puzzle: "x", points: Number.NaN }] }))).toMatch(/Points/);
});

test("times and rules are said in words", () => {
  expect(whenInWords(BERLIN, GIVEN)).toBe("From Mon 30 Nov, 09:00, due Fri 4 Dec, 23:59");
  expect(whenInWords(BERLIN, { ...GIVEN, opens_at: null, due_at: null })).toBe("Never due");
  expect(rulesInWords(GIVEN)).toEqual(["late runs do not count", "no hints", "no solutions"]);
  expect(rulesInWords({ ...GIVEN, is_exam: true })).toHaveLength(1);
});
