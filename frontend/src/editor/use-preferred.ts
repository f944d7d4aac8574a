/** Keeps a Monaco editor as the visitor prefers it. */
import * as monaco from "monaco-editor/editor";
import { TabFocus } from "monaco-editor/editor/browser/config/tabFocus";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { usePreferences } from "../preferences";
import { defineTheme, themeName } from "./monaco-theme";
import { type EditorProps, lineHeight } from "./props";

type MonacoRef = RefObject<monaco.editor.IStandaloneCodeEditor | null>;

/** To be used after the effect that makes the editor. */
export function usePreferred(editor: MonacoRef, { vimStatus, onTabKey }: EditorProps): void {
  const { wrap, fontSize, vim, shown } = usePreferences();
  const { theme, contrast } = shown;

  useEffect(() => {
    defineTheme(theme);
    monaco.editor.setTheme(themeName(theme));
  }, [theme, contrast]);

  useEffect(() => {
    editor.current?.updateOptions({
      wordWrap: wrap ? "on" : "off",
      fontSize,
      lineHeight: lineHeight(fontSize),
    });
  }, [editor, wrap, fontSize]);

  useEffect(() => {
    if (!onTabKey) return;
    const tell = (leaves: boolean) => onTabKey(leaves ? "leaves" : "indents");
    tell(TabFocus.getTabFocusMode());
    const told = TabFocus.onDidChangeTabFocus(tell);
    return () => told.dispose();
  }, [onTabKey]);

  useEffect(() => {
    if (!vim || !vimStatus) return;
    let stop: (() => void) | null = null;
    let ended = false;
    import("./vim").then(
      ({ startVim }) => {
        if (!ended && editor.current) stop = startVim(editor.current, vimStatus);
      },
      () => {}, // The network failed: the editor's own keys stay.
    );
    return () => {
      ended = true;
      stop?.();
    };
  }, [editor, vim, vimStatus]);
}
