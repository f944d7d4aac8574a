/** Opens the history of a puzzle; what it shows is fetched when it is first wanted. */
import { useState } from "preact/hooks";
import { useActions } from "../../actions";
import type { Puzzle } from "../../api/types";
import type { Draft } from "../../draft";
import { Icon } from "../icon";
import { lazy } from "../lazy";

interface Props {
  puzzle: Puzzle;
  draft: Draft;
}

const HistoryDialog = lazy(() => import("./history-dialog").then((module) => module.HistoryDialog));

export function HistoryButton({ puzzle, draft }: Props) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useActions([
    {
      id: "history",
      title: "Show your runs of this puzzle",
      group: "This page",
      keys: "Alt+H",
      also: "history versions restore diff past drafts",
      run: open,
    },
  ]);
  return (
    <>
      <button type="button" class="btn btn--s btn--quiet" onClick={open}>
        <Icon name="history" /> History
      </button>
      {isOpen ? <HistoryDialog puzzle={puzzle} draft={draft} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
