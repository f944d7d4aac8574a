/** Parts that the tabs of every run share. */
import type { OutputBlock, Verdict } from "../api/types";
import { showCount } from "../numbers";
import { isActive, type RunState } from "../run/state";
import { lazy } from "./lazy";

const OutputView = lazy(() => import("./output/output-view").then((part) => part.OutputView));

const NotesList = lazy(() => import("./notes-list").then((part) => part.NotesList), { ahead: true });

/** A tab's label with how many there are of what it shows. */
export function counted(label: string, count: number | undefined) {
  return (
    <>
      {label} {count === undefined ? null : <small>{showCount(count)}</small>}
    </>
  );
}

/** What is said where there is nothing to show. */
export function Nothing({ children }: { children: string }) {
  return <p class="nothing">{children}</p>;
}

export function Notes({ verdict }: { verdict: Verdict | null }) {
  if (verdict && noteCount(verdict) > 0) return <NotesList verdict={verdict} />;
  return (
    <Nothing>
      {verdict ? "There is nothing to note." : "Warnings and notes on your source are listed here."}
    </Nothing>
  );
}

export function noteCount(verdict: Verdict): number {
  return verdict.warnings.length + verdict.notes.length;
}

interface PrintedProps {
  blocks: readonly OutputBlock[];
  grid: readonly number[];
  run: RunState;
}

/** What a kernel printed, while it runs and after. */
export function Printed({ blocks, grid, run }: PrintedProps) {
  const { verdict } = run;
  return (
    <OutputView
      blocks={blocks}
      grid={grid}
      isLive={isActive(run)}
      printed={verdict?.output_truncated ? verdict.output_characters : null}
      isStopped={verdict?.outcome === "output_limit"}
    />
  );
}

/** Of how many programs something was printed; undefined for none. */
export function printers(blocks: readonly OutputBlock[]): number | undefined {
  return blocks.length > 0 ? new Set(blocks.map((block) => String(block.program))).size : undefined;
}

/** What a run that printed nothing is told. */
export function silence(verdict: Verdict | null): string {
  return verdict
    ? "Your kernel printed nothing."
    : "What your kernel prints appears here as it comes, one group a program.";
}
