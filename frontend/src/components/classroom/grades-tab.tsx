/** Grades of a class: a table that explains each of its cells, and the files to take along. */
import { useMemo, useState } from "preact/hooks";
import { classroom } from "../../api/classroom";
import type { CsvForm, Grade, GradedAssignment, GradeRow, Grades } from "../../api/types";
import { useCatalogue } from "../../catalogue";
import { columnsOf } from "../../classroom/columns";
import { gradeInWords } from "../../classroom/grade-words";
import { useLoaded } from "../../classroom/use-loaded";
import { showIn } from "../../classroom/zone";
import { plural, showNumber } from "../../numbers";
import type { TabProps } from "../../pages/classroom";
import { Icon } from "../icon";
import { TryAgain } from "../try-again";
import { AgainSection } from "./again-section";
import { GradeTable } from "./grade-table";
import { SimilarSection } from "./similar-section";
import "../../styles/class-forms.css";

const FORMS: Record<CsvForm, string> = { plain: "CSV", canvas: "CSV for Canvas", moodle: "CSV for Moodle" };

export interface ChosenCell {
  row: GradeRow;
  grade: Grade;
}

export function GradesTab({ room }: TabProps) {
  const [assignment, setAssignment] = useState(() => new URLSearchParams(location.search).get("assignment"));
  const api = classroom(room.id);
  const { value: given } = useLoaded(`${room.id} assignments`, () => api.assignments());
  const { value, error, reload } = useLoaded(`${room.id} ${assignment}`, () => api.grades(assignment));
  const { catalogue } = useCatalogue();
  const [chosen, setChosen] = useState<ChosenCell | null>(null);
  const titles = useMemo(() => {
    const all = [...(catalogue?.demos ?? []), ...(catalogue?.puzzles ?? [])];
    const slugs = [...new Set(value?.assignments.flatMap((one) => one.puzzles) ?? [])];
    const listed = slugs.map((puzzle) => ({
      puzzle,
      title: all.find((one) => one.slug === puzzle)?.title ?? puzzle,
    }));
    return new Map(columnsOf(listed, catalogue).map((one) => [one.slug, one]));
  }, [value, catalogue]);
  const one = value?.assignments.length === 1 ? value.assignments[0] : null;
  const choose = (id: string | null) => {
    history.replaceState(null, "", id ? `${location.pathname}?assignment=${id}` : location.pathname);
    setAssignment(id);
    setChosen(null);
  };
  return (
    <main class="page acc room__page room__page--wide">
      <div class="page__h room__h">
        <div class="grow">
          <h2>Grades</h2>
          <p class="soft">
            {value ? `Reckoned from the stored verdicts, ${showIn(room.time_zone, value.now)}.` : ""}
          </p>
        </div>
        <label class="cb__pick">
          <span class="sr">Assignment</span>
          <select value={assignment ?? ""} onChange={(event) => choose(event.currentTarget.value || null)}>
            <option value="">All assignments</option>
            {given?.assignments.map((each) => (
              <option key={each.id} value={each.id}>
                {each.title}
              </option>
            ))}
          </select>
        </label>
        {room.rights.includes("export_grades") && value && value.rows.length > 0 ? (
          <div class="row" role="group" aria-label="Files to take along">
            {(Object.keys(FORMS) as CsvForm[]).map((form) => (
              <a key={form} class="btn btn--s" href={api.csvPath(form, assignment)} download>
                <Icon name="download" /> {FORMS[form]}
              </a>
            ))}
            <a class="btn btn--s" href={api.zipPath(assignment)} download>
              <Icon name="download" /> Solutions (ZIP)
            </a>
          </div>
        ) : null}
      </div>
      <TryAgain error={error} onAgain={reload} />
      {value ? (
        value.assignments.length === 0 || value.rows.length === 0 ? (
          <p class="box room__empty">
            {value.assignments.length === 0
              ? "There is nothing to grade yet: assign puzzles first."
              : "There is nobody to grade yet: nobody has joined."}
          </p>
        ) : (
          <>
            <GradeTable grades={value} columns={titles} chosen={chosen} onChoose={setChosen} />
            <Explained chosen={chosen} grades={value} titles={titles} />
            {value.assignments.map((each) => (
              <p key={each.id} class="label soft">
                <b>{each.title}:</b> {each.policy}
              </p>
            ))}
          </>
        )
      ) : null}
      {one && room.rights.includes("rejudge") ? (
        <AgainSection
          key={`again ${one.id}`}
          room={room}
          assignment={one}
          titles={titles}
          onApplied={reload}
        />
      ) : null}
      {one && room.rights.includes("see_likeness") ? (
        <SimilarSection key={`similar ${one.id}`} room={room} assignment={one} titles={titles} />
      ) : null}
      {!one && value && value.assignments.length > 1 ? (
        <p class="soft">
          {room.rights.includes("rejudge")
            ? "Choose one assignment to judge a puzzle of it again, or to look for solutions that are much alike."
            : ""}
        </p>
      ) : null}
    </main>
  );
}

export type Titles = ReadonlyMap<string, { short: string; title: string }>;

interface ExplainedProps {
  chosen: ChosenCell | null;
  grades: Grades;
  titles: Titles;
}

/** In a place of its own, so that nothing moves when a cell is chosen. */
function Explained({ chosen, grades, titles }: ExplainedProps) {
  const assignment = grades.assignments.find((one: GradedAssignment) => one.id === chosen?.grade.assignment);
  return (
    <div class="box explained" role="status">
      {chosen ? (
        <>
          <p>
            <b>
              {chosen.row.name}, {titles.get(chosen.grade.puzzle)?.title ?? chosen.grade.puzzle}
            </b>
            {grades.assignments.length > 1 ? `, ${assignment?.title}` : ""}: {gradeInWords(chosen.grade)}.
          </p>
          <p class="soft">
            {chosen.grade.explanation} {plural(chosen.grade.attempts, "run")}.
          </p>
        </>
      ) : (
        <p class="soft">
          Choose a cell to see why it is so many points. L: late. ×: too late to count. –: there is still
          time. *: after the solution was opened, or identical to a published one. In all{" "}
          {showNumber(grades.most)}.
        </p>
      )}
    </div>
  );
}
