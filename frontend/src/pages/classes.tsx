/** One's classes: those that one teaches, those that one is in, and the way to make or to join one. */
import { useEffect, useState } from "preact/hooks";
import { classes } from "../api/classroom";
import type { Classroom } from "../api/types";
import { useCatalogue } from "../catalogue";
import { useLoaded } from "../classroom/use-loaded";
import { allZones, ownZone } from "../classroom/zone";
import { Field, Problem, Section } from "../components/account/parts";
import { useTask } from "../components/account/use-task";
import { DueList } from "../components/classroom/due-list";
import { JoinForm } from "../components/classroom/join-form";
import { PlatformsSection } from "../components/classroom/platforms-section";
import { TeachersSection } from "../components/classroom/teachers-section";
import { ZoneField } from "../components/classroom/zone-field";
import { TopBar } from "../components/top-bar";
import { TryAgain } from "../components/try-again";
import { plural } from "../numbers";
import { classPath, navigate, OWN_PUZZLES_PATH } from "../route";
import "../styles/account.css";
import "../styles/classes.css";

export function ClassesPage() {
  const { value, error, reload } = useLoaded("classes", classes.mine);
  const { catalogue } = useCatalogue();
  useEffect(() => {
    document.title = "Classes · Triton Playground";
  }, []);
  const taught = value?.classrooms.filter(({ role }) => role !== "student") ?? [];
  const taken = value?.classrooms.filter(({ role }) => role === "student") ?? [];
  return (
    <>
      <TopBar />
      <main class="page acc classes">
        <h1>Classes</h1>
        <TryAgain error={error} onAgain={reload} />
        {value ? (
          <>
            {taught.length > 0 ? <ClassList title="You teach" rooms={taught} /> : null}
            {taken.length > 0 ? <ClassList title="You are in" rooms={taken} /> : null}
            {taken.length > 0 ? <DueList /> : null}
            <div class="acc__grid">
              {value.may_teach ? <NewClass isFirst={taught.length === 0} /> : null}
              <Section title="Join a class">
                <JoinForm />
                {value.may_teach ? null : (
                  <p class="label soft">
                    To teach a class here, ask the administrator of this server for a teacher’s link.
                  </p>
                )}
              </Section>
              {value.may_teach ? (
                <Section title="Puzzles of your own">
                  <p class="soft">Write puzzles for your classes, and see how strict their cases are.</p>
                  <div class="row">
                    <a class="btn" href={OWN_PUZZLES_PATH}>
                      Your puzzles
                    </a>
                  </div>
                </Section>
              ) : null}
              {catalogue?.me?.account?.is_admin ? <TeachersSection /> : null}
              {catalogue?.me?.account?.is_admin ? <PlatformsSection /> : null}
            </div>
          </>
        ) : null}
      </main>
    </>
  );
}

function ClassList({ title, rooms }: { title: string; rooms: readonly Classroom[] }) {
  return (
    <section class="track" aria-label={title}>
      <div class="track__h">
        <h2>{title}</h2>
      </div>
      <ul class="box classes__list">
        {rooms.map((room) => (
          <li key={room.id}>
            <a
              href={classPath(room.id)}
              class={room.is_archived ? "classes__one is-archived" : "classes__one"}
            >
              <b class="grow">{room.name}</b>
              <span class="soft">{aboutOf(room)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function aboutOf({ role, students, places, is_archived }: Classroom): string {
  const told = [
    role === "assistant" ? "as an assistant" : null,
    role === null ? "seen as the administrator" : null,
    role === "student" ? null : plural(students, "student"),
    role !== "student" && places > 0 ? `${plural(places, "place")} not taken` : null,
    is_archived ? "archived" : null,
  ];
  return told.filter(Boolean).join(", ");
}

function NewClass({ isFirst }: { isFirst: boolean }) {
  const [name, setName] = useState("");
  const [teacher, setTeacher] = useState("");
  const [zone, setZone] = useState(ownZone);
  const { isBusy, problem, run } = useTask();
  return (
    <Section title={isFirst ? "Make your first class" : "Make a class"}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => {
            const made = await classes.add(name, zone, teacher.trim() || null);
            navigate(classPath(made.id, "settings"));
          });
        }}
      >
        <Field label="Name of the class" value={name} onInput={setName} />
        <Field
          label="Your name, as the class sees it"
          value={teacher}
          autocomplete="name"
          onInput={setTeacher}
        />
        <ZoneField value={zone} zones={allZones(zone)} onChoose={setZone} />
        <div class="row">
          <button type="submit" class="btn btn--main" disabled={isBusy || !name.trim()}>
            Make the class
          </button>
        </div>
        <Problem text={problem} />
      </form>
    </Section>
  );
}
