/** Draws the cells of a plate on its canvas. Frames, pins and labels lie above, in SVG. */
import type { Hue } from "../../hues";
import { cornerOf, type Layout, levelOf } from "../../picture/layout";
import { DIM, LANDED, Mark, type Scene } from "../../picture/scene";
import { NOBODY, type Totals } from "../../picture/totals";

export type Palette = Readonly<Record<Token, string>>;

type Token = (typeof TOKENS)[number] | "hInk" | "hFill" | "hTint";

const TOKENS = [
  "surface",
  "slot",
  "slot-line",
  "edge",
  "ink-3",
  "wall",
  "fault-ink",
  "fault-fill",
  "fault-tint",
  "on-fault",
  "caution-ink",
  "caution-fill",
  "caution-tint",
] as const;

/** The tokens of the theme that the page shows. */
export function paletteOf(hue: Hue): Palette {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const found = Object.fromEntries(TOKENS.map((name) => [name, token(name)])) as Record<Token, string>;
  return { ...found, hInk: token(`${hue}-ink`), hFill: token(`${hue}-fill`), hTint: token(`${hue}-tint`) };
}

/** x, y, width, height of what is in view, in the px of the layout. */
export type View = readonly [x: number, y: number, width: number, height: number];

export interface Painted {
  layout: Layout;
  scene: Scene;
  palette: Palette;
  /** Draws the borders between what belongs to different programs. */
  borders: Totals | null;
}

/** The canvas is as large as the view; ratio: device px for a CSS px. */
export function paint(context: CanvasRenderingContext2D, painted: Painted, view: View, ratio: number): void {
  const { layout, palette } = painted;
  const [x, y, width, height] = view;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, Math.ceil(width * ratio), Math.ceil(height * ratio));
  context.setTransform(ratio, 0, 0, ratio, -x * ratio, -y * ratio);
  const level = levelOf(layout);
  if (level === "marks") marks(context, painted, view, ratio);
  else fills(context, painted, view, level === "fills" ? 1 : 0, ratio);
  if (painted.borders) borders(context, layout, painted.borders, palette, view);
  loose(context, painted, view, level === "marks" ? null : level === "fills" ? 1 : 0, ratio);
}

/** Calls back for each run of rows and columns of a slice that is in view. */
function inView(
  { space, left, top, pitch, cellW, cellH }: Layout,
  [x, y, width, height]: View,
  each: (slice: number, rows: [number, number], cols: [number, number]) => void,
): void {
  const rows: [number, number] = [
    Math.max(0, Math.floor((y - top) / cellH)),
    Math.min(space.rows, Math.ceil((y + height - top) / cellH)),
  ];
  for (let slice = 0; slice < space.slices; slice++) {
    const from = Math.max(0, Math.floor((x - left - slice * pitch) / cellW));
    const to = Math.min(space.cols, Math.ceil((x + width - left - slice * pitch) / cellW));
    if (from < to) each(slice, rows, [from, to]);
  }
}

function marks(context: CanvasRenderingContext2D, painted: Painted, view: View, ratio: number): void {
  const { layout, scene, palette } = painted;
  const { space, cellW, cellH } = layout;
  const stamps = new Map<number, HTMLCanvasElement>();
  const stampOf = (code: number) => {
    let stamp = stamps.get(code);
    if (!stamp) {
      stamp = document.createElement("canvas");
      stamp.width = Math.ceil(cellW * ratio);
      stamp.height = Math.ceil(cellH * ratio);
      const own = stamp.getContext("2d");
      if (own) {
        own.scale((cellW * ratio) / 16, (cellH * ratio) / 16);
        if (code & DIM) own.globalAlpha = 0.25;
        drawMark(own, code & ~(LANDED | DIM), palette);
        if (code & LANDED) drawCorner(own, palette);
      }
      stamps.set(code, stamp);
    }
    return stamp;
  };
  inView(layout, view, (slice, [top, bottom], [from, to]) => {
    for (let row = top; row < bottom; row++) {
      const start = (slice * space.rows + row) * space.cols;
      for (let col = from; col < to && start + col < space.size; col++) {
        const [x, y] = cornerOf(layout, { slice, row, col });
        context.drawImage(stampOf(scene.states[start + col] as number), x, y, cellW, cellH);
      }
    }
  });
}

