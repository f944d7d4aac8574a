/** The leaderboard: all puzzles, or one. */
import { useEffect } from "preact/hooks";
import type { Board, PuzzleSummary } from "../api/types";
import { type Asked, boardPath, boardQuery, DEVICES, useBoardAddress } from "../board/address";
import { type Moderation, useModeration } from "../board/moderation";
import { useBoard } from "../board/use-board";
import { titleOf, useCatalogue } from "../catalogue";
import { HiddenRows, RowTools } from "../components/board/hidden-rows";
import { RankTable } from "../components/board/rank-table";
import { Rules } from "../components/board/rules";
import { Icon } from "../components/icon";
import { Notice } from "../components/notice";
import { TopBar } from "../components/top-bar";
import { plural, showCount } from "../numbers";
import { isOwn, navigate } from "../route";
import "../styles/board.css";
import "../styles/seg.css";

const PAGE = 50;

export function LeaderboardPage() {
  const asked = useBoardAddress();
  const { catalogue } = useCatalogue();
  const { board, error, refresh } = useBoard(boardQuery(asked));
  const moderation = useModeration(catalogue?.me?.account?.is_admin ?? false, refresh);
  // A puzzle of a class's own is on no board.
  const puzzles = catalogue?.puzzles.filter(({ slug }) => !isOwn(slug)) ?? [];
  const puzzle = puzzles.find(({ slug }) => slug === asked.puzzle);
  useEffect(() => {
    document.title = `${puzzle ? `${puzzle.title} · ` : ""}Leaderboard · Triton Playground`;
  }, [puzzle]);
  return (
    <>
      <TopBar />
      <main class="page board">
        <div class="board__h">
          <div class="grow">
            <h1>Leaderboard</h1>
            <p class="soft">
              {asked.puzzle === null
                ? "More puzzles solved comes first, then the earlier time of the last one."
                : "Fewer elements moved comes first, then the earlier time."}{" "}
              Equal is equal. <a href="#rules">The rules in full</a>
              {asked.classroom === null ? null : (
                <>
                  {" "}
                  Your class alone. <a href={boardPath({ ...asked, classroom: null, page: 1 })}>Everybody</a>
                </>
              )}
            </p>
          </div>
          <nav class="seg" aria-label="Which board">
            <a
              href={boardPath({ ...asked, puzzle: null, page: 1 })}
              aria-current={asked.puzzle === null ? "page" : undefined}
            >
              All puzzles
            </a>
            <a
              href={boardPath({ ...asked, puzzle: asked.puzzle ?? puzzles[0]?.slug ?? null, page: 1 })}
              aria-current={asked.puzzle === null ? undefined : "page"}
            >
              One puzzle
            </a>
          </nav>
        </div>
        <Bar asked={asked} board={board} puzzles={puzzles} titled={(one) => titleOf(one, catalogue)} />
        {error ? (
          <Notice>
            <span class="grow">{error.message}</span>
            <button type="button" class="btn btn--s" onClick={refresh}>
              Try again
            </button>
          </Notice>
        ) : null}
        {board && !error ? (
          <Shown asked={asked} board={board} puzzles={puzzles} moderation={moderation} />
        ) : null}
        {moderation ? <HiddenRows moderation={moderation} /> : null}
        <Rules />
      </main>
    </>
  );
}

interface BarProps {
  asked: Asked;
  board: Board | null;
  puzzles: readonly PuzzleSummary[];
  titled(puzzle: PuzzleSummary): string;
}

