/** One student, beside the board: their runs of a puzzle, what changed between them, and a note to them. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { classroom } from "../../api/classroom";
import { api } from "../../api/client";
import type { Attempt, Attempts, Classroom, Puzzle } from "../../api/types";
import type { Column } from "../../classroom/columns";
import type { LiveBoard } from "../../classroom/live-board";
import { showIdle, type Trouble, type View } from "../../classroom/standing";
import { useLoaded } from "../../classroom/use-loaded";
import { useBoardClock, useView } from "../../classroom/use-view";
import { plural } from "../../numbers";
import { Icon } from "../icon";
import { TryAgain } from "../try-again";
import { AttemptView, RunLine } from "./attempt-view";
import type { Opened } from "./board-tab";
import { NoteForm } from "./note-form";
import { OpenCopy } from "./open-copy";
import "../../styles/class-side.css";

interface Props {
  room: Classroom;
  board: LiveBoard;
  opened: Opened;
  columns: readonly Column[];
  troubles: readonly Trouble[];
  onPuzzle(slug: string): void;
  onStep(by: 1 | -1): void;
  onGroup(group: Trouble): void;
  onClose(): void;
}

export function SidePanel({
  room,
  board,
  opened,
  columns,
  troubles,
  onPuzzle,
  onStep,
  onGroup,
  onClose,
}: Props) {
  const { id, puzzle: slug } = opened;
  const view = useView(board, id);
  const cell = view?.row.cells[slug];
  const { value, error, reload, put } = useLoaded(`${id} ${slug}`, () =>
    classroom(room.id).attempts(id, slug),
  );
  const { value: puzzle } = useLoaded(slug, () => api.puzzle(slug));
  const head = useRef<HTMLHeadingElement>(null);
  const came = useRef<Element | null>(null);
  useEffect(() => {
    came.current = document.activeElement;
    head.current?.focus();
    return () => {
      if (came.current instanceof HTMLElement && came.current.isConnected) came.current.focus();
    };
  }, []);
  // A new verdict of this student is a new run in the list.
  const count = cell?.attempts ?? 0;
  const known = useRef(count);
  useEffect(() => {
    if (known.current === count) return;
    known.current = count;
    reload();
  }, [count, reload]);
  if (!view) return null;
  const column = columns.find((one) => one.slug === slug);
  return (
    <aside class="side" aria-label={view.row.name}>
      <div class="side__h">
        <h2 class="grow" ref={head} tabIndex={-1}>
          {view.row.name}
        </h2>
        <button
          type="button"
          class="btn btn--icon btn--s btn--quiet"
          aria-label="Previous student"
          aria-keyshortcuts="k"
          onClick={() => onStep(-1)}
        >
          <Icon name="up" />
        </button>
        <button
          type="button"
          class="btn btn--icon btn--s btn--quiet"
          aria-label="Next student"
          aria-keyshortcuts="j"
          onClick={() => onStep(1)}
        >
          <Icon name="down" />
        </button>
        <button
          type="button"
          class="btn btn--icon btn--s btn--quiet"
          aria-label="Close"
          aria-keyshortcuts="Escape"
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div class="side__body" tabIndex={0} role="group" aria-label={`Runs of ${view.row.name}`}>
        <Summary board={board} view={view} columns={columns} slug={slug} attempts={value} />
        <label class="side__pick">
          <span class="label soft">Puzzle</span>
          <select value={slug} onChange={(event) => onPuzzle(event.currentTarget.value)}>
            {columns.map((one) => (
              <option key={one.slug} value={one.slug}>
                {one.title}
                {view.row.cells[one.slug]
                  ? ` (${plural(view.row.cells[one.slug]?.attempts ?? 0, "run")})`
                  : ""}
              </option>
            ))}
          </select>
        </label>
        <TryAgain error={error} onAgain={reload} />
        {value ? (
          <Runs
            key={`${id} ${slug}`}
            room={room}
            attempts={value}
            puzzle={puzzle}
            short={column?.short ?? ""}
            trouble={troubles.find((one) => one.puzzle === slug && one.ids.includes(id)) ?? null}
            onGroup={onGroup}
            onNote={(note) => put({ ...value, notes: [...value.notes, note] })}
          />
        ) : null}
      </div>
    </aside>
  );
}

interface RunsProps {
  room: Classroom;
  attempts: Attempts;
  puzzle: Puzzle | null;
  short: string;
  trouble: Trouble | null;
  onGroup(group: Trouble): void;
  onNote(note: Attempts["notes"][number]): void;
}

function Runs({ room, attempts, puzzle, short, trouble, onGroup, onNote }: RunsProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const all = attempts.attempts;
  const at = chosen === null ? all.length - 1 : all.findIndex((one) => one.id === chosen);
  const attempt: Attempt | undefined = all[at] ?? all.at(-1);
  const before = useMemo(
    () => all.slice(0, all.indexOf(attempt as Attempt)).findLast((one) => one.source !== null) ?? null,
    [all, attempt],
  );
  return (
    <>
      {attempt ? (
        <>
          <RunLine
            attempts={all}
            shown={attempt.id}
            short={short}
            hasMore={attempts.more}
            onChoose={setChosen}
          />
          <AttemptView
            key={attempt.id}
            attempt={attempt}
            before={before}
            number={all.indexOf(attempt) + 1}
            beforeNumber={before ? all.indexOf(before) + 1 : 0}
            puzzle={puzzle}
            others={trouble && attempt === all.at(-1) ? trouble.ids.length - 1 : 0}
            onGroup={() => trouble && onGroup(trouble)}
          />
        </>
      ) : (
        <p class="side__part soft">Nothing was run here yet.</p>
      )}
      {room.rights.includes("send_notes") ? (
        <NoteForm
          room={room}
          member={attempts.member}
          name={attempts.name}
          puzzle={attempts.puzzle}
          notes={attempts.notes}
          onSent={onNote}
        />
      ) : null}
      <div class="side__foot">
        {puzzle && attempt?.source ? <OpenCopy puzzle={puzzle} source={attempt.source} /> : null}
      </div>
    </>
  );
}

interface SummaryProps {
  board: LiveBoard;
  view: View;
  columns: readonly Column[];
  slug: string;
  attempts: Attempts | null;
}

function Summary({ board, view, columns, slug, attempts }: SummaryProps) {
  const now = useBoardClock(board);
  const { row, standing } = view;
  const cell = row.cells[slug];
  const title = columns.find((one) => one.slug === slug)?.title ?? slug;
  const idle = showIdle(standing, now);
  const isStuck = standing.stuck === slug;
  const told = [
    cell ? plural(cell.attempts, "run") : "Not run yet",
    attempts && attempts.hints > 0 ? `${plural(attempts.hints, "hint")} read` : null,
    attempts?.gave_up ? "solution opened" : null,
    row.isHere ? "here now" : "not here",
  ].filter(Boolean);
  return (
    <div class={`side__say ${isStuck ? "is-stuck" : ""}`}>
      <p>
        <b>
          {isStuck
            ? `Stuck on ${title}${standing.isAway ? "" : idle === "now" ? "" : ` for ${idle}`}`
            : cell?.solved_at
              ? `Solved ${title}`
              : title}
        </b>
      </p>
      <p>
        {told.join(", ")}. {standing.solved} of {columns.length} solved.
      </p>
    </div>
  );
}
