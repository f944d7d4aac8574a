/** The last verdict of each puzzle, kept so that a page that is loaded anew shows it before, and without, the server. */
import type { Verdict } from "../api/types";
import { read, write } from "../storage";

/** Characters: the sixteen puzzles together stay a small part of what a browser keeps for a site. */
const LARGEST = 40_000;

/** verdict: null where it was too large to keep, so that only the server has it. */
export interface LastResult {
  id: string;
  verdict: Verdict | null;
}

export function lastResult(slug: string): LastResult | null {
  const kept = read<LastResult>(name(slug));
  return typeof kept?.id === "string" ? kept : null;
}

/** What was printed is left out where all would be too large. */
export function keepResult(slug: string, id: string, verdict: Verdict): void {
  const shapes = [verdict, { ...verdict, output: [], output_truncated: verdict.output.length > 0 }];
  const fitting = shapes.find((one) => JSON.stringify(one).length <= LARGEST) ?? null;
  if (!write<LastResult>(name(slug), { id, verdict: fitting }))
    write<LastResult>(name(slug), { id, verdict: null });
}

function name(slug: string): string {
  return `result:${slug}`;
}
