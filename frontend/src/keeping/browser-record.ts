/** Everything that this browser keeps of a visitor's work, as one JSON value, to carry to another browser. */
import type { Outcome } from "../api/types";
import { keepOver, keptDraft } from "../draft";
import { type PuzzleRecord, type PuzzleRecords, records } from "../record";
import { names, write } from "../storage";
import { OUTCOMES } from "../words";
import { type Entry, history, isEntry, keep, merge, puzzles, setAside } from "./history";

const FORMAT = "triton-playground-record";
const VERSION = 1;

export interface BrowserRecord {
  drafts: Record<string, { source: string; saved_at: number }>;
  history: Record<string, Entry[]>;
  records: PuzzleRecords;
}

export function recordText(now: Date): string {
  const drafts: BrowserRecord["drafts"] = {};
  for (const slug of names("draft:")
    .map((name) => name.slice("draft:".length))
    .sort()) {
    const kept = keptDraft(slug);
    if (kept) drafts[slug] = { source: kept.source, saved_at: kept.savedAt };
  }
  const histories = Object.fromEntries(
    puzzles()
      .sort()
      .map((slug) => [slug, history(slug)]),
  );
  const record: BrowserRecord = { drafts, history: histories, records: records() };
  const head = { format: FORMAT, version: VERSION, exported_at: now.toISOString() };
  return `${JSON.stringify({ ...head, ...record }, null, 1)}\n`;
}

/** What is well formed of a record; null where it is none, "newer" where only a later version reads it. */
export function parseRecord(json: unknown): BrowserRecord | "newer" | null {
  const told = json as Record<string, unknown> | null;
  if (typeof told !== "object" || told?.format !== FORMAT || typeof told.version !== "number") return null;
  if (told.version > VERSION) return "newer";
  const found: BrowserRecord = { drafts: {}, history: {}, records: {} };
  for (const [slug, draft] of entriesOf(told.drafts)) {
    const { source, saved_at } = (draft ?? {}) as { source?: unknown; saved_at?: unknown };
    if (typeof source === "string")
      found.drafts[slug] = { source, saved_at: typeof saved_at === "number" ? saved_at : 0 };
  }
  for (const [slug, listed] of entriesOf(told.history)) {
    if (!Array.isArray(listed)) continue;
    const good = listed.filter((one) => isEntry(one) && (one.outcome === null || one.outcome in OUTCOMES));
    if (good.length > 0) found.history[slug] = good as Entry[];
  }
  for (const [slug, one] of entriesOf(told.records)) if (isRecord(one)) found.records[slug] = one;
  return found;
}

/** The puzzles whose draft here would give way. */
export function differing(record: BrowserRecord): string[] {
  return Object.entries(record.drafts)
    .filter(([slug, draft]) => {
      const here = keptDraft(slug);
      return here !== null && here.source !== draft.source;
    })
    .map(([slug]) => slug);
}

/** Adds a record to what is here. Of two drafts, the one that gives way goes to the history. False: not all fitted. */
export function mergeRecord(record: BrowserRecord, takeTheirDrafts: boolean): boolean {
  let isWhole = true;
  for (const [slug, theirs] of Object.entries(record.history))
    isWhole = keep(slug, merge(history(slug), theirs)) && isWhole;
  for (const [slug, { source, saved_at }] of Object.entries(record.drafts)) {
    const here = keptDraft(slug);
    if (here?.source === source) continue;
    if (here && !takeTheirDrafts) {
      isWhole = setAside(slug, source, saved_at) && isWhole;
      continue;
    }
    if (here) setAside(slug, here.source);
    const stamp = here ? `${here.revision}:${here.tab}` : "";
    isWhole = keepOver(slug, "", source, stamp, saved_at).keeping === "kept" && isWhole;
  }
  const all = records();
  for (const [slug, theirs] of Object.entries(record.records)) all[slug] = joined(all[slug], theirs);
  return write("records", all) && isWhole;
}

function joined(here: PuzzleRecord | undefined, there: PuzzleRecord): PuzzleRecord {
  if (!here) return there;
  const later = there.at > here.at ? there : here;
  return { ...later, runs: Math.max(here.runs, there.runs), solved: here.solved || there.solved };
}

function isRecord(value: unknown): value is PuzzleRecord {
  const one = value as Partial<Record<keyof PuzzleRecord, unknown>> | null;
  return (
    Number.isInteger(one?.runs) &&
    typeof one?.solved === "boolean" &&
    typeof one.sentence === "string" &&
    typeof one.at === "number" &&
    typeof one.outcome === "string" &&
    (one.outcome as Outcome) in OUTCOMES
  );
}

/** Own properties whose names are puzzles' names. */
function entriesOf(value: unknown): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).filter(([slug]) => /^[a-z0-9][a-z0-9-]{0,99}$/.test(slug));
}
