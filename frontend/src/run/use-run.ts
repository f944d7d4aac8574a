/** Sending, following, cancelling and joining again one page's runs of one puzzle; after a reload, the last one. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api/client";
import { follow } from "../api/events";
import type { Accepted, Verdict } from "../api/types";
import { keepResult, lastResult } from "../keeping/last-result";
import { running } from "../record";
import { problemOf } from "./problem";
import { advance, finished, IDLE, isActive, type RunState } from "./state";

export interface Run {
  state: RunState;
  start(source: string): void;
  cancel(): void;
}

/**
 * onVerdict: told once for each run, with its id; not for one that was over before the page was loaded.
 * send: how a source is sent; a puzzle's submission where left out. onAccepted: told once a run has its id.
 */
export function useRun(
  slug: string,
  onVerdict: (verdict: Verdict, id: string) => void,
  send: (source: string) => Promise<Accepted> = (source) => api.submit(slug, source),
  onAccepted: (id: string, source: string) => void = () => {},
): Run {
  const [state, setState] = useState<RunState>(IDLE);
  const latest = useRef(state);
  latest.current = state;
  const unfollow = useRef<() => void>(() => {});
  // Counts this page's attempts, so that an answer to an abandoned one is known when it comes.
  const attempt = useRef(0);
  const tellVerdict = useRef(onVerdict);
  tellVerdict.current = onVerdict;
  const sender = useRef(send);
  sender.current = send;
  const tellAccepted = useRef(onAccepted);
  tellAccepted.current = onAccepted;

  const join = useCallback(
    (id: string, from: RunState) => {
      setState(from);
      unfollow.current();
      unfollow.current = follow(id, {
        event(event) {
          setState((before) => advance(before, event));
          if (event.type !== "verdict") return;
          running.clear(slug);
          if (event.verdict.outcome !== "cancelled") keepResult(slug, id, event.verdict);
          tellVerdict.current(event.verdict, id);
        },
        lost: (lost) => setState((before) => (before.lost === lost ? before : { ...before, lost })),
        gone() {
          running.clear(slug);
          setState({
            ...IDLE,
            phase: "unsent",
            problem: { message: "The server no longer knows this run.", ours: true },
          });
        },
      });
    },
    [slug],
  );

  useEffect(() => {
    const id = running.get(slug);
    const last = id ? null : lastResult(slug);
    if (id) join(id, { ...IDLE, phase: "queued", id });
    if (last?.verdict) setState(finished(last.id, last.verdict));
    if (last) {
      // The server has all of it, and may have forgotten it: then what was kept here is shown.
      const mine = attempt.current;
      api.submission(last.id).then(
        ({ verdict }) => {
          if (verdict && mine === attempt.current) setState(finished(last.id, verdict));
        },
        () => {},
      );
    }
    return () => {
      attempt.current++;
      unfollow.current();
    };
  }, [slug, join]);

  const abandon = useCallback(() => {
    attempt.current++;
    unfollow.current();
    const { id } = latest.current;
    running.clear(slug);
    return id && isActive(latest.current) ? api.cancel(id).catch(() => {}) : undefined;
  }, [slug]);

  const start = useCallback(
    async (source: string) => {
      const ended = abandon();
      const mine = attempt.current;
      setState({ ...IDLE, phase: "sending" });
      // A visitor has few places: the old run gives up its own before the new one asks for one.
      await ended;
      if (mine !== attempt.current) return;
      try {
        const accepted = await sender.current(source);
        if (mine !== attempt.current) {
          void api.cancel(accepted.id).catch(() => {});
          return;
        }
        running.set(slug, accepted.id);
        tellAccepted.current(accepted.id, source);
        join(accepted.id, { ...IDLE, phase: "queued", id: accepted.id, position: accepted.position });
      } catch (error) {
        if (mine === attempt.current) setState({ ...IDLE, phase: "unsent", problem: problemOf(error) });
      }
    },
    [slug, abandon, join],
  );

  const cancel = useCallback(async () => {
    const { id } = latest.current;
    if (!isActive(latest.current)) return;
    if (!id) {
      void abandon();
      setState(IDLE);
      return;
    }
    // The verdict `cancelled` comes as an event, like any other.
    await api.cancel(id).catch(() => setState((before) => ({ ...before, lost: true })));
  }, [abandon]);

  return { state, start, cancel };
}
