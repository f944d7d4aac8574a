import { expect, test } from "vitest";
import { isUnderWay, lineOf, readFolder, stateInWords, toSend } from "./files";

const GOOD = {
  number: 1,
  created_at: "2026-12-01T00:00:00Z",
  state: "good",
  says: "",
  tried: 40,
  wrong: 40,
  passed: 7,
} as const;

test("how strict a version is, is said in words", () => {
  expect(stateInWords(GOOD)).toBe("7 of 40 wrong kernels pass");
  expect(stateInWords({ ...GOOD, passed: 0 })).toBe("all 40 wrong kernels caught");
  expect(stateInWords({ ...GOOD, state: "running", tried: 3 })).toBe(
    "being checked: 3 of 40 wrong kernels tried",
  );
  expect([isUnderWay(GOOD), isUnderWay(null), isUnderWay({ state: "waiting" })]).toEqual([
    false,
    false,
    true,
  ]);
});

test("the line of a problem is found where it names one", () => {
  expect(lineOf("spec.py: case tail: spec: TypeError, line 9: no")).toBe(9);
  expect(lineOf("cases.toml: cases[2].blocks.B0: is missing")).toBeNull();
});

test("an empty file is left out where there need be none", () => {
  expect(toSend({ "hints.md": " \n", "spec.py": "" })).toEqual({ "spec.py": "" });
});

test("of a folder the files of a puzzle are taken", async () => {
  const chosen = [new File(["a"], "spec.py"), new File(["b"], "notes.txt")];
  expect(await readFolder(chosen)).toEqual({ "spec.py": "a" });
});
