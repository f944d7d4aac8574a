/** From numbers to steps of colour: one scale for values, one for differences. */

export const VALUE_STEPS = 8;
export const DIFFERENCE_STEPS = 4;

/** low, high: the ends of the ramp. below, above: whether values lie outside it, which take the end's colour. */
export interface ValueScale {
  readonly low: number;
  readonly high: number;
  readonly below: boolean;
  readonly above: boolean;
}

/** Three bounds between four steps, for either sign. */
export type DifferenceScale = readonly [number, number, number];

/** Differences that are the same but for rounding take the same step. */
const ROUNDING = 1e-3;

/** What is known of a tensor is spread over at most this many times the range of what is expected. */
const WIDEST = 2;

/**
 * One scale for yours and expected. It covers all that is expected; yours widens it, but not so far that a few wild
 * values would take the contrast from the rest. Round ends; symmetric where both signs occur.
 */
export function valueScale(yours: ArrayLike<number>, expected: ArrayLike<number>): ValueScale {
  const [low, high] = finiteRange(expected) ?? finiteRange(yours) ?? [0, 1];
  const all = finiteRange(yours) ?? [low, high];
  const span = Math.max(high - low, Math.abs(low), Math.abs(high)) || 1;
  const from = Math.max(Math.min(low, all[0]), low - WIDEST * span);
  const to = Math.min(Math.max(high, all[1]), high + WIDEST * span);
  const ends = roundEnds(from, to);
  return { ...ends, below: all[0] < ends.low, above: all[1] > ends.high };
}

/** The step of a finite value, from 0. */
export function valueStep(scale: ValueScale, value: number): number {
  const part = (value - scale.low) / (scale.high - scale.low || 1);
  return Math.max(0, Math.min(VALUE_STEPS - 1, Math.floor(part * VALUE_STEPS)));
}

/** The last step starts near where the largest tenth begins, as 1, 3 (the mock's halves and sixths) or so. */
export function differenceScale(sizes: readonly number[]): DifferenceScale {
  const finite = sizes.filter((size) => Number.isFinite(size) && size > 0).sort((a, b) => a - b);
  const top = roundNumber(finite[Math.floor(finite.length * 0.9)] ?? 1);
  return [top / 6, top / 2, top];
}

/** The step of a difference that counts, from 1 to 4, negative where yours is lower. */
export function differenceStep(scale: DifferenceScale, difference: number): number {
  const size = Math.abs(difference);
  const step = 1 + scale.filter((bound) => size >= bound * (1 - ROUNDING)).length;
  return difference < 0 ? -step : step;
}

/** 1, 2, 3 or 5 times a power of ten: the largest such number that is not above. */
export function roundNumber(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = [5, 3, 2, 1].find((one) => one * power <= value * (1 + 1e-9)) ?? 1;
  return Number((lead * power).toPrecision(2));
}

function finiteRange(values: ArrayLike<number>): [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : null;
}

function roundEnds(low: number, high: number): { low: number; high: number } {
  if (low < 0 && high > 0) {
    const end = above(Math.max(-low, high));
    return { low: -end, high: end };
  }
  if (low >= 0 && low <= high / 2) return { low: 0, high: above(high) };
  if (high <= 0 && high >= low / 2) return { low: -above(-low), high: 0 };
  if (low === high) return { low: low - 0.5, high: high + 0.5 };
  const step = roundNumber((high - low) / 4);
  const exact = (value: number) => Number(value.toPrecision(12));
  return { low: exact(Math.floor(low / step) * step), high: exact(Math.ceil(high / step) * step) };
}

/** The least of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten that is not below. */
function above(value: number): number {
  if (value === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((one) => one * power >= value * (1 - 1e-9)) ?? 10;
  return Number((lead * power).toPrecision(2));
}
