/** Asks before a puzzle is marked as given up, and says what that means. */
import { useState } from "preact/hooks";
import { ApiError } from "../../api/client";
import type { Teaching } from "../../teaching";
import "../../styles/teaching.css";
import { useModal } from "./use-modal";

export function GiveUpDialog({ teaching }: { teaching: Teaching }) {
  const dialog = useModal(() => teaching.ask(null));
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const unopened = teaching.puzzle.hints.length - teaching.hints;
  const giveUp = () => {
    setAsking(true);
    teaching.giveUp().then(
      () => teaching.ask("solution"),
      (caught: unknown) => {
        setAsking(false);
        setProblem(caught instanceof ApiError ? caught.message : String(caught));
      },
    );
  };
  return (
    <dialog class="card ask" ref={dialog} aria-labelledby="give-up-asks">
      <form method="dialog" class="stack">
        <h2 id="give-up-asks">Give up and see the solution?</h2>
        <p class="soft">
          This puzzle will be marked as given up and will not count on a leaderboard. You can still solve it.
        </p>
        {unopened > 0 ? (
          <p class="soft">
            {unopened === 1 ? "One hint is" : `${unopened} hints are`} still unopened, and those are never
            held against you.
          </p>
        ) : null}
        {problem ? (
          <p role="alert">
            <b>{problem}</b> Nothing was marked.
          </p>
        ) : null}
        <div class="row ask__row">
          <button type="button" class="btn btn--main" disabled={isAsking} onClick={giveUp}>
            Give up and show it
          </button>
          {/* The harmless answer is the one that Enter gives */}
          <button type="submit" class="btn" autofocus>
            Keep trying
          </button>
        </div>
      </form>
    </dialog>
  );
}
