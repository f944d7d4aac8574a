/** Cells of a sheet on a canvas: fields of colour first, then the marks and borders that stand above them. */
import type { Box, Evidence } from "./evidence";
import { DIFFERENCE_STEPS, differenceStep, VALUE_STEPS, valueStep } from "./scales";
import { elementAt } from "./sheet";

export type Kind = "difference" | "yours" | "expected";

/** CSS pixels of one cell, and of all that are shown. */
export interface Fit {
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly width: number;
  readonly height: number;
}

export type Palette = Readonly<Record<string, string>>;

/** No cell is larger, in pixels: a tensor of four elements need not fill the pane. */
const LARGEST_CELL = 28;
/** Cells may be this much longer on one side, to use the room. */
const LONGEST_SIDE = 1.5;
/** Below this a side is stretched beyond that, so that single rows and columns can be seen and hit. */
const LEAST_SIDE = 64;
/** From this size on, in pixels, a cell that was never written carries a ring, and one that is no number a cross. */
const MARK_PX = 7;
/** Borders of programs are drawn where their blocks are at least so large, in pixels: closer lines hide the cells. */
const BORDERED_PX = 10;

export function fitTo(box: Box, maxWidth: number, maxHeight: number): Fit {
  const room = { width: maxWidth / box.columns, height: maxHeight / box.rows };
  let cellWidth = Math.min(LARGEST_CELL, room.width);
  let cellHeight = Math.min(LARGEST_CELL, room.height);
  cellWidth = Math.min(cellWidth, cellHeight * LONGEST_SIDE);
  cellHeight = Math.min(cellHeight, cellWidth * LONGEST_SIDE);
  if (cellWidth * box.columns < LEAST_SIDE) cellWidth = Math.min(room.width, 16, LEAST_SIDE / box.columns);
  if (cellHeight * box.rows < LEAST_SIDE)
    cellHeight = Math.min(room.height, Math.max(cellHeight, Math.min(16, LEAST_SIDE / box.rows)));
  return { cellWidth, cellHeight, width: cellWidth * box.columns, height: cellHeight * box.rows };
}

const TOKENS = [
  ...Array.from({ length: VALUE_STEPS }, (_, step) => `v${step}`),
  ...Array.from({ length: DIFFERENCE_STEPS }, (_, step) => [`hi${step + 1}`, `lo${step + 1}`]).flat(),
  ...["same", "slot", "surface", "wall", "ink", "fault-ink"],
];

/** The tokens that a canvas needs, as the present theme has them. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(TOKENS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

export function paint(
  canvas: HTMLCanvasElement,
  evidence: Evidence,
  kind: Kind,
  box: Box,
  shown: Fit,
  palette: Palette,
): void {
  const ratio = globalThis.devicePixelRatio || 1;
  canvas.width = Math.max(1, Math.round(shown.width * ratio));
  canvas.height = Math.max(1, Math.round(shown.height * ratio));
  const context = canvas.getContext("2d");
  if (!context) return;
  context.scale(canvas.width / shown.width, canvas.height / shown.height);
  paintFields(context, evidence, kind, box, shown, palette);
  paintMarks(context, evidence, kind, box, shown, palette);
  if (kind === "difference") paintBorders(context, evidence, box, shown, palette);
}

/** One pixel a cell, enlarged without smoothing: the same work for a large canvas and a small one. */
function paintFields(
  context: CanvasRenderingContext2D,
  evidence: Evidence,
  kind: Kind,
  box: Box,
  shown: Fit,
  palette: Palette,
): void {
  const small = document.createElement("canvas");
  small.width = box.columns;
  small.height = box.rows;
  const pixels = small.getContext("2d");
  if (!pixels) return;
  const image = pixels.createImageData(box.columns, box.rows);
  const colours = new Map(Object.entries(palette).map(([name, hex]) => [name, channels(hex)]));
  for (let row = 0; row < box.rows; row++) {
    for (let column = 0; column < box.columns; column++) {
      const index = elementAt(evidence.sheet, box.x + column, box.y + row);
      if (index === null) continue;
      const colour = colours.get(token(evidence, kind, index));
      if (colour) image.data.set(colour, 4 * (row * box.columns + column));
    }
  }
  pixels.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(small, 0, 0, shown.width, shown.height);
}

