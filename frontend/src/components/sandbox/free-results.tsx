/** What a free run came to: verdict, sentence, then tensors, prints, accesses and notes. */
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { decodeArrays, type NamedArray } from "../../api/arrays";
import { api } from "../../api/client";
import type { Problem, Puzzle } from "../../api/types";
import { type Hue, hues } from "../../hues";
import type { RunState } from "../../run/state";
import { type TraceState, useTrace } from "../../run/use-trace";
import { CASE } from "../../sandbox/puzzle";
import { Diagnosis } from "../diagnosis";
import { counted, Notes, Nothing, noteCount, Printed, printers, silence } from "../evidence";
import { lazy } from "../lazy";
import { Notice } from "../notice";
import { PictureTab } from "../picture-tab";
import { Tools, type ToolsProps, useTools } from "../picture-tools";
import { useLineMarks } from "../results";
import { TabList } from "../tab-list";
import { VerdictBar } from "../verdict-bar";
import { WorkerChecks } from "../worker-checks";
import { TensorValues } from "./tensor-values";

const CompileLine = lazy(() => import("../compiler/compile-line").then((part) => part.CompileLine));

type Evidence = "tensors" | "picture" | "output" | "notes";

const PANEL = "evidence";

interface Props {
  /** The launch that was sent, as a puzzle; before the first run the one that would be. */
  puzzle: Puzzle;
  run: RunState;
  missingWorkers: string | null;
  /** The source that was sent. */
  source: string;
  onCancel(): void;
  onSeed(seed: number): void;
  /** Told what keeps the kernel from compiling for a GPU; null where nothing does. */
  onCompileProblem(problem: Problem | null): void;
}

const NO_OTHERS: readonly never[] = [];

