/** The file that was brought in last, and what of it becomes a draft; kept, so that a reload shows its table again. */
import type { Puzzle } from "../api/types";
import { keptDraft } from "../draft";
import { read, write } from "../storage";
import { definedNames, extract, parseFile } from "./python-file";

/** batch: its id at the server. told: the puzzles whose verdict was written into the record. */
export interface Imported {
  name: string;
  source: string;
  notes: string[];
  batch: string;
  slugs: string[];
  told: string[];
}

/** source: the kernel with what it needs, or the whole file where that cannot be told with certainty. */
export interface Offer {
  source: string;
  isWholeFile: boolean;
}

/** "same": it is the draft already; "free": there is no draft of the visitor's own. */
export type Place = "same" | "free" | "taken";

export function lastImport(): Imported | null {
  const kept = read<Imported>("import");
  return kept && typeof kept.source === "string" && Array.isArray(kept.slugs) && Array.isArray(kept.told)
    ? kept
    : null;
}

export function keepImport(imported: Imported | null): void {
  write("import", imported);
}

/** The puzzles whose kernel a source defines. */
export function definedIn<One extends { kernel: string }>(source: string, puzzles: readonly One[]): One[] {
  const defined = definedNames(source);
  return puzzles.filter((puzzle) => defined.has(puzzle.kernel));
}

export function offers(source: string, puzzles: readonly Puzzle[]): Map<string, Offer> {
  const file = parseFile(source);
  return new Map(
    puzzles.map((puzzle) => {
      const found = extract(file, puzzle.kernel);
      const isWholeFile = !found?.isCertain;
      return [puzzle.slug, { source: isWholeFile ? source : found.source, isWholeFile }];
    }),
  );
}

export function placeOf(puzzle: Puzzle, offer: Offer): Place {
  const draft = keptDraft(puzzle.slug);
  if (draft) return draft.source === offer.source ? "same" : "taken";
  return puzzle.starter === offer.source ? "same" : "free";
}
