/** The live board of a class: who is where, who is stuck, and on what. */
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useActions } from "../../actions";
import { classroom } from "../../api/classroom";
import { useCatalogue } from "../../catalogue";
import { columnsOf } from "../../classroom/columns";
import {
  isMeant,
  likeness,
  type Order,
  ordered,
  outOfPlace,
  solvedOf,
  type Trouble,
  troubles,
} from "../../classroom/standing";
import { useClassBoard } from "../../classroom/use-class-board";
import { useLoaded } from "../../classroom/use-loaded";
import { useVersion } from "../../classroom/use-view";
import type { TabProps } from "../../pages/classroom";
import { navigate } from "../../route";
import { read, write } from "../../storage";
import { TryAgain } from "../try-again";
import { BoardBar } from "./board-bar";
import { BoardTable } from "./board-table";
import { DenseBoard } from "./dense-board";
import { EmptyBoard } from "./empty-board";
import { Projector } from "./projector";
import { SidePanel } from "./side-panel";
import { TroubleStrip } from "./trouble-strip";
import "../../styles/class-board.css";

export type Density = "table" | "dense";

/** From so many students on, the dense form is shown at first. */
const MANY = 60;
const KEPT = "class-board";

interface Kept {
  order: Order | null;
  density: Density | null;
}

export interface Opened {
  id: string;
  puzzle: string;
}

