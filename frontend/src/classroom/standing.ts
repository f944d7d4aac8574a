/** How a student stands: what is solved, where they are stuck, whether they are at work; and the orders that follow. */
import type { BoardMember, Cell } from "../api/types";

/** What a row shows of a student. isHere: their page is open. */
export type Row = Pick<BoardMember, "id" | "name" | "cells" | "has_joined" | "here_at"> & { isHere: boolean };

/** So many runs without a pass, or so many minutes since a run that did not pass: then one is stuck. */
export interface StuckRule {
  runs: number;
  minutes: number;
}

/**
 * stuck: the puzzle. lastMs: of the last run or sight, null before the first. isAway: neither ran nor is
 * here. isNow: ran within the last minute.
 */
export interface Standing {
  solved: number;
  stuck: string | null;
  lastMs: number | null;
  latest: string | null;
  isAway: boolean;
  isNow: boolean;
}

/** After so many minutes without a run one is taken to have left, unless their page is known to be open. */
const AWAY_MINUTES = 15;

export const ORDERS = { stuck: "Stuck first", name: "By name", solved: "Most solved first" } as const;
export type Order = keyof typeof ORDERS;

/** Who has left is stuck by their runs alone: nobody can say what their minutes mean. */
export function standingOf(row: Row, puzzles: readonly string[], rule: StuckRule, now: number): Standing {
  let solved = 0;
  let movedMs: number | null = null;
  let latest: string | null = null;
  for (const slug of puzzles) {
    const cell = row.cells[slug];
    if (!cell) continue;
    if (cell.solved_at !== null) solved++;
    const at = Date.parse(cell.last_at);
    if (movedMs === null || at >= movedMs) [movedMs, latest] = [at, slug];
  }
  const cell = latest === null ? null : row.cells[latest];
  const idle = movedMs === null ? Number.POSITIVE_INFINITY : (now - movedMs) / 60_000;
  const isAway = !row.isHere && idle >= AWAY_MINUTES;
  const isOpen = cell != null && cell.solved_at === null;
  const isStuck = isOpen && (cell.attempts >= rule.runs || (!isAway && idle >= rule.minutes));
  const seenMs = row.here_at === null ? null : Date.parse(row.here_at);
  const lastMs = isAway && seenMs !== null ? Math.max(seenMs, movedMs ?? 0) : movedMs;
  return { solved, stuck: isStuck ? latest : null, lastMs, latest, isAway, isNow: idle < 1 };
}

/** A row with how its student stands. A new object whenever something of it is another. */
export interface View {
  row: Row;
  standing: Standing;
}

/** The ids in an order: stuck ones by how long they have not moved, then the rest by name, who left last. */
export function ordered(views: readonly View[], order: Order): string[] {
  const byName = (a: View, b: View) =>
    NAMES.compare(a.row.name, b.row.name) || (a.row.id < b.row.id ? -1 : 1);
  const rank = ({ standing }: View) => (standing.stuck !== null ? 0 : standing.isAway ? 2 : 1);
  const by: Record<Order, (a: View, b: View) => number> = {
    name: byName,
    solved: (a, b) => b.standing.solved - a.standing.solved || byName(a, b),
    stuck: (a, b) =>
      rank(a) - rank(b) ||
      (rank(a) === 0 ? (a.standing.lastMs ?? 0) - (b.standing.lastMs ?? 0) : 0) ||
      byName(a, b),
  };
  return [...views].sort(by[order]).map(({ row }) => row.id);
}

/** How many rows stand elsewhere in the wanted order than where they are shown. */
export function outOfPlace(shown: readonly string[], wanted: readonly string[]): number {
  return shown.filter((id, at) => wanted[at] !== id).length;
}

/** Whether a name is meant by what is typed: each word of it begins or stands in the name, accents or not. */
export function isMeant(name: string, typed: string): boolean {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const full = plain(name);
  return words.every((word) => full.includes(word));
}

/** Students whose last run of a puzzle, not solved yet, failed alike. */
export interface Trouble {
  puzzle: string;
  outcome: Cell["outcome"];
  words: string;
  ids: string[];
}

/** What is failing now, the most frequent first; among equals in the order of the puzzles. */
export function troubles(rows: readonly Row[], puzzles: readonly string[]): Trouble[] {
  const found = new Map<string, Trouble>();
  for (const slug of puzzles)
    for (const row of rows) {
      const cell = row.cells[slug];
      if (!cell || cell.solved_at !== null || cell.last_error === null) continue;
      const key = `${slug}\n${cell.last_outcome}\n${likeness(cell.last_error)}`;
      const known = found.get(key);
      if (known) known.ids.push(row.id);
      else
        found.set(key, { puzzle: slug, outcome: cell.last_outcome, words: cell.last_error, ids: [row.id] });
    }
  return [...found.values()].sort((a, b) => b.ids.length - a.ids.length);
}

/** How many have solved each puzzle. */
export function solvedOf(rows: readonly Row[], puzzles: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    puzzles.map((slug) => [slug, rows.filter((row) => row.cells[slug]?.solved_at != null).length]),
  );
}

/** "now", "14 min", "left 3 h ago", "left 2 days ago"; empty before the first run. */
export function showIdle({ lastMs, isAway }: Standing, now: number): string {
  if (lastMs === null) return "";
  const minutes = Math.max(0, Math.floor((now - lastMs) / 60_000));
  if (!isAway) return minutes < 1 ? "now" : `${minutes} min`;
  if (minutes < 120) return `left ${minutes} min ago`;
  if (minutes < 48 * 60) return `left ${Math.floor(minutes / 60)} h ago`;
  return `left ${Math.floor(minutes / 1440)} days ago`;
}

/** Equal for words that differ in numbers alone: the same mistake in another case. */
export function likeness(words: string): string {
  return words.replace(/\d[\d,.]*/g, "#").toLowerCase();
}

const NAMES = new Intl.Collator("en", { sensitivity: "base", numeric: true });

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
