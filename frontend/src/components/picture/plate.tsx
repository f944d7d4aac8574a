/** One tensor where it lies in memory: a map of all its cells, and for a large one a lens. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TraceTensor } from "../../api/trace";
import type { Hue } from "../../hues";
import { showCount } from "../../numbers";
import { type Layout, LENS_ABOVE, layoutOf, placeAt } from "../../picture/layout";
import type { PictureModel } from "../../picture/model";
import { allScene, Mark, type Scene, stepScene } from "../../picture/scene";
import type { Place } from "../../picture/space";
import type { Step } from "../../picture/step";
import type { Totals } from "../../picture/totals";
import { FULL_PX, type Zoom } from "../../picture/zoom";
import { Cells } from "./cells";
import { Counts, countsOf } from "./counts";
import { FarLanes } from "./far-lanes";
import { chipsOf, overlap, pinsOf, type RowLabel, rowLabels } from "./labels";
import { Lens, lensSize } from "./lens";
import { Overlay, Ring } from "./overlay";
import type { View } from "./paint";
import { neighbour, type Point, pointAt, pointOf } from "./point";
import { usePalette } from "./use-palette";

interface Props {
  model: PictureModel;
  tensor: number;
  hue: Hue;
  /** px there are. */
  width: number;
  zoom: Zoom;
  /** null: by its size. */
  lens: boolean | null;
  /** The program's steps and the one that is shown, or null for all programs. */
  steps: readonly Step[] | null;
  now: number;
  program: number | null;
  /** In the view of all programs only what this line did is lit. */
  line: number | null;
  /** The longest run of neighbours, where no access has shown it yet. */
  run: number;
  point: Point | null;
  /** An element chosen elsewhere on the page. */
  chosen: number | null;
  onPoint(point: Point | null, isChosen: boolean): void;
}

