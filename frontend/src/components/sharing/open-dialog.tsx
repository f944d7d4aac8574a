/** Asks before a shared source takes the place of one's own draft. */
import { useModal } from "../teaching/use-modal";

interface Props {
  title: string;
  onOpen(): void;
  onClose(): void;
}

export function OpenDialog({ title, onOpen, onClose }: Props) {
  const dialog = useModal(onClose);
  return (
    <dialog class="card ask" ref={dialog} aria-labelledby="open-asks">
      <form method="dialog" class="stack">
        <h2 id="open-asks">Open this in your editor?</h2>
        <p class="soft">
          It takes the place of your draft of {title}. Your draft goes to that puzzle’s history, where you can
          bring it back.
        </p>
        <div class="row ask__row">
          <button type="button" class="btn btn--main" onClick={onOpen}>
            Open it
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
