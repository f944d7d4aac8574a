/** Difference large, yours and expected small beside it, one cursor for all three. */
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { CaseVerdict, Mismatch } from "../../api/types";
import { showCount, showProgram } from "../../numbers";
import { programAt, useSelection } from "../../selection";
import { Icon } from "../icon";
import { ElementTable } from "./element-table";
import { type Box, type Evidence, nextWrong, zoomAround } from "./evidence";
import { HeatMap } from "./heat-map";
import { DifferenceLegend, ValueLegend } from "./legend";
import { type Fit, fitTo } from "./painter";
import { Lens, Readout } from "./readout";
import { usePalette, useRoom } from "./room";
import { step, tileOf } from "./sheet";
import { columnTicks, rowTicks } from "./ticks";

interface Props {
  evidence: Evidence;
  one: CaseVerdict;
  mismatch: Mismatch;
  hue: string;
}

/** From this width the numbers at the cursor have room beside seven columns of neighbours. */
const WIDE_LENS_PX = 560;
/** The numbers down the left side have so much room, in pixels. */
const AXIS_PX = 30;
/** Between the large map and the small ones, and beside them, in pixels. */
const GUTTER_PX = 16;
/** What the view shows above and below the large map, in pixels: title, numbers, legend, readout, keys. */
const REST_PX = 276;
/** The line below the legend that explains marks, where there are any. */
const MARKS_PX = 20;
const HEIGHT_PX = { least: 150, most: 460, phone: 380 };
const SMALL_PX = { part: 136 / 560, height: 132 };

export function MismatchMaps({ evidence, one, mismatch, hue }: Props) {
  const [frameOf, room] = useRoom();
  const palette = usePalette();
  const [cursor, setCursor] = useState(evidence.wrong[0] ?? 0);
  const [isZoomed, setZoomed] = useState(false);
  const [zoom, setZoom] = useState<Box | null>(null);
  const [isTable, setTable] = useState(false);
  const [selection, select] = useSelection();

  const whole = useMemo<Box>(
    () => ({ x: 0, y: 0, columns: evidence.sheet.columns, rows: evidence.sheet.rows }),
    [evidence],
  );
  const box = isZoomed && zoom ? zoom : whole;
  const isNarrow = room.width < 480;
  const [large, small] = useMemo(() => {
    const sideBySide = isNarrow ? 1 : 1 - SMALL_PX.part;
    const width = (room.width - (isNarrow ? 0 : GUTTER_PX)) * sideBySide - AXIS_PX;
    const rest = REST_PX + (evidence.isMarked ? MARKS_PX : 0);
    const most = isNarrow ? HEIGHT_PX.phone : Math.min(HEIGHT_PX.most, room.height - rest);
    const first = fitTo(box, Math.max(80, width), Math.max(HEIGHT_PX.least, most));
    const beside = isNarrow ? (room.width - GUTTER_PX) / 2 : (room.width - GUTTER_PX) * SMALL_PX.part;
    return [first, scaled(first, Math.min(1, beside / first.width, SMALL_PX.height / first.height))];
  }, [box, room, isNarrow, evidence]);

  const point = useCallback(
    (index: number) => {
      setCursor(index);
      const [program, line] = [evidence.program[index] as number, evidence.line[index] as number];
      select({
        cell: { tensor: evidence.tensor, index },
        program: program < 0 ? null : program,
        line: line > 0 ? line : null,
        origin: "mismatch",
      });
    },
    [evidence, select],
  );
  const zoomTo = (index: number, on: boolean) => {
    setZoomed(on);
    if (on) setZoom(zoomAround(evidence, index));
  };
  const move = (index: number) => {
    point(index);
    if (isZoomed && zoom && !shows(zoom, evidence, index)) setZoom(zoomAround(evidence, index));
  };

  // Another part of the page points at an element of this tensor.
  useEffect(() => {
    const { cell, origin } = selection;
    if (origin === "mismatch" || cell?.tensor !== evidence.tensor) return;
    if (cell.index >= 0 && cell.index < evidence.standing.length) setCursor(cell.index);
  }, [selection, evidence]);

  // The focus goes along when one view takes the place of the other.
  const map = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const before = useRef(isTable);
  useEffect(() => {
    if (before.current !== isTable) (isTable ? toggle : map).current?.focus();
    before.current = isTable;
  }, [isTable]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = keyed(evidence, cursor, event);
    if (to !== null) move(to);
    else if (event.key === "z" || event.key === "Z") zoomTo(cursor, !isZoomed);
    else if (event.key === "t" || event.key === "T") setTable(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const program = evidence.program[cursor] as number;
  const frame = evidence.blocks.get(program) ?? null;
  const common = { evidence, box, palette, cursor, frame, onPoint: point };
  const { tensor } = evidence;
  return (
    <div class={`mm ${hue} ${isNarrow ? "mm--narrow" : ""}`} ref={frameOf}>
      {isTable ? (
        <ElementTable
          evidence={evidence}
          grid={one.grid}
          hue={hue}
          cursor={cursor}
          onPoint={(index) => {
            setTable(false);
            move(index);
          }}
        />
      ) : (
        <>
          <div class="mm__maps">
            <figure>
              <figcaption>
                <b>Difference</b>{" "}
                <span>
                  {showCount(mismatch.count)} of {showCount(mismatch.total)} elements of {tensor}
                </span>
                <span class="grow" />
                <span>{program < 0 ? "" : showProgram(programAt(program, one.grid), one.grid)}</span>
              </figcaption>
              <Top ticks={columnTicks(evidence, box, large)} />
              <div class="mm__row">
                <Side ticks={rowTicks(evidence, box, large)} />
                <div
                  ref={map}
                  class="mm__map"
                  role="application"
                  aria-roledescription="heat map"
                  aria-label={`Differences of ${tensor}. Arrow keys move the cursor, F finds the next element that differs, Z zooms to the block, T shows a table.`}
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: its arrow keys move the cursor
                  tabIndex={0}
                  onKeyDown={onKeyDown}
                >
                  <HeatMap {...common} kind="difference" shown={large} label={`Difference of ${tensor}`} />
                </div>
              </div>
              <div class="mm__legend">
                <DifferenceLegend evidence={evidence} />
              </div>
            </figure>
            <div class="mm__small">
              <figure>
                <figcaption>
                  <b>Yours</b>
                </figcaption>
                <HeatMap {...common} kind="yours" shown={small} label={`Your ${tensor}`} />
              </figure>
              <figure>
                <figcaption>
                  <b>Expected</b>
                </figcaption>
                <HeatMap {...common} kind="expected" shown={small} label={`Expected ${tensor}`} />
              </figure>
              <ValueLegend evidence={evidence} />
            </div>
          </div>
          <div class="mm__read">
            <Readout evidence={evidence} grid={one.grid} hue={hue} index={cursor} />
            <Lens
              evidence={evidence}
              index={cursor}
              columns={room.width < WIDE_LENS_PX ? 5 : 7}
              onPoint={move}
            />
          </div>
        </>
      )}
      <div class="mm__keys">
        {isTable ? null : (
          <>
            <span class="not-phone">
              <kbd>←</kbd> <kbd>↑</kbd> <kbd>→</kbd> <kbd>↓</kbd> move
            </span>
            <button
              type="button"
              class="btn btn--s btn--quiet"
              onClick={() => move(nextWrong(evidence, cursor, 1))}
            >
              Next wrong <kbd>F</kbd>
            </button>
            <button
              type="button"
              class="btn btn--s btn--quiet"
              aria-pressed={isZoomed}
              onClick={() => zoomTo(cursor, !isZoomed)}
            >
              {isZoomed ? `Whole of ${tensor}` : "Zoom to the block"} <kbd>Z</kbd>
            </button>
          </>
        )}
        <span class="grow" />
        <button ref={toggle} type="button" class="btn btn--s btn--quiet" onClick={() => setTable(!isTable)}>
          <Icon name="results" /> {isTable ? "As maps" : "As a table"}
        </button>
      </div>
    </div>
  );
}

function Top({ ticks }: { ticks: ReturnType<typeof columnTicks> }) {
  return (
    <div class="mm__top" aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick.label} style={{ left: `${tick.at}px` }}>
          {tick.label}
        </span>
      ))}
    </div>
  );
}

