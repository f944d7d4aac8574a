/** Lanes more than a row away from their tensor: behind a tear, with the distance in words. */
import type { TraceTensor } from "../../api/trace";
import { showCount, showElement } from "../../numbers";
import type { Far } from "../../picture/scene";
import { indexOf } from "../../picture/space";
import { MarkIcon } from "./mark-icon";

const RANGES_SHOWN = 2;
const MARKS_SHOWN = 4;

export function FarLanes({
  tensor,
  far,
  isReserved,
}: {
  tensor: TraceTensor;
  far: readonly Far[];
  isReserved: boolean;
}) {
  if (far.length === 0) return isReserved ? <div class="far" /> : null;
  const rest = far.length - RANGES_SHOWN;
  return (
    <div class="far">
      {far.slice(0, RANGES_SHOWN).map((one) => (
        <span key={one.first} class="far__i">
          <svg class="far__tear" viewBox="0 0 10 18" width="10" height="18" aria-hidden="true">
            <path d="M2 0l5 3-5 3 5 3-5 3 5 3-5 3" />
          </svg>
          {Array.from({ length: Math.min(MARKS_SHOWN, one.lanes) }, (_, i) => (
            <MarkIcon key={i} mark={one.op === "load" ? "bad-load" : "bad-store"} />
          ))}
          <b>{farWords(tensor, one)}</b>
        </span>
      ))}
      {rest > 0 ? <span class="label">and {showCount(rest)} more</span> : null}
    </div>
  );
}

/** "x[31216] to x[31219]: 31,017 past the end". */
export function farWords({ name, shape, size }: TraceTensor, { first, last }: Far): string {
  const from = showElement(name, indexOf(shape, first));
  const to = first === last ? "" : ` to ${showElement(name, indexOf(shape, last))}`;
  return `${from}${to}: ${distance(first < 0 ? last : first, size)}`;
}

/** How far an element outside of its tensor lies from it: "9 past the end". */
export function distance(offset: number, size: number): string {
  return offset < 0
    ? `${showCount(-offset)} before the start`
    : `${showCount(offset - size + 1)} past the end`;
}
