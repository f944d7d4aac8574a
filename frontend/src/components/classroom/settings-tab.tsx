/** What a class is: how one joins it, who teaches it, its name and clock, and what was done in it. */
import { useState } from "preact/hooks";
import { classroom } from "../../api/classroom";
import type { Classroom } from "../../api/types";
import { showCode } from "../../classroom/join-code";
import { allZones } from "../../classroom/zone";
import type { TabProps } from "../../pages/classroom";
import { classPath, navigate } from "../../route";
import { Check, Field, Problem, Section, Taken } from "../account/parts";
import { useTask } from "../account/use-task";
import { AuditSection } from "./audit-section";
import { CourseSection } from "./course-section";
import { StaffSection } from "./staff-section";
import { ZoneField } from "./zone-field";
import "../../styles/class-forms.css";

export function SettingsTab({ room, onChange }: TabProps) {
  const may = (right: Classroom["rights"][number]) => room.rights.includes(right);
  return (
    <main class="page acc room__page">
      <h2>Settings</h2>
      <div class="acc__grid">
        {may("give_codes") ? <JoinSection room={room} onChange={onChange} /> : null}
        {may("change_staff") ? <StaffSection room={room} /> : null}
        {may("see_grades") ? <CourseSection room={room} /> : null}
        {may("change_class") ? <NameSection room={room} onChange={onChange} /> : null}
        {may("change_class") || may("copy_class") || may("delete_class") ? (
          <TermSection room={room} onChange={onChange} />
        ) : null}
        {room.role !== null && may("leave_class") ? <LeaveSection room={room} /> : null}
      </div>
      {may("see_audit") ? <AuditSection room={room} /> : null}
    </main>
  );
}

function JoinSection({ room, onChange }: TabProps) {
  const { isBusy, problem, run } = useTask();
  const url = room.join_url ? new URL(room.join_url, location.origin) : null;
  return (
    <Section title="Joining">
      {url && room.join_code ? (
        <div class="joining">
          <div class="stack">
            <p class="soft">
              {room.has_roster
                ? "The class has a roster: the code leads here, and each student joins by the code of their own that stands under Students."
                : "Students open the link, or type the code there, and give their name."}
            </p>
            <p>
              {url.host}/join
              <output class="joining__code mono">{showCode(room.join_code)}</output>
            </p>
          </div>
          <img
            class="joining__qr"
            src={classroom(room.id).qrPath(room.join_code, location.origin)}
            alt="QR code of the join link"
            width="140"
            height="140"
          />
        </div>
      ) : null}
      {url ? <Taken label="Join link" text={url.href} /> : null}
      <Check
        label="Joining is open"
        about="Closed, neither link nor code lets anybody in; who is in stays in."
        checked={room.is_joining_open}
        disabled={isBusy}
        onChange={(is_joining_open) =>
          run(async () => onChange(await classroom(room.id).change({ is_joining_open })))
        }
      />
      <div class="row">
        <button
          type="button"
          class="btn"
          disabled={isBusy}
          onClick={() => run(async () => onChange(await classroom(room.id).newCode()))}
        >
          Make a new code and link
        </button>
        <span class="label soft">The ones before are then no longer good.</span>
      </div>
      <Problem text={problem} />
    </Section>
  );
}

function NameSection({ room, onChange }: TabProps) {
  const [name, setName] = useState(room.name);
  const [zone, setZone] = useState(room.time_zone);
  const { isBusy, problem, run } = useTask();
  const isSame = name.trim() === room.name && zone === room.time_zone;
  return (
    <Section title="Name and clock">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => onChange(await classroom(room.id).change({ name: name.trim(), time_zone: zone })));
        }}
      >
        <Field label="Name of the class" value={name} onInput={setName} />
        <ZoneField value={zone} zones={allZones(zone, room.time_zone)} onChoose={setZone} />
        <p class="label soft">
          Another zone does not move what is due: it is the same moment, shown on another clock.
        </p>
        <div class="row">
          <button type="submit" class="btn" disabled={isBusy || isSame || !name.trim()}>
            Save
          </button>
        </div>
        <Problem text={problem} />
      </form>
    </Section>
  );
}

