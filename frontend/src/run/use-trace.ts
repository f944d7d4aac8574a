/** A case's trace: fetched where the verdict says that it is kept, or drawn by judging the case again. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError, api } from "../api/client";
import type { CaseVerdict } from "../api/types";
import type { Hue } from "../hues";
import type { LineMark } from "../line-marks";
import type { PictureModel } from "../picture/model";
import { replay } from "./replay";

/**
 * none: there is no trace to be had without judging the case again. judging: that is under way.
 * failed: message says why, for people. arrivedMs: by performance.now. marks: for the editor's gutter.
 */
export type TraceState =
  | { phase: "none" }
  | { phase: "fetching" }
  | { phase: "judging" }
  | {
      phase: "ready";
      model: PictureModel;
      arrivedMs: number;
      marks(hueOf: (tensor: string) => Hue): LineMark[];
    }
  | { phase: "failed"; message: string };

const NONE: TraceState = { phase: "none" };

/**
 * run: the submission that `one` is a case of. Each case's trace is fetched once; draw judges the case again with its
 * seed, which is never counted, and shows what that run did.
 */
export function useTrace(
  run: string | null,
  one: CaseVerdict | null,
): { state: TraceState; draw(puzzle: string, source: string): void } {
  const [states, setStates] = useState<Readonly<Record<string, TraceState>>>({});
  const replaying = useRef<AbortController | null>(null);
  useEffect(() => () => replaying.current?.abort(), []);
  const name = one?.name ?? "";
  const key = run && one ? `${run} ${name}` : "";
  const put = useCallback((of: string, state: TraceState) => {
    setStates((before) => ({ ...before, [of]: state }));
  }, []);
  const fetchFrom = useCallback(
    async (id: string, caseName: string, of: string) => {
      put(of, { phase: "fetching" });
      try {
        const [buffer, { decodeTrace }, { PictureModel }, { lineMarksOf }] = await Promise.all([
          api.trace(id, caseName),
          import("../api/trace"),
          import("../picture/model"),
          import("../picture/opening"),
        ]);
        const arrivedMs = performance.now();
        const model = new PictureModel(decodeTrace(buffer));
        put(of, { phase: "ready", model, arrivedMs, marks: (hueOf) => lineMarksOf(model, hueOf) });
      } catch (error) {
        // A trace is kept for an hour: past that the case can be judged again.
        const isGone = error instanceof ApiError && error.status === 404;
        put(of, isGone ? NONE : { phase: "failed", message: messageOf(error) });
      }
    },
    [put],
  );

  const isTraced = one?.traced ?? false;
  useEffect(() => {
    if (run && key && isTraced && !states[key]) void fetchFrom(run, name, key);
  }, [run, key, name, isTraced, states, fetchFrom]);

  const seed = one?.seed;
  const draw = useCallback(
    async (puzzle: string, source: string) => {
      if (!key || seed === undefined) return;
      replaying.current?.abort();
      const mine = new AbortController();
      replaying.current = mine;
      put(key, { phase: "judging" });
      try {
        const { id, verdict } = await replay(puzzle, source, name, seed, { signal: mine.signal });
        if (verdict.cases.some((again) => again.name === name && again.traced))
          await fetchFrom(id, name, key);
        else put(key, { phase: "failed", message: "This run has no accesses to draw." });
      } catch (error) {
        if (replaying.current === mine) put(key, { phase: "failed", message: messageOf(error) });
        else put(key, NONE);
      }
    },
    [key, name, seed, put, fetchFrom],
  );
  const state = states[key] ?? (isTraced ? { phase: "fetching" } : NONE);
  return { state, draw };
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return "The accesses of this run could not be read. This is our side, not your kernel.";
}
