/** Making or changing an assignment. */
import { useState } from "preact/hooks";
import { classroom } from "../../api/classroom";
import { classPuzzles } from "../../api/own-puzzles";
import type { Assignment, Classroom } from "../../api/types";
import { type AssignmentForm, toForm, toWish } from "../../classroom/assignment-form";
import { useLoaded } from "../../classroom/use-loaded";
import { Check, Field, Problem } from "../account/parts";
import { useTask } from "../account/use-task";
import { ItemsField } from "./items-field";

interface Props {
  room: Classroom;
  zone: string;
  given: Assignment | null;
  onDone(): void;
  onCancel(): void;
}

export function AssignmentEditor({ room, zone, given, onDone, onCancel }: Props) {
  const [form, setForm] = useState(() => toForm(zone, given));
  const [missing, setMissing] = useState<string | null>(null);
  const { isBusy, problem, run } = useTask();
  const { value: own } = useLoaded(room.id, () => classPuzzles(room.id));
  const change = (wish: Partial<AssignmentForm>) => {
    setForm((before) => ({ ...before, ...wish }));
    setMissing(null);
  };
  const save = () => {
    const wish = toWish(zone, form);
    if (typeof wish === "string") return setMissing(wish);
    const api = classroom(room.id);
    run(async () => {
      await (given ? api.changeAssignment(given.id, wish) : api.addAssignment(wish));
      onDone();
    });
  };
  const title = given ? `Change ${given.title}` : "New assignment";
  return (
    <section class="box acc__s" aria-label={title}>
      <h3>{title}</h3>
      <form
        class="assign"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field label="Title" value={form.title} onInput={(title) => change({ title })} />
        <ItemsField
          own={own?.map(({ puzzle }) => puzzle) ?? []}
          items={form.items}
          onChange={(items) => change({ items })}
        />
        <div class="assign__times">
          <TimeField
            label="Opens"
            about="empty: at once"
            value={form.opens}
            onInput={(opens) => change({ opens })}
          />
          <TimeField
            label={form.is_exam ? "Ends" : "Due"}
            about={form.is_exam ? "" : "empty: never"}
            value={form.due}
            onInput={(due) => change({ due })}
          />
          <label class="acc__field">
            <span>Device</span>
            <select
              value={form.device}
              onChange={(event) =>
                change({ device: event.currentTarget.value === "gpu" ? "gpu" : "interpreter" })
              }
            >
              <option value="interpreter">Interpreter</option>
              <option value="gpu">GPU</option>
            </select>
          </label>
        </div>
        <fieldset class="assign__set">
          <legend>What comes after the due time</legend>
          {(["shown", "closed"] as const).map((late) => (
            <label key={late} class="acc__check">
              <input
                type="radio"
                name="late"
                checked={form.late === late}
                disabled={form.is_exam}
                onChange={() => change({ late })}
              />
              <span>{late === "shown" ? "counts, and is marked as late" : "does not count"}</span>
            </label>
          ))}
        </fieldset>
        <fieldset class="assign__set">
          <legend>Help</legend>
          <Check
            label="Hints may be read"
            checked={form.allows_hints && !form.is_exam}
            disabled={form.is_exam}
            onChange={(allows_hints) => change({ allows_hints })}
          />
          <Check
            label="Reference solutions may be opened before it is due"
            checked={form.allows_solutions && !form.is_exam}
            disabled={form.is_exam}
            onChange={(allows_solutions) => change({ allows_solutions })}
          />
          <Check
            label="This is an exam"
            about="From its opening to its end, hints, solutions, share links and other assignments of the class are closed, and only what is sent then counts."
            checked={form.is_exam}
            onChange={(is_exam) => change({ is_exam })}
          />
        </fieldset>
        <Problem text={missing ?? problem} />
        <div class="row">
          <button type="submit" class="btn btn--main" disabled={isBusy}>
            {given ? "Save" : "Assign"}
          </button>
          <button type="button" class="btn" onClick={onCancel}>
            Cancel
          </button>
        </div>
      </form>
    </section>
  );
}

interface TimeProps {
  label: string;
  about?: string;
  value: string;
  onInput(value: string): void;
}

/** A moment on the class's clock. */
export function TimeField({ label, about = "", value, onInput }: TimeProps) {
  return (
    <label class="acc__field">
      <span>
        {label}
        {about ? <span class="soft">, {about}</span> : null}
      </span>
      <input type="datetime-local" value={value} onInput={(event) => onInput(event.currentTarget.value)} />
    </label>
  );
}
