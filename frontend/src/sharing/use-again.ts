/** Judging a shared run once more, as the visitor's own replay. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api/client";
import { problemOf } from "../run/problem";
import { judged } from "../run/replay";
import { advance, IDLE, type RunState } from "../run/state";

/** judgedAt: milliseconds since 1970 of its verdict; 0 before. */
export interface Again {
  state: RunState;
  judgedAt: number;
  start(): void;
}

export function useAgain(id: string): Again {
  const [state, setState] = useState<RunState>(IDLE);
  const [judgedAt, setJudgedAt] = useState(0);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = useCallback(async () => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const isMine = () => running.current === mine;
    setState({ ...IDLE, phase: "sending" });
    try {
      await judged(() => api.runShared(id), {
        signal: mine.signal,
        accepted: (taken) =>
          isMine() && setState({ ...IDLE, phase: "queued", id: taken.id, position: taken.position }),
        event: (event) => {
          if (!isMine()) return;
          if (event.type === "verdict") setJudgedAt(Date.now());
          setState((before) => advance(before, event));
        },
        lost: (lost) => isMine() && setState((before) => ({ ...before, lost })),
      });
    } catch (error) {
      if (isMine() && !mine.signal.aborted) setState({ ...IDLE, phase: "unsent", problem: problemOf(error) });
    }
  }, [id]);
  return { state, judgedAt, start };
}
