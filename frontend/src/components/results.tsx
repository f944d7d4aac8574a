/** The right pane, always in this order: verdict, diagnosis, cases, tabs, evidence. */
import { useCallback, useContext, useEffect, useMemo, useState } from "preact/hooks";
import type { CaseVerdict, Problem, Puzzle } from "../api/types";
import { type Hue, hues } from "../hues";
import { LineMarkContext } from "../line-marks";
import type { RunState } from "../run/state";
import type { Replaying } from "../run/use-replay";
import { type TraceState, useTrace } from "../run/use-trace";
import { failingCase } from "../words";
import { CaseBar } from "./case-bar";
import { Diagnosis } from "./diagnosis";
import { counted, Notes, Nothing, noteCount, Printed, printers, silence } from "./evidence";
import { lazy } from "./lazy";
import { PictureTab } from "./picture-tab";
import { Tools, type ToolsProps, useTools } from "./picture-tools";
import { TabList } from "./tab-list";
import { VerdictBar } from "./verdict-bar";
import { WorkerChecks } from "./worker-checks";
import "../styles/low.css";
import "../styles/replay.css";

const LessonCompare = lazy(() => import("./lesson-compare").then((part) => part.LessonCompare));

const MismatchView = lazy(() => import("./mismatch/mismatch-view").then((part) => part.MismatchView));

const MemoryFact = lazy(() => import("./teaching/memory-fact").then((part) => part.MemoryFact), {
  ahead: true,
});

const NextSteps = lazy(() => import("./teaching/next-steps").then((part) => part.NextSteps), { ahead: true });

const CompilePart = lazy(() => import("./compiler/puzzle-part").then((part) => part.PuzzlePart), {
  ahead: true,
});

type Evidence = "picture" | "compare" | "mismatch" | "output" | "notes";

const PANEL = "evidence";

interface Props {
  puzzle: Puzzle;
  run: RunState;
  missingWorkers: string | null;
  nextPath: string | null;
  replay?: Replaying | null;
  /** The source that was judged: once more where a case is to be drawn. */
  source: string;
  onCancel(): void;
  /** Told what keeps the kernel from compiling for a GPU; null where nothing does. */
  onCompileProblem?(problem: Problem | null): void;
}

const NOBODY = () => {};

