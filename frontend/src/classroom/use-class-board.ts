/** The board of a class, followed live: a snapshot, then the server's events from there on. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { classroom } from "../api/classroom";
import { ApiError } from "../api/client";
import type { BoardMember, CellChange, ClassBoard } from "../api/types";
import { LiveBoard } from "./live-board";
import type { Row } from "./standing";

const TICK_MS = 10_000;
const AGAIN_MS = 3000;
/** Several changes at once, as a roster that is taken in, are asked about once. */
const GATHER_MS = 300;
/** How long ago a page may have been seen for its student to be here. */
const HERE_MS = 3 * 60_000;

export interface Followed {
  board: LiveBoard;
  snapshot: ClassBoard | null;
  error: ApiError | null;
  /** Whether changes come in by themselves at present. */
  isLive: boolean;
  reload(): void;
}

/** assignment: null for every puzzle. */
export function useClassBoard(id: string, assignment: string | null): Followed {
  const [board] = useState(() => new LiveBoard());
  const [snapshot, setSnapshot] = useState<ClassBoard | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isLive, setLive] = useState(false);
  // The server's clock decides how long ago something was.
  const aheadMs = useRef(0);
  const again = useRef<() => void>(() => {});

  useEffect(() => {
    const api = classroom(id);
    let stream: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;

    const later = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(load, ms);
    };
    async function load() {
      try {
        const taken = await api.board(assignment);
        if (ended) return;
        aheadMs.current = Date.parse(taken.now) - Date.now();
        board.take(
          taken.members.map((member) => rowOf(member, Date.parse(taken.now))),
          taken.puzzles.map(({ puzzle }) => puzzle),
          { runs: taken.stuck_runs, minutes: taken.stuck_minutes },
          Date.parse(taken.now),
        );
        setSnapshot(taken);
        setError(null);
        if (!stream) open(taken.event_id);
      } catch (caught) {
        if (ended) return;
        setError(caught instanceof ApiError ? caught : new ApiError(0, "error", String(caught)));
        later(AGAIN_MS);
      }
    }
    function open(after: string) {
      const opened = new EventSource(api.boardEvents(after));
      stream = opened;
      opened.onopen = () => setLive(true);
      opened.onerror = () => {
        setLive(false);
        // The browser itself comes back from a lost connection, with the id of the last event; not from a refusal.
        if (opened.readyState !== EventSource.CLOSED) return;
        stream = null;
        later(AGAIN_MS);
      };
      opened.addEventListener("cell", (event: MessageEvent<string>) =>
        board.apply(JSON.parse(event.data) as CellChange),
      );
      opened.addEventListener("here", (event: MessageEvent<string>) =>
        board.here((JSON.parse(event.data) as { members: string[] }).members),
      );
      for (const type of ["members", "assignments", "reset"])
        opened.addEventListener(type, () => later(GATHER_MS));
    }

    again.current = () => void load();
    void load();
    const ticks = setInterval(() => board.tick(Date.now() + aheadMs.current), TICK_MS);
    return () => {
      ended = true;
      stream?.close();
      clearTimeout(timer);
      clearInterval(ticks);
    };
  }, [id, assignment, board]);

  const reload = useCallback(() => again.current(), []);
  return { board, snapshot, error, isLive, reload };
}

function rowOf({ id, name, cells, has_joined, here_at }: BoardMember, now: number): Row {
  const isHere = here_at !== null && now - Date.parse(here_at) < HERE_MS;
  return { id, name, cells, has_joined, here_at, isHere };
}
