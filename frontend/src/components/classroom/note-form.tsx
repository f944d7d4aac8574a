/** A note from teacher to student, shown beside the statement until the student closes it; and those before. */
import { useState } from "preact/hooks";
import { classroom } from "../../api/classroom";
import type { Classroom, Note } from "../../api/types";
import { showMoment } from "../../dates";
import { Problem } from "../account/parts";
import { useTask } from "../account/use-task";

interface Props {
  room: Classroom;
  member: string;
  name: string;
  puzzle: string;
  notes: readonly Note[];
  onSent(note: Note): void;
}

export function NoteForm({ room, member, name, puzzle, notes, onSent }: Props) {
  const [text, setText] = useState("");
  const { isBusy, problem, run } = useTask();
  const send = () =>
    run(async () => {
      onSent(await classroom(room.id).sendNote(member, text.trim(), puzzle));
      setText("");
    });
  return (
    <form
      class="side__part stack"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {notes.length > 0 ? (
        <ul class="side__notes" aria-label="Notes before">
          {notes.map((note) => (
            <li key={note.id}>
              <p>{note.text}</p>
              <p class="label quiet">
                {note.by}, {showMoment(note.created_at)},{" "}
                {note.read_at ? "closed by the student" : "not closed yet"}
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      <label class="side__note">
        <b>A note to {name}</b>
        <textarea
          rows={3}
          maxLength={2000}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !text.trim()) return;
            event.preventDefault();
            send();
          }}
        />
      </label>
      <div class="row">
        <span class="label quiet grow">Shown next to the statement until it is closed.</span>
        <button type="submit" class="btn btn--main" disabled={isBusy || !text.trim()}>
          Send
        </button>
      </div>
      <Problem text={problem} />
    </form>
  );
}
