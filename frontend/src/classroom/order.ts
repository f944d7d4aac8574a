/** Things in an order that a teacher makes, by pointer or by keys. */

/** The list with one entry at another place; the place is kept inside the list. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const place = Math.min(Math.max(to, 0), list.length - 1);
  const one = list[from];
  if (one === undefined || place === from) return [...list];
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, place), one, ...rest.slice(place)];
}

/** Where a key moves an entry to; null where the key moves nothing. */
export function placeOf(key: string, at: number, length: number): number | null {
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: length - 1 }[key];
  return to === undefined || to < 0 || to >= length || to === at ? null : to;
}
