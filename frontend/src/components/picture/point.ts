/** A place that is pointed at on a plate: an element, or a lane that stands outside of the wall. */
import type { Layout } from "../../picture/layout";
import type { Loose, Scene } from "../../picture/scene";
import { offsetAt, type Place, placeOf } from "../../picture/space";

/** offset: null for a lane that is masked off. loose: the mark that stands there over or outside the wall. */
export interface Point {
  tensor: number;
  place: Place;
  offset: number | null;
  loose: Loose | null;
}

/** What lies at a place, or null where nothing does. */
export function pointAt(tensor: number, layout: Layout, scene: Scene, place: Place | null): Point | null {
  if (!place) return null;
  const loose = scene.loose.find((one) => same(one.place, place)) ?? null;
  const inside = offsetAt(layout.space, place);
  if (inside === null && !loose) return null;
  return { tensor, place, offset: inside ?? loose?.offset ?? null, loose };
}

/** The point of an element by its flat index, where it has a place on the plate. */
export function pointOf(tensor: number, layout: Layout, scene: Scene, offset: number): Point | null {
  const loose = scene.loose.find((one) => one.offset === offset) ?? null;
  if (offset >= 0 && offset < layout.space.size)
    return { tensor, place: placeOf(layout.space, offset), offset, loose: null };
  return loose ? { tensor, place: loose.place, offset, loose } : null;
}

/** The neighbour in a direction, as long as something lies there. */
export function neighbour(
  layout: Layout,
  scene: Scene,
  from: Point,
  down: number,
  across: number,
): Point | null {
  const { slices, rows, cols, over } = layout.space;
  const place = { ...from.place, row: from.place.row + down, col: from.place.col + across };
  const next = pointAt(from.tensor, layout, scene, place);
  if (next || slices === 1) return next;
  // Past the wall of a slice lies the next slice.
  if (place.col >= cols + over.right || (across > 0 && place.col >= cols))
    return pointAt(from.tensor, layout, scene, { slice: place.slice + 1, row: place.row, col: 0 });
  if (place.col < 0)
    return pointAt(from.tensor, layout, scene, { slice: place.slice - 1, row: place.row, col: cols - 1 });
  return place.row >= rows ? null : next;
}

function same(a: Place, b: Place): boolean {
  return a.row === b.row && a.col === b.col && a.slice === b.slice;
}
