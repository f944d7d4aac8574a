/** What a part of the page shows of the server's, asked for when it is first shown and again when it is wished. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../api/client";

export interface Loaded<T> {
  value: T | null;
  error: ApiError | null;
  reload(): void;
  /** Shows what the server has answered to something else. */
  put(value: T): void;
}

/** key: what is asked for; for another it is asked anew. What was shown stays until the new answer is here. */
export function useLoaded<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ key: string; value: T | null; error: ApiError | null }>({
    key,
    value: null,
    error: null,
  });
  const latest = useRef(load);
  latest.current = load;
  const asked = useRef(0);
  const reload = useCallback(() => {
    const mine = ++asked.current;
    latest.current().then(
      (value) => mine === asked.current && setState({ key, value, error: null }),
      (error: unknown) =>
        mine === asked.current &&
        setState((before) => ({
          key,
          value: before.key === key ? before.value : null,
          error: error instanceof ApiError ? error : new ApiError(0, "error", String(error)),
        })),
    );
  }, [key]);
  useEffect(() => {
    reload();
    return () => {
      asked.current++;
    };
  }, [reload]);
  const put = useCallback((value: T) => setState({ key, value, error: null }), [key]);
  return { value: state.value, error: state.error, reload, put };
}
