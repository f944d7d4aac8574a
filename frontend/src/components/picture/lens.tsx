/** A part of a large tensor with all of its marks. */
import { useRef } from "preact/hooks";
import { cornerOf, type Layout, placeAt } from "../../picture/layout";
import type { Scene } from "../../picture/scene";
import type { Place } from "../../picture/space";
import type { Totals } from "../../picture/totals";
import { Cells } from "./cells";
import { Overlay, Ring } from "./overlay";
import type { Palette, View } from "./paint";
import type { Point } from "./point";

interface Props {
  layout: Layout;
  scene: Scene;
  palette: Palette;
  borders: Totals | null;
  /** px that the whole plate has. */
  width: number;
  center: Place;
  point: Point | null;
  onPlace(place: Place | null, isChosen: boolean): void;
}

/** px, wide and high: some twelve cells at least. */
export function lensSize(width: number): [number, number] {
  return [Math.min(width, Math.max(208, Math.min(288, Math.floor(width * 0.38)))), 208];
}

export function Lens({ layout, scene, palette, borders, width, center, point, onPlace }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [wide, high] = lensSize(width);
  const [x, y] = cornerOf(layout, center);
  const within = (at: number, view: number, all: number) =>
    Math.round(Math.max(0, Math.min(at - view / 2, all - view)) / layout.cellW) * layout.cellW;
  const view: View = [within(x, wide, layout.width), within(y, high, layout.height), wide, high];
  const under = (event: PointerEvent) => {
    const box = host.current?.getBoundingClientRect();
    return box
      ? placeAt(layout, event.clientX - box.left + view[0], event.clientY - box.top + view[1])
      : null;
  };
  return (
    <div
      class="lens"
      ref={host}
      // Moving the pointer over the lens must not move the lens: only a choice does.
      onPointerDown={(event) => onPlace(under(event), true)}
    >
      <Cells layout={layout} scene={scene} palette={palette} borders={borders} view={view} />
      <svg class="pic" width={wide} height={high} viewBox={view.join(" ")} aria-hidden="true">
        <Overlay layout={layout} scene={scene} rows={[]} chips={[]} pins={[]} end={null} />
        {point ? <Ring layout={layout} {...point.place} /> : null}
      </svg>
    </div>
  );
}
