/** Three hundred students on one screen: a tile each, with a bar a puzzle; beside them who is stuck and on what. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Column } from "../../classroom/columns";
import type { LiveBoard } from "../../classroom/live-board";
import { anchor, inColumns, rove } from "../../classroom/roving";
import { showIdle, type Trouble, type View } from "../../classroom/standing";
import { useBoardClock, useView } from "../../classroom/use-view";
import { plural } from "../../numbers";
import { Glyph } from "../glyph";
import { still } from "../still";

type Open = (id: string, puzzle: string | null) => void;

interface Props {
  board: LiveBoard;
  ids: readonly string[];
  columns: readonly Column[];
  views: readonly View[];
  troubles: readonly Trouble[];
  openId: string | null;
  onOpen: Open;
  onGroup(group: Trouble): void;
}

/** A tile is a name and its bars; where all would not fit on the screen, names get less room. */
const NAME_PX = 76;
const SHORT_NAME_PX = 50;
const BAR_PX = 5;
const GAP_PX = 12;
const TILE_PX = 20;
const TROUBLES = 6;

export function DenseBoard({ board, ids, columns, views, troubles, openId, onOpen, onGroup }: Props) {
  const now = useBoardClock(board);
  const stuck = useMemo(
    () =>
      views
        .filter(({ standing }) => standing.stuck !== null)
        .sort((a, b) => (a.standing.lastMs ?? 0) - (b.standing.lastMs ?? 0)),
    [views],
  );
  const short = (slug: string) => columns.find((one) => one.slug === slug)?.short ?? "";
  return (
    <div class="dense">
      <aside class="dense__side" aria-label="Who is stuck">
        <div class="dense__h">
          <h2 class="grow">{stuck.length} stuck</h2>
          <span class="label quiet">longest first</span>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <ul class="dense__stuck" tabIndex={0}>
          {stuck.map(({ row, standing }) => {
            const cell = standing.stuck ? row.cells[standing.stuck] : undefined;
            return cell && standing.stuck ? (
              <li key={row.id}>
                <button type="button" onClick={() => onOpen(row.id, standing.stuck)}>
                  <Glyph state={cell.last_outcome} />
                  <b>{row.name}</b>
                  <span class="soft">
                    {showIdle(standing, now)}, {plural(cell.attempts, "run")}
                  </span>
                  <span class="soft dense__words">
                    {short(standing.stuck)}. {cell.last_error}
                  </span>
                </button>
              </li>
            ) : null;
          })}
        </ul>
        <div class="dense__h dense__h--2">
          <h2>Same trouble</h2>
        </div>
        <ul class="dense__same">
          {troubles.slice(0, TROUBLES).map((one) => (
            <li key={`${one.puzzle} ${one.outcome} ${one.words}`}>
              <button type="button" onClick={() => onGroup(one)}>
                <b class="num">{one.ids.length}</b>
                <Glyph state={one.outcome} />
                <span>
                  {short(one.puzzle)}. {one.words}
                  <span class="sr">, {plural(one.ids.length, "student")}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </aside>
      <section class="dense__all" aria-label="All students">
        <Tiles board={board} ids={ids} columns={columns} openId={openId} onOpen={onOpen} />
        <p class="dense__legend label quiet">
          <span>
            <Bars kinds="p" /> solved
          </span>
          <span>
            <Bars kinds="t" /> tried
          </span>
          <span>
            <Bars kinds="s" /> stuck
          </span>
          <span>
            <Bars kinds="n" /> not run
          </span>
          <span>Grey name: not here</span>
          <span class="grow" />
          <span class="not-phone">Places stay the same; nobody moves while you look.</span>
        </p>
      </section>
    </div>
  );
}

interface TilesProps {
  board: LiveBoard;
  ids: readonly string[];
  columns: readonly Column[];
  openId: string | null;
  onOpen: Open;
}

const TILE = ".tile";

function Tiles({ board, ids, columns, openId, onOpen }: TilesProps) {
  const host = useRef<HTMLDivElement>(null);
  const [across, setAcross] = useState(1);
  const bars = columns.length * BAR_PX;
  const count = ids.length;
  useLayoutEffect(() => {
    const shown = host.current;
    if (!shown) return;
    const look = () => {
      const { clientWidth, clientHeight } = shown;
      const fitting = (name: number) => Math.max(1, Math.floor(clientWidth / (name + bars + GAP_PX)));
      const needed = Math.ceil(count / Math.max(1, Math.floor((clientHeight - 16) / TILE_PX)));
      setAcross(Math.min(Math.max(fitting(NAME_PX), needed), fitting(SHORT_NAME_PX)));
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(shown);
    return () => sizes.disconnect();
  }, [bars, count]);
  const down = Math.max(1, Math.ceil(count / across));
  useEffect(() => (host.current ? rove(host.current, TILE, inColumns(down)) : undefined), [down]);
  useEffect(() => anchor(host.current, TILE));
  return (
    <div
      class="tiles"
      ref={host}
      style={{ gridTemplateRows: `repeat(${down}, ${TILE_PX}px)`, gridAutoColumns: "minmax(0, 1fr)" }}
    >
      {ids.map((id) => (
        <Tile key={id} id={id} board={board} columns={columns} isOpen={id === openId} onOpen={onOpen} />
      ))}
    </div>
  );
}

interface TileProps {
  id: string;
  board: LiveBoard;
  columns: readonly Column[];
  isOpen: boolean;
  onOpen: Open;
}

const Tile = still(function Tile({ id, board, columns, isOpen, onOpen }: TileProps) {
  const view = useView(board, id);
  if (!view) return null;
  const { row, standing } = view;
  const at = columns.find(({ slug }) => slug === standing.stuck)?.short;
  const looks = `${standing.stuck ? "is-stuck" : ""} ${standing.isAway ? "is-away" : ""} ${isOpen ? "is-open" : ""}`;
  return (
    <button
      type="button"
      tabIndex={-1}
      class={`tile ${looks}`}
      aria-label={`${row.name}: ${standing.solved} of ${columns.length} solved${at ? `, stuck on ${at}` : ""}`}
      onClick={() => onOpen(id, null)}
    >
      <span>{row.name}</span>
      <Bars kinds={kindsOf(view, columns)} />
    </button>
  );
});

/** One letter a puzzle: passed, tried, stuck, not run. */
export function kindsOf({ row, standing }: View, columns: readonly Column[]): string {
  return columns
    .map(({ slug }) => {
      const cell = row.cells[slug];
      if (!cell) return "n";
      return cell.solved_at ? "p" : standing.stuck === slug ? "s" : "t";
    })
    .join("");
}

/** As one drawing: three hundred tiles of a dozen elements each would be slow to lay out. */
export function Bars({ kinds }: { kinds: string }) {
  const width = kinds.length * BAR_PX;
  return (
    <svg class="bars" width={width} height="14" viewBox={`0 0 ${width} 14`} aria-hidden="true">
      {[...["p", "t", "s", "n"]].map((kind) => {
        const path = [...kinds].map((one, at) => (one === kind ? SHAPES[kind]?.(at * BAR_PX) : "")).join("");
        return path ? <path key={kind} class={`bars__${kind}`} d={path} /> : null;
      })}
    </svg>
  );
}

const SHAPES: Record<string, (x: number) => string> = {
  p: (x) => `M${x} 0h4v14h-4z`,
  t: (x) => `M${x + 0.5} 6.5h3v7h-3z`,
  s: (x) => `M${x} 0h4v3h-4zM${x} 4h4v3h-4zM${x} 8h4v3h-4zM${x} 12h4v2h-4z`,
  n: (x) => `M${x} 12h4v2h-4z`,
};
