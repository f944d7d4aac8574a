/** What changed between two sources, line by line: the shortest way from one to the other (Myers, 1986). */

/** before, after: line numbers from 1; null on the side that lacks the line. */
export interface DiffLine {
  kind: "same" | "removed" | "added";
  text: string;
  before: number | null;
  after: number | null;
}

/** Lines of both that differ in more places than this are shown as replaced: the search grows with the square. */
const FURTHEST = 1500;

export function diffLines(before: string, after: string): DiffLine[] {
  const a = split(before);
  const b = split(after);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const kept = common(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const pairs = [
    ...Array.from({ length: start }, (_, at) => [at, at] as const),
    ...kept.map(([x, y]) => [x + start, y + start] as const),
    ...Array.from({ length: end }, (_, at) => [a.length - end + at, b.length - end + at] as const),
    [a.length, b.length] as const,
  ];
  const lines: DiffLine[] = [];
  let x = 0;
  let y = 0;
  for (const [atA, atB] of pairs) {
    for (; x < atA; x++) lines.push({ kind: "removed", text: a[x] ?? "", before: x + 1, after: null });
    for (; y < atB; y++) lines.push({ kind: "added", text: b[y] ?? "", before: null, after: y + 1 });
    if (x === a.length && y === b.length) break;
    lines.push({ kind: "same", text: a[x] ?? "", before: ++x, after: ++y });
  }
  return lines;
}

/** The changed lines with `context` lines around each; a number stands for that many equal lines left out. */
export function folded(lines: readonly DiffLine[], context = 2): (DiffLine | number)[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(at - context, 0), at + context + 1).some((line) => line.kind !== "same"),
  );
  const shown: (DiffLine | number)[] = [];
  lines.forEach((line, at) => {
    const last = shown.at(-1);
    if (near[at]) shown.push(line);
    else if (typeof last === "number") shown[shown.length - 1] = last + 1;
    else shown.push(1);
  });
  return shown;
}

/** "3 lines added, 1 removed", or that there is no difference. */
export function counted(lines: readonly DiffLine[]): string {
  const added = lines.filter((line) => line.kind === "added").length;
  const removed = lines.filter((line) => line.kind === "removed").length;
  if (added + removed === 0) return "The same as your draft";
  const noun = (count: number) => `${count} ${count === 1 ? "line" : "lines"}`;
  if (removed === 0) return `${noun(added)} added`;
  return added === 0 ? `${noun(removed)} removed` : `${noun(added)} added, ${removed} removed`;
}

/** Pairs of equal lines, in order. */
function common(a: readonly string[], b: readonly string[]): [number, number][] {
  const furthest = Math.min(a.length + b.length, FURTHEST);
  const reach = new Int32Array(2 * furthest + 3);
  const trail: Int32Array[] = [];
  for (let d = 0; d <= furthest; d++) {
    trail.push(reach.slice(furthest - d, furthest + d + 3));
    for (let k = -d; k <= d; k += 2) {
      const at = furthest + 1 + k;
      const down = k === -d || (k !== d && (reach[at - 1] ?? 0) < (reach[at + 1] ?? 0));
      let x = down ? (reach[at + 1] ?? 0) : (reach[at - 1] ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reach[at] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(trail, a.length, b.length);
    }
  }
  return [];
}

/** trail[d]: how far each diagonal -d-1..d+1 reached before the d-th change. */
function walkBack(trail: readonly Int32Array[], lengthA: number, lengthB: number): [number, number][] {
  const pairs: [number, number][] = [];
  let x = lengthA;
  let y = lengthB;
  for (let d = trail.length - 1; d >= 0; d--) {
    const reach = trail[d] ?? new Int32Array();
    const of = (k: number) => reach[k + d + 1] ?? 0;
    const k = x - y;
    const from = k === -d || (k !== d && of(k - 1) < of(k + 1)) ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : of(from);
    const fromY = d === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) pairs.push([--x, --y]);
    x = fromX;
    y = fromY;
  }
  return pairs.reverse();
}

function split(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
