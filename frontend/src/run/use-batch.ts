/** A file that was brought in: sent, and looked at until each of its puzzles has a verdict. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError, api } from "../api/client";
import type { Puzzle, PuzzleSummary, Submission } from "../api/types";
import { add } from "../keeping/history";
import { definedIn, type Imported, keepImport, lastImport, offers } from "../keeping/imported";
import { remember } from "../record";
import { diagnose } from "../words";

/** One batch is asked for as a whole: a stream for each of its puzzles would use up the browser's connections. */
const POLL_MS = 500;
const POLL_LOST_MS = 2000;

/** submissions: by slug. lost: nothing answers at the moment. problem: why there is nothing to show. */
export interface BatchState {
  phase: "idle" | "sending" | "judging" | "done" | "problem";
  imported: Imported | null;
  puzzles: readonly Puzzle[];
  submissions: ReadonlyMap<string, Submission>;
  lost: boolean;
  problem: string | null;
}

const NOTHING: BatchState = {
  phase: "idle",
  imported: null,
  puzzles: [],
  submissions: new Map(),
  lost: false,
  problem: null,
};

export interface BatchRun {
  state: BatchState;
  /** among: the puzzles that a file may hold. */
  start(file: { name: string; source: string; notes: string[] }, among: readonly PuzzleSummary[]): void;
  fail(problem: string): void;
  forget(): void;
}

export function useBatch(): BatchRun {
  const [state, setState] = useState<BatchState>(NOTHING);
  const turn = useRef(0);

  /** Looks until all are judged; stops when another file comes, or the page goes. */
  const look = useCallback(async (imported: Imported, puzzles: readonly Puzzle[], mine: number) => {
    for (;;) {
      let wait = POLL_MS;
      try {
        const { submissions } = await api.batch(imported.batch);
        if (mine !== turn.current) return;
        tell(imported, puzzles, submissions);
        const isDone = submissions.every((one) => one.verdict);
        setState((before) => ({
          ...before,
          phase: isDone ? "done" : "judging",
          submissions: new Map(submissions.map((one) => [one.puzzle, one])),
          lost: false,
        }));
        if (isDone) return;
      } catch (error) {
        if (mine !== turn.current) return;
        if (error instanceof ApiError && error.status === 404) {
          keepImport(null);
          setState({
            ...NOTHING,
            phase: "problem",
            problem: "The server no longer knows what was imported.",
          });
          return;
        }
        wait = POLL_LOST_MS;
        setState((before) => ({ ...before, lost: true }));
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (mine !== turn.current) return;
    }
  }, []);

  useEffect(() => {
    const kept = lastImport();
    const mine = turn.current;
    if (kept) {
      setState({ ...NOTHING, phase: "sending", imported: kept });
      Promise.all(kept.slugs.map((slug) => api.puzzle(slug))).then(
        (puzzles) => {
          if (mine !== turn.current) return;
          setState((before) => ({ ...before, phase: "judging", puzzles }));
          void look(kept, puzzles, mine);
        },
        (error: unknown) => {
          if (mine === turn.current) setState({ ...NOTHING, phase: "problem", problem: said(error) });
        },
      );
    }
    return () => {
      turn.current++;
    };
  }, [look]);

  const start = useCallback<BatchRun["start"]>(
    async (file, among) => {
      const mine = ++turn.current;
      const found = definedIn(file.source, among);
      if (found.length === 0) {
        setState({ ...NOTHING, phase: "problem", problem: noKernels(file.name, among) });
        return;
      }
      const sending: Imported = { ...file, batch: "", slugs: found.map((one) => one.slug), told: [] };
      setState({ ...NOTHING, phase: "sending", imported: sending });
      try {
        const puzzles = await Promise.all(sending.slugs.map((slug) => api.puzzle(slug)));
        if (mine !== turn.current) return;
        const { id } = await api.submitBatch(file.source, sending.slugs);
        const imported = { ...sending, batch: id };
        keepImport(imported);
        if (mine !== turn.current) return;
        setState({ ...NOTHING, phase: "judging", imported, puzzles });
        await look(imported, puzzles, mine);
      } catch (error) {
        if (mine === turn.current) setState({ ...NOTHING, phase: "problem", problem: said(error) });
      }
    },
    [look],
  );

  const fail = useCallback((problem: string) => {
    turn.current++;
    setState({ ...NOTHING, phase: "problem", problem });
  }, []);

  const forget = useCallback(() => {
    turn.current++;
    keepImport(null);
    setState(NOTHING);
  }, []);

  return { state, start, fail, forget };
}

/** Writes each new verdict into this browser's record and history, once. */
function tell(imported: Imported, puzzles: readonly Puzzle[], submissions: readonly Submission[]): void {
  const fresh = submissions.filter((one) => one.verdict && !imported.told.includes(one.puzzle));
  if (fresh.length === 0) return;
  const offered = offers(imported.source, puzzles);
  for (const { id, puzzle: slug, verdict } of fresh) {
    const puzzle = puzzles.find((one) => one.slug === slug);
    const source = offered.get(slug)?.source;
    imported.told.push(slug);
    if (!puzzle || !verdict || source === undefined) continue;
    const { lead, rest } = diagnose(puzzle, verdict);
    const sentence = lead || rest.trim();
    remember(slug, verdict.outcome, sentence, Date.now());
    add(slug, { id, source, outcome: verdict.outcome, sentence, at: Date.now() });
  }
  keepImport(imported);
}

function noKernels(name: string, among: readonly PuzzleSummary[]): string {
  const example = among[0]?.kernel ?? "add_kernel";
  return `${name} defines no kernel of a puzzle. A kernel is a function at the left margin that has the name its puzzle gives it, such as ${example}.`;
}

function said(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error);
  return error.message + (error.retryAfterS ? ` Try again in ${error.retryAfterS} s.` : "");
}
