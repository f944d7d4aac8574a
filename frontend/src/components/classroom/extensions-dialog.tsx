/** More time for some students of an assignment. */
import { useState } from "preact/hooks";
import { classroom } from "../../api/classroom";
import type { Assignment, Classroom } from "../../api/types";
import { useLoaded } from "../../classroom/use-loaded";
import { fromField, showIn, toField } from "../../classroom/zone";
import { Problem } from "../account/parts";
import { useTask } from "../account/use-task";
import { useModal } from "../teaching/use-modal";
import { TimeField } from "./assignment-editor";

interface Props {
  room: Classroom;
  zone: string;
  assignment: Assignment;
  onChange(): void;
  onClose(): void;
}

const WEEK_MS = 7 * 24 * 3600 * 1000;

export function ExtensionsDialog({ room, zone, assignment, onChange, onClose }: Props) {
  const dialog = useModal(onClose);
  const { value: members } = useLoaded(room.id, () => classroom(room.id).members());
  const [member, setMember] = useState("");
  const [due, setDue] = useState(() => weekLater(zone, assignment.due_at));
  const { isBusy, problem, run } = useTask();
  const students = members?.filter(({ role }) => role === "student") ?? [];
  const extend = (mid: string, due_at: string | null) =>
    run(async () => {
      await classroom(room.id).extend(assignment.id, mid, due_at);
      setMember("");
      onChange();
    });
  const at = fromField(zone, due);
  return (
    <dialog class="card ask acc" ref={dialog} aria-labelledby="extend-title">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (member && at) extend(member, at);
        }}
      >
        <h2 id="extend-title">More time for {assignment.title}</h2>
        <p class="soft">
          {assignment.due_at ? `For all others due ${showIn(zone, assignment.due_at)}.` : ""}
        </p>
        {assignment.extensions.length > 0 ? (
          <ul class="acc__list">
            {assignment.extensions.map((one) => (
              <li key={one.member}>
                <span class="grow">
                  <b>{one.name}</b>
                  <span class="label soft">until {showIn(zone, one.due_at)}</span>
                </span>
                <button
                  type="button"
                  class="btn btn--s"
                  aria-label={`Take back the time of ${one.name}`}
                  disabled={isBusy}
                  onClick={() => extend(one.member, null)}
                >
                  Take back
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        <label class="acc__field">
          <span>Student</span>
          <select value={member} onChange={(event) => setMember(event.currentTarget.value)}>
            <option value="">Choose</option>
            {students.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <TimeField label="Due for them" value={due} onInput={setDue} />
        <Problem text={problem} />
        <div class="row ask__row">
          <button type="submit" class="btn btn--main" disabled={isBusy || !member || !at}>
            Give more time
          </button>
          <button type="button" class="btn" onClick={() => dialog.current?.close()}>
            Done
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** What is mostly meant; the same time of day, also over a change of the clock. */
function weekLater(zone: string, due: string | null): string {
  if (!due) return "";
  const [day = "", time = ""] = toField(zone, due).split("T");
  return `${new Date(Date.parse(`${day}T00:00Z`) + WEEK_MS).toISOString().slice(0, 10)}T${time}`;
}
