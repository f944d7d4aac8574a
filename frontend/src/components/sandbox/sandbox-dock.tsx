/** On a phone: which part of the sandbox is shown, and Run under the thumb. */
import { isActive, type RunState } from "../../run/state";
import { Glyph, type State } from "../glyph";
import { Icon } from "../icon";

export type SandboxPane = "launch" | "code" | "results";

interface Props {
  pane: SandboxPane;
  run: RunState;
  onPane(pane: SandboxPane): void;
  onRun(): void;
  onCancel(): void;
}

const TABS: readonly [SandboxPane, string, "statement" | "code" | "results"][] = [
  ["code", "Code", "code"],
  ["launch", "Launch", "statement"],
  ["results", "Results", "results"],
];

export function SandboxDock({ pane, run, onPane, onRun, onCancel }: Props) {
  const glyph = resultGlyph(run);
  return (
    <nav class="dock" aria-label="Panes">
      {TABS.map(([name, label, icon]) => (
        <button
          key={name}
          type="button"
          class="dock__tab"
          aria-current={pane === name}
          onClick={() => onPane(name)}
        >
          {name === "results" && glyph ? <Glyph state={glyph} /> : <Icon name={icon} />}
          {label}
        </button>
      ))}
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
