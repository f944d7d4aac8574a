/** What lies over the cells: the wall, frames, ticks, program ids and pins. Labels keep their size at every zoom. */
import { cornerOf, type Layout } from "../../picture/layout";
import { runOutline } from "../../picture/outline";
import type { Frame, Scene } from "../../picture/scene";
import type { Chip, Pin, RowLabel } from "./labels";

interface Props {
  layout: Layout;
  scene: Scene;
  rows: readonly RowLabel[];
  chips: readonly Chip[];
  pins: readonly Pin[];
  /** Said at the end of a wrapped tensor. */
  end: string | null;
}

export function Overlay({ layout, scene, rows, chips, pins, end }: Props) {
  const { space } = layout;
  return (
    <>
      <Walls layout={layout} used={scene.slice} />
      <Frames layout={layout} scene={scene} />
      {space.slices === 1 ? <Ticks layout={layout} rows={rows} /> : null}
      {chips.map(({ text, x, y, width }) => (
        <g key={`${text} ${x} ${y}`}>
          <rect class="chip" x={x - width / 2} y={y - 9} width={width} height={18} rx={2} />
          <text class="t-mid t-strong" x={x} y={y + 4}>
            {text}
          </text>
        </g>
      ))}
      {end ? <End layout={layout} text={end} /> : null}
      {pins.map((pin) => (
        <PinMark key={pin.text} {...pin} />
      ))}
    </>
  );
}

/** A ring around one place. */
export function Ring({
  layout,
  slice,
  row,
  col,
}: {
  layout: Layout;
  slice: number;
  row: number;
  col: number;
}) {
  const [x, y] = cornerOf(layout, { slice, row, col });
  const width = Math.max(layout.cellW, 6);
  const height = Math.max(layout.cellH, 6);
  const box = { x: x - 1, y: y - 1, width: width + 2, height: height + 2, rx: 2 };
  return (
    <g class="ring">
      <rect class="cursor--halo" {...box} />
      <rect class="cursor" {...box} />
    </g>
  );
}

function Walls({ layout, used }: { layout: Layout; used: number | null }) {
  const { space, cellW, cellH, top } = layout;
  if (space.size === 0) return null;
  if (space.wraps) return <path class="wall" d={runOutline(layout, 0, space.size - 1)} />;
  return (
    <>
      {Array.from({ length: space.slices }, (_, slice) => {
        const [x, y] = cornerOf(layout, { slice, row: 0, col: 0 });
        return (
          <g key={slice}>
            <rect class="wall" x={x} y={y} width={space.cols * cellW} height={space.rows * cellH} />
            {space.slices > 1 ? (
              <text class={slice === used ? "t-strong" : ""} x={x} y={top - 6}>
                {sliceName(layout, slice)}
              </text>
            ) : null}
          </g>
        );
      })}
    </>
  );
}

function sliceName({ space, pitch }: Layout, slice: number): string {
  const { name, shape } = space.tensor;
  const lead: number[] = [];
  let rest = slice;
  for (const extent of shape.slice(0, -2).reverse()) {
    lead.unshift(rest % extent);
    rest = Math.floor(rest / extent);
  }
  const full = `${name}[${[...lead, ":", ":"].join(", ")}]`;
  return full.length * 6.5 < pitch ? full : lead.join(", ");
}

function Frames({ layout, scene }: { layout: Layout; scene: Scene }) {
  const shapes = [
    ...scene.runs.map(([low, high]) => runOutline(layout, low, high, 2)),
    ...scene.frames.map((frame) => box(layout, frame)),
  ];
  return (
    <>
      {shapes.map((path) =>
        scene.isNow ? (
          <g key={path}>
            <path class="frame--halo" d={path} />
            <path class="frame" d={path} />
          </g>
        ) : (
          <path key={path} class="frame--ghost" d={path} />
        ),
      )}
    </>
  );
}

function box(layout: Layout, { slice, top, left, bottom, right }: Frame): string {
  const { over, rows, cols } = layout.space;
  const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  const [x0, y0] = cornerOf(layout, {
    slice,
    row: clamp(top, -over.top, rows + over.bottom),
    col: clamp(left, -over.left, cols + over.right),
  });
  const [x1, y1] = cornerOf(layout, {
    slice,
    row: clamp(bottom + 1, -over.top, rows + over.bottom),
    col: clamp(right + 1, -over.left, cols + over.right),
  });
  return `M${x0 - 2} ${y0 - 2}H${x1 + 2}V${y1 + 2}H${x0 - 2}z`;
}

function Ticks({ layout, rows }: { layout: Layout; rows: readonly RowLabel[] }) {
  const { space, cellW, cellH, left, top } = layout;
  const colStep = stepOf(38 / cellW);
  const rowStep = stepOf(14 / cellH);
  const cols = Array.from({ length: Math.ceil(space.cols / colStep) }, (_, i) => i * colStep);
  const shown = Array.from({ length: Math.ceil(space.rows / rowStep) }, (_, i) => i * rowStep);
  const strong = rows.filter((row) => row.isNow).map(({ row }) => row);
  const right = left + (space.cols + space.over.right) * cellW + 8;
  const middle = (row: number) => top + row * cellH + cellH / 2 + 4;
  const numbered = strong[0] === undefined ? shown : clear(shown, strong[0], 14 / cellH);
  return (
    <>
      {cols.map((col) => (
        <text key={col} class="t-mid" x={left + col * cellW + cellW / 2} y={top - space.over.top * cellH - 6}>
          {space.wraps ? `+${col}` : col}
        </text>
      ))}
      {numbered.map((row) => (
        <text
          key={row}
          class={strong.includes(row) ? "t-end t-strong" : "t-end"}
          x={left - space.over.left * cellW - 8}
          y={middle(row)}
        >
          {space.wraps ? row * space.cols : row}
        </text>
      ))}
      {rows
        .filter(({ row }) => numbered.includes(row))
        .map(({ row, text, isNow }) => (
          <text key={`p${row}`} class={isNow ? "t-strong" : ""} x={right} y={middle(row)}>
            {text}
          </text>
        ))}
    </>
  );
}

/** The rows that carry a number: those at the step, but for what would touch the one that must be read. */
function clear(shown: readonly number[], strong: number, room: number): number[] {
  const kept = shown.filter((row) => row === strong || Math.abs(row - strong) >= room);
  return kept.includes(strong) ? kept : [...kept, strong];
}

function stepOf(least: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(least)));
}

function End({ layout, text }: { layout: Layout; text: string }) {
  const { space } = layout;
  const [x, y] = cornerOf(layout, {
    slice: 0,
    row: space.rows + space.over.bottom,
    col: space.size - (space.rows - 1) * space.cols,
  });
  const isRight = x > layout.left + space.cols * layout.cellW - 90;
  return (
    <>
      <path class="leader" d={`M${x} ${y + 3}v6`} />
      <text class={isRight ? "t-end" : ""} x={isRight ? x - 5 : x + 5} y={y + 15}>
        {text}
      </text>
    </>
  );
}

function PinMark({ text, x, y, tone }: Pin) {
  const width = 12 + text.length * 6.4;
  return (
    <g class={`pin pin--${tone}`}>
      <path class="leader" d={`M${x} ${y}V19`} />
      <rect x={Math.max(0, x - width / 2)} y={1} width={width} height={18} rx={2} />
      <text class="t-mid" x={Math.max(width / 2, x)} y={14}>
        {text}
      </text>
    </g>
  );
}
