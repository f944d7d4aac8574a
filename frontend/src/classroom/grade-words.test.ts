import { expect, test } from "vitest";
import { gradeInWords, showPoints } from "./grade-words";

const GRADE = { state: "late", points: 1.5, most: 2, is_helped: true, is_copied: false } as const;

test("a grade is said in words for who hears it", () => {
  expect(gradeInWords(GRADE)).toBe("1.5 of 2 points, solved late, after the solution was opened");
  expect(gradeInWords({ ...GRADE, state: "missing", points: 0, most: 1, is_helped: false })).toBe(
    "0 of 1 point, not solved",
  );
});

test("where there is still time, no points are shown as none", () => {
  expect(showPoints({ state: "open", points: 0 })).toBe("–");
  expect(showPoints({ state: "missing", points: 0 })).toBe("0");
});
