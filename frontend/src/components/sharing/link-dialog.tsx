/** The forms of a link that is there. */
import type { SharedSolution } from "../../api/types";
import { absolute, embedCode } from "../../sharing/links";
import { useModal } from "../teaching/use-modal";
import { CopyField } from "./copy-field";

export function LinkDialog({
  shared,
  title,
  onClose,
}: {
  shared: SharedSolution;
  title: string;
  onClose(): void;
}) {
  const dialog = useModal(onClose);
  return (
    <dialog class="card ask share" ref={dialog} aria-labelledby="link-title">
      <form method="dialog" class="stack">
        <h2 id="link-title">The link</h2>
        <div class="share__fields">
          <CopyField label="Link" text={absolute(shared)} isFirst />
          <CopyField label="To embed in a course page" text={embedCode(shared, title)} />
        </div>
        <div class="row ask__row">
          <button type="submit" class="btn">
            Close
          </button>
        </div>
      </form>
    </dialog>
  );
}
