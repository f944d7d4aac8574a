/** What help a visitor takes with the puzzle that is shown: hints, giving up, the solution; and a lesson's prediction. */
import { createContext } from "preact";
import { useCallback, useContext, useMemo, useState } from "preact/hooks";
import { api } from "./api/client";
import type { Puzzle, Verdict } from "./api/types";
import type { Catalogue } from "./catalogue";
import { hintsOpened, records } from "./record";
import { read, write } from "./storage";

/** picks: the place of the choice for each question of a lesson; null where none is made yet. */
export type Picks = readonly (number | null)[];

export interface Teaching {
  puzzle: Puzzle;
  /** The draft as it stands. */
  source: string;
  solved: boolean;
  gaveUp: boolean;
  /** The most hints opened, here or elsewhere. */
  hints: number;
  picks: Picks;
  openHint(count: number): void;
  /** Rejects with ApiError; then nothing is marked. */
  giveUp(): Promise<void>;
  pick(question: number, choice: number): void;
  run(): void;
  /** Which dialog lies over the page. */
  dialog: "give-up" | "solution" | null;
  ask(dialog: "give-up" | "solution" | null): void;
}

export const TeachingContext = createContext<Teaching | null>(null);

export function useTeaching(): Teaching | null {
  return useContext(TeachingContext);
}

interface Page {
  puzzle: Puzzle;
  catalogue: Catalogue | null;
  source: string;
  verdict: Verdict | null;
  run(): void;
  refresh(): void;
}

export function useTeachingOf({ puzzle, catalogue, source, verdict, run, refresh }: Page): Teaching {
  const { slug } = puzzle;
  const [opened, setOpened] = useState(() => hintsOpened.get(slug));
  const [isGivenUp, setGivenUp] = useState(false);
  const [dialog, ask] = useState<Teaching["dialog"]>(null);
  const [picks, setPicks] = useState<Picks>(() => predictions.get(slug, puzzle.questions.length));
  const there = catalogue?.me?.puzzles.filter((one) => one.puzzle === slug) ?? null;

  const openHint = useCallback(
    (count: number) => {
      setOpened(count);
      hintsOpened.set(slug, count);
      // Only counted there: without the network the hint opens just the same.
      api.openHints(slug, count).catch(() => {});
    },
    [slug],
  );
  const giveUp = useCallback(async () => {
    await api.giveUp(slug);
    setGivenUp(true);
    refresh();
  }, [slug, refresh]);
  const pick = useCallback(
    (question: number, choice: number) =>
      setPicks((before) => {
        const next = before.map((one, at) => (at === question ? choice : one));
        predictions.set(slug, next);
        return next;
      }),
    [slug],
  );

  const passed = verdict?.outcome === "passed";
  const solved = passed || (there ? there.some((one) => one.solved) : (records()[slug]?.solved ?? false));
  const gaveUp = isGivenUp || (there?.some((one) => one.gave_up) ?? false);
  const hints = Math.max(opened, ...(there?.map((one) => one.hints) ?? []));
  return useMemo(
    () => ({
      puzzle,
      source,
      solved,
      gaveUp,
      hints,
      picks,
      openHint,
      giveUp,
      pick,
      run,
      dialog,
      ask,
    }),
    [puzzle, source, solved, gaveUp, hints, picks, openHint, giveUp, pick, run, dialog],
  );
}

/** What was predicted of a lesson, kept so that a visitor who comes back finds it. */
export const predictions = {
  get(slug: string, questions: number): Picks {
    const kept = read<Picks>(`lesson:${slug}`);
    return kept?.length === questions ? kept : Array<null>(questions).fill(null);
  },
  set: (slug: string, picks: Picks) => write(`lesson:${slug}`, picks),
};
