/** Where a plate's cells lie on the screen, in CSS px, and which place lies under a point. */

import type { TraceTensor } from "../api/trace";
import { type Over, type Place, type Space, spaceOf } from "./space";
import { FULL_PX, type Zoom } from "./zoom";

export interface Layout {
  space: Space;
  cellW: number;
  cellH: number;
  /** Of the first slice's wall. */
  left: number;
  top: number;
  /** From one slice's wall to the next. */
  pitch: number;
  width: number;
  height: number;
}

export type Level = "marks" | "fills" | "runs";

export const LENS_ABOVE = 4096;
const MARKS_PX = 9;
const FILLS_PX = 4;
const LARGEST_PX = 22;
const TALLEST_PX = 420;
/** A wrapped tensor may grow a little taller before it gives up its rows. */
const TALLEST_WRAPPED_PX = 530;
const STRETCHED = 16;
const TOP_PX = 20;
/** With pins above the ticks: where cells are too small to show a fault. */
const PINNED_TOP_PX = 42;
const BOTTOM_PX = 18;
const RIGHT_PX = 30;
const GAP_PX = 14;

/**
 * width: px there are. run: the longest run of neighbouring elements that a program touches. reach: first and last
 * element that a lane was meant for. pins: whether there are faults, which need room for a pin on small cells.
 */
export interface Wish {
  width: number;
  zoom: Zoom;
  run: number;
  reach: readonly [number, number];
  over: Over;
  pins: boolean;
}

/** cols: the columns of a wrapped tensor, where they are already chosen. */
export function layoutOf(tensor: TraceTensor, wish: Wish, cols?: number): Layout {
  const space = tensor.shape.length < 2 ? wrapped(tensor, wish, cols) : spaceOf(tensor, 1, wish.over);
  const { over, rows, slices } = space;
  const left = leftOf(space);
  const across = space.cols + over.left + over.right;
  const down = rows + over.top + over.bottom;
  const [cellW, cellH] =
    wish.zoom === "fit" ? fitted(space, wish.width - left - RIGHT_PX) : [wish.zoom, wish.zoom];
  const pitch = across * cellW + GAP_PX;
  const above = !wish.pins || Math.min(cellW, cellH) >= MARKS_PX ? TOP_PX : PINNED_TOP_PX;
  return {
    space,
    cellW,
    cellH,
    left: left + over.left * cellW,
    top: above + over.top * cellH,
    pitch,
    width: Math.ceil(left + (slices > 1 ? slices * pitch : across * cellW) + RIGHT_PX),
    height: Math.ceil(above + down * cellH + BOTTOM_PX),
  };
}

export function levelOf({ cellW, cellH }: Layout): Level {
  const size = Math.min(cellW, cellH);
  return size >= MARKS_PX ? "marks" : size >= FILLS_PX ? "fills" : "runs";
}

/** The px of a place's left upper corner. */
export function cornerOf(
  { left, top, pitch, cellW, cellH }: Layout,
  { slice, row, col }: Place,
): [number, number] {
  return [left + slice * pitch + col * cellW, top + row * cellH];
}

/** The place under a point, or null where the point is on no place, in or out of a wall. */
export function placeAt(layout: Layout, x: number, y: number): Place | null {
  const { space, left, top, pitch, cellW, cellH } = layout;
  const { over, cols, rows, slices } = space;
  const slice = slices > 1 ? Math.floor((x - left + over.left * cellW) / pitch) : 0;
  const col = Math.floor((x - left - slice * pitch) / cellW);
  const row = Math.floor((y - top) / cellH);
  if (slice < 0 || slice >= slices || col < -over.left || col >= cols + over.right) return null;
  if (row < -over.top || row >= rows + over.bottom) return null;
  return { slice, row, col };
}

/** Whole px as soon as a cell has an edge of its own to show. */
function whole(cell: number): number {
  return cell >= FILLS_PX ? Math.floor(cell) : Math.max(1, Math.floor(cell * 2) / 2);
}

function fitted(space: Space, room: number): [number, number] {
  const { over, cols, rows, slices, wraps } = space;
  const across = cols + over.left + over.right;
  const down = rows + over.top + over.bottom;
  const tallest = wraps ? TALLEST_WRAPPED_PX : TALLEST_PX;
  let byWidth = room / across;
  if (slices > 1) {
    const all = (room - slices * GAP_PX) / (slices * across);
    // Slices scroll sideways before their marks are lost.
    byWidth = all >= MARKS_PX ? all : Math.min(byWidth, Math.max(all, MARKS_PX));
  }
  const cell = whole(Math.min(LARGEST_PX, byWidth, tallest / down));
  const isLong = across > STRETCHED * down;
  return [isLong ? whole(Math.min(LARGEST_PX, byWidth)) : cell, isLong ? Math.max(cell, FULL_PX) : cell];
}

function wrapped(tensor: TraceTensor, { width, run, reach }: Wish, known?: number): Space {
  const [low, high] = reach;
  const left = Math.min(8, Math.max(0, -low));
  const cols = known ?? wrapOf(tensor.size, run, width - leftOf(spaceOf(tensor, 1)) - RIGHT_PX, left);
  const rows = Math.max(1, Math.ceil(tensor.size / cols));
  // More than a row away is far: drawn behind a tear, not here.
  const bottom = high >= rows * cols ? 1 : 0;
  // A tensor that is shorter than its block hangs over in its only row.
  return spaceOf(tensor, cols, { left, right: 0, top: 0, bottom });
}

/** How many columns a tensor with one axis gets: its block, so that a row is a program, where that fits. */
export function wrapOf(size: number, run: number, room: number, left = 0): number {
  const cellOf = (cols: number) => whole(Math.min(LARGEST_PX, room / (cols + left)));
  const tallOf = (cols: number) => Math.ceil(size / cols) * cellOf(cols);
  let cols = run > 1 ? run : Math.min(32, Math.max(1, size));
  while (cols > 1 && cellOf(cols) < MARKS_PX) cols = 2 ** Math.ceil(Math.log2(cols) - 1);
  while (Math.ceil(size / cols) > 16 && cellOf(cols * 2) >= MARKS_PX) cols *= 2;
  while (tallOf(cols) > TALLEST_WRAPPED_PX && cols < size && cellOf(cols * 2) >= 1) cols *= 2;
  return cols;
}

function leftOf({ tensor, wraps, slices, rows, cols }: Space): number {
  if (slices > 1) return 4;
  const last = wraps ? Math.max(0, tensor.size - 1) : rows - 1;
  return Math.max(20, 10 + 7 * String(last).length + (cols > 0 ? 2 : 0));
}
