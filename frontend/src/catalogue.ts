/** The list of puzzles, its order and its names, and what is solved; fetched once and shared by all pages. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { ApiError, api } from "./api/client";
import type { Me, PuzzleSummary } from "./api/types";
import { records, type Standing, standing } from "./record";

export interface Catalogue {
  puzzles: PuzzleSummary[];
  demos: PuzzleSummary[];
  me: Me | null;
}

let fetched: Catalogue | null = null;

/** error: why there is no list. refresh: ask again, after a verdict or on a visitor's wish. */
export function useCatalogue(): { catalogue: Catalogue | null; error: ApiError | null; refresh(): void } {
  const [catalogue, setCatalogue] = useState(fetched);
  const [error, setError] = useState<ApiError | null>(null);
  const refresh = useCallback(() => {
    Promise.all([api.puzzles(), api.me().catch(() => null)]).then(
      ([all, me]) => {
        fetched = { puzzles: ordered(all, "puzzle"), demos: ordered(all, "demo"), me };
        setCatalogue(fetched);
        setError(null);
      },
      (caught: unknown) =>
        setError(caught instanceof ApiError ? caught : new ApiError(0, "error", String(caught))),
    );
  }, []);
  useEffect(refresh, [refresh]);
  return { catalogue, error, refresh };
}

export function standingOf(catalogue: Catalogue | null): (slug: string) => Standing {
  const kept = records();
  return (slug) => standing(slug, kept, catalogue?.me ?? null);
}

/** "4. Outer vector add block"; a demo is numbered by its place: "Demo 1: Loading a block". */
export function titleOf(puzzle: Titled, catalogue: Catalogue | null): string {
  if (puzzle.kind === "puzzle")
    return puzzle.number === null ? puzzle.title : `${puzzle.number}. ${puzzle.title}`;
  const at = catalogue?.demos.findIndex((demo) => demo.slug === puzzle.slug) ?? -1;
  return at < 0 ? puzzle.title : `Demo ${at + 1}: ${puzzle.title}`;
}

type Titled = Pick<PuzzleSummary, "slug" | "number" | "title" | "kind">;

/** The neighbours of a puzzle among those of its kind; after the last demo comes the first puzzle. */
export function neighbours(
  catalogue: Catalogue | null,
  slug: string,
): { before: PuzzleSummary | null; after: PuzzleSummary | null } {
  const all = catalogue ? [...catalogue.demos, ...catalogue.puzzles] : [];
  const at = all.findIndex((puzzle) => puzzle.slug === slug);
  return at < 0 ? { before: null, after: null } : { before: all[at - 1] ?? null, after: all[at + 1] ?? null };
}

/** The puzzles by track, both in the order of the list. */
export function tracks(puzzles: readonly PuzzleSummary[]): [string, PuzzleSummary[]][] {
  const found = new Map<string, PuzzleSummary[]>();
  for (const puzzle of puzzles) found.set(puzzle.track, [...(found.get(puzzle.track) ?? []), puzzle]);
  return [...found];
}

function ordered(all: PuzzleSummary[], kind: PuzzleSummary["kind"]): PuzzleSummary[] {
  return all
    .filter((puzzle) => puzzle.kind === kind)
    .sort(
      (a, b) =>
        (a.number ?? Number.POSITIVE_INFINITY) - (b.number ?? Number.POSITIVE_INFINITY) ||
        a.slug.localeCompare(b.slug, "en", { numeric: true }),
    );
}
