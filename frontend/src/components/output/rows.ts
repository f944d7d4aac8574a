/** Output as rows of known height, so that only those in view need be drawn. */
import type { OutputBlock } from "../../api/types";
import { type Piece, pieces } from "./tensors";

/** What one program printed in one case, in order. program: null for what no program printed. */
export interface Group {
  readonly key: string;
  readonly program: readonly number[] | null;
  readonly lines: readonly string[];
  readonly characters: number;
  readonly pieces: readonly Piece[];
}

export type Row =
  | { readonly kind: "head"; readonly group: Group; readonly isOpen: boolean }
  | { readonly kind: "line"; readonly group: Group; readonly line: number }
  | { readonly kind: "tools"; readonly group: Group; readonly piece: Piece; readonly isTable: boolean }
  | { readonly kind: "table"; readonly group: Group; readonly piece: Piece; readonly tensor: number };

/** Heights in pixels, as the style sheet has them. */
export const HEIGHTS = { head: 28, line: 16, tools: 24, tableRow: 21, tableGap: 8 } as const;

/** Groups are open from the first on until they are so high, in pixels; the last is open too, as new text comes there. */
const OPEN_PX = 6000;

export function groups(blocks: readonly OutputBlock[]): Group[] {
  const found = new Map<string, { program: readonly number[] | null; text: string }>();
  for (const { case: name, program, text } of blocks) {
    const key = `${name} ${program?.join() ?? ""}`;
    const group = found.get(key);
    if (group) group.text += text;
    else found.set(key, { program, text });
  }
  return [...found].map(([key, { program, text }]) => {
    const lines = split(text);
    return { key, program, lines, characters: text.length, pieces: pieces(lines) };
  });
}

export function split(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

/** Which groups are open before anybody folds one. */
export function openAtFirst(all: readonly Group[]): Set<string> {
  const open = new Set<string>();
  let height = 0;
  for (const group of all) {
    if (height < OPEN_PX || group === all.at(-1)) open.add(group.key);
    height += tops(rows([group], { isOpen: () => true, isTable: () => true })).at(-1) ?? 0;
  }
  return open;
}

export interface Shown {
  readonly isOpen: (group: Group) => boolean;
  readonly isTable: (group: Group, piece: Piece) => boolean;
}

export function rows(all: readonly Group[], { isOpen, isTable }: Shown): Row[] {
  const found: Row[] = [];
  for (const group of all) {
    const open = isOpen(group);
    found.push({ kind: "head", group, isOpen: open });
    if (!open) continue;
    for (const piece of group.pieces) {
      const asTable = piece.tensors.length > 0 && isTable(group, piece);
      if (piece.tensors.length > 0) found.push({ kind: "tools", group, piece, isTable: asTable });
      if (asTable)
        for (let tensor = 0; tensor < piece.tensors.length; tensor++)
          found.push({ kind: "table", group, piece, tensor });
      else for (let line = piece.from; line < piece.to; line++) found.push({ kind: "line", group, line });
    }
  }
  return found;
}

/** Where each row begins, in pixels from the top; one more entry says where the last ends. */
export function tops(all: readonly Row[]): number[] {
  const found = [0];
  for (const row of all) found.push((found.at(-1) as number) + heightOf(row));
  return found;
}

export function heightOf(row: Row): number {
  if (row.kind !== "table") return HEIGHTS[row.kind];
  const tensor = row.piece.tensors[row.tensor];
  const lines = tensor ? tableLines(tensor.shape).length : 0;
  return (lines + 1) * HEIGHTS.tableRow + HEIGHTS.tableGap;
}

/** The rows that lie between two heights. */
export function inView(starts: readonly number[], from: number, to: number): [first: number, end: number] {
  const first = Math.max(0, firstAbove(starts, from) - 1);
  return [first, Math.min(starts.length - 1, firstAbove(starts, to))];
}

/** Numbers of one axis in a row of a table: a longer row is cut in the middle, or wrapped where there is but one axis. */
export const WRAP = 8;
const HEAD = 4;
const COLUMN_TAIL = 3;
const ROW_TAIL = 2;

/** Columns to show of `count`: null stands for those left out. */
export function columnsShown(count: number): (number | null)[] {
  return count <= WRAP
    ? range(count)
    : [...range(HEAD), null, ...range(COLUMN_TAIL).map((at) => count - COLUMN_TAIL + at)];
}

/** Rows to show of a tensor of this shape; one axis alone is wrapped at WRAP. */
export function tableLines(shape: readonly number[]): (number | null)[] {
  const columns = shape.at(-1) ?? 1;
  const size = shape.reduce((product, extent) => product * extent, 1);
  const count = shape.length === 1 ? Math.ceil(size / WRAP) : size / columns;
  return count <= WRAP
    ? range(count)
    : [...range(HEAD), null, ...range(ROW_TAIL).map((at) => count - ROW_TAIL + at)];
}

function range(length: number): number[] {
  return Array.from({ length }, (_, at) => at);
}

function firstAbove(starts: readonly number[], value: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
