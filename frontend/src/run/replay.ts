/** One case judged again, alone and with the same inputs. A replay is judged and never counted. */
import { ApiError, api } from "../api/client";
import { follow } from "../api/events";
import type { Accepted, RunEvent, Verdict } from "../api/types";

export interface Replayed {
  id: string;
  verdict: Verdict;
}

/** What a caller may want to know before the end. Aborting the signal cancels the replay. */
export interface Following {
  signal?: AbortSignal;
  accepted?(accepted: Accepted): void;
  event?(event: RunEvent): void;
  lost?(isLost: boolean): void;
}

/**
 * seed: as the case's verdict names it; with it the case gets the very same inputs.
 * The case prints and keeps its arrays and its accesses as the first case of a run does.
 * Throws ApiError where the replay is not taken or not known any more, and an AbortError once it is aborted.
 */
export function replay(
  slug: string,
  source: string,
  caseName: string,
  seed: number,
  following: Following = {},
): Promise<Replayed> {
  return judged(() => api.submit(slug, source, { case: caseName, seed }), following);
}

/** Sends something to be judged and follows it to its verdict. Throws as replay does. */
export async function judged(
  send: () => Promise<Accepted>,
  { signal, accepted, event, lost }: Following = {},
): Promise<Replayed> {
  const taken = await send();
  const { id } = taken;
  if (signal?.aborted) {
    void api.cancel(id).catch(() => {});
    throw aborted();
  }
  accepted?.(taken);
  return new Promise<Replayed>((resolve, reject) => {
    const unfollow = follow(id, {
      event(told) {
        event?.(told);
        if (told.type === "verdict") resolve({ id, verdict: told.verdict });
      },
      lost: (isLost) => lost?.(isLost),
      gone: () => reject(new ApiError(404, "gone", "The server no longer knows this replay.")),
    });
    signal?.addEventListener("abort", () => {
      unfollow();
      void api.cancel(id).catch(() => {});
      reject(aborted());
    });
  });
}

function aborted(): DOMException {
  return new DOMException("The replay was stopped.", "AbortError");
}
