/** Students by the puzzles of the assignments, in points; each cell can be chosen to be explained. */
import { useEffect, useRef } from "preact/hooks";
import type { Grades } from "../../api/types";
import { gradeInWords, STATES, showPoints } from "../../classroom/grade-words";
import { anchor, inTable, rove } from "../../classroom/roving";
import { showNumber } from "../../numbers";
import type { ChosenCell, Titles } from "./grades-tab";

interface Props {
  grades: Grades;
  columns: Titles;
  chosen: ChosenCell | null;
  onChoose(chosen: ChosenCell): void;
}

const BUTTONS = "[data-c]";

export function GradeTable({ grades, columns, chosen, onChoose }: Props) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => (host.current ? rove(host.current, BUTTONS, inTable) : undefined), []);
  useEffect(() => anchor(host.current, BUTTONS));
  return (
    <div class="box room__scroll grades" ref={host} role="group" aria-label="Grades">
      <table class="people">
        <thead>
          {grades.assignments.length > 1 ? (
            <tr>
              <td />
              {grades.assignments.map((one) => (
                <th key={one.id} scope="colgroup" colSpan={one.puzzles.length} class="grades__set">
                  {one.title}
                </th>
              ))}
              <td />
            </tr>
          ) : null}
          <tr>
            <th scope="col">Name</th>
            {grades.assignments.flatMap((one) =>
              one.puzzles.map((slug) => (
                <th key={`${one.id} ${slug}`} scope="col" class="c" title={columns.get(slug)?.title}>
                  <span aria-hidden="true">{columns.get(slug)?.short}</span>
                  <span class="sr">{columns.get(slug)?.title}</span>
                </th>
              )),
            )}
            <th scope="col" class="num">
              Points
            </th>
          </tr>
        </thead>
        <tbody>
          {grades.rows.map((row) => (
            <tr key={row.member}>
              <th scope="row">{row.name}</th>
              {row.cells.map((grade, at) => (
                <td key={`${grade.assignment} ${grade.puzzle}`} class="c">
                  <button
                    type="button"
                    tabIndex={-1}
                    data-c={at}
                    class={`grade is-${grade.state}`}
                    aria-pressed={chosen?.grade === grade}
                    onClick={() => onChoose({ row, grade })}
                  >
                    <span aria-hidden="true">
                      {showPoints(grade)}
                      <span class="grade__sign">
                        {STATES[grade.state].sign}
                        {grade.is_helped || grade.is_copied ? "*" : ""}
                      </span>
                    </span>
                    <span class="sr">
                      {row.name}, {columns.get(grade.puzzle)?.title}: {gradeInWords(grade)}
                    </span>
                  </button>
                </td>
              ))}
              <td class="num">
                <b>{showNumber(row.points)}</b> <span class="soft">of {showNumber(grades.most)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
