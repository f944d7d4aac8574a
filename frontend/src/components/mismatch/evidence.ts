/** Everything that is known of one output of a judged case, element by element. */
import { type NamedArray, STANDING } from "../../api/arrays";
import { type DifferenceScale, differenceScale, type ValueScale, valueScale } from "./scales";
import { blockOf, layOut, placeOf, type Sheet } from "./sheet";

/** How an element stands; a cell's shape follows from it, and its hue from the difference. */
export type Standing = "agrees" | "differs" | "not-a-number" | "never-written";

export interface Evidence {
  readonly tensor: string;
  readonly dtype: string;
  readonly sheet: Sheet;
  readonly yours: ArrayLike<number>;
  readonly expected: ArrayLike<number>;
  /** Linear program id and line that stored it last; -1 for nobody. */
  readonly program: ArrayLike<number>;
  readonly line: ArrayLike<number>;
  readonly standing: readonly Standing[];
  /** Flat indices of the elements that the verdict counts, ascending. */
  readonly wrong: readonly number[];
  readonly values: ValueScale;
  readonly differences: DifferenceScale;
  /** The largest difference that still counts as agreeing. */
  readonly slack: number;
  /** What each program stored last: the smallest box of cells around it. */
  readonly blocks: ReadonlyMap<number, Box>;
}

/** In cells of the sheet. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
}

/** Null where the arrays do not hold all that the view needs. */
export function evidenceOf(arrays: readonly NamedArray[], tensor: string): Evidence | null {
  const kept = (kind: NamedArray["kind"]) =>
    arrays.find((array) => array.kind === kind && array.name === tensor);
  const [actual, expected, bits] = [kept("actual"), kept("expected"), kept("standing")];
  const [program, line] = [kept("program"), kept("line")];
  if (!actual || !expected || !bits || !program || !line) return null;
  const standing: Standing[] = [];
  const wrong: number[] = [];
  const sizes: number[] = [];
  let slack = 0;
  for (let at = 0; at < actual.values.length; at++) {
    const difference = (actual.values[at] as number) - (expected.values[at] as number);
    const bit = bits.values[at] as number;
    const stands = standingOf(bit, difference);
    standing.push(stands);
    if (stands !== "agrees") wrong.push(at);
    else if (Math.abs(difference) > slack && Number.isFinite(difference)) slack = Math.abs(difference);
    if (stands === "differs") sizes.push(Math.abs(difference));
  }
  const sheet = layOut(actual.shape, actual.shape.length === 1 ? blockOf(program.values) : null);
  return {
    tensor,
    dtype: actual.dtype,
    sheet,
    yours: actual.values,
    expected: expected.values,
    program: program.values,
    line: line.values,
    standing,
    wrong,
    values: valueScale(written(actual.values, standing), expected.values),
    differences: differenceScale(sizes),
    slack,
    blocks: blocksOf(program.values, sheet),
  };
}

/** A zoom where nobody wrote, or where a block is too large to gain by it, shows as many cells a side. */
const NEIGHBOURHOOD = 32;

/** What a zoom at an element shows: its program's block, with a margin of two cells that tells where it lies. */
export function zoomAround(evidence: Evidence, index: number): Box {
  const { sheet } = evidence;
  const block = evidence.blocks.get(evidence.program[index] as number);
  const { x, y } = placeOf(sheet, index);
  const half = NEIGHBOURHOOD / 2;
  const box =
    block && block.columns <= 2 * NEIGHBOURHOOD && block.rows <= 2 * NEIGHBOURHOOD
      ? { x: block.x - 2, y: block.y - 2, columns: block.columns + 4, rows: block.rows + 4 }
      : { x: x - half, y: y - half, columns: NEIGHBOURHOOD, rows: NEIGHBOURHOOD };
  return clip(box, sheet);
}

/** The next or the previous element that differs, round the end. */
export function nextWrong(evidence: Evidence, from: number, direction: 1 | -1): number {
  const { wrong } = evidence;
  if (wrong.length === 0) return from;
  if (direction === 1) return wrong.find((at) => at > from) ?? (wrong[0] as number);
  return wrong.findLast((at) => at < from) ?? (wrong.at(-1) as number);
}

function standingOf(bits: number, difference: number): Standing {
  if (bits & STANDING.unwritten) return "never-written";
  if (!(bits & STANDING.differs)) return "agrees";
  return Number.isNaN(difference) ? "not-a-number" : "differs";
}

function blocksOf(program: ArrayLike<number>, sheet: Sheet): Map<number, Box> {
  const ends = new Map<number, [left: number, top: number, right: number, bottom: number]>();
  for (let at = 0; at < program.length; at++) {
    const who = program[at] as number;
    if (who < 0) continue;
    const { x, y } = placeOf(sheet, at);
    const end = ends.get(who);
    if (!end) ends.set(who, [x, y, x, y]);
    else {
      end[0] = Math.min(end[0], x);
      end[1] = Math.min(end[1], y);
      end[2] = Math.max(end[2], x);
      end[3] = Math.max(end[3], y);
    }
  }
  const boxes = [...ends].map(([who, [left, top, right, bottom]]): [number, Box] => [
    who,
    { x: left, y: top, columns: right - left + 1, rows: bottom - top + 1 },
  ]);
  return new Map(boxes);
}

function written(values: ArrayLike<number>, standing: readonly Standing[]): number[] {
  return Array.from(values).filter((_, at) => standing[at] !== "never-written");
}

function clip({ x, y, columns, rows }: Box, sheet: Sheet): Box {
  const [width, height] = [Math.min(columns, sheet.columns), Math.min(rows, sheet.rows)];
  return {
    x: Math.max(0, Math.min(x, sheet.columns - width)),
    y: Math.max(0, Math.min(y, sheet.rows - height)),
    columns: width,
    rows: height,
  };
}
