/** Who teaches a class and who assists, and a one-time link for the next. */
import { useState } from "preact/hooks";
import { classroom } from "../../api/classroom";
import type { ClassRole, Classroom, OneTimeLink } from "../../api/types";
import { useLoaded } from "../../classroom/use-loaded";
import { Field, Problem, Section } from "../account/parts";
import { useTask } from "../account/use-task";
import { TryAgain } from "../try-again";
import { LinkOnce } from "./link-once";

const ROLES: [ClassRole, string][] = [
  ["teacher", "Teacher: all of the class"],
  ["assistant", "Assistant: board, runs, notes, more time; no codes, roster or settings"],
];

export function StaffSection({ room }: { room: Classroom }) {
  const { value, error, reload } = useLoaded(room.id, () => classroom(room.id).members());
  const [name, setName] = useState("");
  const [role, setRole] = useState<ClassRole>("assistant");
  const [made, setMade] = useState<{ name: string; link: OneTimeLink } | null>(null);
  const { isBusy, problem, run } = useTask();
  const staff = value?.filter((one) => one.role !== "student") ?? [];
  return (
    <Section title="Teachers and assistants">
      <TryAgain error={error} onAgain={reload} />
      <ul class="acc__list">
        {staff.map((one) => (
          <li key={one.id}>
            <span class="grow">
              <b>{one.name}</b>
              <span class="label soft">
                {one.role}
                {one.is_you ? ", you" : ""}
                {one.has_joined ? "" : ", has not opened the link yet"}
              </span>
            </span>
            {one.is_you ? null : (
              <button
                type="button"
                class="btn btn--s"
                aria-label={`Remove ${one.name}`}
                disabled={isBusy}
                onClick={() =>
                  run(async () => {
                    await classroom(room.id).removeMember(one.id);
                    reload();
                  })
                }
              >
                Remove
              </button>
            )}
          </li>
        ))}
      </ul>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => {
            setMade({ name: name.trim(), link: await classroom(room.id).invite(name.trim(), role) });
            setName("");
            reload();
          });
        }}
      >
        <Field label="Name of who is to join" value={name} onInput={setName} />
        <label class="acc__field">
          <span>Role</span>
          <select value={role} onChange={(event) => setRole(event.currentTarget.value as ClassRole)}>
            {ROLES.map(([id, about]) => (
              <option key={id} value={id}>
                {about}
              </option>
            ))}
          </select>
        </label>
        <div class="row">
          <button type="submit" class="btn" disabled={isBusy || !name.trim()}>
            Make a link
          </button>
        </div>
      </form>
      {made ? <LinkOnce label={`Link for ${made.name}`} link={made.link} /> : null}
      <Problem text={problem} />
    </Section>
  );
}
