/** Days and moments in the visitor's own zone, in English as the rest of the page. */

const MOMENT = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const DAY_OF_YEAR = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
/** Of a day without a zone, which is read as UTC. */
const DAY = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const MONTH = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });

/** "2 Nov, 09:14"; of another year "2 Nov 2025". at: as the API writes a time. */
export function showMoment(at: string, now = new Date()): string {
  const then = new Date(at);
  return then.getFullYear() === now.getFullYear() ? MOMENT.format(then) : DAY_OF_YEAR.format(then);
}

/** "2 November 2026". day: as the API writes a date. */
export function showDay(day: string): string {
  return DAY.format(new Date(day));
}

/** "Nov". */
export function showMonth(day: string): string {
  return MONTH.format(new Date(day));
}

/** The day so many days later, as the API writes it. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 24 * 3600 * 1000).toISOString().slice(0, 10);
}

/** Of the visitor's zone now, in minutes east of UTC. */
export function zoneOffset(now = new Date()): number {
  return -now.getTimezoneOffset();
}