function token(evidence: Evidence, kind: Kind, index: number): string {
  const standing = evidence.standing[index];
  const [yours, expected] = [evidence.yours[index] as number, evidence.expected[index] as number];
  if (kind === "difference") {
    if (standing === "agrees") return "same";
    if (standing === "never-written" || standing === "not-a-number") return "slot";
    const step = differenceStep(evidence.differences, yours - expected);
    return step > 0 ? `hi${step}` : `lo${-step}`;
  }
  const value = kind === "yours" ? yours : expected;
  if ((kind === "yours" && standing === "never-written") || Number.isNaN(value)) return "slot";
  return `v${valueStep(evidence.values, value)}`;
}

/** Never written: a ring. No number: a cross. In cells too small for either, strokes across the field. */
function paintMarks(
  context: CanvasRenderingContext2D,
  evidence: Evidence,
  kind: Kind,
  box: Box,
  shown: Fit,
  palette: Palette,
): void {
  const { cellWidth, cellHeight } = shown;
  const least = Math.min(cellWidth, cellHeight);
  const [rings, crosses] = [new Path2D(), new Path2D()];
  for (let row = 0; row < box.rows; row++) {
    for (let column = 0; column < box.columns; column++) {
      const index = elementAt(evidence.sheet, box.x + column, box.y + row);
      if (index === null) continue;
      const mark = markOf(evidence, kind, index);
      if (mark === null) continue;
      const [left, top] = [column * cellWidth, row * cellHeight];
      const [x, y] = [left + cellWidth / 2, top + cellHeight / 2];
      if (least < MARK_PX) {
        // Every third diagonal of the sheet, so that neighbours join to one hatching; the other way for no number.
        const falls = mark === "not-a-number";
        if ((column + (falls ? row : box.rows * 3 - row)) % 3 !== 0) continue;
        const path = falls ? crosses : rings;
        path.moveTo(left, falls ? top + cellHeight : top);
        path.lineTo(left + cellWidth, falls ? top : top + cellHeight);
      } else if (mark === "never-written") {
        rings.moveTo(x + least * 0.28, y);
        rings.arc(x, y, least * 0.28, 0, 2 * Math.PI);
      } else {
        const arm = least * 0.26;
        crosses.moveTo(x - arm, y - arm);
        crosses.lineTo(x + arm, y + arm);
        crosses.moveTo(x + arm, y - arm);
        crosses.lineTo(x - arm, y + arm);
      }
    }
  }
  context.lineWidth = least < MARK_PX ? 1 : Math.min(1.75, least / 6);
  context.strokeStyle = palette["fault-ink"] ?? "";
  context.stroke(rings);
  context.strokeStyle = palette.ink ?? "";
  context.stroke(crosses);
}

function markOf(evidence: Evidence, kind: Kind, index: number): "never-written" | "not-a-number" | null {
  const standing = evidence.standing[index];
  if (kind === "expected") return Number.isNaN(evidence.expected[index]) ? "not-a-number" : null;
  if (standing === "never-written") return "never-written";
  if (kind === "yours") return Number.isNaN(evidence.yours[index]) ? "not-a-number" : null;
  return standing === "not-a-number" ? "not-a-number" : null;
}

function paintBorders(
  context: CanvasRenderingContext2D,
  evidence: Evidence,
  box: Box,
  shown: Fit,
  palette: Palette,
): void {
  const { cellWidth, cellHeight } = shown;
  const blocks = [...evidence.blocks.values()];
  const small = blocks.some(
    ({ columns, rows }) => columns * cellWidth < BORDERED_PX && rows * cellHeight < BORDERED_PX,
  );
  if (blocks.length < 2 || small) return;
  const who = (column: number, row: number) => {
    const index = elementAt(evidence.sheet, box.x + column, box.y + row);
    return index === null ? null : evidence.program[index];
  };
  const path = new Path2D();
  for (let row = 0; row < box.rows; row++) {
    for (let column = 0; column < box.columns; column++) {
      const mine = who(column, row);
      if (mine === null) continue;
      const [right, lower] = [who(column + 1, row), who(column, row + 1)];
      const [x, y] = [(column + 1) * cellWidth, (row + 1) * cellHeight];
      if (column + 1 < box.columns && right !== null && right !== mine) {
        path.moveTo(x, y - cellHeight);
        path.lineTo(x, y);
      }
      if (row + 1 < box.rows && lower !== null && lower !== mine) {
        path.moveTo(x - cellWidth, y);
        path.lineTo(x, y);
      }
    }
  }
  for (const [width, colour] of [
    [3, palette.surface],
    [1, palette.wall],
  ] as const) {
    context.lineWidth = width;
    context.strokeStyle = colour ?? "";
    context.stroke(path);
  }
}

function channels(hex: string): number[] {
  const digits = hex.replace("#", "");
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)).concat(255);
}
