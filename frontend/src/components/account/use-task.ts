/** One thing at a time that the server does, and what went wrong with it, in plain words. */
import { useState } from "preact/hooks";
import { ApiError } from "../../api/client";

export interface Task {
  isBusy: boolean;
  problem: string | null;
  /** Does it; a second wish while one is under way is none. */
  run(work: () => Promise<void>): void;
}

export function useTask(): Task {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = (work: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    work()
      .catch((error: unknown) => {
        setProblem(error instanceof ApiError ? error.message : "This page could not do that. Try again.");
      })
      .finally(() => setBusy(false));
  };
  return { isBusy, problem, run };
}
