/** A case's trace: fetched where the verdict says that it is kept, or drawn by judging the case again. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError, api } from "../api/client";
import { follow } from "../api/events";
import type { CaseVerdict } from "../api/types";
import type { PictureModel } from "../picture/model";

/**
 * none: there is no trace to be had without judging the case again. judging: that is under way.
 * failed: message says why, for people.
 */
export type TraceState =
  | { phase: "none" }
  | { phase: "fetching" }
  | { phase: "judging" }
  | { phase: "ready"; model: PictureModel; arrivedMs: number }
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
  const unfollow = useRef<() => void>(() => {});
  useEffect(() => () => unfollow.current(), []);
  const name = one?.name ?? "";
  const key = run && one ? `${run} ${name}` : "";
  const put = useCallback((of: string, state: TraceState) => {
    setStates((before) => ({ ...before, [of]: state }));
  }, []);
  const fetchFrom = useCallback(
    async (id: string, caseName: string, of: string) => {
      put(of, { phase: "fetching" });
      try {
        const [buffer, { decodeTrace }, { PictureModel }] = await Promise.all([
          api.trace(id, caseName),
          import("../api/trace"),
          import("../picture/model"),
        ]);
        const arrivedMs = performance.now();
        put(of, { phase: "ready", model: new PictureModel(decodeTrace(buffer)), arrivedMs });
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
      if (!key) return;
      put(key, { phase: "judging" });
      try {
        const { id } = await api.submit(puzzle, source, { case: name, seed });
        unfollow.current();
        unfollow.current = follow(id, {
          event(event) {
            if (event.type !== "verdict") return;
            const judged = event.verdict.cases.find((again) => again.name === name);
            if (judged?.traced) void fetchFrom(id, name, key);
            else put(key, { phase: "failed", message: "This run has no accesses to draw." });
          },
          lost: () => {},
          gone: () => put(key, { phase: "failed", message: "The server no longer knows this run." }),
        });
      } catch (error) {
        put(key, { phase: "failed", message: messageOf(error) });
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
