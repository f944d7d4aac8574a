/** A text area in the editor's place: while Monaco loads, and where it cannot. */
import { useEffect, useRef } from "preact/hooks";
import { usePreferences } from "../preferences";
import { type EditorProps, lineHeight } from "./props";

export function PlainEditor({ source, label, place, onChange, onCaret }: EditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    if (!place || !area.current) return;
    const before = area.current.value.split("\n").slice(0, place.line - 1);
    const at = before.reduce((sum, line) => sum + line.length + 1, 0) + (place.column ?? 1) - 1;
    area.current.focus();
    area.current.setSelectionRange(at, at);
  }, [place]);

  const { wrap, fontSize } = usePreferences();
  const caret = () => {
    const lines = area.current?.value.slice(0, area.current.selectionStart).split("\n") ?? [""];
    onCaret({ line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 });
  };

  return (
    <textarea
      ref={area}
      class="ed ed--plain"
      aria-label={label}
      value={source}
      spellcheck={false}
      autocapitalize="off"
      autocomplete="off"
      wrap={wrap ? "soft" : "off"}
      style={{
        fontSize: `${fontSize}px`,
        lineHeight: `${lineHeight(fontSize)}px`,
        whiteSpace: wrap ? "pre-wrap" : "pre",
      }}
      onInput={(event) => onChange(event.currentTarget.value)}
      onKeyUp={caret}
      onClick={caret}
    />
  );
}