export function BoardTab({ room }: TabProps) {
  const [assignment, setAssignment] = useState(() => new URLSearchParams(location.search).get("assignment"));
  const { board, snapshot, error, isLive, reload } = useClassBoard(room.id, assignment);
  const { value: given } = useLoaded(`${room.id} assignments`, () => classroom(room.id).assignments());
  const { catalogue } = useCatalogue();
  const version = useVersion(board);
  const [kept, setKept] = useState<Kept>(() => ({
    order: null,
    density: null,
    ...read<Partial<Kept>>(KEPT),
  }));
  const [typed, setTyped] = useState("");
  const [group, setGroup] = useState<Trouble | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isProjected, setProjected] = useState(false);
  const find = useRef<HTMLInputElement>(null);

  const columns = useMemo(() => columnsOf(snapshot?.puzzles ?? [], catalogue), [snapshot, catalogue]);
  const slugs = useMemo(() => columns.map(({ slug }) => slug), [columns]);
  const density = kept.density ?? ((snapshot?.members.length ?? 0) > MANY ? "dense" : "table");
  // The dense form has a list of who is stuck beside it, so that its places can be easy to find.
  const wish = kept.order ?? (density === "dense" ? "name" : "stuck");
  // The board is one object, its version tells its changes.
  const now = useMemo(() => {
    const views = board.all();
    const rows = views.map(({ row }) => row);
    return {
      views,
      wanted: ordered(views, wish),
      solved: solvedOf(rows, slugs),
      troubles: troubles(rows, slugs),
      here: rows.filter(({ isHere }) => isHere).length,
    };
  }, [board, version, snapshot, slugs, wish]);

  // Rows stay where they are until somebody wishes: who comes new stands at the end.
  const [order, setOrder] = useState<{ by: string; ids: string[] }>({ by: "", ids: [] });
  const by = `${wish} ${assignment}`;
  const ids = useMemo(() => {
    if (order.by !== by || order.ids.length === 0) return now.wanted;
    const there = new Set(now.wanted);
    const known = new Set(order.ids);
    return [...order.ids.filter((id) => there.has(id)), ...now.wanted.filter((id) => !known.has(id))];
  }, [order, by, now.wanted]);
  useEffect(() => {
    if (snapshot && (order.by !== by || order.ids.length === 0) && now.wanted.length > 0)
      setOrder({ by, ids: now.wanted });
  }, [snapshot, by, order, now.wanted]);
  const moved = outOfPlace(ids, now.wanted);
  const sortAgain = () => setOrder({ by, ids: now.wanted });

  const inGroup = group ? now.troubles.find((one) => isSame(one, group)) : null;
  const shown = useMemo(() => {
    const those = group ? new Set(inGroup?.ids ?? []) : null;
    return ids.filter((id) => (those?.has(id) ?? true) && isMeant(board.view(id)?.row.name ?? "", typed));
  }, [ids, typed, group, inGroup, board]);

  const keep = (change: Partial<Kept>) => {
    const next = { ...kept, ...change };
    setKept(next);
    write(KEPT, next);
  };
  const first = slugs[0] ?? null;
  const open = useCallback(
    (id: string, puzzle: string | null) => {
      const standing = board.view(id)?.standing;
      const at = puzzle ?? standing?.stuck ?? standing?.latest ?? first;
      if (at) setOpened({ id, puzzle: at });
    },
    [board, first],
  );
  const step = (by: 1 | -1) => {
    const next = opened && shown[shown.indexOf(opened.id) + by];
    if (next) open(next, null);
  };
  useActions([
    {
      id: "projector",
      title: "Show to the class, without names",
      group: "This page",
      keys: "h",
      also: "projector beamer hide names join code",
      run: () => setProjected(true),
    },
    {
      id: "sort-again",
      title: "Sort the board again",
      group: "This page",
      keys: "s",
      enabled: moved > 0,
      run: sortAgain,
    },
    {
      id: "find-student",
      title: "Find a student",
      group: "This page",
      keys: "/",
      run: () => find.current?.focus(),
    },
    {
      id: "next-student",
      title: "Next student",
      group: "This page",
      keys: "j",
      enabled: !!opened,
      run: () => step(1),
    },
    {
      id: "previous-student",
      title: "Previous student",
      group: "This page",
      keys: "k",
      enabled: !!opened,
      run: () => step(-1),
    },
    {
      id: "close-student",
      title: "Close the student",
      group: "This page",
      keys: "Escape",
      enabled: !!opened,
      run: () => setOpened(null),
    },
  ]);

  if (!snapshot)
    return (
      <main class="page">
        <TryAgain error={error} onAgain={reload} />
      </main>
    );
  const choose = (id: string | null) => {
    history.replaceState(null, "", id ? `${location.pathname}?assignment=${id}` : location.pathname);
    setAssignment(id);
    setOpened(null);
    setGroup(null);
  };
  return (
    <main class="cb">
      <BoardBar
        room={room}
        assignments={given?.assignments ?? []}
        assignment={assignment}
        onAssignment={choose}
        here={now.here}
        total={now.views.length}
        typed={typed}
        onType={setTyped}
        find={find}
        order={wish}
        onOrder={(order) => keep({ order })}
        density={density}
        onDensity={(density) => keep({ density })}
        onProject={() => setProjected(true)}
        onSettings={() => navigate(`/classes/${room.id}/settings`)}
      />
      <TroubleStrip
        columns={columns}
        troubles={now.troubles}
        group={group}
        found={inGroup?.ids.length ?? 0}
        onGroup={setGroup}
        moved={moved}
        onSort={sortAgain}
        isLive={isLive}
        problem={error?.message ?? null}
      />
      {now.views.length === 0 ? (
        <EmptyBoard room={room} />
      ) : density === "dense" ? (
        <DenseBoard
          board={board}
          ids={shown}
          columns={columns}
          views={now.views}
          troubles={now.troubles}
          openId={opened?.id ?? null}
          onOpen={open}
          onGroup={setGroup}
        />
      ) : (
        <BoardTable
          board={board}
          ids={shown}
          columns={columns}
          solved={now.solved}
          total={now.views.length}
          opened={opened}
          onOpen={open}
        />
      )}
      {shown.length === 0 && now.views.length > 0 ? (
        <p class="cb__none soft">
          {group ? "Nobody is left in this group." : "No student here has a name like that."}
        </p>
      ) : null}
      {opened ? (
        <SidePanel
          key={opened.id}
          room={room}
          board={board}
          opened={opened}
          columns={columns}
          troubles={now.troubles}
          onPuzzle={(puzzle) => setOpened({ ...opened, puzzle })}
          onStep={step}
          onGroup={setGroup}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {isProjected ? (
        <Projector
          room={room}
          board={board}
          columns={columns}
          solved={now.solved}
          views={now.views}
          onClose={() => setProjected(false)}
        />
      ) : null}
    </main>
  );
}

function isSame(a: Trouble, b: Trouble): boolean {
  return a.puzzle === b.puzzle && a.outcome === b.outcome && likeness(a.words) === likeness(b.words);
}
