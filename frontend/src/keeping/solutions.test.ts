// @vitest-environment happy-dom
import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { putDraft } from "../draft";
import { add } from "./history";
import { codeOf } from "./notebook";
import { definedNames, extract, parseFile } from "./python-file";
import { liteFile, type Solution, solutions, solutionsNotebook } from "./solutions";

const NOW = new Date("2026-11-30T12:00:00Z");
const puzzle = (number: number, kernel: string): Solution["puzzle"] => ({
  slug: `p-${number}`,
  number,
  title: `Puzzle of ${kernel}`,
  kernel,
});
const solution = (number: number, kernel: string, source: string | null, passedAt: number | null = null) => ({
  puzzle: puzzle(number, kernel),
  source,
  passedAt,
});
const source = (kernel: string, more = "") => `import triton\nimport triton.language as tl\n${more}

@triton.jit
def ${kernel}(x_ptr, B0: tl.constexpr):
    tl.store(x_ptr, SCALE)
`;

beforeEach(() => localStorage.clear());

test("what passed last is taken before the draft, and the draft where nothing passed", () => {
  const at = NOW.getTime();
  add("p-1", { id: "s1", source: "right", outcome: "passed", sentence: "", at });
  add("p-1", { id: "s2", source: "later and wrong", outcome: "wrong_answer", sentence: "", at: at + 1 });
  putDraft("p-2", "starter", "a draft");
  const found = solutions([puzzle(1, "a"), puzzle(2, "b"), puzzle(3, "c")]);
  expect(found.map((one) => [one.source, one.passedAt])).toEqual([
    ["right", at],
    ["a draft", null],
    [null, null],
  ]);
});

test("constants that differ get names of their own, and equal ones stand once", () => {
  const made = liteFile(
    [
      solution(1, "a", source("a", "SCALE = 2\n"), NOW.getTime()),
      solution(2, "b", source("b", "SCALE = 3\n")),
      solution(3, "c", source("c", "SCALE = 2\n")),
      solution(4, "d", null),
    ],
    NOW,
  );
  expect(made.match(/^SCALE.*$/gm)).toEqual(["SCALE = 2", "SCALE_2 = 3"]);
  expect(extract(parseFile(made), "b")?.source).toContain("tl.store(x_ptr, SCALE_2)");
  expect(extract(parseFile(made), "c")?.source).toContain("SCALE = 2");
  expect(made.match(/^import/gm)).toHaveLength(2);
  expect(made).toContain("# Puzzle 1: Puzzle of a\n# It passed on 2026-11-30.\n");
  expect(made).toContain("# A draft that has not passed yet.");
  expect(made).toContain("# Puzzle 4: Puzzle of d\n# Nothing was written yet.");
});

test("a draft that does not read as Python cannot break the file", () => {
  const broken = source("a", "SCALE = (2\n");
  const made = liteFile([solution(1, "a", broken), solution(2, "b", source("b", "SCALE = 3\n"))], NOW);
  expect([...definedNames(made)]).toEqual(["b"]);
  expect(made).toContain("# SCALE = (2");
});

test("a file and a notebook of all reference solutions read back as they were", () => {
  const root = "../puzzles/playground_puzzles/folders";
  const all = readdirSync(root)
    .filter((folder) => /^\d/.test(folder))
    .sort()
    .map((folder, at) => {
      const text = readFileSync(`${root}/${folder}/solution.py`, "utf8");
      const kernel =
        /kernel = "(\w+)"/.exec(readFileSync(`${root}/${folder}/puzzle.toml`, "utf8"))?.[1] ?? "";
      return { ...solution(at + 1, kernel, text, NOW.getTime()), source: text };
    });
  const code = parseFile(codeOf(JSON.parse(solutionsNotebook(all, NOW)))?.source ?? "");
  const file = parseFile(liteFile(all, NOW));
  for (const { puzzle, source } of all) {
    const before = extract(parseFile(source), puzzle.kernel);
    const kernelOf = (parsed: ReturnType<typeof parseFile>) => {
      const parts = extract(parsed, puzzle.kernel)?.parts ?? [];
      return parts.find((one) => one.names[0] === puzzle.kernel)?.text.replace(/^#.*\n/gm, "");
    };
    expect(before?.isCertain).toBe(true);
    expect(kernelOf(file)).toBe(kernelOf(parseFile(source)));
    expect(kernelOf(code)).toBe(kernelOf(parseFile(source)));
  }
}, 30_000);
