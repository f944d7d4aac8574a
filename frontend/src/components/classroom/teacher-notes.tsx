/** Notes from one's teachers, over every pane of a puzzle's page until they are closed; asked for now and then. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { classes, student } from "../../api/classroom";
import type { OwnNote } from "../../api/types";
import { titleOf, useCatalogue } from "../../catalogue";
import { showMoment } from "../../dates";
import { puzzlePath } from "../../route";
import { Icon } from "../icon";
import "../../styles/teacher-notes.css";

/** By it the teacher also knows that the page is open. */
const POLL_MS = 30_000;

export function TeacherNotes({ slug }: { slug: string }) {
  const [notes, setNotes] = useState<readonly OwnNote[]>([]);
  const { catalogue } = useCatalogue();
  const ask = useCallback(() => {
    // Without the network there is nothing new: it is asked again soon.
    if (!document.hidden) student.notes().then(setNotes, () => {});
  }, []);
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    let isOver = false;
    classes.mine().then(
      ({ classrooms }) => {
        if (isOver || !classrooms.some(({ role, is_archived }) => role === "student" && !is_archived)) return;
        ask();
        timer = setInterval(ask, POLL_MS);
        document.addEventListener("visibilitychange", ask);
      },
      () => {},
    );
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [ask]);
  const close = (id: string) => {
    setNotes((before) => before.filter((note) => note.id !== id));
    student.readNote(id).catch(ask);
  };
  const titled = (other: string) => {
    const puzzle = [...(catalogue?.puzzles ?? []), ...(catalogue?.demos ?? [])].find(
      (one) => one.slug === other,
    );
    return puzzle ? titleOf(puzzle, catalogue) : other;
  };
  return (
    <section class="tnotes" aria-label="Notes from your teacher" aria-live="polite">
      {notes.map((note) => (
        <div key={note.id} class="card tnotes__one">
          <div class="tnotes__h">
            <p class="label grow">
              <b>{note.by}</b>
              <span class="soft">
                , {showMoment(note.created_at)}
                {note.puzzle && note.puzzle !== slug ? (
                  <>
                    , on <a href={puzzlePath(note.puzzle)}>{titled(note.puzzle)}</a>
                  </>
                ) : null}
              </span>
            </p>
            <button
              type="button"
              class="btn btn--icon btn--s btn--quiet"
              aria-label={`Close the note from ${note.by}`}
              onClick={() => close(note.id)}
            >
              <Icon name="close" />
            </button>
          </div>
          <p class="tnotes__text">{note.text}</p>
        </div>
      ))}
    </section>
  );
}