function Side({ ticks }: { ticks: ReturnType<typeof rowTicks> }) {
  return (
    <div class="mm__side" aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick.label} style={{ top: `${tick.at}px` }}>
          {tick.label}
        </span>
      ))}
    </div>
  );
}

/** Where a key leads from an element; null for keys that lead nowhere. With Shift a step is a block of the program. */
function keyed(evidence: Evidence, from: number, event: KeyboardEvent): number | null {
  const { sheet } = evidence;
  const block = evidence.blocks.get(evidence.program[from] as number);
  const [wide, high] = event.shiftKey ? [block?.columns ?? 8, block?.rows ?? 8] : [1, 1];
  const tile = tileOf(sheet, from);
  const inRow = (from - tile.start) % tile.columns;
  switch (event.key) {
    case "ArrowLeft":
      return step(sheet, from, -wide, 0);
    case "ArrowRight":
      return step(sheet, from, wide, 0);
    case "ArrowUp":
      return step(sheet, from, 0, -high);
    case "ArrowDown":
      return step(sheet, from, 0, high);
    case "Home":
      return from - inRow;
    case "End":
      return Math.min(from - inRow + tile.columns, tile.start + tile.size) - 1;
    case "f":
      return nextWrong(evidence, from, 1);
    case "F":
      return nextWrong(evidence, from, event.shiftKey ? -1 : 1);
    default:
      return null;
  }
}

function shows(box: Box, evidence: Evidence, index: number): boolean {
  const tile = tileOf(evidence.sheet, index);
  const x = tile.x + ((index - tile.start) % tile.columns);
  const y = tile.y + Math.floor((index - tile.start) / tile.columns);
  return x >= box.x && y >= box.y && x < box.x + box.columns && y < box.y + box.rows;
}

function scaled(shown: Fit, factor: number): Fit {
  return {
    cellWidth: shown.cellWidth * factor,
    cellHeight: shown.cellHeight * factor,
    width: shown.width * factor,
    height: shown.height * factor,
  };
}
