/** What the host's administrator may do to rows of the boards. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { ApiError, api } from "../api/client";
import type { HiddenRow } from "../api/types";

export type Wish = "hide" | "unhide" | "hide-name" | "unhide-name";

export interface Moderation {
  hidden: readonly HiddenRow[];
  /** Why the last wish was not done. */
  problem: string | null;
  wish(row: string, wish: Wish): void;
}

/** null for everybody else. onDone: the board has changed. */
export function useModeration(isAdmin: boolean, onDone: () => void): Moderation | null {
  const [hidden, setHidden] = useState<readonly HiddenRow[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const told = useCallback((rows: HiddenRow[]) => {
    setHidden(rows);
    setProblem(null);
  }, []);
  const failed = useCallback(
    (caught: unknown) => setProblem(caught instanceof ApiError ? caught.message : String(caught)),
    [],
  );
  useEffect(() => {
    if (isAdmin) api.hidden().then(told, failed);
  }, [isAdmin, told, failed]);
  const wish = (row: string, wanted: Wish) => {
    api.hideRow(row, wanted).then((rows) => {
      told(rows);
      onDone();
    }, failed);
  };
  return isAdmin ? { hidden, problem, wish } : null;
}