function Bar({ asked, board, puzzles, titled }: BarProps) {
  return (
    <div class="board__bar">
      {asked.puzzle === null ? null : (
        <label class="board__pick">
          <span class="sr">Puzzle</span>
          <select
            value={asked.puzzle}
            onChange={(event) =>
              navigate(boardPath({ ...asked, puzzle: event.currentTarget.value, page: 1 }))
            }
          >
            {puzzles.map((one) => (
              <option key={one.slug} value={one.slug}>
                {titled(one)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label class="board__pick">
        <span class="sr">Device</span>
        <select
          value={asked.device}
          onChange={(event) =>
            navigate(
              boardPath({
                ...asked,
                device: event.currentTarget.value === "gpu" ? "gpu" : "interpreter",
                page: 1,
              }),
            )
          }
        >
          {Object.entries(DEVICES).map(([device, name]) => (
            <option key={device} value={device}>
              Device: {name.replace("Int", "int")}
            </option>
          ))}
        </select>
      </label>
      <span class="grow" />
      {board ? <Pages asked={asked} board={board} /> : null}
    </div>
  );
}

function Pages({ asked, board }: { asked: Asked; board: Board }) {
  const first = (board.page - 1) * PAGE + 1;
  const last = first + board.rows.length - 1;
  const shown = board.rows.length > 0 ? `, ${showCount(first)} to ${showCount(last)}` : "";
  return (
    <nav class="board__pages" aria-label="Pages of the board">
      <span class="soft" role="status">
        {plural(board.people, "person", "people")}
        {shown}
      </span>
      <Turn
        to={board.page > 1 ? { ...asked, page: Math.min(board.page - 1, board.pages) } : null}
        name="Previous page"
        icon="back"
      />
      <Turn
        to={board.page < board.pages ? { ...asked, page: board.page + 1 } : null}
        name="Next page"
        icon="forward"
      />
    </nav>
  );
}

/** to: null where there is no such page. */
function Turn({ to, name, icon }: { to: Asked | null; name: string; icon: "back" | "forward" }) {
  return to ? (
    <a class="btn btn--icon btn--s" aria-label={name} href={boardPath(to)}>
      <Icon name={icon} />
    </a>
  ) : (
    <button type="button" class="btn btn--icon btn--s" aria-label={name} disabled>
      <Icon name={icon} />
    </button>
  );
}

interface ShownProps {
  asked: Asked;
  board: Board;
  puzzles: readonly PuzzleSummary[];
  moderation: Moderation | null;
}

function Shown({ asked, board, puzzles, moderation }: ShownProps) {
  return (
    <>
      {board.people === 0 ? (
        <div class="box board__empty">
          <p class="prose">
            {board.puzzle === null
              ? "Nobody has solved a puzzle here yet."
              : "Nobody has solved this puzzle here yet."}
          </p>
          <p class="soft">
            The first row could be yours.{" "}
            <a href={board.puzzle === null ? "/" : `/puzzles/${board.puzzle}`}>
              {board.puzzle === null ? "Choose a puzzle" : "Open the puzzle"}
            </a>
          </p>
        </div>
      ) : board.rows.length === 0 && !board.you?.row ? (
        <div class="box board__empty">
          <p class="prose">There is no page {showCount(board.page)}.</p>
          <p class="soft">
            <a href={boardPath({ ...asked, page: board.pages })}>Go to the last one</a>
          </p>
        </div>
      ) : (
        <div class="box board__box">
          <RankTable
            asked={asked}
            board={board}
            puzzles={puzzles}
            tools={moderation ? (row) => <RowTools row={row} moderation={moderation} /> : undefined}
          />
        </div>
      )}
      <div class="board__foot label soft">
        {board.puzzle === null ? <Legend /> : null}
        <span class="grow" />
        <span>{standing(board)}</span>
      </div>
    </>
  );
}

function Legend() {
  const marks = [
    ["is-done", "solved"],
    ["is-tried", "tried"],
    ["is-done is-given", "solved, not ranked"],
    ["", "not run"],
  ] as const;
  return (
    <ul class="board__legend" aria-label="What the squares mean">
      {marks.map(([mark, word]) => (
        <li key={word}>
          <span class="cells" aria-hidden="true">
            <i class={mark} />
          </span>
          {word}
        </li>
      ))}
    </ul>
  );
}

/** What there is to know of the visitor's own row. */
function standing({ you, puzzle }: Board) {
  if (!you) return "You are not on the board: you have run nothing yet.";
  if (you.is_hidden) return "The host has taken your row off the boards. What you solved is kept.";
  if (!you.row)
    return puzzle === null
      ? "You are not on this board yet: no puzzle of yours counts."
      : "You are not on this board: you have not solved this puzzle, or it does not count.";
  if (you.is_name_hidden) return "The host has hidden your name. Others see your row without it.";
  return (
    <>
      {you.is_named ? "Your name is shown because you chose so." : "Others see your row without a name."}{" "}
      <a href="/me/account">Change</a>
    </>
  );
}
