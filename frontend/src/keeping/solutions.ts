/** A visitor's solutions as one Python file in the form of Triton-Puzzles-Lite, and as a notebook. */
import type { Puzzle } from "../api/types";
import { keptDraft } from "../draft";
import { history, lastPassed } from "./history";
import { type Cell, notebookOf } from "./notebook";
import { extract, parseFile, renamed } from "./python-file";

/** source: what passed last, else the draft; null where nothing was written. */
export interface Solution {
  puzzle: Pick<Puzzle, "slug" | "number" | "title" | "kernel">;
  source: string | null;
  passedAt: number | null;
}

/** In the order of the puzzles. */
export function solutions(puzzles: readonly Solution["puzzle"][]): Solution[] {
  return puzzles.map((puzzle) => {
    const passed = lastPassed(puzzle.slug);
    if (passed) return { puzzle, source: passed.source, passedAt: passed.at };
    return { puzzle, source: keptDraft(puzzle.slug)?.source ?? null, passedAt: null };
  });
}

export function liteFile(all: readonly Solution[], now: Date): string {
  const { imports, chapters } = put(all);
  const kernels = chapters.flatMap(({ kernel }) => kernel ?? []);
  const body = chapters.map(({ about, code }) => `${comment(about)}\n${code}`.trimEnd()).join("\n\n\n");
  const listed = kernels.map((name) => `        "${name}",\n`).join("");
  return `"""
Solutions to Triton-Puzzles-Lite, exported from Triton Playground on ${day(now.getTime())}.

To run them with the tests of Triton-Puzzles-Lite, put this file beside its puzzles.py under the name solutions.py, and
write in puzzles.py, after its last kernel:

    from solutions import *

To bring them back, drop this file on any page of the playground.
"""

${imports.join("\n")}


${body}


if __name__ == "__main__":
    kernels = [
${listed}    ]
    print(len(kernels), "kernels can be imported from this file:", ", ".join(kernels))
`;
}

export function solutionsNotebook(all: readonly Solution[], now: Date): string {
  const { imports, chapters } = put(all);
  const cells: Cell[] = [
    {
      kind: "markdown",
      text: `# Solutions to the Triton puzzles\n\nExported from Triton Playground on ${day(now.getTime())}. To bring them back, drop this notebook on any page of the playground.`,
    },
    { kind: "code", text: imports.join("\n") },
  ];
  for (const { title, about, code } of chapters) {
    cells.push({ kind: "markdown", text: `## ${title}\n\n${about.slice(1).join(" ")}` });
    if (code) cells.push({ kind: "code", text: code });
  }
  return notebookOf(cells);
}

/** about: lines, the first of which is the title. kernel: its name where the code defines it. */
interface Chapter {
  title: string;
  about: string[];
  code: string;
  kernel: string | null;
}

/** Puts solutions side by side: each import once, and helpers that differ under names of their own. */
function put(all: readonly Solution[]): { imports: string[]; chapters: Chapter[] } {
  const imports = new Set(["import triton", "import triton.language as tl"]);
  const taken = new Map<string, string>(all.map(({ puzzle }) => [puzzle.kernel, puzzle.slug]));
  const chapters = all.map((solution): Chapter => {
    const { puzzle, source, passedAt } = solution;
    const title = puzzle.number === null ? puzzle.title : `Puzzle ${puzzle.number}: ${puzzle.title}`;
    const told = (sentence: string, code = "", kernel: string | null = null) => {
      return { title, about: [title, sentence], code, kernel };
    };
    if (source === null) return told("Nothing was written yet.");
    const found = extract(parseFile(source), puzzle.kernel);
    const isSound = parseFile(source).isWhole && outcomeOf(solution) !== "compile_error";
    if (!found || !isSound)
      return told(
        "A draft that Python does not read, so it is kept here as a comment.",
        comment(source.split("\n")),
      );
    for (const one of found.imports) imports.add(one.text.replace(/^#.*\n/gm, ""));
    let parts = found.parts.map((one) => ({ name: one.names[0] ?? "", text: one.text }));
    for (const { name, text } of found.parts.map((one) => ({ name: one.names[0] ?? "", text: one.text }))) {
      const known = taken.get(name);
      if (name === puzzle.kernel || known === undefined) continue;
      if (known === text) parts = parts.filter((one) => one.name !== name);
      else {
        const own = freeName(`${name}_${puzzle.number ?? puzzle.slug.replaceAll("-", "_")}`, taken);
        parts = parts.map((one) => ({
          name: one.name === name ? own : one.name,
          text: renamed(one.text, name, own),
        }));
      }
    }
    for (const one of parts) if (one.name !== puzzle.kernel) taken.set(one.name, one.text);
    const sentence =
      passedAt === null ? "A draft that has not passed yet." : `It passed on ${day(passedAt)}.`;
    return told(sentence, laidOut(parts.map((one) => one.text)), puzzle.kernel);
  });
  return { imports: [...imports], chapters };
}

function outcomeOf({ puzzle, source }: Solution) {
  return history(puzzle.slug).find((one) => one.source === source)?.outcome ?? null;
}

function laidOut(parts: readonly string[]): string {
  const isLong = (text: string | undefined) => text?.includes("\n") ?? false;
  return parts.reduce((text, part, at) => {
    if (at === 0) return part;
    return `${text}${isLong(part) || isLong(parts[at - 1]) ? "\n\n\n" : "\n"}${part}`;
  }, "");
}

function freeName(wish: string, taken: ReadonlyMap<string, string>): string {
  let name = wish;
  while (taken.has(name)) name += "_";
  return name;
}

function comment(lines: readonly string[]): string {
  return lines.map((line) => (line === "" ? "#" : `# ${line}`)).join("\n");
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
