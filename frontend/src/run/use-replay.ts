/** The replay that a page shows in the place of its run, if any. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { problemOf } from "./problem";
import { replay } from "./replay";
import { advance, IDLE, type RunState } from "./state";

export interface ReplayOf {
  caseName: string;
  seed: number;
}

/** A replay as parts of the page know it. of: null while the run is shown. leave: show the run again. */
export interface Replaying {
  of: ReplayOf | null;
  start(of: ReplayOf): void;
  leave(): void;
}

/** state: null while no replay is shown. leave: stop it where it still goes, and show the run again. */
export interface Replay {
  of: ReplayOf | null;
  state: RunState | null;
  start(source: string, of: ReplayOf): void;
  leave(): void;
}

export function useReplay(slug: string): Replay {
  const [shown, setShown] = useState<{ of: ReplayOf; state: RunState } | null>(null);
  const following = useRef<AbortController | null>(null);

  const leave = useCallback(() => {
    following.current?.abort();
    following.current = null;
    setShown(null);
  }, []);
  useEffect(() => () => following.current?.abort(), []);

  const start = useCallback(
    (source: string, of: ReplayOf) => {
      following.current?.abort();
      const mine = new AbortController();
      following.current = mine;
      const change = (how: (before: RunState) => RunState) => {
        if (following.current !== mine) return;
        setShown((before) => ({ of, state: how(before?.state ?? IDLE) }));
      };
      change(() => ({ ...IDLE, phase: "sending" }));
      replay(slug, source, of.caseName, of.seed, {
        signal: mine.signal,
        accepted: ({ id, position }) => change((before) => ({ ...before, phase: "queued", id, position })),
        event: (event) => change((before) => advance(before, event)),
        lost: (lost) => change((before) => ({ ...before, lost })),
      }).catch((error: unknown) => {
        change(() => ({ ...IDLE, phase: "unsent", problem: problemOf(error) }));
      });
    },
    [slug],
  );

  return { of: shown?.of ?? null, state: shown?.state ?? null, start, leave };
}
