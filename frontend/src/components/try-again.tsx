/** What could not be fetched, and the way to ask again. */
import type { ApiError } from "../api/client";
import { Notice } from "./notice";

export function TryAgain({ error, onAgain }: { error: ApiError | null; onAgain(): void }) {
  if (!error) return null;
  return (
    <div role="alert">
      <Notice>
        <span class="grow">{error.message}</span>
        <button type="button" class="btn btn--s" onClick={onAgain}>
          Try again
        </button>
      </Notice>
    </div>
  );
}
