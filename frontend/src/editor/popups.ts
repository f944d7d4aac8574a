/** When completion and signatures get out of the way by themselves. */
import * as monaco from "monaco-editor/editor";
import { matches } from "../keys";

type Editor = monaco.editor.IStandaloneCodeEditor;

/** Closes what is open when a run starts, and signatures when the arrow keys leave the line. Call what it returns to end. */
export function watchPopups(editor: Editor): () => void {
  const leaving = editor.onKeyDown(({ keyCode, ctrlKey, metaKey }) => {
    const { UpArrow, DownArrow } = monaco.KeyCode;
    if ((keyCode === UpArrow || keyCode === DownArrow) && !ctrlKey && !metaKey)
      close(editor, "closeParameterHints");
  });
  // The page takes this key before the editor sees it
  const running = (event: KeyboardEvent) => {
    if (matches("Mod+Enter", event)) close(editor, "hideSuggestWidget", "closeParameterHints");
  };
  addEventListener("keydown", running, { capture: true });
  return () => {
    leaving.dispose();
    removeEventListener("keydown", running, { capture: true });
  };
}

function close(editor: Editor, ...commands: readonly string[]): void {
  for (const command of commands) editor.trigger("playground", command, null);
}

/** Monaco does not tell a provider whether a list was asked for or comes up while typing. */
interface Suggesting extends monaco.editor.IEditorContribution {
  model?: { state?: number };
}
const ASKED = 1;

export function isAskedForNames(editor: Editor): boolean {
  return editor.getContribution<Suggesting>("editor.contrib.suggestController")?.model?.state === ASKED;
}
