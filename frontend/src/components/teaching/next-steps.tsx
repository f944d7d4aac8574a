/** After a pass: what to try next, below the evidence. */
import type { Verdict } from "../../api/types";
import { memoryTold } from "../../memory-score";
import { solutionsPath } from "../../route";
import { useTeaching } from "../../teaching";
import { Icon } from "../icon";
import { Line } from "../prose";

export function NextSteps({ verdict, chosen }: { verdict: Verdict; chosen: string }) {
  const teaching = useTeaching();
  if (!teaching || verdict.outcome !== "passed" || teaching.puzzle.kind === "demo") return null;
  const loadLess = memoryTold(verdict, chosen)?.next;
  const { further } = teaching.puzzle;
  return (
    <section class="nexts" aria-label="What to try next">
      <ul>
        {loadLess ? (
          <li>
            <Icon name="results" />
            <span class="grow">{loadLess}</span>
          </li>
        ) : null}
        {further ? (
          <li>
            <Icon name="hint" />
            <span class="grow">
              <Line text={further} />
            </span>
          </li>
        ) : null}
        <li>
          <Icon name="statement" />
          <span class="grow">Read our solution, and why it is written that way</span>
          <a class="btn btn--s btn--quiet" href={solutionsPath(teaching.puzzle.slug)}>
            Others’<span class="sr"> solutions</span>
          </a>
          <button type="button" class="btn btn--s btn--quiet" onClick={() => teaching.ask("solution")}>
            Open<span class="sr"> our solution</span> <Icon name="forward" />
          </button>
        </li>
      </ul>
    </section>
  );
}
