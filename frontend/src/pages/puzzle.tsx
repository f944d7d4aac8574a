/** One puzzle: fetched first, then three panes that work together. */
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Action, useActions } from "../actions";
import { ApiError, api } from "../api/client";
import type { Problem, Puzzle, Verdict } from "../api/types";
import { neighbours, standingOf, titleOf, useCatalogue } from "../catalogue";
import { CodePane } from "../components/code-pane";
import { Dock, type DockTab, type Pane } from "../components/dock";
import { Glyph } from "../components/glyph";
import { Icon } from "../components/icon";
import { LabContexts } from "../components/lab-contexts";
import { lazy } from "../components/lazy";
import { Notice } from "../components/notice";
import { ProgressCells } from "../components/progress-cells";
import { Results } from "../components/results";
import { Splitters } from "../components/splitters";
import { Statement } from "../components/statement";
import { SolutionDialogs } from "../components/teaching/solution-dialogs";
import { TourHost } from "../components/teaching/tour-host";
import { TopBar } from "../components/top-bar";
import { useDraft } from "../draft";
import { compileMarkers, markersOf } from "../editor/markers";
import type { Place } from "../editor/props";
import { firstLoad } from "../first-load";
import { add, judge } from "../keeping/history";
import { layoutNow } from "../panes";
import { remember } from "../record";
import { navigate, puzzlePath } from "../route";
import { isActive } from "../run/state";
import { useReplay } from "../run/use-replay";
import { useRun } from "../run/use-run";
import { useMissingWorkers } from "../run/use-workers";
import { useTeachingOf } from "../teaching";
import { diagnose } from "../words";

const Missing = lazy(() => import("./missing").then((page) => page.Missing));

const TeacherNotes = lazy(() =>
  firstLoad.then(() => import("../components/classroom/teacher-notes")).then((part) => part.TeacherNotes),
);

const DOCK: readonly DockTab<Pane>[] = [
  ["statement", "Statement", "statement"],
  ["code", "Code", "code"],
  ["results", "Results", "results"],
];

export function PuzzlePage({ slug }: { slug: string }) {
  const [puzzle, setPuzzle] = useState<Puzzle | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const fetchPuzzle = useCallback(() => {
    setError(null);
    api.puzzle(slug).then(setPuzzle, (caught: unknown) => {
      setError(caught instanceof ApiError ? caught : new ApiError(0, "error", String(caught)));
    });
  }, [slug]);
  useEffect(fetchPuzzle, [fetchPuzzle]);

  if (puzzle) return <Lab puzzle={puzzle} />;
  if (error?.status === 404) return <Missing what={`There is no puzzle called “${slug}”.`} />;
  return (
    <>
      <TopBar />
      <main class="page stack">
        {error ? (
          <>
            <h1>This puzzle could not be fetched</h1>
            <Notice>
              <span class="grow">{error.message}</span>
              <button type="button" class="btn btn--s" onClick={fetchPuzzle}>
                Try again
              </button>
            </Notice>
          </>
        ) : (
          <h1 class="sr">Fetching the puzzle</h1>
        )}
      </main>
    </>
  );
}

