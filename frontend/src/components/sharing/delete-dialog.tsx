/** Asks before a link is deleted, which cannot be undone. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import { useModal } from "../teaching/use-modal";

interface Props {
  id: string;
  onDeleted(): void;
  onClose(): void;
}

export function DeleteDialog({ id, onDeleted, onClose }: Props) {
  const dialog = useModal(onClose);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = () => {
    api.deleteShared(id).then(onDeleted, (caught: unknown) => {
      setProblem(caught instanceof Error ? caught.message : String(caught));
    });
  };
  return (
    <dialog class="card ask" ref={dialog} aria-labelledby="delete-asks">
      <form method="dialog" class="stack">
        <h2 id="delete-asks">Delete this link?</h2>
        <p class="soft">
          It stops working for everybody and cannot come back, also not by sharing the same code again. Your
          run and your draft stay.
        </p>
        {problem ? <p role="alert">{problem}</p> : null}
        <div class="row ask__row">
          <button type="button" class="btn btn--main" onClick={remove}>
            Delete it
          </button>
          {/* The harmless answer is the one that Enter gives */}
          <button type="submit" class="btn" autofocus>
            Keep it
          </button>
        </div>
      </form>
    </dialog>
  );
}
