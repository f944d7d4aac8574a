/** The two lines between the panes, which can be moved by pointer and by keyboard. */
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { useActions } from "../actions";
import { bounds, fitted, keepWidths, keptWidths, type Side, useLayout, type Widths } from "../panes";
import "../styles/panes.css";

const STEP_PX = 16;
const FINE_STEP_PX = 2;

/** lab: the element whose columns follow --w-statement and --w-results. */
export function Splitters({ lab }: { lab: RefObject<HTMLElement | null> }) {
  const layout = useLayout();
  const [window, setWindow] = useState(innerWidth);
  const [wished, setWished] = useState<{ of: typeof layout; widths: Widths }>(() => ({
    of: layout,
    widths: keptWidths(layout),
  }));
  const widths = wished.of === layout ? wished.widths : keptWidths(layout);
  const shown = fitted(layout, window, widths);

  useLayoutEffect(() => {
    const look = () => setWindow(innerWidth);
    addEventListener("resize", look);
    return () => removeEventListener("resize", look);
  }, []);
  useLayoutEffect(() => {
    lab.current?.style.setProperty("--w-statement", `${shown.statement}px`);
    lab.current?.style.setProperty("--w-results", `${shown.results}px`);
  }, [lab, shown.statement, shown.results]);

  const wish = (next: Widths) => {
    setWished({ of: layout, widths: next });
    keepWidths(layout, next);
  };
  useActions([
    {
      id: "reset-panes",
      title: "Put the panes back to their widths",
      group: "This page",
      keys: "Alt+0",
      also: "reset layout columns splitter",
      enabled: layout !== "one" && (widths.statement ?? widths.results) !== undefined,
      run: () => wish({}),
    },
  ]);

  const splitter = (side: Side, label: string, other: number) => (
    <Splitter
      side={side}
      label={label}
      width={shown[side]}
      bounds={bounds(layout, side, window, other)}
      onMove={(width) => wish({ ...widths, [side]: width })}
      onReset={() => wish({ ...widths, [side]: undefined })}
    />
  );
  if (layout === "one") return null;
  return (
    <>
      {layout === "three" ? splitter("statement", "Width of the statement", shown.results) : null}
      {splitter("results", "Width of the results", layout === "three" ? shown.statement : 0)}
    </>
  );
}

interface Props {
  side: Side;
  label: string;
  width: number;
  bounds: { min: number; max: number };
  onMove(width: number): void;
  onReset(): void;
}

function Splitter({ side, label, width, bounds: { min, max }, onMove, onReset }: Props) {
  // Where the pointer took hold: its distance from the pane's edge stays.
  const [held, setHeld] = useState<{ x: number; width: number } | null>(null);
  const outward = side === "statement" ? 1 : -1;
  const move = (to: number) => onMove(Math.round(Math.min(Math.max(to, min), max)));

  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? FINE_STEP_PX : STEP_PX;
    const to = {
      ArrowRight: width + step * outward,
      ArrowLeft: width - step * outward,
      Home: min,
      End: max,
    }[event.key];
    if (event.key === "Enter") onReset();
    else if (to === undefined) return;
    else move(to);
    event.preventDefault();
  };
  return (
    <div
      class={`splitter splitter--${side} ${held ? "is-held" : ""}`}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-controls={side}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuetext={`${width} pixels`}
      tabIndex={0}
      title="Drag, or use the arrow keys. Double-click to put it back."
      onKeyDown={press}
      onDblClick={onReset}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld({ x: event.clientX, width });
      }}
      onPointerMove={(event) => {
        if (held) move(held.width + (event.clientX - held.x) * outward);
      }}
      onLostPointerCapture={() => setHeld(null)}
    />
  );
}