function Lab({ puzzle }: { puzzle: Puzzle }) {
  const { slug } = puzzle;
  const { catalogue, refresh } = useCatalogue();
  const draft = useDraft(slug, puzzle.starter);
  const [pane, setPane] = useState<Pane>("statement");
  const [isStatementOpen, setStatementOpen] = useState(false);
  const lab = useRef<HTMLElement>(null);
  const [place, setPlace] = useState<Place | null>(null);

  const judged = useCallback(
    (verdict: Verdict, id: string) => {
      const { lead, rest } = diagnose(puzzle, verdict);
      const sentence = lead || rest.trim();
      remember(slug, verdict.outcome, sentence, Date.now());
      judge(slug, id, verdict.outcome, sentence);
      refresh();
    },
    [puzzle, slug, refresh],
  );
  const run = useRun(slug, judged, undefined, (id, source) => {
    add(slug, { id, source, outcome: null, sentence: "", at: Date.now() });
  });
  const replay = useReplay(slug);
  const shown = replay.state ?? run.state;
  const cancel = replay.state ? replay.leave : run.cancel;
  const active = isActive(shown);
  const missingWorkers = useMissingWorkers(shown.phase === "queued");
  const [compileProblem, setCompileProblem] = useState<Problem | null>(null);
  const markers = useMemo(
    () => [...markersOf(shown.verdict), ...compileMarkers(shown.verdict, compileProblem)],
    [shown.verdict, compileProblem],
  );
  const { before, after } = neighbours(catalogue, slug);
  const title = titleOf(puzzle, catalogue);
  // A demo leads to the first track.
  const track = puzzle.kind === "puzzle" ? puzzle.track : (catalogue?.puzzles[0]?.track ?? puzzle.track);

  useEffect(() => {
    document.title = `${title} · Triton Playground`;
  }, [title]);

  // What a verdict is about, where the draft has moved on.
  const [sent, setSent] = useState<string | null>(null);
  const start = () => {
    setPane("results");
    replay.leave();
    setSent(draft.source);
    run.start(draft.source);
  };
  const teaching = useTeachingOf({
    puzzle,
    catalogue,
    source: draft.source,
    verdict: run.state.verdict,
    run: start,
    refresh,
  });
  const goTo = useCallback((line: number, column: number | null = null) => {
    setPane("code");
    setStatementOpen(false);
    setPlace({ line, column });
  }, []);
  const visit = (to: typeof before, id: string, which: string, keys: string): Action => ({
    id,
    title: `Go to the ${which} puzzle`,
    detail: to ? titleOf(to, catalogue) : undefined,
    group: "Go to",
    keys,
    enabled: to !== null,
    run: () => to && navigate(puzzlePath(to.slug)),
  });
  /** Moves the focus into a pane, which is opened where it is not in view. */
  const enter = (id: Pane, title: string, keys: string, first: string): Action => ({
    id: `enter-${id}`,
    title,
    group: "This page",
    keys,
    also: "pane focus read",
    run: () => {
      setPane(id);
      if (id === "statement") setStatementOpen(layoutNow() === "two");
      requestAnimationFrame(() => document.querySelector<HTMLElement>(first)?.focus());
    },
  });
  useActions([
    { id: "run", title: "Run your kernel", group: "This page", keys: "Mod+Enter", run: start },
    {
      id: "cancel",
      title: "Cancel the run",
      group: "This page",
      keys: "Escape",
      enabled: active,
      run: cancel,
    },
    enter("statement", "Go to the statement", "Alt+Q", "#statement .stmt"),
    enter(
      "code",
      "Go to the editor",
      "Alt+K",
      ".ed--plain, .ed textarea, .ed [contenteditable], .ed .native-edit-context",
    ),
    enter("results", "Go to the results", "Alt+A", '#results [role="tab"][aria-selected="true"]'),
    visit(after, "next-puzzle", "next", "Alt+ArrowRight"),
    visit(before, "previous-puzzle", "previous", "Alt+PageUp"), // Alt with the left arrow is the browser's Back
    {
      id: "close-statement",
      title: "Close the statement",
      group: "This page",
      keys: "Escape",
      enabled: isStatementOpen,
      run: () => setStatementOpen(false),
    },
  ]);

  const step = (to: typeof before, icon: "back" | "forward", label: string) =>
    to ? (
      <a
        class="btn btn--icon btn--s btn--quiet not-phone"
        href={puzzlePath(to.slug)}
        aria-label={`${label}: ${to.title}`}
      >
        <Icon name={icon} />
      </a>
    ) : (
      <span class="step--none not-phone" />
    );

  return (
    <LabContexts goTo={goTo} teaching={teaching}>
      <div class={missingWorkers === null ? "whole" : "whole whole--banner"}>
        <TopBar>
          <div class="crumb">
            {step(before, "back", "Previous")}
            <h1>{title}</h1>
            {step(after, "forward", "Next")}
            {catalogue ? (
              <span class="crumb__cells not-phone">
                <ProgressCells
                  track={track}
                  puzzles={catalogue.puzzles.filter((one) => one.track === track)}
                  standingOf={standingOf(catalogue)}
                  here={slug}
                />
              </span>
            ) : null}
          </div>
        </TopBar>
        <TourHost onPane={setPane} isPassed={shown.verdict?.outcome === "passed"} />
        {missingWorkers === null ? null : (
          <div class="banner" role="alert">
            <Glyph state="trouble" />
            <b>Judging has paused: no worker is running.</b>
            <span class="soft not-phone">Runs are kept in order and judged when one is back.</span>
          </div>
        )}
        <main class={`lab ${isStatementOpen ? "has-stmt" : ""}`} data-pane={pane} ref={lab}>
          <section class="pane pane--stmt" id="statement" aria-label="Statement">
            <Statement puzzle={puzzle} title={title} />
          </section>
          <CodePane
            puzzle={puzzle}
            draft={draft}
            markers={markers}
            place={place}
            isActive={active}
            isStatementOpen={isStatementOpen}
            onRun={start}
            onCancel={cancel}
            onStatement={() => setStatementOpen((open) => !open)}
          />
          <Results
            puzzle={puzzle}
            run={shown}
            missingWorkers={missingWorkers}
            nextPath={after ? puzzlePath(after.slug) : null}
            replay={{ ...replay, start: (of) => replay.start(draft.source, of) }}
            source={sent ?? draft.source}
            onCancel={cancel}
            onCompileProblem={setCompileProblem}
          />
          <Splitters lab={lab} />
        </main>
        <Dock tabs={DOCK} pane={pane} run={shown} onPane={setPane} onRun={start} onCancel={cancel} />
        <SolutionDialogs />
        <TeacherNotes slug={slug} />
      </div>
    </LabContexts>
  );
}
