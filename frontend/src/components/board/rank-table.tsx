/** The rows of a page of the leaderboard, with the visitor's own always in sight. */
import type { ComponentChild } from "preact";
import type { Board, BoardRow, PuzzleSummary } from "../../api/types";
import { type Asked, boardPath } from "../../board/address";
import { showMoment } from "../../dates";
import { showCount } from "../../numbers";

interface Props {
  asked: Asked;
  board: Board;
  puzzles: readonly PuzzleSummary[];
  /** What else to say at the end of a row, for an administrator. */
  tools?: ((row: BoardRow) => ComponentChild) | undefined;
}

export function RankTable({ asked, board, puzzles, tools }: Props) {
  const { rows, you } = board;
  const own = you?.row && !rows.some((row) => row.is_you) ? you.row : null;
  const isAbove = own !== null && you?.page != null && you.page < board.page;
  const isOverall = board.puzzle === null;
  const row = (one: BoardRow) => (
    <Row
      key={one.id}
      row={one}
      // Others may not see it, but whose it is does
      name={one.is_you ? (you?.name ?? null) : one.name}
      puzzles={isOverall ? puzzles : null}
      tools={tools}
    />
  );
  const columns = (isOverall ? 7 : 5) + (tools ? 1 : 0);
  const gap = own && (
    <tr class="rank__gap">
      <td class="num quiet">…</td>
      <td colSpan={columns - 1}>
        <a href={boardPath({ ...asked, page: you?.page ?? 1 })}>Go to the page with your row</a>
      </td>
    </tr>
  );
  return (
    <table class={isOverall ? "rank" : "rank rank--one"} aria-label="Ranks">
      <thead>
        <tr>
          <th class="num" scope="col">
            Rank
          </th>
          <th scope="col">Name</th>
          {isOverall ? (
            <>
              <th scope="col" class="wide">
                Puzzles 1 to {puzzles.length}
              </th>
              <th class="num" scope="col">
                Solved
              </th>
            </>
          ) : null}
          <th class="num" scope="col">
            Runs
          </th>
          <th class={isOverall ? "num wide" : "num"} scope="col">
            <span class="wide">Elements moved</span>
            <span class="only-narrow">Moved</span>
          </th>
          <th class="num" scope="col">
            {isOverall ? "Last solved" : "Solved"}
          </th>
          {tools ? (
            <th scope="col">
              <span class="sr">Moderation</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {isAbove && own ? (
          <>
            {row(own)}
            {gap}
          </>
        ) : null}
        {rows.map(row)}
        {!isAbove && own ? (
          <>
            {gap}
            {row(own)}
          </>
        ) : null}
      </tbody>
    </table>
  );
}

interface RowProps {
  row: BoardRow;
  name: string | null;
  puzzles: readonly PuzzleSummary[] | null;
  tools: Props["tools"];
}

function Row({ row, name, puzzles, tools }: RowProps) {
  return (
    <tr class={row.is_you ? "is-me" : ""}>
      <td class="num">{showCount(row.rank)}</td>
      <th scope="row">
        <span class={name === null ? "quiet" : "rank__name"} title={name ?? undefined}>
          {name ?? "no name given"}
        </span>
        {row.is_you ? <span class="tag">you</span> : null}
      </th>
      {puzzles ? (
        <>
          <td class="wide">
            <MarkCells row={row} puzzles={puzzles} />
          </td>
          <td class="num">{row.solved}</td>
        </>
      ) : null}
      <td class="num">{showCount(row.attempts)}</td>
      <td class={puzzles ? "num wide" : "num"}>
        {row.moved === null ? <span class="quiet">not measured</span> : showCount(row.moved)}
      </td>
      <td class="num soft">
        <time dateTime={row.last_at}>{showMoment(row.last_at)}</time>
      </td>
      {tools ? <td class="rank__tools">{tools(row)}</td> : null}
    </tr>
  );
}

const CLASSES = { solved: "is-done", seen: "is-done is-given", tried: "is-tried" } as const;

function MarkCells({ row, puzzles }: { row: BoardRow; puzzles: readonly PuzzleSummary[] }) {
  const marks = puzzles.map(({ slug }) => ({ slug, mark: row.puzzles[slug] }));
  return (
    <span class="cells" role="img" aria-label={`${row.solved} of ${puzzles.length} solved`}>
      {marks.map(({ slug, mark }) => (
        <i key={slug} class={mark ? CLASSES[mark] : ""} />
      ))}
    </span>
  );
}
