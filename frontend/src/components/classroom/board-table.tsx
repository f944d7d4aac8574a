/** Students by puzzles, a row a student. A verdict draws one row anew. */
import { useEffect, useRef } from "preact/hooks";
import type { Cell } from "../../api/types";
import type { Column } from "../../classroom/columns";
import type { LiveBoard } from "../../classroom/live-board";
import { anchor, inTable, rove } from "../../classroom/roving";
import { showIdle, type View } from "../../classroom/standing";
import { useBoardClock, useView } from "../../classroom/use-view";
import { plural } from "../../numbers";
import { Glyph, stateWord } from "../glyph";
import { Icon } from "../icon";
import { still } from "../still";
import type { Opened } from "./board-tab";
import { ShareBar } from "./share-bar";

type Open = (id: string, puzzle: string | null) => void;

interface Props {
  board: LiveBoard;
  ids: readonly string[];
  columns: readonly Column[];
  solved: Readonly<Record<string, number>>;
  total: number;
  opened: Opened | null;
  onOpen: Open;
}

const BUTTONS = "[data-c]";

export function BoardTable({ board, ids, columns, solved, total, opened, onOpen }: Props) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => (host.current ? rove(host.current, BUTTONS, inTable) : undefined), []);
  useEffect(() => anchor(host.current, BUTTONS));
  return (
    <div class="cb__scroll" ref={host}>
      <table class="bd" aria-label="Board">
        <colgroup>
          <col class="bd__name" />
          {columns.map(({ slug }) => (
            <col key={slug} class="bd__cell" />
          ))}
          <col class="bd__solved" />
          <col class="bd__move" />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Name</th>
            {columns.map(({ slug, short, title }) => (
              <th key={slug} scope="col" class="c" title={title}>
                <span aria-hidden="true">{short}</span>
                <span class="sr">{title}</span>
                <ShareBar count={solved[slug] ?? 0} total={total} />
                <span aria-hidden="true">{solved[slug] ?? 0}</span>
                <span class="sr">{solved[slug] ?? 0} solved it</span>
              </th>
            ))}
            <th scope="col" class="num">
              Solved
            </th>
            <th scope="col" class="num">
              Last move
            </th>
            <th scope="col">Last run</th>
          </tr>
        </thead>
        <tbody>
          {ids.map((id) => (
            <BoardRow
              key={id}
              id={id}
              board={board}
              columns={columns}
              openAt={opened?.id === id ? opened.puzzle : null}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  id: string;
  board: LiveBoard;
  columns: readonly Column[];
  openAt: string | null;
  onOpen: Open;
}

const BoardRow = still(function BoardRow({ id, board, columns, openAt, onOpen }: RowProps) {
  const view = useView(board, id);
  if (!view) return null;
  const { row, standing } = view;
  const { stuck, isAway, solved } = standing;
  return (
    <tr class={`${stuck ? "is-stuck" : ""} ${isAway ? "is-away" : ""} ${openAt ? "is-open" : ""}`}>
      <th scope="row">
        <button
          type="button"
          class="bd__who"
          tabIndex={-1}
          data-c={-1}
          aria-label={stuck ? `${row.name}, stuck` : undefined}
          onClick={() => onOpen(id, null)}
        >
          {row.name}
        </button>
      </th>
      {columns.map(({ slug, title }, at) => {
        const cell = row.cells[slug];
        return (
          <td key={slug} class="c">
            {cell ? (
              <button
                type="button"
                tabIndex={-1}
                data-c={at}
                class={`cell ${lookOf(cell, slug, view)} ${openAt === slug ? "is-open" : ""}`}
                aria-label={`${row.name}, ${title}: ${inWords(cell, slug === stuck)}`}
                onClick={() => onOpen(id, slug)}
              >
                {cell.solved_at ? <Icon name="check" /> : <Glyph state={cell.last_outcome} />}
                {cell.attempts}
              </button>
            ) : (
              <span class="cell is-none">
                <span class="sr">not run</span>
              </span>
            )}
          </td>
        );
      })}
      <td class="num">{solved}</td>
      <td class={`num ${stuck ? "bd__idle" : "soft"}`}>
        <Idle board={board} view={view} />
      </td>
      <td class="soft bd__run">{lastRun(view, columns)}</td>
    </tr>
  );
});

/** By itself, since minutes pass for all rows while their cells stay. */
function Idle({ board, view }: { board: LiveBoard; view: View }) {
  const now = useBoardClock(board);
  return <>{view.row.has_joined ? showIdle(view.standing, now) : "not joined"}</>;
}

function lookOf(cell: Cell, slug: string, { standing }: View): string {
  const isNow = standing.isNow && standing.latest === slug ? "is-now" : "";
  if (cell.solved_at) return `is-pass ${isNow}`;
  return standing.stuck === slug ? "is-stuck" : `is-try ${isNow}`;
}

function inWords(cell: Cell, isStuck: boolean): string {
  const runs = plural(cell.attempts, "run");
  if (cell.solved_at) return `solved, ${runs}`;
  return `${stateWord(cell.last_outcome).toLowerCase()}, ${runs}${isStuck ? ", stuck" : ""}`;
}

function lastRun({ row, standing: { latest } }: View, columns: readonly Column[]): string {
  const column = columns.find(({ slug }) => slug === latest);
  const cell = latest ? row.cells[latest] : undefined;
  if (!column || !cell) return "";
  return `${column.short}. ${cell.last_error ?? stateWord(cell.last_outcome)}`;
}
