/** A page of the leaderboard as the server has it. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { ApiError, api } from "../api/client";
import type { Board } from "../api/types";

/** board: of the address that is asked for, or the one before until that has come; null before the first. */
export function useBoard(query: string): { board: Board | null; error: ApiError | null; refresh(): void } {
  const [board, setBoard] = useState<Board | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [asked, ask] = useState(0);
  useEffect(() => {
    let isLatest = true;
    api.leaderboard(query).then(
      (found) => {
        if (!isLatest) return;
        setBoard(found);
        setError(null);
      },
      (caught: unknown) => {
        if (isLatest)
          setError(caught instanceof ApiError ? caught : new ApiError(0, "error", String(caught)));
      },
    );
    return () => {
      isLatest = false;
    };
  }, [query, asked]);
  return { board, error, refresh: useCallback(() => ask((before) => before + 1), []) };
}
