/** One sentence on what is true, then what to do; before a verdict, where the run is. */
import type { Puzzle } from "../api/types";
import { plural } from "../numbers";
import type { RunState } from "../run/state";
import { diagnose } from "../words";
import { Coded } from "./coded";
import { LineLink } from "./line-link";
import { Keys } from "./shell/keys";

interface Props {
  puzzle: Puzzle;
  run: RunState;
  missingWorkers: string | null;
}

export function Diagnosis({ puzzle, run, missingWorkers }: Props) {
  return (
    <div class="diag">
      {run.verdict ? (
        <Found puzzle={puzzle} run={run} />
      ) : (
        <Ahead run={run} missingWorkers={missingWorkers} />
      )}
    </div>
  );
}

function Found({ puzzle, run }: { puzzle: Puzzle; run: RunState }) {
  if (!run.verdict) return null;
  const { lead, rest, detail, line, column } = diagnose(puzzle, run.verdict);
  const { warnings, notes } = run.verdict;
  const more = warnings.length + notes.length;
  return (
    <>
      <p>
        {lead ? (
          <b>
            <Coded text={lead} />
          </b>
        ) : null}
        <Coded text={rest} />
      </p>
      <p>
        {detail ? <Coded text={detail} /> : null}
        {line !== null ? (
          <>
            {detail ? " " : null}Look at <LineLink line={line} column={column} />.
          </>
        ) : null}
        {more > 0 ? ` ${plural(more, "note")} below, under Notes.` : null}
      </p>
    </>
  );
}

function Ahead({ run, missingWorkers }: { run: RunState; missingWorkers: string | null }) {
  if (run.problem) {
    return (
      <>
        <p>
          <b>{run.problem.message}</b>
        </p>
        <p>
          {run.problem.ours
            ? "Your draft is kept in this browser. Press Run when you want to try again."
            : "Nothing was counted."}
        </p>
      </>
    );
  }
  if (run.lost) {
    return (
      <>
        <p>
          <b>The connection is lost.</b> Your run goes on; this page joins it again when it can.
        </p>
        <p>You do not need to press Run again.</p>
      </>
    );
  }
  if (run.phase === "queued" && missingWorkers !== null) {
    return (
      <>
        <p>
          <b>No worker answers.</b> This is our side, not your kernel.
        </p>
        <p>
          Your run is stored and will be judged when a worker is back. You do not need to press Run again.
        </p>
      </>
    );
  }
  if (run.phase === "queued" || run.phase === "sending") {
    const ahead = (run.position ?? 1) - 1;
    return (
      <>
        <p>
          {ahead > 0
            ? `${plural(ahead, "run")} ${ahead === 1 ? "is" : "are"} ahead of you.`
            : "Your run is next."}
        </p>
        <p>You can go on editing meanwhile; the code as you sent it is judged.</p>
      </>
    );
  }
  if (run.phase === "running") {
    return (
      <>
        <p>Your kernel runs on the interpreter.</p>
        <p>What it prints in the first case appears below as it comes.</p>
      </>
    );
  }
  return (
    <>
      <p>Run your kernel to see what it does.</p>
      <p>
        Nothing is lost by a wrong run.
        <span class="not-phone">
          {" "}
          <Keys keys="Mod+Enter" /> runs from anywhere on this page.
        </span>
      </p>
    </>
  );
}
