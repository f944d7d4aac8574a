/** The words that stand on a plate: whose a row or a territory is, and how many faults there are. */
import { plural } from "../../numbers";
import { cornerOf, type Layout, levelOf } from "../../picture/layout";
import type { PictureModel } from "../../picture/model";
import { Mark, type MarkCode, type Scene } from "../../picture/scene";
import { placeOf } from "../../picture/space";
import { NOBODY, SHARED } from "../../picture/totals";
import { programAt } from "../../selection";

export interface RowLabel {
  row: number;
  text: string;
  isNow: boolean;
}

export interface Chip {
  text: string;
  /** Of its middle. */
  x: number;
  y: number;
  width: number;
}

export interface Pin {
  text: string;
  x: number;
  y: number;
  tone: "fault" | "caution";
}

const MOST_CHIPS = 160;

/** As short as a row label has room for: "p3", "p2, 1". */
export function shortProgram(program: number, grid: readonly number[]): string {
  const axes = grid.findLastIndex((extent) => extent > 1);
  return programAt(program, grid)
    .slice(0, Math.max(1, axes + 1))
    .join(", ");
}

/** The programs of each row of a wrapped tensor, where at most two share it. */
export function rowLabels(
  model: PictureModel,
  tensor: number,
  layout: Layout,
  now: number | null,
): RowLabel[] {
  const { space } = layout;
  const owner = model.totals[tensor]?.owner;
  if (!space.wraps || !owner || model.trace.records.length === 0) return [];
  const labels: RowLabel[] = [];
  for (let row = 0; row < space.rows; row++) {
    const owners = new Set<number>();
    const end = Math.min(space.size, (row + 1) * space.cols);
    for (let i = row * space.cols; i < end && owners.size <= 3; i++) owners.add(owner[i] as number);
    owners.delete(NOBODY);
    if (owners.has(SHARED) || owners.size === 0 || owners.size > 2) continue;
    const programs = [...owners];
    const text = `p${programs.map((program) => shortProgram(program, model.trace.grid)).join(", p")}`;
    labels.push({ row, text, isNow: now !== null && programs.includes(now) });
  }
  return labels;
}

/** The program ids of territories, in the middle of each that has room for its id. */
export function chipsOf(model: PictureModel, tensor: number, layout: Layout): Chip[] {
  const { space, cellW, cellH } = layout;
  const owner = model.totals[tensor]?.owner;
  if (space.wraps || !owner || model.trace.programs < 2) return [];
  const boxes = new Map<string, { program: number; slice: number; box: [number, number, number, number] }>();
  for (let i = 0; i < space.size; i++) {
    const program = owner[i] as number;
    if (program < 0) continue;
    const { slice, row, col } = placeOf(space, i);
    const key = `${program} ${slice}`;
    const known = boxes.get(key);
    if (!known) {
      if (boxes.size >= MOST_CHIPS) return [];
      boxes.set(key, { program, slice, box: [row, col, row, col] });
    } else {
      const { box } = known;
      box[0] = Math.min(box[0], row);
      box[1] = Math.min(box[1], col);
      box[2] = Math.max(box[2], row);
      box[3] = Math.max(box[3], col);
    }
  }
  const chips: Chip[] = [];
  for (const { program, slice, box } of boxes.values()) {
    const [top, left, bottom, right] = box;
    const text = shortProgram(program, model.trace.grid);
    const width = Math.max(22, text.length * 6.6 + 10);
    const [x0, y0] = cornerOf(layout, { slice, row: top, col: left });
    const [wide, high] = [(right - left + 1) * cellW, (bottom - top + 1) * cellH];
    if (wide < width + 2 || high < 20) continue;
    chips.push({ text, x: x0 + wide / 2, y: y0 + high / 2, width });
  }
  return chips;
}

const PINS: readonly { marks: readonly MarkCode[]; tone: Pin["tone"]; text(count: number): string }[] = [
  {
    marks: [Mark.BAD_LOAD, Mark.BAD_STORE],
    tone: "fault",
    text: (count) => `${count.toLocaleString("en")} out of bounds`,
  },
  { marks: [Mark.NEVER], tone: "fault", text: (count) => `${count.toLocaleString("en")} never written` },
  { marks: [Mark.TWICE], tone: "caution", text: (count) => `${count.toLocaleString("en")} written twice` },
];

/** Where marks are too small to be seen, each kind of fault has a pin over its first cell. */
export function pinsOf(layout: Layout, scene: Scene): Pin[] {
  if (levelOf(layout) === "marks") return [];
  const pins: Pin[] = [];
  for (const { marks, tone, text } of PINS) {
    let count = 0;
    let first: [number, number] | null = null;
    for (let i = 0; i < scene.states.length; i++) {
      if (!marks.includes(((scene.states[i] as number) & 0x3f) as MarkCode)) continue;
      count++;
      first ??= cornerOf(layout, placeOf(layout.space, i));
    }
    for (const { mark, place } of scene.loose) {
      if (!marks.includes(mark)) continue;
      count++;
      first ??= cornerOf(layout, place);
    }
    if (first) pins.push({ text: text(count), x: first[0] + layout.cellW / 2, y: first[1], tone });
  }
  return apart(pins);
}

/** Pins stand side by side, never one over the other. */
function apart(pins: Pin[]): Pin[] {
  let free = 0;
  return pins
    .sort((a, b) => a.x - b.x)
    .map((pin) => {
      const half = 6 + pin.text.length * 3.2;
      const x = Math.max(pin.x, free + half);
      free = x + half + 4;
      return { ...pin, x };
    });
}

/** "each element is loaded by 3 programs", where more than one program loads the same elements. */
export function overlap(model: PictureModel, tensor: number): string | null {
  const loaders = model.totals[tensor]?.loaders;
  if (!loaders) return null;
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const count of loaders) {
    if (count === 0) continue;
    least = Math.min(least, count);
    most = Math.max(most, count);
  }
  if (most < 2) return null;
  return least === most
    ? `each element loaded by ${plural(most, "program")}`
    : `elements loaded by up to ${plural(most, "program")}`;
}
