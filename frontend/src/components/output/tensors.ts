/** Printed blocks of numbers, found again in a kernel's output and read exactly. */

/** cells: the numbers as they were printed, in C order. label: the words before the bracket. */
export interface PrintedTensor {
  readonly label: string;
  readonly shape: readonly number[];
  readonly cells: readonly string[];
}

/** A stretch of lines: `from` to `to`, without `to`. tensors: what they print, empty for other text. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly tensors: readonly PrintedTensor[];
}

/** Fewer numbers are read faster as text. */
const LEAST_CELLS = 5;

const NUMBER = /^(?:[+-]?(?:\d+\.?\d*(?:e[+-]?\d+)?|\.\d+|inf)|nan|0x[0-9a-f]+|True|False)$/i;
/** What the interpreter puts before a device print: the program's id, which the group's head says already. */
const PROGRAM = /^\(\d+(?:, \d+)*\)\s+/;

/**
 * Lines in order, cut into pieces. A piece with tensors starts with their label and holds nothing but whole blocks of
 * numbers: what does not parse to its last character stays text.
 */
export function pieces(lines: readonly string[]): Piece[] {
  const found: Piece[] = [];
  let text = 0;
  let at = 0;
  const endText = (end: number) => {
    if (end > text) found.push({ from: text, to: end, tensors: [] });
  };
  while (at < lines.length) {
    const to = (lines[at] as string).includes("[") ? balanced(lines, at) : null;
    const tensors = to === null ? null : parse(lines.slice(at, to).join("\n"));
    if (to === null || tensors === null) {
      at++;
      continue;
    }
    endText(at);
    found.push({ from: at, to, tensors });
    at = to;
    text = to;
  }
  endText(lines.length);
  return found;
}

/** The blocks of one printed statement; null where anything else is in it, or too little. */
export function parse(text: string): PrintedTensor[] | null {
  const open = text.indexOf("[");
  if (open < 0) return null;
  const label = text
    .slice(0, open)
    .replace(PROGRAM, "")
    .trim()
    .replace(/[:=]+$/, "")
    .trim();
  const tensors: PrintedTensor[] = [];
  let rest = text.slice(open);
  while (rest !== "") {
    const end = closing(rest);
    if (end === null) return null;
    const block = parseBlock(rest.slice(0, end));
    if (block === null) return null;
    tensors.push({ label, ...block });
    rest = rest.slice(end).trim();
  }
  return tensors.some((tensor) => tensor.cells.length >= LEAST_CELLS) ? tensors : null;
}

/** The line after the one on which all brackets opened from `from` on are closed. */
function balanced(lines: readonly string[], from: number): number | null {
  let depth = 0;
  for (let at = from; at < lines.length; at++) {
    for (const character of lines[at] as string) {
      if (character === "[") depth++;
      else if (character === "]" && --depth < 0) return null;
    }
    if (depth === 0) return at + 1;
  }
  return null;
}

function closing(text: string): number | null {
  if (!text.startsWith("[")) return null;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "[") depth++;
    else if (text[at] === "]" && --depth === 0) return at + 1;
  }
  return null;
}

/** One array as numpy prints it. Rows must all be of one length, and every word a number. */
function parseBlock(text: string): { shape: number[]; cells: string[] } | null {
  const cells: string[] = [];
  const shape: number[] = [];
  const open: { count: number }[] = [];
  let leaves: number | null = null;
  for (const word of text.match(/\[|\]|[^\s[\]]+/g) ?? []) {
    if (word === "[") {
      const parent = open.at(-1);
      if (parent) parent.count++;
      open.push({ count: 0 });
    } else if (word === "]") {
      const depth = open.length - 1;
      const { count } = open.pop() ?? { count: 0 };
      if (count === 0 || (shape[depth] !== undefined && shape[depth] !== count)) return null;
      shape[depth] = count;
    } else {
      if (!NUMBER.test(word)) return null;
      // Numbers and brackets never stand side by side in one row.
      if (leaves !== null && leaves !== open.length) return null;
      leaves = open.length;
      (open.at(-1) as { count: number }).count++;
      cells.push(word);
    }
  }
  return leaves === shape.length ? { shape, cells } : null;
}
