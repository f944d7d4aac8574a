/** Bringing in a roster: pasted or as a file, looked at first, and taken in whole or not at all. */
import { useRef, useState } from "preact/hooks";
import { classroom } from "../../api/classroom";
import type { Classroom, RosterReading } from "../../api/types";
import { plural } from "../../numbers";
import { Problem } from "../account/parts";
import { useTask } from "../account/use-task";
import { Icon } from "../icon";

interface Props {
  room: Classroom;
  onDone(): void;
  onPrint(): void;
  onClose(): void;
}

export function RosterForm({ room, onDone, onPrint, onClose }: Props) {
  const [text, setText] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState<RosterReading | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, problem, run } = useTask();
  const send = (isDry: boolean, source: File | string) =>
    run(async () => {
      const read = await classroom(room.id).roster(source, isDry);
      setReading(read);
      if (read.is_done) onDone();
    });
  const isRead = reading !== null && reading.errors.length === 0 && !reading.is_done;
  return (
    <section class="box acc__s roster" aria-label="Bring in a roster">
      <h3>Bring in a roster</h3>
      {reading?.is_done ? (
        <>
          <p role="status">
            {plural(reading.added, "student")} added
            {reading.known > 0 ? `, ${reading.known} known before` : ""}. Each has a code of their own, which
            is good once.
          </p>
          <div class="row">
            <button type="button" class="btn btn--main" onClick={onPrint}>
              List of codes
            </button>
            <button type="button" class="btn" onClick={onClose}>
              Done
            </button>
          </div>
        </>
      ) : (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            send(!isRead, file ?? text);
          }}
        >
          <p class="soft">
            One student a line: name, then e-mail or student number if you have them, with commas, semicolons
            or tabs between. A first line with headings is understood. Nobody is mailed.
          </p>
          {file ? (
            <p class="row">
              <Icon name="statement" /> <b>{file.name}</b>
              <button
                type="button"
                class="link"
                onClick={() => {
                  setFile(null);
                  setReading(null);
                }}
              >
                Paste instead
              </button>
            </p>
          ) : (
            <label class="acc__field">
              <span>Roster</span>
              <textarea
                class="mono roster__text"
                rows={8}
                spellcheck={false}
                placeholder={"name,email,number\nMira Lindqvist,mira@school.example,2026-001"}
                value={text}
                onInput={(event) => {
                  setText(event.currentTarget.value);
                  setReading(null);
                }}
              />
            </label>
          )}
          <div class="row">
            {isRead ? (
              <button
                type="submit"
                class="btn btn--main"
                disabled={isBusy || reading.added + reading.known === 0}
              >
                Take in {plural(reading.rows.length, "student")}
              </button>
            ) : (
              <button type="submit" class="btn btn--main" disabled={isBusy || (!file && !text.trim())}>
                Look at it first
              </button>
            )}
            <button type="button" class="btn" onClick={() => input.current?.click()}>
              <Icon name="upload" /> Choose a file
            </button>
            <button type="button" class="btn btn--quiet" onClick={onClose}>
              Cancel
            </button>
            <input
              ref={input}
              type="file"
              hidden
              accept=".csv,.tsv,.txt,text/csv"
              aria-label="File with the roster"
              onChange={(event) => {
                const chosen = event.currentTarget.files?.[0] ?? null;
                event.currentTarget.value = "";
                if (!chosen) return;
                setFile(chosen);
                send(true, chosen);
              }}
            />
          </div>
          <Problem text={problem} />
          {reading ? <Preview reading={reading} /> : null}
        </form>
      )}
    </section>
  );
}

function Preview({ reading: { rows, errors, added, known } }: { reading: RosterReading }) {
  if (errors.length > 0)
    return (
      <div role="alert" class="stack">
        <p class="fault">
          <b>{plural(errors.length, "line")} cannot be read, so nothing was taken in.</b>
        </p>
        <ul class="roster__errors">
          {errors.map((error) => (
            <li key={error.line}>
              <b>Line {error.line}</b> {error.message}
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <>
      <p role="status">
        {added} new, {known} known already. Nothing is changed before you take them in.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div class="roster__rows" tabIndex={0} role="group" aria-label="What was read">
        <table class="people">
          <thead>
            <tr>
              <th scope="col" class="num">
                Line
              </th>
              <th scope="col">Name</th>
              <th scope="col">E-mail</th>
              <th scope="col">Number</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                <td class="num soft">{row.line}</td>
                <th scope="row">{row.name}</th>
                <td class="soft">{row.email}</td>
                <td class="soft">{row.number}</td>
                <td class="soft">{row.state}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
