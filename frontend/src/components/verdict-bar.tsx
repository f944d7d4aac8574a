/** The verdict word, or where a run is on its way to one. Its height never changes. */
import type { Puzzle } from "../api/types";
import { isActive, type RunState } from "../run/state";
import type { Replaying, ReplayOf } from "../run/use-replay";
import { OUTCOMES, place, summary } from "../words";
import { Glyph, type State } from "./glyph";
import { ShareButton } from "./sharing/share-button";
import { Keys } from "./shell/keys";

interface Props {
  puzzle: Puzzle;
  run: RunState;
  isWorkerMissing: boolean;
  nextPath: string | null;
  replay: Replaying | null;
  onCancel(): void;
}

export function VerdictBar({ puzzle, run, isWorkerMissing, nextPath, replay, onCancel }: Props) {
  const replayOf = replay?.of ?? null;
  const { tone, glyph, word, beside } = headline(puzzle, run, isWorkerMissing);
  return (
    <div class={`verdict verdict--${tone}`}>
      <div class="verdict__told" role="status">
        <Glyph state={glyph} large />
        <h2>{word}</h2>
        <span class="soft verdict__beside">{replayOf ? replayed(puzzle, replayOf) : beside}</span>
      </div>
      {isActive(run) ? (
        <button type="button" class="btn btn--s" onClick={onCancel}>
          Cancel <Keys keys="Escape" />
        </button>
      ) : null}
      {replay && replayOf && !isActive(run) ? (
        <button type="button" class="btn btn--s" onClick={replay.leave}>
          Back<span class="not-phone">to your run</span>
        </button>
      ) : null}
      {run.verdict && run.id ? <ShareButton run={run.id} verdict={run.verdict} /> : null}
      {run.verdict?.outcome === "passed" && nextPath && !replayOf ? (
        <a class="btn btn--s btn--main" href={nextPath}>
          Next <Keys keys="Alt+ArrowRight" />
        </a>
      ) : null}
    </div>
  );
}

function replayed(puzzle: Puzzle, { caseName }: ReplayOf): string {
  const title = puzzle.cases.find((one) => one.name === caseName)?.title ?? caseName;
  return `replay, never counted: “${title}” alone`;
}

interface Headline {
  tone: "none" | "run" | "ours" | "pass" | "fault";
  glyph: State;
  word: string;
  beside: string;
}

function headline(puzzle: Puzzle, run: RunState, isWorkerMissing: boolean): Headline {
  const cases = puzzle.cases.length;
  if (run.verdict) {
    const { tone, word } = OUTCOMES[run.verdict.outcome];
    return { tone, glyph: run.verdict.outcome, word, beside: summary(puzzle, run.verdict) };
  }
  if (run.lost)
    return { tone: "ours", glyph: "trouble", word: "Connection lost", beside: "your run goes on" };
  switch (run.phase) {
    case "idle":
    case "done":
      return {
        tone: "none",
        glyph: "slot",
        word: "Not run yet",
        beside: cases > 1 ? `${cases} cases are waiting` : "",
      };
    case "unsent":
      return { tone: "ours", glyph: "trouble", word: "Not run", beside: "" };
    case "sending":
      return { tone: "run", glyph: "waiting", word: "Sending", beside: "" };
    case "queued":
      if (isWorkerMissing)
        return { tone: "ours", glyph: "trouble", word: "Waiting for a worker", beside: "your run is kept" };
      return {
        tone: "run",
        glyph: "waiting",
        word: "Waiting",
        beside: run.position ? place(run.position) : "",
      };
    case "running": {
      const done = Object.keys(run.cases).length;
      const beside = cases > 1 ? `case ${Math.min(done + 1, cases)} of ${cases}` : "";
      return { tone: "run", glyph: "running", word: "Running", beside };
    }
  }
}
