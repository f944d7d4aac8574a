/** Why a run could not be sent, in words for its author. */
import { ApiError } from "../api/client";
import type { RunState } from "./state";

export function problemOf(error: unknown): NonNullable<RunState["problem"]> {
  if (!(error instanceof ApiError)) return { message: String(error), ours: true };
  const again = error.retryAfterS ? ` Try again in ${error.retryAfterS} s.` : "";
  return { message: error.message + again, ours: error.status === 0 || error.status >= 500 };
}
