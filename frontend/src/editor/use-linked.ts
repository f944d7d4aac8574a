/** Lines of the source and what they do to memory are one selection: marks in the gutter, the chosen line lit. */
import * as monaco from "monaco-editor/editor";
import { useContext, useEffect } from "preact/hooks";
import "../styles/line-marks.css";
import { LineMarkContext } from "../line-marks";
import { SelectionContext } from "../selection";

/** editor: set once it is made, before this hook's effect runs. */
export function useLinked(editor: { current: monaco.editor.IStandaloneCodeEditor | null }): void {
  const selection = useContext(SelectionContext);
  const marks = useContext(LineMarkContext);
  useEffect(() => {
    const { current } = editor;
    const model = current?.getModel();
    if (!current || !model) return;
    const gutter = current.createDecorationsCollection();
    const lit = current.createDecorationsCollection();
    const showMarks = () =>
      gutter.set(
        marks.current
          .filter(({ line }) => line <= model.getLineCount())
          .map(({ line, shape, hue, words }) => ({
            range: new monaco.Range(line, 1, line, 1),
            options: {
              glyphMarginClassName: `lm lm--${shape} ${hue}`,
              glyphMarginHoverMessage: { value: words },
            },
          })),
      );
    const showLine = () => {
      const { line } = selection.current;
      if (line === null || line < 1 || line > model.getLineCount()) return lit.clear();
      // The lines that load and store have a hue; another is lit without one.
      const hue = marks.current.find((mark) => mark.line === line)?.hue ?? "";
      lit.set([
        {
          range: new monaco.Range(line, 1, line, 1),
          options: { isWholeLine: true, className: `ln-lit ${hue}`, marginClassName: `ln-lit-m ${hue}` },
        },
      ]);
    };
    showMarks();
    showLine();
    const ends = [
      marks.follow(() => {
        showMarks();
        showLine();
      }),
      selection.follow(showLine),
    ];
    const listeners = [
      current.onMouseMove(({ target }) => point(target.position?.lineNumber ?? null)),
      current.onMouseLeave(() => point(null)),
      current.onDidChangeCursorPosition(({ position, reason }) => {
        // Typing moves the caret too, and a line that is being written says nothing about a run that is over.
        if (reason === monaco.editor.CursorChangeReason.Explicit) point(position.lineNumber);
      }),
    ];
    let pointed: number | null = null;
    /** Only lines with marks are pointed at: over others the picture stays as it is. */
    function point(line: number | null) {
      const known = marks.current.some((mark) => mark.line === line) ? line : null;
      if (known === null && pointed === null) return;
      pointed = known;
      selection.select({ line: known, origin: "editor" });
    }
    return () => {
      for (const end of ends) end();
      for (const listener of listeners) listener.dispose();
    };
  }, [editor, selection, marks]);
}
