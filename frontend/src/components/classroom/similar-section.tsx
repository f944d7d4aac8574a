/** Solutions that are more alike than the class's usually are: to look at, and no verdict. */
import { useState } from "preact/hooks";
import { classroom } from "../../api/classroom";
import type { Classroom, GradedAssignment, Similar, SimilarPair } from "../../api/types";
import { showMoment } from "../../dates";
import { plural } from "../../numbers";
import { Problem } from "../account/parts";
import { useTask } from "../account/use-task";
import { CodeBlock } from "../teaching/code-block";
import type { Titles } from "./grades-tab";

interface Props {
  room: Classroom;
  assignment: GradedAssignment;
  titles: Titles;
}

export function SimilarSection({ room, assignment, titles }: Props) {
  const [found, setFound] = useState<Similar | null>(null);
  const { isBusy, problem, run } = useTask();
  return (
    <section class="room__part" aria-labelledby="similar-title">
      <h3 id="similar-title">Look at these two</h3>
      <p class="soft">
        Right answers to a small puzzle look alike by themselves. Here stand pairs that are far more alike
        than the class’s usually are and than the reference explains. That proves nothing: look, and ask.
      </p>
      {found ? (
        <ul class="similar">
          {found.puzzles.map((one) => (
            <li key={one.puzzle}>
              <p>
                <b>{titles.get(one.puzzle)?.title ?? one.puzzle}</b>
                <span class="soft">
                  {one.reason
                    ? `: ${one.reason}`
                    : one.pairs.length === 0
                      ? `: nothing stands out among ${plural(one.solutions, "solution")}.`
                      : `: ${plural(one.pairs.length, "pair")} among ${plural(one.solutions, "solution")}.`}
                </span>
              </p>
              {one.pairs.map((pair) => (
                <Pair key={`${pair.a.submission} ${pair.b.submission}`} pair={pair} usual={one.usual} />
              ))}
            </li>
          ))}
        </ul>
      ) : (
        <div class="row">
          <button
            type="button"
            class="btn btn--s"
            disabled={isBusy}
            onClick={() => run(async () => setFound(await classroom(room.id).similar(assignment.id)))}
          >
            Compare the solutions
          </button>
        </div>
      )}
      <Problem text={problem} />
    </section>
  );
}

function Pair({ pair, usual }: { pair: SimilarPair; usual: number | null }) {
  const percent = (part: number) => `${Math.round(part * 100)} %`;
  return (
    <details class="box similar__pair">
      <summary>
        {pair.a.name} and {pair.b.name}{" "}
        <span class="soft">
          alike to {percent(pair.likeness)}
          {usual === null ? "" : `, usual ${percent(usual)}`}. {pair.why}
        </span>
      </summary>
      <div class="similar__two">
        {[pair.a, pair.b].map((side) => (
          <div key={side.submission}>
            <p class="label">
              <b>{side.name}</b> <span class="soft">{showMoment(side.created_at)}</span>
            </p>
            <CodeBlock label={`Source of ${side.name}`} source={side.source} isNumbered />
          </div>
        ))}
      </div>
    </details>
  );
}
