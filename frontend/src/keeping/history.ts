/** The last runs of each puzzle and the drafts that gave way to others, bounded in number and in size. */
import type { Outcome } from "../api/types";
import { names, read, write } from "../storage";

const RUNS = 20;
const SET_ASIDE = 10;
/** Characters of source over all puzzles: a fifth of what browsers keep for one site. */
const CHARACTERS = 1_000_000;

/**
 * id: the submission; null for a draft that was set aside, and for what came in with a file.
 * outcome: null while it has none. at: milliseconds since 1970.
 */
export interface Entry {
  id: string | null;
  source: string;
  outcome: Outcome | null;
  sentence: string;
  at: number;
}

/** A puzzle's entries, the newest first. */
export function history(slug: string): Entry[] {
  const kept = read<Entry[]>(name(slug));
  return Array.isArray(kept) ? kept.filter(isEntry) : [];
}

/** Puts one in. An older one of the same source gives way, but a draft that was run already stays the run that it is. */
export function add(slug: string, entry: Entry): boolean {
  const before = history(slug);
  if (isAside(entry) && before.some((one) => one.source === entry.source)) return true;
  return keep(slug, [entry, ...before.filter((one) => one.source !== entry.source)]);
}

/** Puts a source in that is about to give way to another; an empty one is not worth a place. */
export function setAside(slug: string, source: string, at = Date.now()): boolean {
  if (source.trim() === "") return true;
  return add(slug, { id: null, source, outcome: null, sentence: "", at });
}

/** Writes the verdict beside the run; a run that fell out of the history meanwhile is left out. */
export function judge(slug: string, id: string, outcome: Outcome, sentence: string): void {
  const before = history(slug);
  if (!before.some((one) => one.id === id)) return;
  keep(
    slug,
    before.map((one) => (one.id === id ? { ...one, outcome, sentence } : one)),
  );
}

/** Two histories as one, each source once; a run outweighs a draft, and the later of two runs the earlier. */
export function merge(ours: readonly Entry[], theirs: readonly Entry[]): Entry[] {
  const bySource = new Map<string, Entry>();
  for (const one of [...ours, ...theirs]) {
    const known = bySource.get(one.source);
    if (!known || weight(one) > weight(known)) bySource.set(one.source, one);
  }
  return [...bySource.values()].sort((a, b) => b.at - a.at);
}

/** The newest source that passed, or null. */
export function lastPassed(slug: string): Entry | null {
  return history(slug).find((one) => one.outcome === "passed") ?? null;
}

/** False where the browser keeps nothing at all; else what did not fit was dropped, the oldest first. */
export function keep(slug: string, entries: readonly Entry[]): boolean {
  const mine = trimmed(entries);
  const others = puzzles().filter((other) => other !== slug);
  let room = CHARACTERS - size(mine) - others.reduce((sum, other) => sum + size(history(other)), 0);
  while (room < 0) {
    const freed = dropOldest(others);
    if (freed === 0) break;
    room += freed;
  }
  while (size(mine) > CHARACTERS && mine.length > 1) mine.pop();
  while (!write(name(slug), mine)) {
    if (dropOldest(others) === 0 && (mine.length <= 1 || mine.pop() === undefined)) return false;
  }
  return true;
}

/** Drops the oldest entry of all, so that something of more worth fits. False where there is none. */
export function makeRoom(): boolean {
  return dropOldest(puzzles()) > 0;
}

export function puzzles(): string[] {
  return names("history:").map((one) => one.slice("history:".length));
}

export function isEntry(value: unknown): value is Entry {
  const one = value as Partial<Entry> | null;
  return (
    typeof one?.source === "string" &&
    typeof one.sentence === "string" &&
    typeof one.at === "number" &&
    (one.id === null || typeof one.id === "string") &&
    (one.outcome === null || typeof one.outcome === "string")
  );
}

/** The last runs and the last drafts; the newest that passed keeps its place, since an export is made of it. */
function trimmed(entries: readonly Entry[]): Entry[] {
  const passed = entries.find((one) => one.outcome === "passed");
  let runs = 0;
  let aside = 0;
  const kept = entries.filter((one) => (isAside(one) ? ++aside <= SET_ASIDE : ++runs <= RUNS));
  if (passed && !kept.includes(passed)) {
    kept.splice(
      kept.findLastIndex((one) => !isAside(one)),
      1,
    );
    kept.push(passed);
  }
  return kept;
}

/** Returns the characters that were freed. What passed goes last. */
function dropOldest(slugs: readonly string[]): number {
  let oldest: { slug: string; entry: Entry; last: boolean } | null = null;
  for (const slug of slugs) {
    const entries = history(slug);
    const passed = entries.find((one) => one.outcome === "passed");
    for (const entry of entries) {
      const last = entry === passed;
      const sooner = !oldest || (last === oldest.last ? entry.at < oldest.entry.at : oldest.last);
      if (sooner) oldest = { slug, entry, last };
    }
  }
  if (!oldest) return 0;
  const { slug, entry } = oldest;
  const left = history(slug).filter((one) => one.source !== entry.source || one.at !== entry.at);
  return write(name(slug), left) ? size([entry]) : 0;
}

function isAside(entry: Entry): boolean {
  return entry.id === null && entry.outcome === null;
}

function weight(entry: Entry): number {
  return isAside(entry) ? 0 : entry.at;
}

/** With a hundred characters for what surrounds a source. */
function size(entries: readonly Entry[]): number {
  return entries.reduce((sum, one) => sum + one.source.length + one.sentence.length + 100, 0);
}

function name(slug: string): string {
  return `history:${slug}`;
}
