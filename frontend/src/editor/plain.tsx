/** A text area in the editor's place: while Monaco loads, and where it cannot. */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { usePreferences } from "../preferences";
import { type EditorProps, type HandOver, lineHeight } from "./props";

interface Props extends EditorProps {
  onCompose(isComposing: boolean): void;
  /** Told as it goes, while it is still in the page. */
  onLeave(where: HandOver): void;
}

export function PlainEditor({ source, label, place, onChange, onCaret, onCompose, onLeave }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);

  useLayoutEffect(() => {
    const shown = area.current;
    return () => shown && onLeave(whereabouts(shown));
  }, [onLeave]);

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
      onCompositionStart={() => onCompose(true)}
      onCompositionEnd={() => onCompose(false)}
      onKeyUp={caret}
      onClick={caret}
    />
  );
}

function whereabouts(area: HTMLTextAreaElement): HandOver {
  return {
    source: area.value,
    start: area.selectionStart,
    end: area.selectionEnd,
    isBackward: area.selectionDirection === "backward",
    hasFocus: document.activeElement === area,
    scrollTop: area.scrollTop,
    scrollLeft: area.scrollLeft,
  };
}
