/** A student's run, as their teacher reads it: what came of it, what changed since the one before, what it printed. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Attempt, Puzzle } from "../../api/types";
import { along, anchor, rove } from "../../classroom/roving";
import { showMoment } from "../../dates";
import { hues } from "../../hues";
import { plural } from "../../numbers";
import { diagnose } from "../../words";
import { Glyph, type State, stateWord } from "../glyph";
import { DiffCount, DiffView } from "../keeping/diff-view";
import { lazy } from "../lazy";
import { CodeBlock } from "../teaching/code-block";
import "../../styles/keeping.css";

const OutputView = lazy(() => import("../output/output-view").then((part) => part.OutputView));

interface LineProps {
  attempts: readonly Attempt[];
  shown: string;
  short: string;
  hasMore: boolean;
  onChoose(id: string): void;
}

export function RunLine({ attempts, shown, short, hasMore, onChoose }: LineProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => (host.current ? rove(host.current, "button", along) : undefined), []);
  useEffect(() => anchor(host.current, "button"));
  const [first, last] = [attempts[0], attempts.at(-1)];
  return (
    <div class="side__part">
      <div class="row">
        <h3 class="grow">
          Runs of puzzle {short}
          {hasMore ? ", the last fifty" : ""}
        </h3>
        {first && last ? (
          <span class="label quiet">
            {showMoment(first.created_at)}
            {first === last ? "" : ` to ${showMoment(last.created_at)}`}
          </span>
        ) : null}
      </div>
      <div class="runs" role="group" aria-label="Runs in order" ref={host}>
        {attempts.map((one, at) => (
          <button
            key={one.id}
            type="button"
            tabIndex={-1}
            class={one.is_counted ? "" : "is-replay"}
            aria-pressed={one.id === shown}
            aria-label={`Run ${at + 1}: ${stateOf(one) === "waiting" ? "not judged yet" : stateWord(stateOf(one)).toLowerCase()}`}
            onClick={() => onChoose(one.id)}
          >
            <Glyph state={stateOf(one)} />
          </button>
        ))}
      </div>
    </div>
  );
}

function stateOf({ outcome }: Attempt): State {
  return outcome ?? "waiting";
}

type Part = "changes" | "source" | "output";
const PARTS: Record<Part, string> = { changes: "Changes", source: "Source", output: "Output" };

interface ViewProps {
  attempt: Attempt;
  before: Attempt | null;
  number: number;
  beforeNumber: number;
  puzzle: Puzzle | null;
  /** How many others fail in the same way. */
  others: number;
  onGroup(): void;
}

export function AttemptView({ attempt, before, number, beforeNumber, puzzle, others, onGroup }: ViewProps) {
  const { source, verdict, outcome } = attempt;
  const canCompare = source !== null && before?.source != null;
  const [part, setPart] = useState<Part>(canCompare ? "changes" : "source");
  const parameterHues = useMemo(() => {
    const tensors = puzzle?.tensors ?? [];
    const hue = hues(tensors);
    return new Map(tensors.map((tensor) => [tensor.parameter, hue.get(tensor.name) ?? "t1"]));
  }, [puzzle]);
  const said = useMemo(() => {
    if (!verdict || !puzzle || !outcome || outcome === "passed") return null;
    return diagnose(puzzle, verdict);
  }, [verdict, puzzle, outcome]);
  const blocks = verdict?.output.filter((block) => block.text !== "") ?? [];
  return (
    <>
      <div class="side__part stack">
        <p class="side__outcome">
          <Glyph state={stateOf(attempt)} />
          <b>
            Run {number}
            {outcome ? `, ${stateWord(outcome).toLowerCase()}` : ", not judged yet"}
          </b>
          {attempt.is_counted ? null : <span class="tag">one case again, not counted</span>}
          {attempt.device === "gpu" ? <span class="tag">GPU</span> : null}
        </p>
        {said ? (
          <p>
            {said.lead}
            {said.rest} {said.line ? `Line ${said.line}. ` : ""}
            <span class="soft">{said.detail}</span>
          </p>
        ) : attempt.diagnosis ? (
          <p>{attempt.diagnosis}</p>
        ) : null}
        {others > 0 ? (
          <p class="soft">
            {plural(others, "other fails", "others fail")} in the same way.{" "}
            <button type="button" class="link" onClick={onGroup}>
              Show them alone
            </button>
          </p>
        ) : null}
      </div>
      <div class="side__part side__parts">
        <h3 class="grow">
          {part === "changes" && before ? `What changed from run ${beforeNumber}` : PARTS[part]}
        </h3>
        <fieldset class="seg">
          <legend class="sr">What to read</legend>
          {(Object.keys(PARTS) as Part[]).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={part === one}
              disabled={one === "changes" && !canCompare}
              onClick={() => setPart(one)}
            >
              {PARTS[one]}
            </button>
          ))}
        </fieldset>
      </div>
      {part === "changes" && source !== null && before?.source != null ? (
        source === before.source ? (
          <p class="side__part soft">The same source as before.</p>
        ) : (
          <>
            <p class="sr">
              <DiffCount before={before.source} after={source} />
            </p>
            <DiffView before={before.source} after={source} label={`Changes from run ${beforeNumber}`} />
          </>
        )
      ) : null}
      {part === "source" ? (
        source === null ? (
          <p class="side__part soft">The source is no longer kept on this server.</p>
        ) : (
          <div class="side__code">
            <CodeBlock
              label="Source"
              source={source}
              hues={parameterHues}
              isNumbered
              line={said?.line ?? null}
            />
          </div>
        )
      ) : null}
      {part === "output" ? (
        blocks.length > 0 && verdict ? (
          <div class="side__out">
            <OutputView
              blocks={blocks}
              grid={verdict.cases[0]?.grid ?? []}
              isLive={false}
              printed={verdict.output_truncated ? verdict.output_characters : null}
              isStopped={verdict.outcome === "output_limit"}
            />
          </div>
        ) : (
          <p class="side__part soft">Nothing was printed.</p>
        )
      ) : null}
    </>
  );
}
