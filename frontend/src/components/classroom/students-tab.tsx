/** Who is in the class: the roster, each student's code, and what a teacher may do about each. */
import { useMemo, useState } from "preact/hooks";
import { classroom } from "../../api/classroom";
import type { Member } from "../../api/types";
import { isMeant } from "../../classroom/standing";
import { useLoaded } from "../../classroom/use-loaded";
import { plural } from "../../numbers";
import type { TabProps } from "../../pages/classroom";
import { Icon } from "../icon";
import { TryAgain } from "../try-again";
import { CodeList } from "./code-list";
import { type MemberAct, MemberDialog } from "./member-dialog";
import { MemberTable } from "./member-table";
import { RosterForm } from "./roster-form";
import "../../styles/class-forms.css";

export function StudentsTab({ room, onChange }: TabProps) {
  const { value, error, reload } = useLoaded(room.id, () => classroom(room.id).members());
  const [typed, setTyped] = useState("");
  const [isAdding, setAdding] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const [act, setAct] = useState<{ kind: MemberAct; member: Member } | null>(null);
  const students = useMemo(() => value?.filter(({ role }) => role === "student") ?? [], [value]);
  const shown = students.filter(({ name, email, number }) =>
    isMeant([name, email, number].filter(Boolean).join(" "), typed),
  );
  const mayChange = room.rights.includes("change_members");
  const mayCode = room.rights.includes("give_codes");
  const changed = () => {
    reload();
    classroom(room.id)
      .get()
      .then(onChange, () => {});
  };
  if (isPrinting) return <CodeList room={room} students={students} onBack={() => setPrinting(false)} />;
  const waiting = students.filter(({ has_joined }) => !has_joined).length;
  return (
    <main class="page acc room__page">
      <div class="page__h">
        <div class="grow">
          <h2>Students</h2>
          <p class="soft" role="status">
            {value ? countOf(students.length - waiting, waiting) : ""}
          </p>
        </div>
        {mayCode && waiting > 0 ? (
          <button type="button" class="btn" onClick={() => setPrinting(true)}>
            <Icon name="statement" /> List of codes
          </button>
        ) : null}
        {mayChange && !isAdding ? (
          <button type="button" class="btn btn--main" onClick={() => setAdding(true)}>
            Bring in a roster
          </button>
        ) : null}
      </div>
      <TryAgain error={error} onAgain={reload} />
      {isAdding ? (
        <RosterForm
          room={room}
          onDone={changed}
          onPrint={() => setPrinting(true)}
          onClose={() => setAdding(false)}
        />
      ) : null}
      {students.length > 0 ? (
        <>
          <div class="row room__find">
            <label class="acc__field room__search">
              <span class="sr">Find a student</span>
              <input
                type="text"
                placeholder="Find a student"
                autocomplete="off"
                value={typed}
                onInput={(event) => setTyped(event.currentTarget.value)}
              />
            </label>
            <span class="soft" role="status">
              {typed.trim() ? `${shown.length} of ${students.length}` : ""}
            </span>
          </div>
          <MemberTable
            room={room}
            members={shown}
            onAct={mayChange || mayCode ? (kind, member) => setAct({ kind, member }) : null}
          />
        </>
      ) : value && !isAdding ? (
        <p class="box room__empty">
          Nobody is in the class yet. Students join with the code under Settings, or each with a code of their
          own from a roster.
        </p>
      ) : null}
      {act ? (
        <MemberDialog
          room={room}
          kind={act.kind}
          member={act.member}
          members={students}
          onDone={changed}
          onClose={() => setAct(null)}
        />
      ) : null}
    </main>
  );
}

function countOf(joined: number, waiting: number): string {
  const places = waiting > 0 ? `, ${plural(waiting, "place")} not taken yet` : "";
  return `${plural(joined, "student")} in${places}`;
}
