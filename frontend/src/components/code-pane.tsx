/** The middle pane: the editor with its bar above and its status line below. */
import { useMemo, useRef, useState } from "preact/hooks";
import { useActions } from "../actions";
import type { Puzzle } from "../api/types";
import type { Draft, DraftKeeping } from "../draft";
import { givenNames } from "../editor/help/given";
import type { Marker, Place } from "../editor/props";
import { hues } from "../hues";
import { HelpCards } from "./help-cards";
import { Icon } from "./icon";
import { useHistoryDialog } from "./keeping/use-history-dialog";
import { KernelEditor } from "./kernel-editor";
import { lazy } from "./lazy";
import { ResetDialog } from "./reset-dialog";
import { RunButton } from "./run-button";

const TabsNotice = lazy(() => import("./keeping/tabs-notice").then((part) => part.TabsNotice), {
  ahead: true,
});

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

const KEPT: Record<DraftKeeping, string> = {
  starter: "Starter, not changed yet",
  writing: "Keeping the draft",
  kept: "Draft kept",
  apart: "Not kept: see the notice above",
  refused: "Not kept: this browser's storage is full or blocked. Copy your code before you leave.",
};

export function CodePane({ puzzle, draft, markers, place, isActive, isStatementOpen, ...on }: Props) {
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
        {draft.theirs !== null || draft.fromNewer ? <TabsNotice slug={puzzle.slug} draft={draft} /> : null}
        <KernelEditor
          source={draft.source}
          revision={draft.revision}
          markers={markers}
          place={place}
          parameterHues={parameterHues}
          given={given}
          kept={
            <span class="status__kept" title={draft.keeping === "kept" ? "In this browser" : undefined}>
              {KEPT[draft.keeping]}
            </span>
          }
          isLoud={draft.keeping === "refused" || draft.keeping === "apart"}
          onCard={setCard}
          onChange={draft.change}
        />
      </section>
      {/* Beside the pane: on a phone it may be hidden while the palette opens one of these */}
      <HelpCards name={card} onClose={() => setCard(null)} />
      <ResetDialog dialog={reset} onReset={() => draft.replace(puzzle.starter)} />
      {history.dialog}
    </>
  );
}
