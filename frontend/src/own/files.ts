/** The files of a teacher's own puzzle: their order, what each is for, and reading a folder that the browser is given. */
import type { Files } from "../api/own-puzzles";
import type { OwnVersionSummary } from "../api/types";

export const FILES = [
  { name: "statement.md", title: "Statement", about: "Markdown, with TeX between dollar signs" },
  { name: "puzzle.toml", title: "Puzzle", about: "kernel, tensors, sizes, blocks and grid" },
  {
    name: "cases.toml",
    title: "Cases",
    about: "the launches that a kernel is judged by, the stated one first",
  },
  {
    name: "spec.py",
    title: "Spec",
    about: "the expected result in torch, and how far off a right kernel may be",
  },
  { name: "starter.py", title: "Starter", about: "what the student’s editor shows at first" },
  { name: "solution.py", title: "Reference", about: "your own solution; shown to who has solved the puzzle" },
  { name: "hints.md", title: "Hints", about: "each line that begins with ## starts a hint" },
  { name: "explanation.md", title: "Explanation", about: "why the reference is right; shown beside it" },
] as const;

export type FileName = (typeof FILES)[number]["name"];

/** Without these there is no puzzle. */
const OPTIONAL: readonly string[] = ["hints.md", "explanation.md"];

/** Empty files that may be left out are. */
export function toSend(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).filter(([name, text]) => text.trim() !== "" || !OPTIONAL.includes(name)),
  );
}

/** The files of a puzzle among those that were chosen. Those of other names are left. */
export async function readFolder(chosen: Iterable<File>): Promise<Files> {
  const found: Files = {};
  for (const file of chosen) {
    if (FILES.some(({ name }) => name === file.name)) found[file.name] = await file.text();
  }
  return found;
}

/** The line that a problem of the check speaks of; null where it speaks of none. */
export function lineOf(problem: string): number | null {
  const found = /\bline (\d+)/.exec(problem)?.[1];
  return found ? Number(found) : null;
}

/** "3 of 40 wrong kernels pass", or where the check is. */
export function stateInWords({ state, tried, wrong, passed }: OwnVersionSummary): string {
  switch (state) {
    case "waiting":
      return "waits to be checked";
    case "running":
      return `being checked: ${tried ?? 0} of ${wrong ?? 0} wrong kernels tried`;
    case "failed":
      return "cannot be published";
    case "lost":
      return "the check was lost; check again";
    case "good":
      return passed
        ? `${passed} of ${wrong ?? 0} wrong kernels pass`
        : `all ${wrong ?? 0} wrong kernels caught`;
  }
}

export function isUnderWay(version: Pick<OwnVersionSummary, "state"> | null): boolean {
  return version?.state === "waiting" || version?.state === "running";
}
