/** On a phone: which pane is shown, and Run under the thumb. */
import type { RunState } from "../run/state";
import { isActive } from "../run/state";
import { Glyph, type State } from "./glyph";
import { Icon } from "./icon";

/** The panes of a puzzle's page. */
export type Pane = "statement" | "code" | "results";

/** One pane: its name, the word for it, its icon. */
export type DockTab<Name extends string> = readonly [
  name: Name,
  label: string,
  icon: "statement" | "code" | "results",
];

interface Props<Name extends string> {
  tabs: readonly DockTab<Name>[];
  pane: NoInfer<Name>;
  run: RunState;
  onPane(pane: NoInfer<Name>): void;
  onRun(): void;
  onCancel(): void;
}

/** The pane named "results" has the run's state for its icon, once there is one. */
export function Dock<Name extends string>({ tabs, pane, run, onPane, onRun, onCancel }: Props<Name>) {
  const glyph = resultGlyph(run);
  return (
    <nav class="dock" aria-label="Panes">
      {tabs.map(([name, label, icon]) => (
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
