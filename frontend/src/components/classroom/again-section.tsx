/** Judging a puzzle again for the whole class: whose verdict would change is shown before anything does. */
import { useEffect, useState } from "preact/hooks";
import { classroom } from "../../api/classroom";
import type { Classroom, GradedAssignment, Rejudge } from "../../api/types";
import { useLoaded } from "../../classroom/use-loaded";
import { showIn } from "../../classroom/zone";
import { plural, showNumber } from "../../numbers";
import { OUTCOMES } from "../../words";
import { Problem } from "../account/parts";
import { useTask } from "../account/use-task";
import { Glyph } from "../glyph";
import type { Titles } from "./grades-tab";

const POLL_MS = 1500;

interface Props {
  room: Classroom;
  assignment: GradedAssignment;
  titles: Titles;
  onApplied(): void;
}

export function AgainSection({ room, assignment, titles, onApplied }: Props) {
  const api = classroom(room.id);
  const { value, reload } = useLoaded(assignment.id, () => api.rejudges(assignment.id));
  const [puzzle, setPuzzle] = useState(assignment.puzzles[0] ?? "");
  const { isBusy, problem, run } = useTask();
  const latest = value?.rejudges[0] ?? null;
  const isRunning = latest?.state === "running";
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(reload, POLL_MS);
    return () => clearInterval(timer);
  }, [isRunning, reload]);
  const past = value?.rejudges.filter(({ state }) => state === "applied") ?? [];
  return (
    <section class="room__part" aria-labelledby="again-title">
      <h3 id="again-title">Judge a puzzle again</h3>
      <p class="soft">
        After a puzzle’s cases changed: every run that was sent for it is judged anew, in the background.
        Nothing changes before you have seen whose verdict would.
      </p>
      <div class="row">
        <label class="cb__pick">
          <span class="sr">Puzzle</span>
          <select value={puzzle} onChange={(event) => setPuzzle(event.currentTarget.value)}>
            {assignment.puzzles.map((slug) => (
              <option key={slug} value={slug}>
                {titles.get(slug)?.title ?? slug}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="btn btn--s"
          disabled={isBusy || isRunning || latest?.state === "judged"}
          onClick={() =>
            run(async () => {
              await api.rejudge(assignment.id, puzzle);
              reload();
            })
          }
        >
          Judge it again
        </button>
      </div>
      <Problem text={problem} />
      {latest && (isRunning || latest.state === "judged") ? (
        <Judged
          rejudge={latest}
          title={titles.get(latest.puzzle)?.title ?? latest.puzzle}
          isBusy={isBusy}
          onApply={() =>
            run(async () => {
              await api.applyRejudge(assignment.id, latest.id);
              reload();
              onApplied();
            })
          }
          onDrop={() =>
            run(async () => {
              await api.dropRejudge(assignment.id, latest.id);
              reload();
            })
          }
        />
      ) : null}
      {past.length > 0 ? (
        <ul class="label soft">
          {past.map((one) => (
            <li key={one.id}>
              {titles.get(one.puzzle)?.title ?? one.puzzle}: judged again by {one.by}, taken over{" "}
              {showIn(room.time_zone, one.applied_at ?? one.created_at)},{" "}
              {plural(one.changes.length, "verdict")} changed.
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

interface JudgedProps {
  rejudge: Rejudge;
  title: string;
  isBusy: boolean;
  onApply(): void;
  onDrop(): void;
}

function Judged({ rejudge, title, isBusy, onApply, onDrop }: JudgedProps) {
  const { total, done, failed, changes, grades, state } = rejudge;
  return (
    <div class="box again">
      <p role="status">
        <b>{title}</b>:{" "}
        {state === "running"
          ? `${done} of ${plural(total, "run")} judged again`
          : `${plural(total, "run")} judged again`}
        {failed > 0 ? `, ${failed} could not be` : ""}. {plural(changes.length, "verdict")} would change
        {state === "running" ? " so far" : ""}.
      </p>
      <progress max={Math.max(total, 1)} value={done} aria-label="Judged again" />
      {changes.length > 0 ? (
        <table class="people">
          <caption class="sr">Verdicts that would change</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Now</th>
              <th scope="col">Then</th>
              <th scope="col" class="num">
                Points
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => {
              const shift = grades.find((one) => one.member === change.member);
              return (
                <tr key={change.submission}>
                  <th scope="row">{change.name}</th>
                  <td>
                    <span class="again__word">
                      <Glyph state={change.before} /> {OUTCOMES[change.before].word}
                    </span>
                  </td>
                  <td>
                    <span class="again__word">
                      <Glyph state={change.after} /> {OUTCOMES[change.after].word}
                    </span>
                  </td>
                  <td class="num">
                    {shift ? `${showNumber(shift.before)} to ${showNumber(shift.after)}` : "as before"}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ) : null}
      <div class="row">
        {state === "judged" ? (
          <button type="button" class="btn btn--main" disabled={isBusy} onClick={onApply}>
            Take the new verdicts over
          </button>
        ) : null}
        <button type="button" class="btn" disabled={isBusy} onClick={onDrop}>
          Leave all as it is
        </button>
      </div>
    </div>
  );
}
