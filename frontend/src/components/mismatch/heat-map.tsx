/** One map of a tensor: cells on a canvas, walls, frame and cursor above them. */
import { useEffect, useRef } from "preact/hooks";
import type { Box, Evidence } from "./evidence";
import { type Fit, type Kind, type Palette, paint } from "./painter";
import { elementAt, placeOf, type Tile } from "./sheet";
import { sliceName } from "./ticks";

interface Props {
  evidence: Evidence;
  kind: Kind;
  box: Box;
  shown: Fit;
  palette: Palette;
  cursor: number;
  frame: Box | null;
  label: string;
  onPoint(index: number): void;
}

/** A slice that stands below another carries its name where the gap has room for a line of text, in pixels. */
const NAME_PX = 14;

export function HeatMap({ evidence, kind, box, shown, palette, cursor, frame, label, onPoint }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) paint(canvas.current, evidence, kind, box, shown, palette);
  }, [evidence, kind, box, shown, palette]);

  const point = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    // A finger points while it is down, a mouse wherever it goes.
    if (event.pointerType !== "mouse" && event.buttons === 0 && event.type === "pointermove") return;
    const bounds = event.currentTarget.getBoundingClientRect();
    const column = Math.floor((event.clientX - bounds.left) / shown.cellWidth);
    const row = Math.floor((event.clientY - bounds.top) / shown.cellHeight);
    const index = elementAt(evidence.sheet, box.x + column, box.y + row);
    if (index !== null) onPoint(index);
  };
  const size = { width: `${shown.width}px`, height: `${shown.height}px` };
  return (
    <div class="heat" style={size} onPointerMove={point} onPointerDown={point}>
      <canvas ref={canvas} style={size} role="img" aria-label={label} />
      <svg width={shown.width} height={shown.height} aria-hidden="true">
        {kind === "difference" ? <Walls evidence={evidence} box={box} shown={shown} /> : null}
        {frame && kind === "difference" ? <Frame frame={frame} box={box} shown={shown} /> : null}
        <Cursor evidence={evidence} box={box} shown={shown} index={cursor} large={kind === "difference"} />
      </svg>
    </div>
  );
}

function Walls({ evidence, box, shown }: { evidence: Evidence; box: Box; shown: Fit }) {
  const gap =
    (evidence.sheet.tiles.find((tile) => tile.y > 0)?.y ?? 0) - (evidence.sheet.tiles[0]?.rows ?? 0);
  return (
    <>
      {evidence.sheet.tiles.map((tile) => (
        <g key={tile.start}>
          <path class="wall" d={outline(tile, box, shown)} />
          {tile.y > box.y && gap * shown.cellHeight >= NAME_PX ? (
            <text
              class="mm__slice"
              x={(tile.x - box.x) * shown.cellWidth}
              y={(tile.y - box.y) * shown.cellHeight - 4}
            >
              {sliceName(evidence, tile.lead)}
            </text>
          ) : null}
        </g>
      ))}
    </>
  );
}

/** The outline of a tile, with the step that a short last row makes. */
function outline(tile: Tile, box: Box, shown: Fit): string {
  const x = (column: number) => clamp((tile.x + column - box.x) * shown.cellWidth, shown.width);
  const y = (row: number) => clamp((tile.y + row - box.y) * shown.cellHeight, shown.height);
  const tail = tile.size % tile.columns;
  const full = tail === 0 ? tile.rows : tile.rows - 1;
  const foot = tail === 0 ? "" : `H${x(tail)}V${y(tile.rows)}`;
  return `M${x(0)} ${y(0)}H${x(tile.columns)}V${y(full)}${foot}H${x(0)}Z`;
}

function Frame({ frame, box, shown }: { frame: Box; box: Box; shown: Fit }) {
  const [left, top] = [
    clamp((frame.x - box.x) * shown.cellWidth, shown.width),
    clamp((frame.y - box.y) * shown.cellHeight, shown.height),
  ];
  const [right, bottom] = [
    clamp((frame.x + frame.columns - box.x) * shown.cellWidth, shown.width),
    clamp((frame.y + frame.rows - box.y) * shown.cellHeight, shown.height),
  ];
  if (right <= left || bottom <= top) return null;
  const place = { x: left, y: top, width: right - left, height: bottom - top };
  return (
    <>
      <rect {...place} class="frame--halo" />
      <rect {...place} class="frame" />
    </>
  );
}

interface CursorProps {
  evidence: Evidence;
  box: Box;
  shown: Fit;
  index: number;
  large: boolean;
}

/** Smaller cells get a cursor of this size around them, in pixels. */
const CURSOR_PX = { large: 8, small: 6 };

function Cursor({ evidence, box, shown, index, large }: CursorProps) {
  const place = placeOf(evidence.sheet, index);
  const [column, row] = [place.x - box.x, place.y - box.y];
  if (column < 0 || row < 0 || column >= box.columns || row >= box.rows) return null;
  const [x, y] = [(column + 0.5) * shown.cellWidth, (row + 0.5) * shown.cellHeight];
  const least = large ? CURSOR_PX.large : CURSOR_PX.small;
  const [width, height] = [Math.max(least, shown.cellWidth), Math.max(least, shown.cellHeight)];
  const around = { x: x - width / 2, y: y - height / 2, width, height };
  return (
    <>
      <path class="cross" d={`M${x} 0V${shown.height}M0 ${y}H${shown.width}`} />
      <rect {...around} class={`cursor--halo ${large ? "" : "is-small"}`} />
      <rect {...around} class={`cursor ${large ? "" : "is-small"}`} />
    </>
  );
}

function clamp(value: number, end: number): number {
  return Math.max(0, Math.min(value, end));
}
