/** What is kept in this browser: JSON under versioned names, in a way that a full or blocked storage cannot break. */
import { MIGRATIONS, SCHEMA } from "./keeping/migrations";

const PREFIX = "playground:";
const ASIDE = "playground-aside:";

interface Kept {
  schema: number;
  value: unknown;
}

/**
 * The value kept under a name, brought to this version's schema, or null where there is none, or one that this
 * version does not read. Nothing is changed by reading.
 */
export function read<T>(name: string): T | null {
  const kept = parse(item(PREFIX + name));
  return kept && kept.schema <= SCHEMA ? (migrated(name, kept) as T) : null;
}

/**
 * False where the browser would not keep it: storage is full or blocked. What a newer version kept under the name is
 * moved aside first, whole; where it cannot be moved, nothing is written.
 */
export function write<T>(name: string, value: T): boolean {
  return moveAside(name) && put(PREFIX + name, JSON.stringify({ schema: SCHEMA, value }));
}

/** Forgets what this version wrote or reads; what a newer version kept is moved aside. */
export function remove(name: string): void {
  if (!moveAside(name)) return;
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was kept, so nothing is left.
  }
}

/** Whether a newer version of the playground kept something under this name, here or already moved aside. */
export function isFromNewer(name: string): boolean {
  return item(ASIDE + name) !== null || (parse(item(PREFIX + name))?.schema ?? 0) > SCHEMA;
}

/** The names in use that begin so, in no order. */
export function names(beginning: string): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    return keys.filter((key) => key.startsWith(PREFIX + beginning)).map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Tells when another tab changed or removed the value of a name. Returns what ends it. */
export function onOtherTab(name: string, changed: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === PREFIX + name) changed();
  };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}

function migrated(name: string, { schema, value }: Kept): unknown {
  let now = value;
  for (let from = schema; from < SCHEMA; from++) now = MIGRATIONS[from]?.(name, now) ?? null;
  return now;
}

function moveAside(name: string): boolean {
  const present = item(PREFIX + name);
  if ((parse(present)?.schema ?? 0) <= SCHEMA || present === null) return true;
  return put(ASIDE + name, present);
}

function parse(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? "null") as Kept | null;
    return Number.isInteger(kept?.schema) && (kept?.schema ?? 0) > 0 ? kept : null;
  } catch {
    return null;
  }
}

function item(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function put(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
