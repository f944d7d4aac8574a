/** The codes of the places that nobody has taken yet, to print and to cut apart. */
import type { Classroom, Member } from "../../api/types";
import { showCode } from "../../classroom/join-code";

interface Props {
  room: Classroom;
  students: readonly Member[];
  onBack(): void;
}

export function CodeList({ room, students, onBack }: Props) {
  const listed = students.filter(({ code }) => code !== null);
  const site = new URL(room.join_url ?? "/join", location.origin);
  return (
    <main class="page codes">
      <div class="page__h no-print">
        <div class="grow">
          <h2>List of codes</h2>
          <p class="soft">A strip for each student who has not joined. A code is good once.</p>
        </div>
        <button type="button" class="btn btn--main" onClick={() => print()}>
          Print
        </button>
        <button type="button" class="btn" onClick={onBack}>
          Back
        </button>
      </div>
      <ul class="codes__list">
        {listed.map((student) => (
          <li key={student.id}>
            <b>{student.name}</b>
            {student.number ? <span class="soft"> {student.number}</span> : null}
            <p>
              {room.name}. Open <span class="mono">{site.host}/join</span> and type
            </p>
            <p class="codes__code mono">{showCode(student.code ?? "")}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