function TermSection({ room, onChange }: TabProps) {
  const [name, setName] = useState(`${room.name}, next term`);
  const [weeks, setWeeks] = useState("26");
  const { isBusy, problem, run } = useTask();
  const count = Number.parseInt(weeks, 10);
  return (
    <Section title="The next term">
      {room.rights.includes("copy_class") ? (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            run(async () => {
              const copy = await classroom(room.id).clone(name.trim(), count * 7);
              navigate(classPath(copy.id, "assignments"));
            });
          }}
        >
          <p class="soft">
            A copy takes the assignments along, with their times moved; no students and no staff.
          </p>
          <div class="acc__line">
            <Field label="Name of the copy" value={name} onInput={setName} />
            <label class="acc__field acc__field--s">
              <span>Weeks later</span>
              <input
                type="number"
                min={0}
                max={520}
                value={weeks}
                onInput={(event) => setWeeks(event.currentTarget.value)}
              />
            </label>
            <button type="submit" class="btn" disabled={isBusy || !name.trim() || !(count >= 0)}>
              Make a copy
            </button>
          </div>
        </form>
      ) : null}
      {room.rights.includes("change_class") ? (
        <div class="row">
          <button
            type="button"
            class="btn"
            disabled={isBusy}
            onClick={() =>
              run(async () => onChange(await classroom(room.id).change({ is_archived: !room.is_archived })))
            }
          >
            {room.is_archived ? "Take the class out of the archive" : "Archive the class"}
          </button>
          <span class="label soft">
            {room.is_archived
              ? "It is as it was at its end. Nobody can join."
              : "Nobody can join then, nothing is due, and board and grades stay to be read."}
          </span>
        </div>
      ) : null}
      {room.is_archived && room.rights.includes("delete_class") ? <Deleting room={room} /> : null}
      <Problem text={problem} />
    </Section>
  );
}

const WORD = "delete";

function Deleting({ room }: { room: Classroom }) {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const { isBusy, problem, run } = useTask();
  if (!isAsking)
    return (
      <div class="row">
        <button type="button" class="btn" onClick={() => setAsking(true)}>
          Delete the class
        </button>
      </div>
    );
  return (
    <form
      class="acc__leave"
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => {
          await classroom(room.id).remove();
          navigate("/classes");
        });
      }}
    >
      <p>
        This deletes the roster, assignments, grades, notes and the record of what was done, at once and for
        good. What students solved stays theirs.
      </p>
      <Field label={`Type ${WORD} to confirm`} value={typed} onInput={setTyped} />
      <div class="row">
        <button type="submit" class="btn btn--main" disabled={isBusy || typed.trim().toLowerCase() !== WORD}>
          Delete {room.name}
        </button>
        <button type="button" class="btn" onClick={() => setAsking(false)}>
          Keep it
        </button>
      </div>
      <Problem text={problem} />
    </form>
  );
}

function LeaveSection({ room }: { room: Classroom }) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, problem, run } = useTask();
  return (
    <Section title="Leaving">
      <p class="soft">Without you nothing of the class is lost; somebody who teaches it must stay.</p>
      <div class="row">
        {isAsking ? (
          <>
            <button
              type="button"
              class="btn btn--main"
              disabled={isBusy}
              onClick={() =>
                run(async () => {
                  await classroom(room.id).leave();
                  navigate("/classes");
                })
              }
            >
              Leave {room.name}
            </button>
            <button type="button" class="btn" onClick={() => setAsking(false)}>
              Stay
            </button>
          </>
        ) : (
          <button type="button" class="btn" onClick={() => setAsking(true)}>
            Leave the class
          </button>
        )}
      </div>
      <Problem text={problem} />
    </Section>
  );
}
