/** Which lines of a form came from a line of the source, and what that line became. */
import type { Compiled } from "../api/types";

type Listing = Compiled["forms"][number];

/** Places in the form, from 0, by line of the source. */
export function placesByLine(listing: Pick<Listing, "lines">): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  listing.lines.forEach((line, place) => {
    if (line === 0) return;
    const places = found.get(line);
    if (places) places.push(place);
    else found.set(line, [place]);
  });
  return found;
}

/** A sentence on one line: how much it became in this form, and how it reaches memory. */
export function becameWords(
  line: number,
  places: number,
  total: number,
  memory: NonNullable<Compiled["memory"]>,
): string {
  if (places === 0) return `Line ${line} became nothing in this form.`;
  const reaches = memory
    .filter((one) => one.line === line)
    .map((one) => `${one.count} ${one.op}${one.count === 1 ? "" : "s"} of ${one.bits} bit`);
  const also = reaches.length > 0 ? `; in all ${reaches.join(", ")}` : "";
  return `Line ${line} became ${places} of ${total} lines${also}.`;
}

const MEMORY =
  /\b(?:tt\.(?:load|store|atomic)|(?:ld|st|atom|red)\.\S*global|cp\.async\.c[ag]|(?:global|buffer|flat)_(?:load|store|atomic)|(?:LDG|STG|LDGSTS|ATOMG|RED)\b)/;

/** Whether a line of a form reaches the GPU's memory: drawn bold. */
export function reachesMemory(text: string): boolean {
  return MEMORY.test(text);
}

/** Lines at the top that came from no line of the source and are no instructions, folded away at first. */
export function leading(listing: Pick<Listing, "lines">): number {
  const first = listing.lines.findIndex((line) => line > 0);
  return first < 4 ? 0 : first;
}
