/** Grades as a table shows them: points in short, and the state of a cell by a sign and by words. */
import type { Grade } from "../api/types";
import { showNumber } from "../numbers";

/** sign: beside the points, told apart without its hue; empty where the points say all. */
export const STATES: Record<Grade["state"], { sign: string; words: string }> = {
  solved: { sign: "", words: "solved" },
  late: { sign: "L", words: "solved late" },
  closed: { sign: "×", words: "solved too late to count" },
  open: { sign: "", words: "not solved, there is still time" },
  missing: { sign: "", words: "not solved" },
};

/** "2", "0", and a dash where there is still time. */
export function showPoints({ state, points }: Pick<Grade, "state" | "points">): string {
  return state === "open" ? "–" : showNumber(points);
}

/** For who hears it: "2 of 2 points, solved late, after the solution was opened". */
export function gradeInWords(
  grade: Pick<Grade, "state" | "points" | "most" | "is_helped" | "is_copied">,
): string {
  const told = [
    `${showNumber(grade.points)} of ${showNumber(grade.most)} ${grade.most === 1 ? "point" : "points"}`,
    STATES[grade.state].words,
    grade.is_helped ? "after the solution was opened" : "",
    grade.is_copied ? "identical to a published solution" : "",
  ];
  return told.filter(Boolean).join(", ");
}
