/** Times in a class's own zone: how they are shown, and which moment a typed one is. */

const DAY_MS = 24 * 3600 * 1000;

/** "Fri 4 Dec, 23:59". at: as the API writes a time. zone: a name of the IANA database. */
export function showIn(zone: string, at: string): string {
  const part = parts(zone, Date.parse(at), {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  return `${part.weekday} ${part.day} ${part.month}, ${part.hour}:${part.minute}`;
}

/** As a field of the type datetime-local holds it: "2026-12-04T23:59". */
export function toField(zone: string, at: string): string {
  return localOf(zone, Date.parse(at));
}

/**
 * The moment of a field's value, with the zone's offset then: "2026-12-04T23:59:00+01:00"; null where it is none.
 * Of an hour that a clock shows twice the later is meant, so that nobody loses time; of an hour that it leaps over,
 * the same hour as before the leap.
 */
export function fromField(zone: string, value: string): string | null {
  const local = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)/.exec(value)?.[1];
  const naive = local ? Date.parse(`${local}Z`) : Number.NaN;
  if (!local || Number.isNaN(naive)) return null;
  const before = offsetAt(zone, naive - DAY_MS);
  const after = offsetAt(zone, naive + DAY_MS);
  const right = [before, after].filter((minutes) => localOf(zone, naive - minutes * 60_000) === local);
  const offset = right.length > 0 ? Math.min(...right) : before;
  const at = naive - offset * 60_000;
  return withOffset(at, offsetAt(zone, at));
}

/** Minutes east of UTC. */
export function offsetAt(zone: string, ms: number): number {
  return Math.round((Date.parse(`${localOf(zone, ms)}Z`) - Math.floor(ms / 60_000) * 60_000) / 60_000);
}

/** The visitor's own zone. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** All zones that this browser knows, with the ones given among them. */
export function allZones(...besides: string[]): string[] {
  const known = typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("timeZone") : [];
  return [...new Set([...known, "UTC", ...besides])].sort();
}

/** "in 2 days", "in 3 hours", "40 minutes ago": to say beside a time how near it is. */
export function showNear(at: string, now: number): string {
  const minutes = Math.round((Date.parse(at) - now) / 60_000);
  const size = Math.abs(minutes);
  const [count, noun] =
    size < 60
      ? [size, "minute"]
      : size < 48 * 60
        ? [Math.round(size / 60), "hour"]
        : [Math.round(size / 1440), "day"];
  const words = `${count} ${noun}${count === 1 ? "" : "s"}`;
  return minutes >= 0 ? `in ${words}` : `${words} ago`;
}

function withOffset(at: number, offset: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const size = Math.abs(offset);
  const local = new Date(at + offset * 60_000).toISOString().slice(0, 19);
  return `${local}${offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function localOf(zone: string, ms: number): string {
  const part = parts(zone, ms, {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}`;
}

function parts(zone: string, ms: number, shown: Intl.DateTimeFormatOptions): Record<string, string> {
  const format = new Intl.DateTimeFormat("en-GB", { ...shown, timeZone: zone, hourCycle: "h23" });
  return Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
}