export function Plate(props: Props) {
  const { model, tensor, hue, width, zoom, steps, now, line, point } = props;
  const known = model.trace.tensors[tensor] as TraceTensor;
  const totals = model.totals[tensor] as Totals;
  const palette = usePalette(hue);
  const isUnlit = model.trace.records.length === 0;
  const hasLens = (props.lens ?? known.size > LENS_ABOVE) && !isUnlit;
  const { run: lanes, low, high, over } = totals;
  const pins = useMemo(() => !isUnlit && hasFaults(model, tensor), [model, tensor, isUnlit]);
  const wish = { pins, zoom, run: lanes || props.run, reach: [low, high] as const, over };
  const lensWide = hasLens ? lensSize(width)[0] : 0;
  // Beside the map where both have room, else under it.
  const mapWidth = hasLens && width - lensWide >= 260 ? width - lensWide - 16 : width;
  const layout = useMemo(
    () => layoutOf(known, { ...wish, width: mapWidth }),
    [known, totals, mapWidth, zoom, props.run],
  );
  const scene = useMemo(
    () =>
      steps === null
        ? allScene(layout.space, tensor, model, line)
        : stepScene(layout.space, tensor, steps, now),
    [layout.space, tensor, model, steps, now, line],
  );
  const rows = useMemo(
    () => (isUnlit ? shares(model, layout, props.run) : rowLabels(model, tensor, layout, props.program)),
    [model, tensor, layout, props.program, isUnlit, props.run],
  );
  const chips = useMemo(
    () => (steps === null ? chipsOf(model, tensor, layout) : []),
    [model, tensor, layout, steps],
  );
  const flags = useMemo(() => pinsOf(layout, scene), [layout, scene]);
  const shared = useMemo(() => (steps === null ? overlap(model, tensor) : null), [model, tensor, steps]);
  const borders = steps === null && !isUnlit && model.trace.programs > 1 ? totals : null;
  const counts = countsOf(model, tensor, steps, now);
  const here = point?.tensor === tensor ? point : null;
  const offset = here ? here.offset : props.chosen;
  // An element is found again by its index, so that it keeps its ring at every zoom and step.
  const chosen = (offset === null ? null : pointOf(tensor, layout, scene, offset)) ?? here;
  const { rows: down, cols, size, wraps } = layout.space;
  const isTail = wraps && (size % cols !== 0 || down === 1) && size > 1;
  const end =
    wraps && size > 1 && (isTail || totals.high >= size) ? `${known.name} ends at ${size - 1}` : null;

  const move = (event: KeyboardEvent) => {
    const by = ARROWS[event.key];
    if (!by || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const from = chosen ?? pointAt(tensor, layout, scene, start(scene.frames[0], scene.runs[0], cols));
    if (!from) return;
    const next = chosen ? neighbour(layout, scene, from, by[0], by[1]) : from;
    if (next) props.onPoint(next, true);
  };

  return (
    <figure class={`tn ${hue}`} data-tensor={known.name}>
      <figcaption class="plate">
        <span class="plate__n">{known.name}</span>
        <span class="plate__s">
          {known.dtype} [{known.shape.join(", ")}]
        </span>
        <span class="label quiet">{known.role === "output" ? "you write it" : "you read it"}</span>
        {isUnlit ? (
          <span class="plate__c">{showCount(known.size)} elements</span>
        ) : (
          <Counts counts={counts} shared={shared} />
        )}
      </figcaption>
      <div class="tn__pics">
        <Viewport
          layout={layout}
          room={mapWidth}
          used={scene.slice}
          label={`${known.name}, ${showCount(known.size)} elements. Arrow keys move over them.`}
          onKeyDown={move}
          onPlace={(place, isChosen) => {
            const next = pointAt(tensor, layout, scene, place);
            if (next || !isChosen) props.onPoint(next, isChosen);
          }}
          cells={(view) => (
            <Cells layout={layout} scene={scene} palette={palette} borders={borders} view={view} />
          )}
        >
          <Overlay layout={layout} scene={scene} rows={rows} chips={chips} pins={flags} end={end} />
          {chosen ? <Ring layout={layout} {...chosen.place} /> : null}
        </Viewport>
        {hasLens ? (
          <Lens
            layout={layoutOf(known, { ...wish, zoom: FULL_PX, width: mapWidth }, layout.space.cols)}
            scene={scene}
            palette={palette}
            borders={borders}
            width={width}
            center={chosen?.place ?? firstFault(scene) ?? start(scene.frames[0], scene.runs[0], cols)}
            point={chosen}
            onPlace={(place, isChosen) => {
              const next = pointAt(tensor, layout, scene, place);
              if (next || !isChosen) props.onPoint(next, isChosen);
            }}
          />
        ) : null}
      </div>
      <FarLanes
        tensor={known}
        far={scene.far}
        isReserved={totals.outside > 0 && isFarPossible(totals, layout)}
      />
    </figure>
  );
}

/** Before a run: a row is the share of a program where the tensor is cut into blocks and wrapped at them. */
function shares({ trace }: PictureModel, { space }: Layout, run: number): RowLabel[] {
  if (!space.wraps || run !== space.cols || trace.programs < space.rows) return [];
  return Array.from({ length: space.rows }, (_, row) => ({ row, text: `p${row}`, isNow: false }));
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function start(
  frame: { slice: number; top: number; left: number } | undefined,
  run: [number, number] | undefined,
  cols: number,
): Place {
  if (frame) return { slice: frame.slice, row: Math.max(0, frame.top), col: Math.max(0, frame.left) };
  const first = Math.max(0, run?.[0] ?? 0);
  return { slice: 0, row: Math.floor(first / cols), col: first % cols };
}

function firstFault({ loose }: Scene): Place | undefined {
  return loose.find(({ mark }) => mark === Mark.BAD_LOAD || mark === Mark.BAD_STORE)?.place;
}

function hasFaults(model: PictureModel, tensor: number): boolean {
  const isOutput = model.trace.tensors[tensor]?.role === "output";
  const { outside } = model.totals[tensor] as Totals;
  return outside > 0 || model.writtenTwice(tensor) > 0 || (isOutput && model.neverWritten(tensor) > 0);
}

function isFarPossible({ low, high }: Totals, { space }: Layout): boolean {
  return space.wraps && (low < -8 || high >= (space.rows + 1) * space.cols);
}

interface ViewportProps {
  layout: Layout;
  /** px it may be wide. */
  room: number;
  /** The slice to keep in view. */
  used: number | null;
  label: string;
  onKeyDown(event: KeyboardEvent): void;
  onPlace(place: ReturnType<typeof placeAt>, isChosen: boolean): void;
  cells(view: View): preact.ComponentChildren;
  children: preact.ComponentChildren;
}

/** Scrolls where a plate is larger than its room; the canvas stays as large as the room. */
function Viewport({ layout, room, used, label, onKeyDown, onPlace, cells, children }: ViewportProps) {
  const outer = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>([0, 0, 0, 0]);
  const { width, height, left, pitch, space } = layout;
  useLayoutEffect(() => {
    const { current } = outer;
    if (!current || !inner.current) return;
    current.style.maxWidth = `${room}px`;
    inner.current.style.width = `${width}px`;
    inner.current.style.height = `${height}px`;
    const look = () => {
      const { scrollLeft, scrollTop, clientWidth, clientHeight } = current;
      setView([scrollLeft, scrollTop, Math.min(clientWidth, width), Math.min(clientHeight, height)]);
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    current.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener("scroll", look);
    };
  }, [width, height, room]);
  useEffect(() => {
    const { current } = outer;
    if (!current || used === null || space.slices === 1) return;
    const x = left + used * pitch;
    if (x < current.scrollLeft || x + pitch > current.scrollLeft + current.clientWidth)
      current.scrollLeft = x - (current.clientWidth - pitch) / 2;
  }, [used, left, pitch, space]);
  const placeUnder = (event: PointerEvent) => {
    const box = inner.current?.getBoundingClientRect();
    return box ? placeAt(layout, event.clientX - box.left, event.clientY - box.top) : null;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move over its cells, and it scrolls
    <div class="tn__view" ref={outer} tabIndex={0} role="group" aria-label={label} onKeyDown={onKeyDown}>
      <div
        class="tn__size"
        ref={inner}
        onPointerMove={(event) => onPlace(placeUnder(event), false)}
        onPointerLeave={() => onPlace(null, false)}
        onPointerDown={(event) => onPlace(placeUnder(event), true)}
      >
        {cells(view)}
        <svg class="pic" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {children}
        </svg>
      </div>
    </div>
  );
}
