/** Asks before what a link holds takes the place of one's own draft. */
import { useEffect, useRef } from "preact/hooks";

interface Props {
  isAsked: boolean;
  onAnswer(isOpened: boolean): void;
}

export function LinkDialog({ isAsked, onAnswer }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isAsked && !dialog.current?.open) dialog.current?.showModal();
  }, [isAsked]);
  return (
    <dialog
      class="card ask"
      ref={dialog}
      aria-labelledby="link-asks"
      onClose={() => onAnswer(dialog.current?.returnValue === "open")}
    >
      <form method="dialog" class="stack">
        <h2 id="link-asks">Open the sandbox of this link?</h2>
        <p class="soft">
          It takes the place of your draft, kernel and launch. Your draft is put aside, and you can bring it
          back.
        </p>
        <div class="row ask__row">
          <button type="submit" class="btn btn--main" value="open">
            Open it
          </button>
          {/* The harmless answer is the one that Enter gives */}
          <button type="submit" class="btn" value="keep" autofocus>
            Keep my draft
          </button>
        </div>
      </form>
    </dialog>
  );
}
