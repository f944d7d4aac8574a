/** How wide the panes of a puzzle's page are: three, two or one of them, by the size of the window. */
import { useEffect, useState } from "preact/hooks";
import { read, write } from "./storage";

/** three: statement, editor, results. two: the statement is a drawer. one: a dock says which pane is shown. */
export type Layout = "three" | "two" | "one";
export type Side = "statement" | "results";

/** Pixels; what a visitor never moved is left out. */
export type Widths = { [side in Side]?: number | undefined };

export interface Bounds {
  min: number;
  max: number;
  /** Where the pane is until it is moved. */
  rest: number;
}

/** The same widths as in narrow.css: a phone lies down too, and then it is wide but very low. */
export const QUERIES: Record<"one" | "three", string> = {
  one: "(max-width: 720px), (max-width: 960px) and (max-height: 480px)",
  three: "(min-width: 1280px)",
};

const EDITOR_MIN = 320;
const STATEMENT = { min: 240, max: 480 };
const RESULTS = { min: 560, max: 880 };
/** Beside the editor alone, results that are given less still show a picture, as they do on a phone. */
const RESULTS_BESIDE_EDITOR_MIN = 400;

/** The bounds of one pane in a window, while the other has the width given. */
export function bounds(layout: Layout, side: Side, window: number, other: number): Bounds {
  if (layout !== "three") {
    const max = Math.max(Math.min(RESULTS.max, window - EDITOR_MIN), RESULTS_BESIDE_EDITOR_MIN);
    return {
      min: RESULTS_BESIDE_EDITOR_MIN,
      max,
      rest: clamp(0.56 * window, RESULTS_BESIDE_EDITOR_MIN, max),
    };
  }
  const { min, max } = side === "statement" ? STATEMENT : RESULTS;
  const most = Math.max(Math.min(max, window - EDITOR_MIN - other), min);
  const rest = side === "statement" ? clamp(0.211 * window, 280, 400) : clamp(0.4278 * window, min, max);
  return { min, max: most, rest: clamp(rest, min, most) };
}

/** The widths in a window: as wished where they fit; where not, the results give way last. */
export function fitted(layout: Layout, window: number, wished: Widths): Record<Side, number> {
  const least = layout === "three" ? STATEMENT.min : 0;
  const forResults = bounds(layout, "results", window, least);
  const forStatement = bounds("three", "statement", window, RESULTS.min);
  const statement = clamp(wished.statement ?? forStatement.rest, forStatement.min, forStatement.max);
  const free = layout === "three" ? bounds(layout, "results", window, statement) : forResults;
  const results = clamp(wished.results ?? free.rest, free.min, Math.max(free.max, free.min));
  return { statement, results };
}

const NAME = "panes";

/** Kept apart for each layout: what fits three panes says nothing of two. */
export function keptWidths(layout: Layout): Widths {
  return read<Partial<Record<Layout, Widths>>>(NAME)?.[layout] ?? {};
}

export function keepWidths(layout: Layout, widths: Widths): void {
  write(NAME, { ...read<Partial<Record<Layout, Widths>>>(NAME), [layout]: widths });
}

export function layoutNow(): Layout {
  if (matchMedia(QUERIES.one).matches) return "one";
  return matchMedia(QUERIES.three).matches ? "three" : "two";
}

export function useLayout(): Layout {
  const [layout, setLayout] = useState(layoutNow);
  useEffect(() => {
    const look = () => setLayout(layoutNow());
    const queries = Object.values(QUERIES).map((query) => matchMedia(query));
    for (const query of queries) query.addEventListener("change", look);
    return () => {
      for (const query of queries) query.removeEventListener("change", look);
    };
  }, []);
  return layout;
}

function clamp(value: number, min: number, max: number): number {
  return Math.round(Math.min(Math.max(value, min), max));
}
