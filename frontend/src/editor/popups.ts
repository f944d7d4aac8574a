/** When completion and signatures get out of the way by themselves. */
import * as monaco from "monaco-editor/editor";
import { matches } from "../keys";

type Editor = monaco.editor.IStandaloneCodeEditor;

/** Closes names that are whole, all when a run starts, and signatures when the arrow keys leave the line. Call what it returns to end. */
export function watchPopups(editor: Editor): () => void {
  const leaving = editor.onKeyDown(({ keyCode, ctrlKey, metaKey }) => {
    const { UpArrow, DownArrow } = monaco.KeyCode;
    if ((keyCode === UpArrow || keyCode === DownArrow) && !ctrlKey && !metaKey)
      close(editor, "closeParameterHints");
  });
  const naming = closeAtWholeNames(editor);
  // The page takes this key before the editor sees it
  const running = (event: KeyboardEvent) => {
    if (matches("Mod+Enter", event)) close(editor, "hideSuggestWidget", "closeParameterHints");
  };
  addEventListener("keydown", running, { capture: true });
  return () => {
    leaving.dispose();
    naming?.dispose();
    removeEventListener("keydown", running, { capture: true });
  };
}

function close(editor: Editor, ...commands: readonly string[]): void {
  for (const command of commands) editor.trigger("playground", command, null);
}

/** What is used of Monaco's list of names, which it does not declare. auto: it came up by typing. */
interface Suggesting extends monaco.editor.IEditorContribution {
  model?: { onDidSuggest(listen: (shown: Suggested) => void): monaco.IDisposable };
  cancelSuggestWidget?(): void;
}
interface Suggested {
  triggerOptions: { auto: boolean };
  completionModel: { items: readonly { textLabel: string }[] };
}

/** A name that stands there whole needs no list, which would take the arrow keys. A further letter brings it up again. */
function closeAtWholeNames(editor: Editor): monaco.IDisposable | undefined {
  const suggesting = editor.getContribution<Suggesting>("editor.contrib.suggestController");
  return suggesting?.model?.onDidSuggest(({ triggerOptions, completionModel }) => {
    const position = editor.getPosition();
    const word = position && editor.getModel()?.getWordUntilPosition(position).word;
    if (word && triggerOptions.auto && completionModel.items.some(({ textLabel }) => textLabel === word))
      suggesting.cancelSuggestWidget?.();
  });
}
