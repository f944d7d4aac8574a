/** What this browser remembers of a visitor's runs, so that the list is right before, and without, the server. */
import type { Me, Outcome } from "./api/types";
import { read, remove, write } from "./storage";

/** sentence: the diagnosis of the last run, in the words that the page showed. */
export interface PuzzleRecord {
  runs: number;
  solved: boolean;
  outcome: Outcome;
  sentence: string;
  at: number;
}

export type PuzzleRecords = Record<string, PuzzleRecord>;

export interface Standing {
  solved: boolean;
  runs: number;
  outcome: Outcome | null;
  gaveUp: boolean;
  hints: number;
  /** The fewest elements moved on the interpreter; null where none was measured. */
  moved: number | null;
}

export function records(): PuzzleRecords {
  return read<PuzzleRecords>("records") ?? {};
}

/** Cancelled runs and our own faults say nothing of the kernel, so they leave the last outcome as it was. */
export function remember(slug: string, outcome: Outcome, sentence: string, at: number): void {
  if (outcome === "cancelled" || outcome === "internal_error") return;
  const all = records();
  const before = all[slug];
  const solved = (before?.solved ?? false) || outcome === "passed";
  write("records", { ...all, [slug]: { runs: (before?.runs ?? 0) + 1, solved, outcome, sentence, at } });
}

/** The puzzle of the last run, or null where there was none. */
export function lastRun(all: PuzzleRecords): { slug: string; record: PuzzleRecord } | null {
  const newest = Object.entries(all).sort(([, a], [, b]) => b.at - a.at)[0];
  return newest ? { slug: newest[0], record: newest[1] } : null;
}

/** The server's account and this browser's, merged: solved in either is solved, the larger count counts. */
export function standing(slug: string, all: PuzzleRecords, me: Me | null): Standing {
  const here = all[slug];
  const there = me?.puzzles.filter((one) => one.puzzle === slug) ?? [];
  return {
    solved: (here?.solved ?? false) || there.some((one) => one.solved),
    runs: Math.max(here?.runs ?? 0, ...there.map((one) => one.attempts)),
    outcome: here?.outcome ?? null,
    gaveUp: there.some((one) => one.gave_up),
    hints: Math.max(0, ...there.map((one) => one.hints)),
    moved: there.find((one) => one.device === "interpreter")?.moved ?? null,
  };
}

/** The submission that a reload should join again, while it has no verdict. */
export const running = {
  get: (slug: string) => read<string>(`running:${slug}`),
  set: (slug: string, id: string) => write(`running:${slug}`, id),
  clear: (slug: string) => remove(`running:${slug}`),
};

/** How many hints of a puzzle were opened. */
export const hintsOpened = {
  get: (slug: string) => read<number>(`hints:${slug}`) ?? 0,
  set: (slug: string, count: number) => write(`hints:${slug}`, count),
};
