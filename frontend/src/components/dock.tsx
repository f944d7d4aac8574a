/** On a phone: which pane is shown, and Run under the thumb. */
import type { RunState } from "../run/state";
import { isActive } from "../run/state";
import { Glyph, type State } from "./glyph";
import { Icon } from "./icon";

export type Pane = "statement" | "code" | "results";

interface Props {
  pane: Pane;
  run: RunState;
  onPane(pane: Pane): void;
  onRun(): void;
  onCancel(): void;
}

export function Dock({ pane, run, onPane, onRun, onCancel }: Props) {
  const tab = (name: Pane, label: string, icon: "statement" | "code" | "results") => (
    <button type="button" class="dock__tab" aria-current={pane === name} onClick={() => onPane(name)}>
      {name === "results" && resultGlyph(run) ? (
        <Glyph state={resultGlyph(run) as State} />
      ) : (
        <Icon name={icon} />
      )}
      {label}
    </button>
  );
  return (
    <nav class="dock" aria-label="Panes">
      {tab("statement", "Statement", "statement")}
      {tab("code", "Code", "code")}
      {tab("results", "Results", "results")}
      {isActive(run) ? (
        <button type="button" class="btn" onClick={onCancel}>
          Cancel
        </button>
      ) : (
        <button type="button" class="btn btn--main" onClick={onRun}>
          <Icon name="run" /> Run
        </button>
      )}
    </nav>
  );
}

function resultGlyph(run: RunState): State | null {
  if (run.verdict) return run.verdict.outcome;
  if (run.phase === "running") return "running";
  return isActive(run) ? "waiting" : null;
}
