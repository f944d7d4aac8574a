/** Where a text occurs in what was printed. */
import type { Group } from "./rows";

/** from, to: characters of the line. */
export interface Hit {
  readonly group: Group;
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** All occurrences in all groups, folded ones too, in the order of the page; upper and lower case are the same. */
export function search(groups: readonly Group[], wanted: string): Hit[] {
  const hits: Hit[] = [];
  const low = wanted.toLowerCase();
  if (low.trim() === "") return hits;
  for (const group of groups) {
    group.lines.forEach((text, line) => {
      const lowText = text.toLowerCase();
      for (let from = lowText.indexOf(low); from >= 0; from = lowText.indexOf(low, from + low.length)) {
        hits.push({ group, line, from, to: from + low.length });
      }
    });
  }
  return hits;
}

/** A line in parts, every second of them a hit: text, hit, text, hit, text. */
export function parts(text: string, hits: readonly Hit[]): string[] {
  const found: string[] = [];
  let at = 0;
  for (const { from, to } of hits) {
    found.push(text.slice(at, from), text.slice(from, to));
    at = to;
  }
  found.push(text.slice(at));
  return found;
}
