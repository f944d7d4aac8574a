/** What is kept in this browser: JSON under versioned names, in a way that a full or blocked storage cannot break. */

const PREFIX = "playground:";
const SCHEMA = 1;

interface Kept<T> {
  schema: typeof SCHEMA;
  value: T;
}

/** The value kept under a name, or null where there is none, or one that this version does not read. */
export function read<T>(name: string): T | null {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null") as Kept<T> | null;
    return kept?.schema === SCHEMA ? kept.value : null;
  } catch {
    return null;
  }
}

/** False where the browser would not keep it: storage is full or blocked. */
export function write<T>(name: string, value: T): boolean {
  try {
    const kept: Kept<T> = { schema: SCHEMA, value };
    localStorage.setItem(PREFIX + name, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function remove(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was kept, so nothing is left.
  }
}
