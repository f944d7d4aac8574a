import { expect, test } from "vitest";
import { INVALID, PUZZLE, verdict, WRONG } from "./test/samples";
import { diagnose, OUTCOMES, place, summary } from "./words";

test("a verdict word is the API's, spelled with a space and a capital", () => {
  for (const [outcome, { word }] of Object.entries(OUTCOMES)) {
    const spelled = outcome.replaceAll("_", " ");
    expect(word).toBe(spelled.charAt(0).toUpperCase() + spelled.slice(1));
  }
});

test("an invalid access names program, elements, tensor, place and line", () => {
  const { lead, rest, detail, line } = diagnose(PUZZLE, INVALID);
  expect(lead + rest).toBe("Program 6 stores 24 elements past the end of z, the first at z[200].");
  expect(detail).toBe("In the case “As stated”. 1 more access like it, on line 10.");
  expect(line).toBe(12);
});

test("a wrong answer counts, and gives an example with its program and line", () => {
  const { lead, rest, detail, line } = diagnose(PUZZLE, WRONG);
  expect(lead).toBe("30 elements of 32 in z differ.");
  expect(rest).toBe(" 2 elements never written.");
  expect(detail).toBe("In the case “One block”. z[1] is 7.5, expected 10.5, stored by program 0.");
  expect(line).toBe(11);
});

test("an error says what, where and what to do", () => {
  const error = {
    kind: "syntax",
    message: "Line 3 is no Python. Look.",
    line: 3,
    column: 7,
    hint: "Close the bracket.",
  };
  expect(diagnose(PUZZLE, verdict({ outcome: "compile_error", error }))).toEqual({
    lead: "Line 3 is no Python.",
    rest: " Look.",
    detail: "Close the bracket.",
    line: 3,
    column: 7,
  });
});

test("how many cases passed is told beside the word", () => {
  expect(summary(PUZZLE, WRONG)).toBe("1 of 2 cases passed, 38 ms");
  expect(summary(PUZZLE, verdict({}))).toBe("38 ms");
});

test("places in a queue", () => {
  expect([1, 2, 3, 4, 11, 12, 21, 112].map(place)).toEqual(
    ["1st", "2nd", "3rd", "4th", "11th", "12th", "21st", "112th"].map((nth) => `${nth} in line`),
  );
});
