/** This tab's version of a draft against the other tab's. */
import type { Draft } from "../../draft";
import { DiffView } from "./diff-view";
import { Sheet } from "./sheet";

interface Props {
  draft: Draft;
  onClose(): void;
}

export function TabsDialog({ draft, onClose }: Props) {
  const theirs = draft.theirs ?? draft.source;
  const choose = (whose: "mine" | "theirs") => {
    onClose();
    draft.settle(whose);
  };
  return (
    <Sheet title="Your version and the other tab’s" onClose={onClose}>
      <div class="sheet__say">
        <p class="soft grow">
          What taking the other tab’s version changes here. The one that you do not take stays in the history.
        </p>
        <div class="row">
          <button type="button" class="btn btn--s" onClick={() => choose("theirs")}>
            Take the other tab’s version
          </button>
          <button type="button" class="btn btn--s" onClick={() => choose("mine")}>
            Keep mine
          </button>
        </div>
      </div>
      <DiffView before={draft.source} after={theirs} label="Difference to the other tab’s version" />
    </Sheet>
  );
}
