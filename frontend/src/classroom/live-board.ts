/** The board as it changes: rows told apart, so that one verdict draws one row anew and no other. */
import type { Cell, CellChange } from "../api/types";
import { type Row, type StuckRule, standingOf, type View } from "./standing";

type Heard = () => void;

/** later: when what changed is told, a frame after the first change, so that a burst is drawn once. */
export class LiveBoard {
  private views = new Map<string, View>();
  private rowsHeard = new Map<string, Set<Heard>>();
  private allHeard = new Set<Heard>();
  private ticksHeard = new Set<Heard>();
  private changed = new Set<string>();
  private isWaiting = false;
  private puzzles: readonly string[] = [];
  private rule: StuckRule = { runs: Number.POSITIVE_INFINITY, minutes: Number.POSITIVE_INFINITY };
  private nowMs = 0;
  /** Grows with each telling. */
  version = 0;

  constructor(private readonly later: (tell: () => void) => void = onFrame) {}

  /** Takes a whole state. Rows that are the same as before are not told. */
  take(rows: readonly Row[], puzzles: readonly string[], rule: StuckRule, now: number): void {
    const isOtherList = puzzles.join(" ") !== this.puzzles.join(" ");
    this.puzzles = puzzles;
    this.rule = rule;
    this.nowMs = now;
    const before = this.views;
    this.views = new Map();
    for (const row of rows) {
      const known = before.get(row.id);
      if (known && !isOtherList && isSameRow(known.row, row)) this.views.set(row.id, known);
      else {
        this.views.set(row.id, { row, standing: this.stands(row, now) });
        this.changed.add(row.id);
      }
      before.delete(row.id);
    }
    for (const id of before.keys()) this.changed.add(id);
    this.tick(now);
    this.wake();
  }

  /** Takes one verdict. Of a student who is not on the board, or older than what is shown, it is none. */
  apply({ member, puzzle, cell }: CellChange): void {
    const known = this.views.get(member);
    const shown = known?.row.cells[puzzle];
    if (!known || (shown && shown.attempts > cell.attempts)) return;
    this.put({ ...known.row, cells: { ...known.row.cells, [puzzle]: cell } });
  }

  /** Whose pages are open: all of them. */
  here(members: readonly string[]): void {
    const those = new Set(members);
    for (const { row } of this.views.values()) {
      const isHere = those.has(row.id);
      // Who has just left was seen a moment ago.
      const here_at = row.isHere && !isHere ? new Date(this.nowMs).toISOString() : row.here_at;
      if (isHere !== row.isHere) this.put({ ...row, isHere, here_at });
    }
  }

  /** Time has passed: who is stuck now, or has left, is told. */
  tick(now: number): void {
    this.nowMs = now;
    for (const [id, { row, standing }] of this.views) {
      const next = this.stands(row, now);
      if (next.stuck === standing.stuck && next.isAway === standing.isAway && next.isNow === standing.isNow)
        continue;
      this.views.set(id, { row, standing: next });
      this.changed.add(id);
    }
    if (this.changed.size > 0) this.wake();
    for (const heard of this.ticksHeard) heard();
  }

  view(id: string): View | null {
    return this.views.get(id) ?? null;
  }

  rows(): Row[] {
    return [...this.views.values()].map(({ row }) => row);
  }

  all(): View[] {
    return [...this.views.values()];
  }

  /** Tells when a row shows something else. Returns what ends it. */
  onRow(id: string, heard: Heard): () => void {
    const those = this.rowsHeard.get(id) ?? new Set();
    this.rowsHeard.set(id, those.add(heard));
    return () => those.delete(heard);
  }

  /** Tells after each change, of whatever row. */
  onAny(heard: Heard): () => void {
    this.allHeard.add(heard);
    return () => this.allHeard.delete(heard);
  }

  /** Tells that time has passed, whether or not that changed a row. */
  onTick(heard: Heard): () => void {
    this.ticksHeard.add(heard);
    return () => this.ticksHeard.delete(heard);
  }

  get now(): number {
    return this.nowMs;
  }

  private put(row: Row): void {
    this.views.set(row.id, { row, standing: this.stands(row, this.nowMs) });
    this.changed.add(row.id);
    this.wake();
  }

  private stands(row: Row, now: number) {
    return standingOf(row, this.puzzles, this.rule, now);
  }

  private wake(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.later(() => {
      this.isWaiting = false;
      const changed = [...this.changed];
      this.changed.clear();
      this.version++;
      for (const id of changed) for (const heard of this.rowsHeard.get(id) ?? []) heard();
      for (const heard of this.allHeard) heard();
    });
  }
}

function isSameRow(a: Row, b: Row): boolean {
  const keys = Object.keys(a.cells);
  return (
    a.name === b.name &&
    a.isHere === b.isHere &&
    a.has_joined === b.has_joined &&
    keys.length === Object.keys(b.cells).length &&
    keys.every((slug) => isSameCell(a.cells[slug], b.cells[slug]))
  );
}

function isSameCell(a: Cell | undefined, b: Cell | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    a.last_outcome === b.last_outcome &&
    a.attempts === b.attempts &&
    a.last_at === b.last_at &&
    a.solved_at === b.solved_at &&
    a.last_error === b.last_error
  );
}

/** A page in the background has no frames: there a moment does. */
function onFrame(tell: () => void): void {
  if (document.hidden) setTimeout(tell, 100);
  else requestAnimationFrame(tell);
}
