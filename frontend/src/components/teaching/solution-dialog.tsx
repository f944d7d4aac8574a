/** The reference solution with its explanation beside it, and what differs from the visitor's own. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { ApiError, api } from "../../api/client";
import type { Solution } from "../../api/types";
import { hues } from "../../hues";
import { diffLines } from "../../keeping/line-diff";
import type { Teaching } from "../../teaching";
import "../../styles/teaching.css";
import { Icon } from "../icon";
import { Notice } from "../notice";
import { Prose } from "../prose";
import { CodeBlock } from "./code-block";
import { DiffBlock } from "./diff-block";
import { useModal } from "./use-modal";

/** A verdict is shown a moment before the database has it. */
const TRIES = 5;
const TRY_AGAIN_MS = 400;

export function SolutionDialog({ teaching }: { teaching: Teaching }) {
  const { puzzle, source } = teaching;
  const dialog = useModal(() => teaching.ask(null));
  const { solution, problem, fetchIt } = useSolution(puzzle.slug);
  const [isComparing, setComparing] = useState(false);
  const parameterHues = useMemo(() => {
    const hue = hues(puzzle.tensors);
    return new Map(puzzle.tensors.map((tensor) => [tensor.parameter, hue.get(tensor.name) ?? "t1"]));
  }, [puzzle]);
  const diff = useMemo(() => (solution ? diffLines(source, solution.source) : []), [source, solution]);
  const changed = diff.filter((line) => line.kind !== "same").length;
  return (
    <dialog class="card sol" ref={dialog} aria-labelledby="solution-title">
      <form method="dialog" class="sol__h">
        <h2 id="solution-title">{puzzle.title}: our solution</h2>
        {teaching.gaveUp ? <span class="tag">Given up</span> : null}
        <span class="grow" />
        <button
          type="button"
          class="btn btn--s"
          aria-pressed={isComparing}
          disabled={!solution}
          onClick={() => setComparing((before) => !before)}
        >
          Compare with mine
        </button>
        <button type="submit" class="btn btn--icon btn--s btn--quiet" aria-label="Close">
          <Icon name="close" />
        </button>
      </form>
      {problem ? (
        <div class="sol__none">
          <Notice>
            <span class="grow">{problem}</span>
            <button type="button" class="btn btn--s" onClick={fetchIt}>
              Try again
            </button>
          </Notice>
        </div>
      ) : null}
      {!problem && !solution ? <p class="sol__none soft">Fetching the solution.</p> : null}
      {solution ? (
        <div class="sol__cols">
          <div class="sol__code">
            <p class="cap" role="status">
              {!isComparing
                ? "One way to write it. Yours may be another and as right."
                : changed === 0
                  ? "Yours and ours are the same, line for line."
                  : "Lines with − are yours alone, lines with + ours alone."}
            </p>
            {isComparing ? (
              <DiffBlock label="Yours against our solution" lines={diff} hues={parameterHues} />
            ) : (
              <CodeBlock label="Our solution" source={solution.source} hues={parameterHues} isNumbered />
            )}
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
          <div class="sol__why" tabIndex={0} role="group" aria-label="Why it is written that way">
            <h3>Why it is written that way</h3>
            {solution.explanation ? (
              <Prose text={solution.explanation} />
            ) : (
              <p class="soft">This puzzle comes without an explanation.</p>
            )}
          </div>
        </div>
      ) : null}
    </dialog>
  );
}

function useSolution(slug: string) {
  const [solution, setSolution] = useState<Solution | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = (left: number) => {
      api.solution(slug).then(
        (found) => !ended && setSolution(found),
        (caught: unknown) => {
          if (ended) return;
          const isVeiled = caught instanceof ApiError && caught.code === "veiled";
          if (isVeiled && left > 1) timer = setTimeout(() => attempt(left - 1), TRY_AGAIN_MS);
          else setProblem(caught instanceof ApiError ? caught.message : String(caught));
        },
      );
    };
    setProblem(null);
    attempt(TRIES);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [slug, asked]);
  return { solution, problem, fetchIt: () => setAsked((before) => before + 1) };
}
