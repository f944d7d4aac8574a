/** Lets a file be dropped anywhere on a page, and shows that it can be while one is dragged over it. */
import { useEffect, useState } from "preact/hooks";
import { useActions } from "../../actions";
import { bringIn, IMPORT_PATH } from "../../keeping/incoming";
import { navigate } from "../../route";
import { Icon } from "../icon";
import "../../styles/import.css";

export function FileDrop() {
  const [isOver, setOver] = useState(false);
  useActions([
    {
      id: "import",
      title: "Import or export your work",
      group: "Go to",
      keys: "Alt+B",
      also: "file notebook ipynb lite download upload backup",
      enabled: location.pathname !== IMPORT_PATH,
      run: () => navigate(IMPORT_PATH),
    },
  ]);
  useEffect(() => {
    // Before the editor sees it: it would put the file's text at the pointer.
    const taking = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    };
    const over = (event: DragEvent) => {
      if (taking(event)) setOver(true);
    };
    const leave = (event: DragEvent) => {
      // Null: the pointer left the window, and not an element for the next
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!taking(event)) return;
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) bringIn(file);
    };
    const listeners = { dragenter: over, dragover: over, dragleave: leave, drop };
    const all = Object.entries(listeners) as [keyof typeof listeners, (event: DragEvent) => void][];
    for (const [type, listener] of all) addEventListener(type, listener, { capture: true });
    return () => {
      for (const [type, listener] of all) removeEventListener(type, listener, { capture: true });
    };
  }, []);
  if (!isOver) return null;
  return (
    <div class="file-drop" aria-hidden="true">
      <div class="card file-drop__say">
        <Icon name="upload" />
        <b>Drop to import</b>
        <span class="soft">A Triton-Puzzles-Lite file or a notebook. Your drafts stay as they are.</span>
      </div>
    </div>
  );
}
