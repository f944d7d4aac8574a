/** The versions of a puzzle, which of them counts, and the classes that have it. */
import { useState } from "preact/hooks";
import { classes } from "../../api/classroom";
import { ownPuzzle } from "../../api/own-puzzles";
import type { OwnPuzzle } from "../../api/types";
import { useLoaded } from "../../classroom/use-loaded";
import { showMoment } from "../../dates";
import { stateInWords } from "../../own/files";
import { classPath } from "../../route";
import { Check, Problem, Section } from "../account/parts";
import { useTask } from "../account/use-task";

interface Props {
  puzzle: OwnPuzzle;
  onChange(puzzle: OwnPuzzle): void;
  onShow(version: number): void;
}

export function VersionsSection({ puzzle, onChange, onShow }: Props) {
  const [judgesAgain, setJudgesAgain] = useState(true);
  const { isBusy, problem, run } = useTask();
  const api = ownPuzzle(puzzle.id);
  const given = puzzle.classrooms.filter(({ assignments }) => assignments > 0);
  return (
    <Section title="Versions">
      {puzzle.versions.length === 0 ? (
        <p class="soft">
          There is none yet. Each check makes a version of the draft; students see published ones.
        </p>
      ) : null}
      {given.length > 0 ? (
        <Check
          label="Judge again what was sent, when I publish another version"
          about="Nothing changes until you look at it in the grades of each class and take it over."
          checked={judgesAgain}
          onChange={setJudgesAgain}
        />
      ) : null}
      <ul class="own__list">
        {puzzle.versions.map((one) => (
          <li key={one.number} class="own__version">
            <p class="grow">
              <b>Version {one.number}</b>
              {one.number === puzzle.published ? <span class="tag">published</span> : null}{" "}
              <span class="soft">
                {showMoment(one.created_at)}, {stateInWords(one)}
              </span>
            </p>
            <div class="row">
              {one.state === "good" && one.number !== puzzle.published ? (
                <button
                  type="button"
                  class="btn btn--s btn--main"
                  disabled={isBusy}
                  onClick={() =>
                    run(async () => onChange(await api.publish(one.number, judgesAgain && given.length > 0)))
                  }
                >
                  Publish version {one.number}
                </button>
              ) : null}
              <button type="button" class="btn btn--s" onClick={() => onShow(one.number)}>
                <span class="sr">Version {one.number}: </span>What was found
              </button>
              <a class="btn btn--s" href={api.folderPath(one.number)} download>
                <span class="sr">Version {one.number}: </span>Take along
              </a>
            </div>
          </li>
        ))}
      </ul>
      <Problem text={problem} />
      {given.length > 0 && puzzle.published !== null ? (
        <p class="soft">
          Judged again:{" "}
          {given.map((one, at) => (
            <span key={one.id}>
              {at > 0 ? ", " : ""}
              <a href={classPath(one.id, "grades")}>grades of {one.name}</a>
            </span>
          ))}
        </p>
      ) : null}
    </Section>
  );
}

export function ClassesSection({ puzzle, onChange }: { puzzle: OwnPuzzle; onChange(): void }) {
  const { value } = useLoaded("classes", classes.mine);
  const { isBusy, problem, run } = useTask();
  const api = ownPuzzle(puzzle.id);
  const rooms = value?.classrooms.filter(({ rights }) => rights.includes("publish_puzzles")) ?? [];
  return (
    <Section title="Your classes">
      <p class="soft">
        {puzzle.published === null
          ? "Publish a version first. Then you choose which of your classes may be given it."
          : "Teachers of these classes can put it into assignments. Their students see it once such an assignment is open; nobody else does."}
      </p>
      {rooms.map((room) => {
        const used = puzzle.classrooms.find(({ id }) => id === room.id);
        return (
          <Check
            key={room.id}
            label={room.name}
            about={used?.assignments ? "An assignment has it." : undefined}
            checked={used !== undefined}
            disabled={isBusy || puzzle.published === null || (used?.assignments ?? 0) > 0}
            onChange={(on) =>
              run(async () => {
                await (on ? api.give(room.id) : api.takeBack(room.id));
                onChange();
              })
            }
          />
        );
      })}
      {value && rooms.length === 0 ? <p class="soft">You teach no class yet.</p> : null}
      <Problem text={problem} />
    </Section>
  );
}
