/** The history of a puzzle in its dialog; what it shows is fetched when it is first wanted. */
import { useCallback, useState } from "preact/hooks";
import { useActions } from "../../actions";
import type { Puzzle } from "../../api/types";
import type { Draft } from "../../draft";
import { lazy } from "../lazy";

const HistoryDialog = lazy(() => import("./history-dialog").then((module) => module.HistoryDialog));

/** dialog: to be put where no pane hides it; null while it is closed. */
export function useHistoryDialog(puzzle: Puzzle, draft: Draft) {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
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
  const dialog = isOpen ? (
    <HistoryDialog puzzle={puzzle} draft={draft} onClose={() => setOpen(false)} />
  ) : null;
  return { open, dialog };
}
