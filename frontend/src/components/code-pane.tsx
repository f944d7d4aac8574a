/** The middle pane: the editor with its bar above and its status line below. */
import { useMemo, useRef, useState } from "preact/hooks";
import { useActions } from "../actions";
import type { Puzzle } from "../api/types";
import type { Draft, DraftKeeping } from "../draft";
import { Editor } from "../editor/editor";
import { givenNames } from "../editor/help/given";
import type { Marker, Place } from "../editor/props";
import { hues } from "../hues";
import { isMac } from "../keys";
import { usePreferences } from "../preferences";
import { useTheme } from "../theme";
import { HelpCards } from "./help-cards";
import { Icon } from "./icon";
import { TabsNotice } from "./keeping/tabs-notice";
import { useHistoryDialog } from "./keeping/use-history-dialog";
import { ResetDialog } from "./reset-dialog";
import { RunButton } from "./run-button";
import { Keys } from "./shell/keys";

interface Props {
  puzzle: Puzzle;
  draft: Draft;
  markers: readonly Marker[];
  place: Place | null;
  isActive: boolean;
  isStatementOpen: boolean;
  onRun(): void;
  onCancel(): void;
  onStatement(): void;
}

/** Monaco's own key for it. */
export const TAB_KEY = isMac() ? "Ctrl+Shift+M" : "Ctrl+M";

const KEPT: Record<DraftKeeping, string> = {
  starter: "Starter, not changed yet",
  writing: "Keeping the draft",
  kept: "Draft kept",
  apart: "Not kept: see the notice above",
  refused: "Not kept: this browser's storage is full or blocked. Copy your code before you leave.",
};

export function CodePane({ puzzle, draft, markers, place, isActive, isStatementOpen, ...on }: Props) {
  const { theme } = useTheme();
  const [caret, setCaret] = useState({ line: 1, column: 1 });
  const [tabKey, setTabKey] = useState<"indents" | "leaves">("indents");
  const [vimStatus, setVimStatus] = useState<HTMLElement | null>(null);
  const { vim } = usePreferences();
  const reset = useRef<HTMLDialogElement>(null);
  const parameterHues = useMemo(() => {
    const hue = hues(puzzle.tensors);
    return new Map(puzzle.tensors.map((tensor) => [tensor.parameter, hue.get(tensor.name) ?? "t1"]));
  }, [puzzle]);
  const given = useMemo(() => givenNames(puzzle), [puzzle]);
  const [card, setCard] = useState<string | null>(null);
  const history = useHistoryDialog(puzzle, draft);
  const isStarter = draft.keeping === "starter";
  useActions([
    {
      id: "reset",
      title: "Reset to the starter",
      group: "This page",
      keys: "Alt+N",
      also: "new begin again",
      enabled: !isStarter,
      run: () => reset.current?.showModal(),
    },
    {
      id: "reference",
      title: "Look up what tl offers",
      group: "Help",
      keys: "Alt+J",
      also: "reference card function",
      run: () => setCard(""),
    },
  ]);
  return (
    <>
      <section class="pane pane--code" aria-label="Editor">
        <div class="pane__bar">
          <button
            type="button"
            class="btn btn--s only-mid"
            aria-expanded={isStatementOpen}
            aria-controls="statement"
            onClick={on.onStatement}
          >
            <Icon name="statement" /> Statement
          </button>
          <button
            type="button"
            class="btn btn--s btn--quiet"
            disabled={isStarter}
            onClick={() => reset.current?.showModal()}
          >
            <Icon name="reset" /> Reset<span class="sr"> to the starter</span>
          </button>
          <button
            type="button"
            class="btn btn--s btn--quiet"
            title="History of your runs"
            onClick={history.open}
          >
            <Icon name="history" /> <span class="pane__word">History</span>
          </button>
          <button
            type="button"
            class="btn btn--s btn--quiet"
            title="Reference of what tl offers"
            onClick={() => setCard("")}
          >
            <Icon name="book" /> <span class="pane__word">Reference</span>
            <span class="sr"> of what tl offers</span>
          </button>
          <span class="grow" />
          <span class="tag not-phone pane__device">Interpreter</span>
          <span class="not-phone">
            <RunButton isActive={isActive} onRun={on.onRun} onCancel={on.onCancel} />
          </span>
        </div>
        <TabsNotice slug={puzzle.slug} draft={draft} />
        <Editor
          source={draft.source}
          revision={draft.revision}
          label="Kernel source. Control M lets the Tab key leave the editor."
          markers={markers}
          place={place}
          parameterHues={parameterHues}
          given={given}
          theme={theme}
          onCard={setCard}
          onChange={draft.change}
          onCaret={setCaret}
          vimStatus={vimStatus}
          onTabKey={setTabKey}
        />
        <div
          class={`status ${draft.keeping === "refused" || draft.keeping === "apart" ? "status--loud" : ""}`}
        >
          {vim ? <div class="status__vim" ref={setVimStatus} role="group" aria-label="Vim" /> : null}
          <span class="status__kept" title={draft.keeping === "kept" ? "In this browser" : undefined}>
            {KEPT[draft.keeping]}
          </span>
          <span class="grow" />
          <span class="not-phone" role="status">
            <Keys keys={TAB_KEY} />{" "}
            {tabKey === "indents" ? "lets Tab leave the editor" : "Tab leaves the editor now"}
          </span>
          <span class="nowrap">
            Ln {caret.line}, Col {caret.column}
          </span>
        </div>
      </section>
      {/* Beside the pane: on a phone it may be hidden while the palette opens one of these */}
      <HelpCards name={card} onClose={() => setCard(null)} />
      <ResetDialog dialog={reset} onReset={() => draft.replace(puzzle.starter)} />
      {history.dialog}
    </>
  );
}
