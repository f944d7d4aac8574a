/** Asks before the starter takes the draft's place, and says how to come back. */
import type { RefObject } from "preact";

interface Props {
  dialog: RefObject<HTMLDialogElement | null>;
  onReset(): void;
}

export function ResetDialog({ dialog, onReset }: Props) {
  return (
    <dialog class="card ask" ref={dialog} aria-labelledby="reset-asks">
      <form method="dialog" class="stack">
        <h2 id="reset-asks">Reset to the starter?</h2>
        <p class="soft">
          The starter takes the place of your draft. Undo in the editor brings the draft back, and it stays in
          the history.
        </p>
        <div class="row ask__row">
          <button type="submit" class="btn btn--main" onClick={onReset}>
            Reset
          </button>
          {/* The harmless answer is the one that Enter gives */}
          <button type="submit" class="btn" autofocus>
            Keep my draft
          </button>
        </div>
      </form>
    </dialog>
  );
}