export function Results({ puzzle, run, missingWorkers, nextPath, source, replay = null, ...on }: Props) {
  const { onCancel, onCompileProblem = NOBODY } = on;
  const isDemo = puzzle.kind === "demo";
  const [chosenCase, setChosenCase] = useState(puzzle.cases[0]?.name ?? "");
  const [chosenTab, setChosenTab] = useState<Evidence | null>(null);
  const { verdict } = run;

  useEffect(() => {
    if (verdict) setChosenCase((failingCase(verdict) ?? verdict.cases[0] ?? puzzle.cases[0])?.name ?? "");
  }, [verdict, puzzle]);

  const one = verdict?.cases.find((judged) => judged.name === chosenCase) ?? null;
  const tab = chosenTab ?? fitting(run, one, isDemo);
  const seed = one?.seed ?? verdict?.seed ?? null;
  const again =
    replay && verdict && seed !== null && !isDemo ? () => replay.start({ caseName: chosenCase, seed }) : null;
  const hue = useMemo(() => hues(puzzle.tensors), [puzzle]);
  const hueOf = useCallback((tensor: string) => hue.get(tensor) ?? "t1", [hue]);
  const trace = useTrace(run.id, one);
  useLineMarks(trace.state, hueOf);
  const tools = useTools();
  const canDraw = one !== null && one.invalid_accesses.length + (one.mismatch ? 1 : 0) > 0;
  const blocks = (verdict?.output ?? run.output).filter(
    (block) => block.case === chosenCase && block.text !== "",
  );
  const counts = {
    mismatch: one?.mismatch?.count,
    output: printers(blocks),
    notes: verdict ? noteCount(verdict) : undefined,
  };
  const picture = { id: "picture" as const, label: "Picture" };
  const tabs = [
    ...(isDemo
      ? [{ id: "compare" as const, label: "Expected" }, ...(puzzle.tensors.length > 0 ? [picture] : [])]
      : [picture, { id: "mismatch" as const, label: counted("Mismatch", counts.mismatch) }]),
    { id: "output" as const, label: counted("Output", counts.output) },
    { id: "notes" as const, label: counted("Notes", counts.notes) },
  ];

  return (
    <section class="pane pane--res" id="results" aria-label="Results">
      <VerdictBar
        puzzle={puzzle}
        run={run}
        isWorkerMissing={missingWorkers !== null}
        nextPath={nextPath}
        replay={replay}
        onCancel={onCancel}
      />
      <Diagnosis puzzle={puzzle} run={run} missingWorkers={missingWorkers} />
      {/* Its room is kept from the start, so that nothing moves when it is told. */}
      <div class="compiled-room">
        {verdict && run.id ? (
          <CompilePart
            key={run.id}
            id={run.id}
            puzzle={puzzle}
            verdict={verdict}
            source={source}
            onProblem={onCompileProblem}
          />
        ) : (
          <p class="quiet">Whether it compiles for a GPU is told after the verdict.</p>
        )}
      </div>
      <CaseBar puzzle={puzzle} run={run} chosen={chosenCase} panel={PANEL} onChoose={setChosenCase} />
      <div class="tabs">
        <TabList<Evidence> name="Evidence" tabs={tabs} chosen={tab} panel={PANEL} onChoose={setChosenTab} />
        {tab === "picture" && trace.state.phase === "ready" ? <Tools {...tools} /> : null}
      </div>
      {verdict && !isDemo ? <MemoryFact verdict={verdict} chosen={chosenCase} /> : null}
      <div class="pane__body" id={PANEL} role="tabpanel" aria-label="Evidence">
        <Shown
          tab={tab}
          puzzle={puzzle}
          run={run}
          one={one}
          caseName={chosenCase}
          missingWorkers={missingWorkers}
          onReplay={again}
          trace={trace.state}
          tools={tools}
          hueOf={hueOf}
          onDraw={canDraw || one?.outcome === "passed" ? () => trace.draw(puzzle.slug, source) : null}
        />
      </div>
      {verdict ? <NextSteps verdict={verdict} chosen={chosenCase} /> : null}
      {verdict ? (
        <div class="status">
          <span class="status__cut">Judged by the interpreter, Triton {verdict.triton_version}</span>
          <span class="grow" />
          {again && one ? (
            <button
              type="button"
              class="link nowrap"
              aria-label={`Run this case again with seed ${one.seed}: judged, never counted`}
              onClick={again}
            >
              Run this case again with seed {one.seed}
            </button>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

interface ShownProps {
  tab: Evidence;
  puzzle: Puzzle;
  run: RunState;
  one: CaseVerdict | null;
  caseName: string;
  missingWorkers: string | null;
  onReplay: (() => void) | null;
  trace: TraceState;
  tools: ToolsProps;
  hueOf(tensor: string): Hue;
  onDraw: (() => void) | null;
}

function Shown({ tab, puzzle, run, one, caseName, missingWorkers, onReplay, ...picture }: ShownProps) {
  const { trace, tools, hueOf, onDraw } = picture;
  const { verdict } = run;

  if (run.phase === "queued" && missingWorkers !== null)
    return <WorkerChecks run={run} detail={missingWorkers} />;
  switch (tab) {
    case "compare":
      return <LessonCompare puzzle={puzzle} run={run} caseName={caseName} />;
    case "output": {
      const blocks = (verdict?.output ?? run.output).filter(
        (block) => block.case === caseName && block.text !== "",
      );
      if (blocks.length === 0) {
        const isFirst = caseName === puzzle.cases[0]?.name;
        const prints = verdict !== null && !isFirst && onReplay !== null;
        return (
          <>
            <Nothing>{isFirst ? silence(verdict) : "Only the first case shows what it prints."}</Nothing>
            {prints ? (
              <p class="nothing">
                <button type="button" class="btn btn--s" onClick={onReplay}>
                  Run this case again to see what it prints
                </button>
              </p>
            ) : null}
          </>
        );
      }
      return <Printed blocks={blocks} grid={one?.grid ?? []} run={run} />;
    }
    case "picture":
      return (
        <PictureTab
          puzzle={puzzle}
          stated={puzzle.cases.find((known) => known.name === caseName) ?? null}
          one={one}
          trace={trace}
          tools={tools}
          hueOf={hueOf}
          onDraw={onDraw}
        />
      );
    case "notes":
      return <Notes verdict={verdict} />;
    case "mismatch":
      if (one?.mismatch && run.id)
        return (
          <MismatchView
            id={run.id}
            one={one}
            mismatch={one.mismatch}
            hue={hueOf(one.mismatch.tensor)}
            onReplay={onReplay}
          />
        );
      return (
        <Nothing>
          {verdict ? compared(one) : "Elements that differ from the expected ones are shown here."}
        </Nothing>
      );
  }
}

function compared(one: CaseVerdict | null): string {
  if (one?.outcome === "passed") return "Every element of this case agrees.";
  return one ? "In this case there was nothing to compare." : "This case was not judged.";
}

/** The tab that a visitor who chose none is shown. */
function fitting(run: RunState, one: CaseVerdict | null, isDemo: boolean): Evidence {
  const first = isDemo ? "compare" : "picture";
  if (!run.verdict) return !isDemo && (run.output.length > 0 || run.phase === "running") ? "output" : first;
  if (one && one.invalid_accesses.length > 0) return "picture";
  if (one?.mismatch) return isDemo ? "compare" : "mismatch";
  if (!isDemo && run.verdict.outcome !== "passed" && run.verdict.output.length > 0) return "output";
  return first;
}

/** The gutter's marks are those of the case that is shown, in whichever tab. */
export function useLineMarks(trace: TraceState, hueOf: (tensor: string) => Hue): void {
  const store = useContext(LineMarkContext);
  useEffect(() => {
    store.set(trace.phase === "ready" ? trace.marks(hueOf) : []);
  }, [trace, hueOf, store]);
}
