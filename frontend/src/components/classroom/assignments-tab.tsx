/** What a class is to do: the assignments, making and changing them, and more time for one student. */
import { useState } from "preact/hooks";
import { classroom } from "../../api/classroom";
import type { Assignment } from "../../api/types";
import { titleOf, useCatalogue } from "../../catalogue";
import { rulesInWords, whenInWords } from "../../classroom/assignment-form";
import { useLoaded } from "../../classroom/use-loaded";
import { plural } from "../../numbers";
import type { TabProps } from "../../pages/classroom";
import { Problem } from "../account/parts";
import { useTask } from "../account/use-task";
import { TryAgain } from "../try-again";
import { AssignmentEditor } from "./assignment-editor";
import { ExtensionsDialog } from "./extensions-dialog";
import "../../styles/class-forms.css";

const STATES: Record<Assignment["state"], string> = { upcoming: "not open yet", open: "open", over: "over" };

export function AssignmentsTab({ room }: TabProps) {
  const { value, error, reload } = useLoaded(room.id, () => classroom(room.id).assignments());
  const [edited, setEdited] = useState<Assignment | "new" | null>(null);
  const [extended, setExtended] = useState<string | null>(null);
  const mayChange = room.rights.includes("change_assignments");
  const zone = value?.time_zone ?? room.time_zone;
  const done = () => {
    setEdited(null);
    reload();
  };
  const shown = value?.assignments.find((one) => one.id === extended) ?? null;
  return (
    <main class="page acc room__page">
      <div class="page__h">
        <div class="grow">
          <h2>Assignments</h2>
          <p class="soft">Times are on the class’s clock, {zone.replaceAll("_", " ")}.</p>
        </div>
        {mayChange && edited === null ? (
          <button type="button" class="btn btn--main" onClick={() => setEdited("new")}>
            New assignment
          </button>
        ) : null}
      </div>
      <TryAgain error={error} onAgain={reload} />
      {edited === "new" ? (
        <AssignmentEditor
          room={room}
          zone={zone}
          given={null}
          onDone={done}
          onCancel={() => setEdited(null)}
        />
      ) : null}
      {value && value.assignments.length === 0 && edited === null ? (
        <p class="box room__empty">
          Nothing is assigned yet. An assignment is a list of puzzles with a due time; your students see what
          is due first.
        </p>
      ) : null}
      <ul class="assigned">
        {value?.assignments.map((one) =>
          edited !== "new" && edited?.id === one.id ? (
            <li key={one.id}>
              <AssignmentEditor
                room={room}
                zone={zone}
                given={one}
                onDone={done}
                onCancel={() => setEdited(null)}
              />
            </li>
          ) : (
            <Assigned
              key={one.id}
              one={one}
              zone={zone}
              room={room}
              onEdit={mayChange ? () => setEdited(one) : null}
              onExtend={room.rights.includes("extend") && one.due_at ? () => setExtended(one.id) : null}
              onGone={reload}
            />
          ),
        )}
      </ul>
      {shown ? (
        <ExtensionsDialog
          room={room}
          zone={zone}
          assignment={shown}
          onChange={reload}
          onClose={() => setExtended(null)}
        />
      ) : null}
    </main>
  );
}

interface AssignedProps {
  one: Assignment;
  zone: string;
  room: TabProps["room"];
  onEdit: (() => void) | null;
  onExtend: (() => void) | null;
  onGone(): void;
}

function Assigned({ one, zone, room, onEdit, onExtend, onGone }: AssignedProps) {
  const { catalogue } = useCatalogue();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, problem, run } = useTask();
  const all = [...(catalogue?.demos ?? []), ...(catalogue?.puzzles ?? [])];
  const rules = rulesInWords(one);
  return (
    <li class="box assigned__one">
      <div class="assigned__h">
        <h3 class="grow">
          {one.title} <span class="tag">{STATES[one.state]}</span>
          {one.is_exam ? <span class="tag">exam</span> : null}
        </h3>
        <a
          class="btn btn--s"
          href={`/classes/${room.id}?assignment=${one.id}`}
          aria-label={`Board of ${one.title}`}
        >
          Board
        </a>
        <a
          class="btn btn--s"
          href={`/classes/${room.id}/grades?assignment=${one.id}`}
          aria-label={`Grades of ${one.title}`}
        >
          Grades
        </a>
        {onExtend ? (
          <button
            type="button"
            class="btn btn--s"
            aria-label={`More time for ${one.title}`}
            onClick={onExtend}
          >
            More time
          </button>
        ) : null}
        {onEdit ? (
          <>
            <button type="button" class="btn btn--s" aria-label={`Change ${one.title}`} onClick={onEdit}>
              Change
            </button>
            <button
              type="button"
              class="btn btn--s"
              aria-label={`Delete ${one.title}`}
              onClick={() => setAsking(true)}
            >
              Delete
            </button>
          </>
        ) : null}
      </div>
      <p>
        {whenInWords(zone, one)}
        <span class="soft">
          {rules.length > 0 ? `; ${rules.join(", ")}` : ""}. {plural(one.points, "point")} in all.
        </span>
      </p>
      <ol class="assigned__items">
        {one.items.map(({ puzzle: slug, points }) => {
          const puzzle = all.find((each) => each.slug === slug);
          return (
            <li key={slug}>
              {puzzle ? titleOf(puzzle, catalogue) : slug}
              <span class="soft">{puzzle?.kind === "demo" ? "" : `, ${plural(points, "point")}`}</span>
            </li>
          );
        })}
      </ol>
      {one.extensions.length > 0 ? (
        <p class="soft">More time: {one.extensions.map(({ name }) => name).join(", ")}</p>
      ) : null}
      {isAsking ? (
        <div class="acc__leave">
          <p>What students solved stays theirs; the grades of this assignment go with it.</p>
          <div class="row">
            <button
              type="button"
              class="btn btn--main"
              disabled={isBusy}
              onClick={() =>
                run(async () => {
                  await classroom(room.id).removeAssignment(one.id);
                  onGone();
                })
              }
            >
              Delete {one.title}
            </button>
            <button type="button" class="btn" onClick={() => setAsking(false)}>
              Keep it
            </button>
          </div>
        </div>
      ) : null}
      <Problem text={problem} />
    </li>
  );
}
