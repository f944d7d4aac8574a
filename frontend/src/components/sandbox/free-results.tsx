/** What a free run came to: verdict, sentence, then tensors, prints, accesses and notes. */
import { useEffect, useState } from "preact/hooks";
import { decodeArrays, type NamedArray } from "../../api/arrays";
import { api } from "../../api/client";
import type { Puzzle } from "../../api/types";
import { hues } from "../../hues";
import { showCount } from "../../numbers";
import { isActive, type RunState } from "../../run/state";
import { CASE } from "../../sandbox/puzzle";
import { AccessTable } from "../access-table";
import { Diagnosis } from "../diagnosis";
import { NotesList } from "../notes-list";
import { Notice } from "../notice";
import { OutputView } from "../output/output-view";
import { TabList } from "../tab-list";
import { VerdictBar } from "../verdict-bar";
import { WorkerChecks } from "../worker-checks";
import { TensorValues } from "./tensor-values";

type Evidence = "tensors" | "output" | "accesses" | "notes";

const PANEL = "evidence";

interface Props {
  /** The launch that was sent, as a puzzle; before the first run the one that would be. */
  puzzle: Puzzle;
  run: RunState;
  missingWorkers: string | null;
  onCancel(): void;
  onSeed(seed: number): void;
}

export function FreeResults({ puzzle, run, missingWorkers, onCancel, onSeed }: Props) {
  const [chosen, setChosen] = useState<Evidence | null>(null);
  const { verdict } = run;
  const one = verdict?.cases[0] ?? null;
  const blocks = (verdict?.output ?? run.output).filter((block) => block.text !== "");
  const notes = verdict ? verdict.warnings.length + verdict.notes.length : undefined;
  const tab = chosen ?? fitting(run);
  const tabs = [
    { id: "tensors" as const, label: counted("Tensors", undefined) },
    { id: "output" as const, label: counted("Output", programs(blocks)) },
    { id: "accesses" as const, label: counted("Accesses", one?.invalid_accesses.length) },
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
      <div class="tabs">
        <TabList<Evidence> name="Evidence" tabs={tabs} chosen={tab} panel={PANEL} onChoose={setChosen} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus */}
      <div class="pane__body" id={PANEL} role="tabpanel" aria-label="Evidence" tabIndex={0}>
        {run.phase === "queued" && missingWorkers !== null ? (
          <WorkerChecks run={run} detail={missingWorkers} />
        ) : (
          <Shown tab={tab} puzzle={puzzle} run={run} />
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

/** The tabs of evidence. A picture of the accesses is one more of them: it takes the case `run` and the run's id. */
function Shown({ tab, puzzle, run }: { tab: Evidence; puzzle: Puzzle; run: RunState }) {
  const { verdict } = run;
  const one = verdict?.cases[0] ?? null;
  const hue = hues(puzzle.tensors);
  const hueOf = (tensor: string) => hue.get(tensor) ?? "";
  switch (tab) {
    case "tensors":
      if (verdict && one && run.id) return <Tensors key={run.id} id={run.id} puzzle={puzzle} hueOf={hueOf} />;
      return (
        <Nothing>
          {verdict
            ? "The kernel did not run, so there is nothing to show."
            : "Every tensor of the launch is shown here as the kernel left it."}
        </Nothing>
      );
    case "output": {
      const blocks = (verdict?.output ?? run.output).filter((block) => block.text !== "");
      if (blocks.length === 0)
        return (
          <Nothing>
            {verdict
              ? "Your kernel printed nothing."
              : "What your kernel prints appears here as it comes, one group a program."}
          </Nothing>
        );
      return (
        <OutputView
          blocks={blocks}
          grid={one?.grid ?? puzzle.grid.map(Number)}
          isLive={isActive(run)}
          printed={verdict?.output_truncated ? verdict.output_characters : null}
          isStopped={verdict?.outcome === "output_limit"}
        />
      );
    }
    case "accesses":
      if (one && one.invalid_accesses.length > 0) return <AccessTable one={one} hueOf={hueOf} />;
      return (
        <Nothing>
          {one ? "No lane left its tensor." : "Lanes that leave their tensor are listed here."}
        </Nothing>
      );
    case "notes":
      if (verdict && verdict.warnings.length + verdict.notes.length > 0)
        return <NotesList verdict={verdict} />;
      return (
        <Nothing>
          {verdict ? "There is nothing to note." : "Warnings and notes on your source are listed here."}
        </Nothing>
      );
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

function Nothing({ children }: { children: string }) {
  return <p class="nothing">{children}</p>;
}

/** The tab that a visitor who chose none is shown. */
function fitting(run: RunState): Evidence {
  if (!run.verdict) return run.output.length > 0 ? "output" : "tensors";
  if (run.verdict.cases[0]?.invalid_accesses.length) return "accesses";
  if (run.verdict.outcome !== "ran" && run.verdict.output.length > 0) return "output";
  return "tensors";
}

function programs(blocks: readonly { program: unknown }[]): number | undefined {
  return blocks.length > 0 ? new Set(blocks.map((block) => String(block.program))).size : undefined;
}

function counted(label: string, count: number | undefined) {
  return (
    <>
      {label} {count === undefined ? null : <small>{showCount(count)}</small>}
    </>
  );
}
