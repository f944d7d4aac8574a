/** What a pass moved through memory, against the least that does, in words. */
import type { CaseVerdict, Verdict } from "./api/types";
import { plural, showCount } from "./numbers";

export interface MemoryTold {
  /** The title of the case that was counted. */
  title: string;
  moved: number;
  /** null where the puzzle states none. */
  least: number | null;
  /** Beside the number: "elements; 400 is the least possible". */
  beside: string;
  /** What it is made of, and what that means. */
  sentence: string;
  /** What to try, where less would do. */
  next: string | null;
}

/** The chosen case where it was counted, else the first that was. null: none was. */
export function memoryTold(verdict: Verdict, chosen: string): MemoryTold | null {
  const counted = verdict.cases.filter((one) => one.memory);
  const one = counted.find(({ name }) => name === chosen) ?? counted[0];
  return one ? told(one) : null;
}

function told(one: CaseVerdict): MemoryTold | null {
  if (!one.memory) return null;
  const { loaded, stored, least_loaded, least_stored } = one.memory;
  const moved = loaded + stored;
  const parts = `${showCount(loaded)} loaded, ${showCount(stored)} stored.`;
  const base = { title: one.title, moved };
  if (least_loaded === null || least_stored === null)
    return { ...base, least: null, beside: "elements", sentence: parts, next: null };
  const least = least_loaded + least_stored;
  if (moved <= least)
    return {
      ...base,
      least,
      beside: "elements, the least possible",
      sentence: `${parts} With these blocks, no kernel can do with less.`,
      next: null,
    };
  const extraLoads = Math.max(loaded - least_loaded, 0);
  const extraStores = Math.max(stored - least_stored, 0);
  const extra = [
    ...(extraLoads ? [`${plural(extraLoads, "load")}`] : []),
    ...(extraStores ? [`${plural(extraStores, "store")}`] : []),
  ].join(" and ");
  return {
    ...base,
    least,
    beside: `elements; ${showCount(least)} would do`,
    sentence: `${parts} That is ${extra} more than needed: what a program moves again counts again.`,
    next:
      extraLoads > 0
        ? "Load less: find an element that a program loads twice, and keep its value in a block."
        : "Store less: let each program store each of its elements once, at the end.",
  };
}
