/** A submission, followed live: server-sent events, and polling for as long as the stream is not there. */
import { ApiError, api } from "./client";
import { EVENT_TYPES, type RunEvent } from "./types";

const POLL_MS = 1000;
const STREAM_AGAIN_MS = 3000;

export interface Listener {
  event(event: RunEvent): void;
  /** true while neither the stream nor the polling gets an answer. */
  lost(isLost: boolean): void;
  /** The server does not know this submission (any more). */
  gone(error: ApiError): void;
}

/** Follows until the verdict, or until the returned function is called. Events come once each, in order. */
export function follow(id: string, listener: Listener): () => void {
  const seen = new Set<string>();
  let stream: EventSource | null = null;
  let polling: ReturnType<typeof setTimeout> | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  function end() {
    ended = true;
    stream?.close();
    clearTimeout(polling);
    clearTimeout(reopening);
  }

  function tell(event: RunEvent) {
    if (ended) return;
    if (event.type === "verdict") end();
    listener.event(event);
  }

  function open() {
    stream = new EventSource(api.eventsPath(id));
    stream.onopen = () => {
      clearTimeout(polling);
      polling = undefined;
      listener.lost(false);
    };
    stream.onerror = () => {
      stream?.close();
      if (ended) return;
      if (polling === undefined) void poll();
      clearTimeout(reopening);
      reopening = setTimeout(open, STREAM_AGAIN_MS);
    };
    for (const type of EVENT_TYPES) {
      stream.addEventListener(type, (message: MessageEvent<string>) => {
        // A stream that is opened again starts from its beginning: what was heard before is told apart by its id.
        if (message.lastEventId && seen.has(message.lastEventId)) return;
        seen.add(message.lastEventId);
        tell(JSON.parse(message.data) as RunEvent);
      });
    }
  }

  async function poll() {
    try {
      const submission = await api.submission(id);
      if (ended) return;
      listener.lost(false);
      if (submission.verdict) tell({ type: "verdict", verdict: submission.verdict });
      else if (submission.status === "queued") tell({ type: "queued", position: submission.position });
    } catch (error) {
      if (ended) return;
      if (error instanceof ApiError && error.status === 404) {
        end();
        listener.gone(error);
        return;
      }
      listener.lost(true);
    }
    if (!ended) polling = setTimeout(() => void poll(), POLL_MS);
  }

  open();
  return end;
}
