/** Finding by typed words. */

interface Findable {
  title: string;
  also?: string | undefined;
}

/**
 * The entries in which every typed word begins a word, best first: in the title before elsewhere, and where that is
 * equal in the order given.
 */
export function found<T extends Findable>(typed: string, entries: readonly T[]): T[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return [...entries];
  return entries
    .map((entry) => ({ entry, rank: rank(wanted, entry) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ entry }) => entry);
}

/** 0: not found. */
function rank(wanted: readonly string[], { title, also = "" }: Findable): number {
  const inTitle = wordsOf(title);
  const elsewhere = wordsOf(also);
  let sum = 1;
  for (const word of wanted) {
    if (inTitle.includes(word)) sum += 3;
    else if (inTitle.some((one) => one.startsWith(word))) sum += 2;
    else if (!elsewhere.some((one) => one.startsWith(word))) return 0;
  }
  return sum;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .map((word) => word.replace(/\.$/, ""))
    .filter((word) => word !== "");
}
