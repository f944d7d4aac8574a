/** Monaco behind the shared props. Loaded apart: it is by far the largest part of the page. */
import "monaco-editor/features/register.all";
import "monaco-editor/languages/definitions/python/register";
import * as monaco from "monaco-editor/editor";
import EditorWorker from "monaco-editor/editor/editor.worker?worker";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { endFirstLoad } from "../first-load";
import { QUERIES } from "../panes";
import { preferences } from "../preferences";
import { pathAt } from "./help/names";
import { offerHelp } from "./help/offer";
import { defineTheme, themeName } from "./monaco-theme";
import { watchPopups } from "./popups";
import { type EditorProps, type HandOver, lineHeight, type Marker, type Place } from "./props";
import { tokenHues } from "./token-hues";
import { useLinked } from "./use-linked";
import { usePreferred } from "./use-preferred";

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

const OWNER = "verdict";

export function MonacoEditor(props: EditorProps & { handOver: RefObject<HandOver | null> }) {
  const { source, revision, label, markers, place, theme } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor | null>(null);
  const latest = useRef(props);
  latest.current = props;
  // A place that the plain editor went to before is not gone to again: more may have been typed elsewhere since.
  const gone = useRef<Place | null>(null);

  // Made once; what changes later has effects of its own. Before anything else can happen after the plain editor went:
  // a key that is pressed between the two would be lost.
  useLayoutEffect(() => {
    if (!host.current) return;
    const before = props.handOver.current;
    props.handOver.current = null;
    if (before) gone.current = place;
    const model = monaco.editor.createModel(before?.source ?? source, props.language ?? "python");
    model.updateOptions({
      tabSize: 4,
      insertSpaces: true,
      bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
    });
    defineTheme(theme);
    const made = monaco.editor.create(host.current, {
      ...OPTIONS,
      fontSize: preferences().fontSize,
      lineHeight: lineHeight(preferences().fontSize),
      model,
      ariaLabel: label,
      theme: themeName(theme),
      // They would cover the little that a phone shows of the code; there they come when asked for.
      parameterHints: { enabled: !matchMedia(QUERIES.one).matches },
    });
    editor.current = made;
    requestAnimationFrame(endFirstLoad);
    const openCard = made.addCommand(0, (_: unknown, name: string) => latest.current.onCard(name));
    if (model.getLanguageId() === "python")
      offerHelp(model, () => ({
        given: latest.current.given,
        markers: latest.current.markers,
        openCard,
      }));
    made.addAction({
      id: "playground.card",
      label: "What is this?",
      keybindings: [monaco.KeyMod.Shift | monaco.KeyCode.F1],
      contextMenuGroupId: "navigation",
      run() {
        const position = made.getPosition();
        const line = position ? model.getLineContent(position.lineNumber) : "";
        latest.current.onCard(pathAt(line, position?.column ?? 1)?.path ?? "");
      },
    });
    const hues = made.createDecorationsCollection();
    const colour = () => hues.set(tokenHues(model, latest.current.parameterHues));
    colour();
    model.onDidChangeContent(() => {
      colour();
      latest.current.onChange(model.getValue());
    });
    made.onDidChangeCursorPosition(({ position }) => {
      latest.current.onCaret({ line: position.lineNumber, column: position.column });
    });
    const unwatch = watchPopups(made);
    if (before) takeOver(made, model, before);
    // Metrics measured with the fallback font would put the caret beside its letter.
    document.fonts.ready.then(() => monaco.editor.remeasureFonts());
    return () => {
      unwatch();
      made.dispose();
      model.dispose();
      editor.current = null;
    };
  }, []);

  useLinked(editor);

  // A source from outside (the starter again) is an edit, so that it can be undone. What was typed here comes back as
  // `source` too, later than more may have been typed: only a new revision says that the source is to be taken.
  const taken = useRef(revision);
  useEffect(() => {
    const model = editor.current?.getModel();
    if (!model || taken.current === revision) return;
    taken.current = revision;
    editor.current?.pushUndoStop();
    editor.current?.executeEdits("outside", [
      { range: model.getFullModelRange(), text: latest.current.source },
    ]);
    editor.current?.pushUndoStop();
  }, [revision]);

  useEffect(() => {
    const model = editor.current?.getModel();
    if (model)
      monaco.editor.setModelMarkers(
        model,
        OWNER,
        markers.map((marker) => markerData(model, marker)),
      );
  }, [markers]);

  useEffect(() => {
    if (!place || !editor.current || gone.current === place) return;
    const position = {
      lineNumber: place.line,
      column: place.column ?? firstColumn(editor.current, place.line),
    };
    editor.current.setPosition(position);
    editor.current.revealPositionInCenterIfOutsideViewport(position);
    editor.current.focus();
  }, [place]);

  usePreferred(editor, props);

  useEffect(() => editor.current?.updateOptions({ ariaLabel: label }), [label]);

  return <div class="ed ed--monaco" ref={host} />;
}

const OPTIONS: monaco.editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  minimap: { enabled: false },
  renderFinalNewline: "on",
  fontFamily: '"IBM Plex Mono", ui-monospace, Consolas, "DejaVu Sans Mono", monospace',
  fontLigatures: false,
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 12,
  glyphMargin: true,
  folding: false,
  padding: { top: 8, bottom: 8 },
  scrollBeyondLastLine: false,
  overviewRulerBorder: false,
  overviewRulerLanes: 1,
  hideCursorInOverviewRuler: true,
  renderLineHighlight: "line",
  wrappingIndent: "indent",
  occurrencesHighlight: "off",
  selectionHighlight: false,
  guides: { indentation: false },
  bracketPairColorization: { enabled: false },
  unicodeHighlight: { ambiguousCharacters: false },
  fixedOverflowWidgets: true,
  quickSuggestions: { other: true, comments: false, strings: false },
  quickSuggestionsDelay: 150,
  // Enter always ends the line; Tab takes what is suggested.
  acceptSuggestionOnEnter: "off",
  wordBasedSuggestions: "off",
  lightbulb: { enabled: monaco.editor.ShowLightbulbIconMode.OnCode },
  hover: { above: false },
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
};

/** Goes on where the plain editor was. */
function takeOver(
  editor: monaco.editor.IStandaloneCodeEditor,
  model: monaco.editor.ITextModel,
  { start, end, isBackward, hasFocus, scrollTop, scrollLeft }: HandOver,
): void {
  const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)];
  const [anchor, active] = isBackward ? [to, from] : [from, to];
  editor.setSelection(monaco.Selection.fromPositions(anchor, active));
  editor.setScrollPosition({ scrollTop, scrollLeft });
  if (hasFocus) editor.focus();
}

function markerData(model: monaco.editor.ITextModel, marker: Marker): monaco.editor.IMarkerData {
  const line = Math.min(Math.max(marker.line, 1), model.getLineCount());
  const first = model.getLineFirstNonWhitespaceColumn(line) || 1;
  const last = model.getLineMaxColumn(line);
  const start = Math.min(marker.column ?? first, last);
  const word = marker.column === null ? null : model.getWordAtPosition({ lineNumber: line, column: start });
  return {
    severity: marker.severity === "error" ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
    message: marker.message,
    startLineNumber: line,
    startColumn: start,
    endLineNumber: line,
    endColumn: word?.endColumn ?? Math.max(last, start + 1),
  };
}

function firstColumn(editor: monaco.editor.IStandaloneCodeEditor, line: number): number {
  const model = editor.getModel();
  return model && line <= model.getLineCount() ? model.getLineFirstNonWhitespaceColumn(line) || 1 : 1;
}