/** Cells as plain fills, those of one kind that stand in a row as one. */
function fills(
  context: CanvasRenderingContext2D,
  painted: Painted,
  view: View,
  gap: number,
  ratio: number,
): void {
  const { layout, scene, palette } = painted;
  const { space, cellW, cellH } = layout;
  inView(layout, view, (slice, [top, bottom], [from, to]) => {
    for (let row = top; row < bottom; row++) {
      const start = (slice * space.rows + row) * space.cols;
      const end = Math.min(to, space.size - start);
      let col = from;
      while (col < end) {
        const code = scene.states[start + col] as number;
        const first = col;
        col++;
        while (gap === 0 && col < end && scene.states[start + col] === code) col++;
        const [x, y] = cornerOf(layout, { slice, row, col: first });
        context.globalAlpha = code & DIM ? 0.3 : 1;
        context.fillStyle = fillOf(code & ~DIM, palette);
        fillWhole(context, x, y, (col - first) * cellW, cellH, gap, ratio);
      }
    }
  });
  context.globalAlpha = 1;
}

/** Edges on whole device pixels: cells of one and a half px would else show seams. */
function fillWhole(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  gap: number,
  ratio: number,
): void {
  const at = (px: number) => Math.round(px * ratio) / ratio;
  const [left, top] = [at(x), at(y)];
  context.fillRect(left, top, at(x + width) - left - gap, at(y + height) - top - gap);
}

function loose(
  context: CanvasRenderingContext2D,
  { scene, layout, palette }: Painted,
  [left, top, width, height]: View,
  gap: number | null,
  ratio: number,
): void {
  const { cellW, cellH } = layout;
  for (const { place, mark } of scene.loose) {
    const [x, y] = cornerOf(layout, place);
    if (x + cellW < left || x > left + width || y + cellH < top || y > top + height) continue;
    if (gap === null) {
      context.save();
      context.translate(x, y);
      context.scale(cellW / 16, cellH / 16);
      context.fillStyle = palette.surface;
      context.fillRect(0, 0, 16, 16);
      drawMark(context, mark, palette);
      context.restore();
    } else {
      context.fillStyle = fillOf(mark, palette);
      fillWhole(context, x, y, cellW, cellH, gap, ratio);
      if (gap > 0 && mark === Mark.MASKED) {
        context.fillStyle = palette.edge;
        fillWhole(context, x, y, cellW, cellH, gap, ratio);
        context.fillStyle = palette.surface;
        context.fillRect(x + 1, y + 1, cellW - gap - 2, cellH - gap - 2);
      }
    }
  }
}

function borders(
  context: CanvasRenderingContext2D,
  layout: Layout,
  { share, owner }: Totals,
  palette: Palette,
  view: View,
): void {
  const { space, cellW, cellH } = layout;
  const path = new Path2D();
  const differ = (a: number, b: number) =>
    share[a] !== share[b] && (owner[a] !== NOBODY || owner[b] !== NOBODY);
  inView(layout, view, (slice, [top, bottom], [from, to]) => {
    for (let row = top; row < bottom; row++) {
      const start = (slice * space.rows + row) * space.cols;
      for (let col = from; col < to && start + col < space.size; col++) {
        const at = start + col;
        const [x, y] = cornerOf(layout, { slice, row, col });
        if (col > 0 && differ(at - 1, at)) path.rect(x, y, 0, cellH);
        if (row > 0 && differ(at - space.cols, at)) path.rect(x, y, cellW, 0);
      }
    }
  });
  const isFine = Math.min(cellW, cellH) < 4;
  context.lineWidth = isFine ? 1.5 : 3;
  context.strokeStyle = palette.surface;
  context.stroke(path);
  if (isFine) return;
  context.lineWidth = 1;
  context.strokeStyle = palette.wall;
  context.stroke(path);
}

/** A fill is mixed once for a palette: a map has thousands of cells. */
const fillsOf = new WeakMap<Palette, Map<number, string>>();

function fillOf(code: number, palette: Palette): string {
  const known = fillsOf.get(palette) ?? new Map<number, string>();
  fillsOf.set(palette, known);
  const found = known.get(code) ?? mixedFor(code, palette);
  known.set(code, found);
  return found;
}