export function FreeResults({
  puzzle,
  run,
  missingWorkers,
  source,
  onCancel,
  onSeed,
  onCompileProblem,
}: Props) {
  const [chosen, setChosen] = useState<Evidence | null>(null);
  const { verdict } = run;
  const one = verdict?.cases[0] ?? null;
  const blocks = (verdict?.output ?? run.output).filter((block) => block.text !== "");
  const notes = verdict ? noteCount(verdict) : undefined;
  const tab = chosen ?? fitting(run);
  const hue = useMemo(() => hues(puzzle.tensors), [puzzle]);
  const hueOf = useCallback((tensor: string) => hue.get(tensor) ?? "t1", [hue]);
  const trace = useTrace(run.id, one).state;
  useLineMarks(trace, hueOf);
  const tools = useTools();
  const tabs = [
    { id: "tensors" as const, label: counted("Tensors", undefined) },
    { id: "picture" as const, label: counted("Picture", undefined) },
    { id: "output" as const, label: counted("Output", printers(blocks)) },
    { id: "notes" as const, label: counted("Notes", notes) },
  ];
  return (
    <section class="pane pane--res" aria-label="Results">
      <VerdictBar
        puzzle={puzzle}
        run={run}
        isWorkerMissing={missingWorkers !== null}
        nextPath={null}
        replay={null}
        onCancel={onCancel}
      />
      <Diagnosis puzzle={puzzle} run={run} missingWorkers={missingWorkers} />
      {verdict && run.id ? (
        <CompileLine
          key={run.id}
          id={run.id}
          verdict={verdict}
          source={source}
          title="Sandbox"
          cases={puzzle.cases}
          others={NO_OTHERS}
          onProblem={onCompileProblem}
        />
      ) : null}
      <div class="tabs">
        <TabList<Evidence> name="Evidence" tabs={tabs} chosen={tab} panel={PANEL} onChoose={setChosen} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus */}
      <div class="pane__body" id={PANEL} role="tabpanel" aria-label="Evidence" tabIndex={0}>
        {run.phase === "queued" && missingWorkers !== null ? (
          <WorkerChecks run={run} detail={missingWorkers} />
        ) : (
          <Shown tab={tab} puzzle={puzzle} run={run} trace={trace} tools={tools} hueOf={hueOf} />
        )}
      </div>
      {verdict ? (
        <div class="status">
          <span>
            Interpreter, Triton {verdict.triton_version || "–"}, seed {verdict.seed}
          </span>
          {one ? (
            <button type="button" class="link" onClick={() => onSeed(verdict.seed)}>
              Keep this seed
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
  trace: TraceState;
  tools: ToolsProps;
  hueOf(tensor: string): Hue;
}

function Shown({ tab, puzzle, run, trace, tools, hueOf }: ShownProps) {
  const { verdict } = run;
  const one = verdict?.cases[0] ?? null;
  switch (tab) {
    case "picture":
      return (
        <>
          {trace.phase === "ready" ? (
            <div class="sbx__tools">
              <Tools {...tools} />
            </div>
          ) : null}
          <PictureTab
            puzzle={puzzle}
            stated={puzzle.cases[0] ?? null}
            one={one}
            trace={trace}
            tools={tools}
            hueOf={hueOf}
            onDraw={null}
          />
        </>
      );
    case "tensors":
      if (hasTensors(run) && run.id)
        return <Tensors key={run.id} id={run.id} puzzle={puzzle} hueOf={hueOf} />;
      return (
        <Nothing>
          {verdict
            ? "The kernel did not come to its end, so there is nothing to show."
            : "Every tensor of the launch is shown here as the kernel left it."}
        </Nothing>
      );
    case "output": {
      const blocks = (verdict?.output ?? run.output).filter((block) => block.text !== "");
      if (blocks.length === 0) return <Nothing>{silence(verdict)}</Nothing>;
      return <Printed blocks={blocks} grid={one?.grid ?? puzzle.grid.map(Number)} run={run} />;
    }
    case "notes":
      return <Notes verdict={verdict} />;
  }
}

interface TensorsProps {
  id: string;
  puzzle: Puzzle;
  hueOf(tensor: string): string;
}

function Tensors({ id, puzzle, hueOf }: TensorsProps) {
  const [arrays, setArrays] = useState<readonly NamedArray[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let ended = false;
    api.arrays(id, CASE).then(
      (buffer) => ended || setArrays(decodeArrays(buffer)),
      (error: unknown) => ended || setProblem(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      ended = true;
    };
  }, [id]);
  if (problem !== null)
    return (
      <div class="notes">
        <Notice>{problem} Run again to see the tensors.</Notice>
      </div>
    );
  if (arrays === null) return <Nothing>Fetching the tensors.</Nothing>;
  const found = (kind: NamedArray["kind"], name: string) =>
    arrays.find((array) => array.kind === kind && array.name === name) ?? null;
  // What the kernel made comes first: it is what one looks for
  const order = [...puzzle.tensors].sort((a, b) => Number(b.role === "output") - Number(a.role === "output"));
  if (order.length === 0) return <Nothing>This launch has no tensors.</Nothing>;
  return (
    <>
      {order.map(({ name }) => {
        const after = found("actual", name);
        return after ? (
          <TensorValues
            key={name}
            name={name}
            hue={hueOf(name)}
            before={found("input", name)}
            after={after}
          />
        ) : null;
      })}
    </>
  );
}

/** Where the kernel was stopped on its way there are none. */
function hasTensors({ verdict }: RunState): boolean {
  const outcome = verdict?.cases[0]?.outcome;
  return outcome === "ran" || outcome === "invalid_access";
}

/** The tab that a visitor who chose none is shown. */
function fitting(run: RunState): Evidence {
  if (!run.verdict) return run.output.length > 0 ? "output" : "tensors";
  if (run.verdict.cases[0]?.invalid_accesses.length) return "picture";
  if (run.verdict.outcome !== "ran" && run.verdict.output.length > 0) return "output";
  return "tensors";
}
