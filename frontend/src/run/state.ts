/** A run as the page knows it: what its events have told so far. */
import type { Outcome, OutputBlock, RunEvent, Verdict } from "../api/types";

export type Phase = "idle" | "sending" | "queued" | "running" | "done" | "unsent";

/**
 * cases: the outcome of each case that is judged. output: one block for each stretch of one program's text.
 * lost: nothing answers at the moment. problem: why the run could not be sent.
 */
export interface RunState {
  phase: Phase;
  id: string | null;
  position: number | null;
  current: string | null;
  cases: Readonly<Record<string, Outcome>>;
  output: readonly OutputBlock[];
  verdict: Verdict | null;
  lost: boolean;
  problem: { message: string; ours: boolean } | null;
}

export const IDLE: RunState = {
  phase: "idle",
  id: null,
  position: null,
  current: null,
  cases: {},
  output: [],
  verdict: null,
  lost: false,
  problem: null,
};

export function isActive(state: RunState): boolean {
  return state.phase === "sending" || state.phase === "queued" || state.phase === "running";
}

/** A run that was over before the page was loaded. */
export function finished(id: string, verdict: Verdict): RunState {
  const cases = Object.fromEntries(verdict.cases.map((one) => [one.name, one.outcome]));
  return { ...IDLE, phase: "done", id, cases, verdict };
}

export function advance(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case "queued":
      return { ...state, phase: "queued", position: event.position };
    case "started":
      // A run whose worker was lost starts again: what the first attempt said no longer holds.
      return { ...state, phase: "running", current: event.cases[0] ?? null, cases: {}, output: [] };
    case "output":
      return { ...state, phase: "running", current: event.case, output: appended(state.output, event) };
    case "progress":
      return { ...state, phase: "running", cases: { ...state.cases, [event.case]: event.outcome } };
    case "verdict":
      return { ...state, phase: "done", verdict: event.verdict, lost: false };
    case "compile":
      return state; // it comes after the verdict, where nobody follows any more: see compiler/use-compilation
  }
}

function appended(output: readonly OutputBlock[], { case: name, program, text }: OutputBlock): OutputBlock[] {
  const last = output.at(-1);
  if (last && last.case === name && String(last.program) === String(program)) {
    return [...output.slice(0, -1), { ...last, text: last.text + text }];
  }
  return [...output, { case: name, program, text }];
}
