/** What a shared run came to: the word, the sentence, the score and the cases; and what came of running it again. */
import type { Puzzle, SharedSolution, Verdict } from "../../api/types";
import { memoryTold } from "../../memory-score";
import { showAgo, showCount } from "../../numbers";
import { isActive } from "../../run/state";
import type { Again } from "../../sharing/use-again";
import { diagnose, failingCase, OUTCOMES } from "../../words";
import { Glyph, stateWord } from "../glyph";
import { LineLink } from "../line-link";
import { MemoryFact } from "../teaching/memory-fact";

interface Props {
  shared: SharedSolution;
  puzzle: Puzzle | null;
  again: Again;
}

export function VerdictBox({ shared, puzzle, again }: Props) {
  const { verdict } = shared;
  const { tone, word } = OUTCOMES[verdict.outcome];
  const good = verdict.cases.filter((one) => one.outcome === "passed").length;
  const isRun = shared.kind === "run";
  const counted = verdict.cases.length > 0 && !isRun ? `${good} of ${verdict.cases.length} cases` : "";
  const chosen = failingCase(verdict)?.name ?? verdict.cases[0]?.name ?? "";
  return (
    <section class="box" aria-label="Verdict">
      <div class={`verdict verdict--${tone}`}>
        <Glyph state={verdict.outcome} large />
        <h2 class="grow">{word}</h2>
        <span class="soft">{counted}</span>
      </div>
      {puzzle && verdict.outcome !== "passed" ? <Found puzzle={puzzle} verdict={verdict} /> : null}
      {memoryTold(verdict, chosen) ? <MemoryFact verdict={verdict} chosen={chosen} /> : null}
      {isRun || verdict.cases.length === 0 ? null : (
        <ul class="checks">
          {verdict.cases.map((one) => (
            <li key={one.name}>
              <Glyph state={one.outcome} />
              <span class="sr">{stateWord(one.outcome)}: </span>
              <span class="grow">{one.title}</span>
              <code class="quiet" title={named(one)}>
                {Object.values({ ...one.sizes, ...one.blocks })
                  .slice(0, 4)
                  .map(showCount)
                  .join(", ")}
              </code>
            </li>
          ))}
        </ul>
      )}
      {shared.veiled ? null : (
        <p class="share__again row" role="status">
          <Compared before={verdict} again={again} />
        </p>
      )}
    </section>
  );
}

function Found({ puzzle, verdict }: { puzzle: Puzzle; verdict: Verdict }) {
  const { lead, rest, detail, line } = diagnose(puzzle, verdict);
  return (
    <div class="share__found">
      <p class="prose">
        {lead ? <b>{lead}</b> : null}
        {rest}
      </p>
      {detail || line !== null ? (
        <p class="soft">
          {detail}{" "}
          {line !== null ? (
            <>
              Look at <LineLink line={line} />.
            </>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}

/** Whether the verdict is still what it was. */
function Compared({ before, again }: { before: Verdict; again: Again }) {
  const { state, judgedAt } = again;
  if (state.problem) return <span>{state.problem.message}</span>;
  if (isActive(state))
    return (
      <>
        <Glyph state={state.phase === "running" ? "running" : "waiting"} />
        <span class="soft">Running it again, with the same seed.</span>
      </>
    );
  if (!state.verdict) return <span class="soft">Run it again to see whether it is still so.</span>;
  const now = OUTCOMES[state.verdict.outcome].word.toLowerCase();
  const then = OUTCOMES[before.outcome].word.toLowerCase();
  const isOurs = OUTCOMES[state.verdict.outcome].tone === "ours";
  return (
    <>
      <Glyph state={state.verdict.outcome} />
      <span class="soft">
        Run again {showAgo(judgedAt, Date.now())}:{" "}
        {isOurs ? (
          <>it came to no verdict ({now}).</>
        ) : state.verdict.outcome === before.outcome ? (
          before.outcome === "passed" ? (
            "still passes."
          ) : (
            <>the same verdict, {now}.</>
          )
        ) : (
          <b>
            the verdict has changed from {then} to {now}
            {state.verdict.triton_version === before.triton_version
              ? "."
              : `, with Triton ${state.verdict.triton_version} in place of ${before.triton_version}.`}
          </b>
        )}
      </span>
    </>
  );
}

function named(one: Verdict["cases"][number]): string {
  return Object.entries({ ...one.sizes, ...one.blocks })
    .map(([name, value]) => `${name} = ${value}`)
    .join(", ");
}
