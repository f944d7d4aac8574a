/** The course of a learning platform that the class is: its roster, and how grades stand with its gradebook. */
import { useEffect, useState } from "preact/hooks";
import { type Course, type CourseRoster, courseOf } from "../../api/lti";
import type { Classroom } from "../../api/types";
import { useLoaded } from "../../classroom/use-loaded";
import { showIn } from "../../classroom/zone";
import { plural } from "../../numbers";
import { Check, Problem, Section } from "../account/parts";
import { useTask } from "../account/use-task";
import { TryAgain } from "../try-again";

const SOON_MS = 5_000;
const LATER_MS = 30_000;

export function CourseSection({ room }: { room: Classroom }) {
  const api = courseOf(room.id);
  const { value, error, reload, put } = useLoaded(`course ${room.id}`, api.get);
  const [taken, setTaken] = useState<CourseRoster | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { isBusy, problem, run } = useTask();
  const course = value?.course ?? null;
  const isWaiting = course?.counts.some((one) => one.waiting > 0) ?? false;
  const sends = course?.has_grades === true && course.sends_grades;
  useEffect(() => {
    if (!sends) return;
    const timer = setInterval(reload, isWaiting ? SOON_MS : LATER_MS);
    return () => clearInterval(timer);
  }, [sends, isWaiting, reload]);
  if (value && !value.is_possible) return null;
  return (
    <Section title="Learning platform">
      <TryAgain error={error} onAgain={reload} />
      {value && !course ? (
        <p class="soft">
          This class is no course of a platform. Open this tool in your course there as its teacher: you are
          asked then which class the course is.
        </p>
      ) : null}
      {course ? (
        <>
          <p>
            This class is the course <b>{course.title}</b> on {course.platform}.{" "}
            {plural(course.people, "person", "people")} of it {course.people === 1 ? "is" : "are"} known here.
          </p>
          {room.rights.includes("change_members") && course.has_roster ? (
            <div class="stack">
              <div class="row">
                <button
                  type="button"
                  class="btn"
                  disabled={isBusy}
                  onClick={() =>
                    run(async () => {
                      setTaken(await api.roster());
                      reload();
                    })
                  }
                >
                  Take the roster from the platform
                </button>
              </div>
              <p role="status">{taken ? rosterWords(taken) : ""}</p>
            </div>
          ) : null}
          {course.has_grades ? (
            <>
              <Check
                label="Send grades to the gradebook"
                about="Each student’s points for each assignment, once they have sent something, and whenever the points change."
                checked={course.sends_grades}
                disabled={isBusy || !room.rights.includes("change_class")}
                onChange={(on) => run(async () => put(await api.change(on)))}
              />
              <GradeState course={course} zone={room.time_zone} />
              {room.rights.includes("change_class") && course.troubles.length > 0 ? (
                <div class="row">
                  <button
                    type="button"
                    class="btn"
                    disabled={isBusy}
                    onClick={() => run(async () => put(await api.sendAgain()))}
                  >
                    Try again now
                  </button>
                </div>
              ) : null}
            </>
          ) : (
            <p class="soft">The platform does not offer its gradebook to this tool.</p>
          )}
          {room.rights.includes("change_class") ? (
            <div class="row">
              {isAsking ? (
                <>
                  <button
                    type="button"
                    class="btn btn--main"
                    disabled={isBusy}
                    onClick={() =>
                      run(async () => {
                        await api.unlink();
                        setAsking(false);
                        reload();
                      })
                    }
                  >
                    Take {room.name} off the course
                  </button>
                  <button type="button" class="btn" onClick={() => setAsking(false)}>
                    Keep it
                  </button>
                </>
              ) : (
                <button type="button" class="btn" onClick={() => setAsking(true)}>
                  Take the class off the course
                </button>
              )}
            </div>
          ) : null}
        </>
      ) : null}
      <Problem text={problem} />
    </Section>
  );
}

function GradeState({ course, zone }: { course: Course; zone: string }) {
  if (course.counts.length === 0) return <p class="soft">No grade has gone there yet.</p>;
  return (
    <div class="stack">
      <ul class="acc__list">
        {course.counts.map((one) => (
          <li key={one.assignment}>
            <span class="grow">
              <b>{one.title}</b>
              <span class="label soft">
                {one.sent} sent, {one.waiting} waiting, {one.failed} failed
              </span>
            </span>
          </li>
        ))}
      </ul>
      {course.troubles.length > 0 ? (
        <ul class="acc__list" aria-label="Grades that are not there yet">
          {course.troubles.map((one) => (
            <li key={`${one.assignment} ${one.member}`}>
              <span class="grow">
                <b>
                  {one.name}, {one.title}
                </b>
                <span class="label soft">
                  {one.state === "failed" ? "Failed. " : "Waiting. "}
                  {one.problem} {one.next_at ? `Next try ${showIn(zone, one.next_at)}.` : ""}
                </span>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {course.last_sent_at ? <p class="label soft">Last sent {showIn(zone, course.last_sent_at)}.</p> : null}
    </div>
  );
}

function rosterWords(taken: CourseRoster): string {
  const told = [`${plural(taken.added, "student")} added, ${taken.known} known already.`];
  if (taken.gone.length > 0) told.push(`No longer in the course: ${taken.gone.join(", ")}.`);
  return told.join(" ");
}
