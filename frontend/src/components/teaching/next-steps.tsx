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
      <ul class="grow">
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
      </ul>
      <a class="btn btn--s btn--quiet" href={solutionsPath(teaching.puzzle.slug)}>
        Others’ solutions
      </a>
      <button type="button" class="btn btn--s" onClick={() => teaching.ask("solution")}>
        Open our solution
      </button>
    </section>
  );
}