function mixedFor(code: number, palette: Palette): string {
  if (code & LANDED) return palette["caution-fill"];
  switch (code) {
    case Mark.LOAD:
      return mixed(palette.hFill, 0.55, palette.hTint);
    case Mark.LOADED:
    case Mark.READ:
      return mixed(palette.hFill, 0.2, palette.hTint);
    case Mark.STORE:
      return palette.hFill;
    case Mark.STORED:
      return mixed(palette.hFill, 0.45, palette.slot);
    case Mark.MASKED:
      return mixed(palette["slot-line"], 0.45, palette.surface);
    case Mark.BAD_LOAD:
      return mixed(palette["fault-fill"], 0.5, palette["fault-tint"]);
    case Mark.BAD_STORE:
      return palette["fault-fill"];
    case Mark.NEVER:
      return mixed(palette["fault-fill"], 0.4, palette["fault-tint"]);
    case Mark.TWICE:
      return palette["caution-fill"];
    case Mark.STRAYED:
      return palette["caution-tint"];
    default:
      return palette.slot;
  }
}

/** In a square of 16: the same shapes as in the legend. */
function drawMark(context: CanvasRenderingContext2D, code: number, palette: Palette): void {
  const box = (x: number, y: number, size: number, fill: string, radius = 2) => {
    context.fillStyle = fill;
    context.beginPath();
    context.roundRect(x, y, size, size, radius);
    context.fill();
  };
  const ring = (x: number, y: number, size: number, stroke: string, width: number, radius = 1.5) => {
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.beginPath();
    context.roundRect(x, y, size, size, radius);
    context.stroke();
  };
  const line = (path: string, stroke: string, width: number) => {
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.lineCap = "round";
    context.lineJoin = "round";
    context.stroke(new Path2D(path));
  };
  switch (code) {
    case Mark.LOAD:
      box(1, 1, 14, palette.hTint);
      ring(2, 2, 12, palette.hInk, 2);
      break;
    case Mark.LOADED:
      box(1, 1, 14, palette.slot);
      ring(5, 5, 6, palette.hInk, 1.5, 1);
      break;
    case Mark.READ:
      box(1, 1, 14, palette.hTint);
      ring(1.5, 1.5, 13, palette.hFill, 1);
      break;
    case Mark.STORE:
      box(1, 1, 14, palette.hFill);
      break;
    case Mark.STORED:
      box(1, 1, 14, palette.slot);
      box(4.5, 4.5, 7, palette.hFill, 1);
      break;
    case Mark.MASKED:
      box(1, 1, 14, palette.surface);
      ring(1.5, 1.5, 13, palette.edge, 1, 2);
      line("M5.5 8h5", palette["ink-3"], 1.5);
      break;
    case Mark.BAD_LOAD:
      box(1, 1, 14, palette["fault-tint"]);
      ring(2, 2, 12, palette["fault-ink"], 2);
      line("m5.5 5.5 5 5M10.5 5.500l-5 5", palette["fault-ink"], 2);
      break;
    case Mark.BAD_STORE:
      box(1, 1, 14, palette["fault-fill"]);
      line("m5 5 6 6M11 5l-6 6", palette["on-fault"], 2);
      break;
    case Mark.NEVER:
      box(1, 1, 14, palette.slot);
      context.strokeStyle = palette["fault-ink"];
      context.lineWidth = 1.75;
      context.beginPath();
      context.arc(8, 8, 3.75, 0, 2 * Math.PI);
      context.stroke();
      break;
    case Mark.TWICE:
      box(1.9, 1.9, 9, palette.surface, 1);
      ring(1.9, 1.9, 9, palette["caution-ink"], 1.75, 1);
      box(6, 6, 9, palette["caution-fill"], 1);
      break;
    case Mark.STRAYED:
      context.setLineDash([2.4, 2.2]);
      ring(2, 2, 12, palette["caution-ink"], 1.25, 2);
      context.setLineDash([]);
      line("M11 5v3.500H5M7 6.500l-2 2 2 2", palette["caution-ink"], 1.5);
      break;
    default:
      box(1, 1, 14, palette.slot);
  }
}

function drawCorner(context: CanvasRenderingContext2D, palette: Palette): void {
  context.fillStyle = palette["caution-ink"];
  context.fill(new Path2D("M1 3a2 2 0 0 1 2-2h6.500L1 9.500z"));
}

/** As CSS color-mix in srgb: so much of the first hex colour, the rest of the second. */
function mixed(one: string, share: number, other: string): string {
  const [a, b] = [channels(one), channels(other)];
  const mix = a.map((value, i) => Math.round(value * share + (b[i] as number) * (1 - share)));
  return `rgb(${mix.join(" ")})`;
}

function channels(hex: string): number[] {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, "$&$&") : hex;
  return [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
}
