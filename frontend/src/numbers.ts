/** Numbers, indices and times as the page writes them. */

/** A float of the API: NaN and infinities travel as strings. */
export function toNumber(value: number | string): number {
  if (typeof value === "number") return value;
  const word = value.toLowerCase();
  if (word.startsWith("inf")) return Number.POSITIVE_INFINITY;
  if (word.startsWith("-inf")) return Number.NEGATIVE_INFINITY;
  return Number.parseFloat(value);
}

/** Up to six significant digits, as a debugger would show a float32; a real minus sign. */
export function showNumber(value: number | string): string {
  const number = toNumber(value);
  if (Number.isNaN(number)) return "nan";
  if (!Number.isFinite(number)) return number > 0 ? "inf" : "−inf";
  if (Number.isInteger(number) && Math.abs(number) < 1e15) return minus(String(number));
  const size = Math.abs(number);
  const text = size >= 1e6 || size < 1e-4 ? number.toExponential(3) : String(Number(number.toPrecision(6)));
  return minus(text.replace(/\.?0+e/, "e").replace("e+", "e"));
}

/** Yours minus expected, always with its sign. */
export function showDifference(actual: number | string, expected: number | string): string {
  const difference = toNumber(actual) - toNumber(expected);
  return difference > 0 ? `+${showNumber(difference)}` : showNumber(difference);
}

export function showCount(count: number): string {
  return count.toLocaleString("en");
}

/** "1 element", "8,718 elements". */
export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${showCount(count)} ${count === 1 ? noun : nouns}`;
}

/** An element as a programmer names it: z[37, 70]. */
export function showElement(tensor: string, index: readonly number[]): string {
  return `${tensor}[${index.map((i) => minus(String(i))).join(", ")}]`;
}

/** A program by as many axes as the grid really has: "program 6" or "program (2, 1)". */
export function showProgram(program: readonly number[], grid: readonly number[] = program): string {
  let axes = Math.max(grid.length, 1);
  while (axes > 1 && (grid[axes - 1] ?? 1) === 1 && (program[axes - 1] ?? 0) === 0) axes--;
  const shown = program.slice(0, axes);
  return shown.length === 1 ? `program ${shown[0]}` : `program (${shown.join(", ")})`;
}

export function showMilliseconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** "just now", "3 minutes ago", "2 days ago". */
export function showAgo(thenMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - thenMs) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${plural(minutes, "minute")} ago`;
  if (minutes < 24 * 60) return `${plural(Math.floor(minutes / 60), "hour")} ago`;
  return `${plural(Math.floor(minutes / (24 * 60)), "day")} ago`;
}

/** "14 November 2026", in the visitor's time zone. */
export function showDay(date: Date): string {
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function minus(text: string): string {
  return text.replaceAll("-", "−");
}
