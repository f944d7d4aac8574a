/** How a student stands: what is solved, where they are stuck, whether they are at work; and the orders that follow. */
import type { Outcome } from "../api/types";

/** Of one puzzle, as the board's snapshot and events have it. Only what counts is in it: no cancelled runs. */
export interface Cell {
  outcome: Outcome;
  attempts: number;
  solved_at: string | null;
  last_at: string;
  last_error: string | null;
}

/** cells: by puzzle; a puzzle that was not run is not in it. */
export interface Row {
  id: string;
  name: string;
  cells: Readonly<Record<string, Cell>>;
}

/** stuck: the puzzle. lastMs: of the last run, null before the first. isAway: nothing was run lately. */
export interface Standing {
  solved: number;
  stuck: string | null;
  lastMs: number | null;
  latest: string | null;
  isAway: boolean;
}

export const ORDERS = { stuck: "Stuck first", name: "By name", solved: "Most solved first" } as const;
export type Order = keyof typeof ORDERS;

/** So many runs without a pass, or so many minutes since a run that did not pass. */
export const STUCK_RUNS = 7;
export const STUCK_MINUTES = 10;
/** After these one is taken to have left: then only the runs say that one is stuck. */
export const AWAY_MINUTES = 45;

export function standingOf(row: Row, puzzles: readonly string[], now: number): Standing {
  let solved = 0;
  let lastMs: number | null = null;
  let latest: string | null = null;
  for (const slug of puzzles) {
    const cell = row.cells[slug];
    if (!cell) continue;
    if (cell.solved_at !== null) solved++;
    const at = Date.parse(cell.last_at);
    if (lastMs === null || at >= lastMs) [lastMs, latest] = [at, slug];
  }
  const cell = latest === null ? null : row.cells[latest];
  const idle = lastMs === null ? Number.POSITIVE_INFINITY : (now - lastMs) / 60_000;
  const isAway = idle >= AWAY_MINUTES;
  const isOpen = cell != null && cell.solved_at === null;
  const isStuck = isOpen && (cell.attempts >= STUCK_RUNS || (!isAway && idle >= STUCK_MINUTES));
  return { solved, stuck: isStuck ? latest : null, lastMs, latest, isAway };
}

/** The ids in an order: stuck ones by how long they have not moved, then the rest by name. */
export function ordered(
  rows: readonly Row[],
  order: Order,
  puzzles: readonly string[],
  now: number,
): string[] {
  const standing = new Map(rows.map((row) => [row.id, standingOf(row, puzzles, now)]));
  const of = (row: Row) => standing.get(row.id) as Standing;
  const byName = (a: Row, b: Row) => NAMES.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
  const rank = (row: Row) => (of(row).stuck !== null ? 0 : of(row).isAway ? 2 : 1);
  const by: Record<Order, (a: Row, b: Row) => number> = {
    name: byName,
    solved: (a, b) => of(b).solved - of(a).solved || byName(a, b),
    stuck: (a, b) =>
      rank(a) - rank(b) || (rank(a) === 0 ? (of(a).lastMs ?? 0) - (of(b).lastMs ?? 0) : 0) || byName(a, b),
  };
  return [...rows].sort(by[order]).map(({ id }) => id);
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

/** Students who fail alike at a puzzle. */
export interface Trouble {
  puzzle: string;
  outcome: Outcome;
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
      const key = `${slug}\n${cell.outcome}\n${cell.last_error}`;
      const known = found.get(key);
      if (known) known.ids.push(row.id);
      else found.set(key, { puzzle: slug, outcome: cell.outcome, words: cell.last_error, ids: [row.id] });
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

const NAMES = new Intl.Collator("en", { sensitivity: "base", numeric: true });

function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
}
