/** For the administrator: who may make classes, and a one-time link for the next. */
import { useState } from "preact/hooks";
import { classes } from "../../api/classroom";
import type { OneTimeLink } from "../../api/types";
import { useLoaded } from "../../classroom/use-loaded";
import { plural } from "../../numbers";
import { Field, Problem, Section } from "../account/parts";
import { useTask } from "../account/use-task";
import { TryAgain } from "../try-again";
import { LinkOnce } from "./link-once";

export function TeachersSection() {
  const { value, error, reload } = useLoaded("teachers", classes.teachers);
  const [name, setName] = useState("");
  const [made, setMade] = useState<{ name: string; link: OneTimeLink } | null>(null);
  const { isBusy, problem, run } = useTask();
  return (
    <Section title="Teachers">
      <p class="soft">Who may make classes on this server. You may, as its administrator.</p>
      <TryAgain error={error} onAgain={reload} />
      {value && value.length > 0 ? (
        <ul class="acc__list">
          {value.map((teacher) => (
            <li key={teacher.id}>
              <span class="grow">
                <b>{teacher.name}</b>
                <span class="label soft">{plural(teacher.classrooms, "class", "classes")}</span>
              </span>
              <button
                type="button"
                class="btn btn--s"
                disabled={isBusy}
                aria-label={`Take the right from ${teacher.name}`}
                onClick={() =>
                  run(async () => {
                    await classes.removeTeacher(teacher.id);
                    reload();
                  })
                }
              >
                Take the right
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <form
        class="acc__line"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => {
            setMade({ name: name.trim(), link: await classes.addTeacher(name) });
            setName("");
          });
        }}
      >
        <Field label="Name of a new teacher" value={name} onInput={setName} />
        <button type="submit" class="btn" disabled={isBusy || !name.trim()}>
          Make a link
        </button>
      </form>
      {made ? <LinkOnce label={`Link for ${made.name}`} link={made.link} /> : null}
      <Problem text={problem} />
    </Section>
  );
}
