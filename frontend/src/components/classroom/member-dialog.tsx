/** What a teacher does about one student: each asks for what it needs and says what follows. */
import { useState } from "preact/hooks";
import { classes, classroom } from "../../api/classroom";
import type { Classroom, Member, PersonalCode } from "../../api/types";
import { useLoaded } from "../../classroom/use-loaded";
import { Field, Problem, Taken } from "../account/parts";
import { useTask } from "../account/use-task";
import { useModal } from "../teaching/use-modal";

export type MemberAct = "rename" | "code" | "merge" | "move" | "remove";

interface Props {
  room: Classroom;
  kind: MemberAct;
  member: Member;
  members: readonly Member[];
  onDone(): void;
  onClose(): void;
}

const TITLES: Record<MemberAct, (name: string) => string> = {
  rename: (name) => `Rename ${name}`,
  code: (name) => `A new code for ${name}`,
  merge: (name) => `Merge ${name} with a double`,
  move: (name) => `Move ${name}`,
  remove: (name) => `Remove ${name}`,
};
const DOES: Record<MemberAct, string> = {
  rename: "Save the name",
  code: "Make the code",
  merge: "Merge",
  move: "Move",
  remove: "Remove",
};

export function MemberDialog({ room, kind, member, members, onDone, onClose }: Props) {
  const dialog = useModal(onClose);
  const [name, setName] = useState(member.name);
  const [other, setOther] = useState("");
  const [code, setCode] = useState<PersonalCode | null>(null);
  const { isBusy, problem, run } = useTask();
  const at = classroom(room.id);
  const act: Record<MemberAct, () => Promise<unknown>> = {
    rename: () => at.changeMember(member.id, { name: name.trim() }),
    code: async () => setCode(await at.memberCode(member.id)),
    merge: () => at.merge(member.id, other),
    move: () => at.move(member.id, other),
    remove: () => at.removeMember(member.id),
  };
  const isReady =
    kind === "rename" ? name.trim() !== "" : kind === "merge" || kind === "move" ? other !== "" : true;
  return (
    <dialog class="card ask acc" ref={dialog} aria-labelledby="member-asks">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => {
            await act[kind]();
            onDone();
            if (kind !== "code") dialog.current?.close();
          });
        }}
      >
        <h2 id="member-asks">{TITLES[kind](member.name)}</h2>
        {kind === "rename" ? <Field label="Name" value={name} onInput={setName} /> : null}
        {kind === "code" ? (
          code ? (
            <>
              <output class="acc__code mono">{code.code}</output>
              <Taken label="The same as a link" text={new URL(code.url, location.origin).href} />
            </>
          ) : (
            <p class="soft">
              {member.has_joined
                ? "With it they come back in from another browser, and what they run there counts as theirs."
                : "The one before is no longer good."}{" "}
              It can be used once.
            </p>
          )
        ) : null}
        {kind === "merge" ? (
          <>
            <p class="soft">
              All that {member.name} has sent then counts for the other, whose name stays. This cannot be
              undone.
            </p>
            <Choose
              label="Who stays"
              value={other}
              options={members
                .filter(({ id }) => id !== member.id)
                .map(({ id, name }) => [id, nameOf(name, members, id)])}
              onChoose={setOther}
            />
          </>
        ) : null}
        {kind === "move" ? <MoveTo room={room} value={other} onChoose={setOther} /> : null}
        {kind === "remove" ? (
          <p class="soft">
            They leave the board and the grades, and the notes to them go. What they solved stays theirs. With
            the class’s code they could join again.
          </p>
        ) : null}
        <Problem text={problem} />
        <div class="row ask__row">
          {code ? null : (
            <button type="submit" class="btn btn--main" disabled={isBusy || !isReady}>
              {DOES[kind]}
            </button>
          )}
          <button type="button" class="btn" onClick={() => dialog.current?.close()}>
            {code ? "Done" : "Cancel"}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** Two of one name are told apart by their place in the list. */
function nameOf(name: string, members: readonly Member[], id: string): string {
  const same = members.filter((one) => one.name === name);
  if (same.length < 2) return name;
  const member = members.find((one) => one.id === id);
  return `${name}, ${member?.has_joined ? `number ${same.findIndex((one) => one.id === id) + 1} of that name` : "who has not joined"}`;
}

function MoveTo({ room, value, onChoose }: { room: Classroom; value: string; onChoose(id: string): void }) {
  const { value: mine } = useLoaded("classes", classes.mine);
  const others =
    mine?.classrooms.filter((one) => one.id !== room.id && one.rights.includes("change_members")) ?? [];
  if (mine && others.length === 0)
    return <p class="soft">You teach no other class that they could move to.</p>;
  return (
    <>
      <p class="soft">Their runs go along, so their grades in the other class count what they solved here.</p>
      <Choose
        label="Class"
        value={value}
        options={others.map(({ id, name, is_archived }) => [id, is_archived ? `${name} (archived)` : name])}
        onChoose={onChoose}
      />
    </>
  );
}

interface ChooseProps {
  label: string;
  value: string;
  options: [string, string][];
  onChoose(id: string): void;
}

function Choose({ label, value, options, onChoose }: ChooseProps) {
  return (
    <label class="acc__field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">Choose</option>
        {options.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
