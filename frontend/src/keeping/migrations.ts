/** How what an older version kept becomes what this one reads: one step for each schema number. */

/** The schema that is written. A change of any kept value's shape adds one, with its step below. */
export const SCHEMA = 2;

/** Takes a name's value from the schema of its number to the next; null forgets the value. */
export type Migration = (name: string, value: unknown) => unknown;

export const MIGRATIONS: Readonly<Record<number, Migration>> = {
  // Drafts gained a stamp, by which a tab knows whether another has written since.
  1: (name, value) => (name.startsWith("draft:") ? stamped(value) : value),
};

function stamped(value: unknown): unknown {
  const { source, savedAt } = (value ?? {}) as { source?: unknown; savedAt?: unknown };
  if (typeof source !== "string") return null;
  return { source, savedAt: typeof savedAt === "number" ? savedAt : 0, revision: 1, tab: "" };
}
