/** One tensor of a free run: its range, and its values in a window that moves over them. */
import { useState } from "preact/hooks";
import type { NamedArray } from "../../api/arrays";
import { plural, showCount, showNumber } from "../../numbers";
import { differ, rangeOf, sheetOf, WINDOW } from "../../sandbox/windows";
import { Icon } from "../icon";
import { Scroll } from "../scroll";

interface Props {
  name: string;
  hue: string;
  before: NamedArray | null;
  after: NamedArray;
}

export function TensorValues({ name, hue, before, after }: Props) {
  const isChanged = before !== null && differ(before.values, after.values);
  const [isBefore, setBefore] = useState(false);
  const [top, setTop] = useState(0);
  const [left, setLeft] = useState(0);
  const shown = isChanged && isBefore ? before : after;
  const sheet = sheetOf(shown.shape);
  const range = rangeOf(shown.values);
  const rows = steps(top, sheet.rows);
  const columns = steps(left, sheet.columns);
  const id = `values-${name}`;
  return (
    <section class={`tv ${hue}`} aria-labelledby={id}>
      <div class="tv__h">
        <h3 id={id} class="plate__n">
          {name}
        </h3>
        <span class="quiet mono label">
          {shown.dtype} [{shown.shape.join(", ")}]
        </span>
        <span class="soft label">{rangeWords(range, shown.values.length)}</span>
        <span class="grow" />
        {isChanged ? (
          <span class="row">
            <button
              type="button"
              class="btn btn--s"
              aria-pressed={isBefore}
              onClick={() => setBefore(!isBefore)}
            >
              {isBefore ? "Show after the run" : "Show before the run"}
            </button>
          </span>
        ) : null}
      </div>
      <Scroll label={`Values of ${name}${isChanged && isBefore ? " before the run" : ""}`}>
        <table class="ttab">
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                {sheet.rows > 1 ? <th scope="row">{sheet.label(row)}</th> : null}
                {columns.map((column) => {
                  const at = sheet.at(row, column);
                  if (at === null) return null;
                  const value = shown.values[at] ?? Number.NaN;
                  const isNew = isChanged && !Object.is(before.values[at], after.values[at]);
                  return (
                    <td key={column} class={isNew ? "is-new" : ""}>
                      {showNumber(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {sheet.rows > WINDOW || sheet.columns > WINDOW ? (
        <div class="tv__pages">
          <Pager name="Rows" at={top} size={sheet.rows} onMove={setTop} />
          <Pager name="Columns" at={left} size={sheet.columns} onMove={setLeft} />
        </div>
      ) : null}
    </section>
  );
}

interface PagerProps {
  name: string;
  at: number;
  size: number;
  onMove(at: number): void;
}

function Pager({ name, at, size, onMove }: PagerProps) {
  if (size <= WINDOW) return null;
  const last = Math.min(at + WINDOW, size) - 1;
  return (
    <span class="tv__pager">
      <button
        type="button"
        class="btn btn--s btn--icon"
        aria-label={`${name} before`}
        disabled={at === 0}
        onClick={() => onMove(Math.max(at - WINDOW, 0))}
      >
        <Icon name="back" />
      </button>
      <span class="label">
        {name} {showCount(at)} to {showCount(last)} of {showCount(size)}
      </span>
      <button
        type="button"
        class="btn btn--s btn--icon"
        aria-label={`${name} after`}
        disabled={last === size - 1}
        onClick={() => onMove(at + WINDOW)}
      >
        <Icon name="forward" />
      </button>
    </span>
  );
}

function rangeWords(range: ReturnType<typeof rangeOf>, count: number): string {
  if (!range) return `no finite value among ${plural(count, "element")}`;
  const { least, most, strange } = range;
  const span = least === most ? `all ${showNumber(least)}` : `${showNumber(least)} to ${showNumber(most)}`;
  return strange > 0 ? `${span}, ${showCount(strange)} not finite` : span;
}

function steps(from: number, size: number): number[] {
  return Array.from({ length: Math.max(Math.min(WINDOW, size - from), 0) }, (_, at) => from + at);
}
