/** What a student has to do, what is due first at the top. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { student } from "../../api/classroom";
import type { OwnAssignment, PuzzleSummary } from "../../api/types";
import { titleOf, useCatalogue } from "../../catalogue";
import { useLoaded } from "../../classroom/use-loaded";
import { showIn, showNear } from "../../classroom/zone";
import { plural } from "../../numbers";
import { puzzlePath } from "../../route";
import "../../styles/classes.css";

interface Props {
  /** Of this class alone, with what is not open yet, and what is over. */
  classroom?: string;
}

/** Empty where nothing is to be done. */
export function DueList({ classroom }: Props) {
  const { value } = useLoaded("due", student.assignments);
  const { catalogue } = useCatalogue();
  const known = useMemo(
    () => new Map([...(catalogue?.demos ?? []), ...(catalogue?.puzzles ?? [])].map((one) => [one.slug, one])),
    [catalogue],
  );
  // The server's clock decides, whatever this machine's says.
  const [behindMs, setBehind] = useState(0);
  useEffect(() => {
    if (value) setBehind(Date.parse(value.now) - Date.now());
  }, [value]);
  if (!value) return null;
  const listed = value.assignments.filter((one) =>
    classroom ? one.classroom === classroom : one.state === "open" && isOpenWork(one),
  );
  if (listed.length === 0)
    return classroom ? <p class="soft">Your teacher has assigned nothing yet.</p> : null;
  const areas = new Set(listed.map((one) => one.classroom));
  return (
    <section class="track due" aria-label="Due">
      <div class="track__h">
        <h2>{classroom ? "Assignments" : "Due"}</h2>
      </div>
      <ul class="due__list">
        {listed.map((one) => (
          <Assigned
            key={one.id}
            one={one}
            now={Date.now() + behindMs}
            titled={(slug) => {
              const puzzle = known.get(slug);
              return puzzle ? titleOf(puzzle, catalogue) : slug;
            }}
            puzzles={known}
            hasClass={!classroom && areas.size > 0}
          />
        ))}
      </ul>
    </section>
  );
}

/** Not done, or done within the time that is still running. */
function isOpenWork({ items, due_at }: OwnAssignment): boolean {
  return items.some((item) => item.solved_at === null) || due_at !== null;
}

interface AssignedProps {
  one: OwnAssignment;
  now: number;
  titled(slug: string): string;
  puzzles: ReadonlyMap<string, PuzzleSummary>;
  hasClass: boolean;
}

function Assigned({ one, now, titled, puzzles, hasClass }: AssignedProps) {
  const solved = one.items.filter((item) => item.solved_at !== null).length;
  const next = one.items.find((item) => item.solved_at === null && puzzles.has(item.puzzle));
  const isOpen = one.state !== "upcoming";
  return (
    <li class="box due__one">
      <div class="due__h">
        <b class="grow">
          {one.title}
          {one.is_exam ? <span class="tag">exam</span> : null}
        </b>
        <span class={isSoon(one, now) ? "due__time is-soon" : "due__time"}>{whenOf(one, now)}</span>
      </div>
      <p class="soft">
        {hasClass ? `${one.classroom_name}. ` : ""}
        {solved} of {plural(one.items.length, "puzzle")} solved.{rulesOf(one)}
      </p>
      {isOpen ? (
        <ul class="due__items">
          {one.items.map((item) => (
            <li key={item.puzzle}>
              <a href={puzzlePath(item.puzzle)} class={`due__item ${item.solved_at ? "is-solved" : ""}`}>
                <i
                  class={item.solved_at ? "is-done" : item.attempts > 0 ? "is-tried" : ""}
                  aria-hidden="true"
                />
                {titled(item.puzzle)}
                <span class="sr">
                  {item.solved_at ? ", solved" : item.attempts > 0 ? ", tried" : ", not run yet"}
                  {item.is_late ? " late" : ""}
                </span>
                {item.is_late ? <span class="tag">late</span> : null}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {isOpen && next && one.state === "open" ? (
        <a class="btn due__go" href={puzzlePath(next.puzzle)}>
          Go on with {titled(next.puzzle)}
        </a>
      ) : null}
    </li>
  );
}

function isSoon({ due_at, state }: OwnAssignment, now: number): boolean {
  return state === "open" && due_at !== null && Date.parse(due_at) - now < 24 * 3600 * 1000;
}

function whenOf({ state, opens_at, due_at, time_zone, is_extended }: OwnAssignment, now: number): string {
  if (state === "upcoming" && opens_at)
    return `opens ${showIn(time_zone, opens_at)}, ${showNear(opens_at, now)}`;
  if (due_at === null) return "no due time";
  const words = state === "over" ? "was due" : "due";
  const longer = is_extended ? ", extended for you" : "";
  return `${words} ${showIn(time_zone, due_at)}, ${showNear(due_at, now)}${longer}`;
}

function rulesOf({ state, late, due_at, allows_hints, allows_solutions, is_exam }: OwnAssignment): string {
  if (is_exam)
    return state === "open"
      ? " While it is open, hints, solutions, share links and other assignments are closed."
      : "";
  const closed = [allows_hints ? null : "hints", allows_solutions ? null : "solutions"]
    .filter(Boolean)
    .join(" and ");
  const help = closed ? ` No ${closed} for these.` : "";
  if (due_at === null || state === "upcoming") return help;
  if (state === "over")
    return late === "shown" ? `${help} Late runs count, marked as late.` : `${help} It is closed.`;
  return late === "closed" ? `${help} What comes later does not count.` : help;
}
