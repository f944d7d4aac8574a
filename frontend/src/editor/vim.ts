/** Vim's keys for the editor. Loaded apart, by those who want them. */
import type * as monaco from "monaco-editor/editor";
import { initVimMode, VimMode } from "monaco-vim";

// Missing from the types that it ships
const { Vim } = VimMode as unknown as {
  Vim: { defineEx(name: string, prefix: string, run: () => void): void };
};
// The draft is kept by itself; the habit of writing it must not be answered with an error.
Vim.defineEx("write", "w", () => {});

/** status: takes the mode, the keys typed so far, and what is typed after a colon. Returns the way back. */
export function startVim(editor: monaco.editor.IStandaloneCodeEditor, status: HTMLElement): () => void {
  const vim = initVimMode(editor, status);
  return () => vim.dispose();
}
