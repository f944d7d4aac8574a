/** An outcome as a shape: told apart without its hue. */
import type { ComponentChild } from "preact";
import type { Outcome } from "../api/types";
import { OUTCOMES } from "../words";

export type State = Outcome | "slot" | "waiting" | "running" | "trouble";

const body = (d: string, mark: string) => (
  <>
    <path class="o-body" d={d} />
    <path class="o-mark" d={mark} />
  </>
);
const ring = <circle class="o-line" cx="8" cy="8" r="6" />;
const round = body("M8 1a7 7 0 1 1-.01 0z", "m4.8 8.2 2.2 2.3 4.2-4.8");
const diamond = body("M8 .8 15.2 8 8 15.2.8 8z", "M8 4.600v3.800M8 10.900v.01");
const broken = (
  <>
    <path class="o-line" stroke-dasharray="3 2.5" d="M8 2a6 6 0 1 1-.01 0" />
    <path class="o-line" d="M8 5v3.500M8 11v.01" />
  </>
);

const SHAPES: Record<State, ComponentChild> = {
  passed: round,
  ran: round,
  wrong_answer: (
    <>
      <rect class="o-body" x="1" y="1" width="14" height="14" rx="2" />
      <path class="o-mark" d="M4.5 6.200h7M4.5 9.800h7M10 3.8 6 12.2" />
    </>
  ),
  invalid_access: (
    <>
      <path class="o-line" d="M8 1.900H2.900a1 1 0 0 0-1 1v10.200a1 1 0 0 0 1 1H8" />
      <rect class="o-body" x="6.5" y="3.5" width="9" height="9" rx="1.5" />
      <path class="o-mark" d="m8.8 5.8 4.4 4.400M13.2 5.800l-4.4 4.4" />
    </>
  ),
  compile_error: diamond,
  runtime_error: diamond,
  rejected: (
    <>
      {ring}
      <path class="o-line" d="M4 12 12 4" />
    </>
  ),
  time_limit: (
    <>
      {ring}
      <path class="o-line" d="M8 4.500V8l2.5 1.8" />
    </>
  ),
  memory_limit: (
    <>
      <rect class="o-line" x="2" y="5" width="12" height="8" rx="1" />
      <path class="o-line" d="M8 1v6M5.5 4.500 8 7l2.5-2.5" />
    </>
  ),
  output_limit: <path class="o-line" d="M2.5 3h11M2.5 6.500h11M2.5 10h6m2-.5 4 4m0-4-4 4" />,
  crashed: <path class="o-line" d="M9 1.500 4 9h4l-1 5.500L12 7H8z" />,
  cancelled: (
    <>
      {ring}
      <path class="o-line" d="M5 8h6" />
    </>
  ),
  internal_error: broken,
  trouble: broken,
  slot: <rect class="o-slot" x="2" y="2" width="12" height="12" rx="2" />,
  waiting: <circle class="o-line" cx="8" cy="8" r="6" stroke-dasharray="2 2.7" />,
  running: (
    <>
      <circle class="o-track" cx="8" cy="8" r="6" />
      <path class="o-line" d="M8 2a6 6 0 0 1 6 6" />
    </>
  ),
};

export function Glyph({ state, large = false }: { state: State; large?: boolean }) {
  const tone = state in OUTCOMES ? OUTCOMES[state as Outcome].tone : "ours";
  return (
    <svg class={`o o-${tone} ${large ? "o--l" : ""}`} viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[state]}
    </svg>
  );
}

/** The word of a state, for those who do not see its shape. */
export function stateWord(state: State): string {
  if (state in OUTCOMES) return OUTCOMES[state as Outcome].word;
  return state === "running" ? "Running" : "Not run yet";
}
