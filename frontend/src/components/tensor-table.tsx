/** A small tensor as numbers: rows and columns as they are; what differs from another is marked by weight and a bar. */
import type { NamedArray } from "../api/arrays";
import { showNumber } from "../numbers";
import { Scroll } from "./scroll";

/** Rows and columns beyond these are left out, and the caption says so. */
const SHOWN = 16;

interface Props {
  title: string;
  array: NamedArray;
  other: NamedArray | null;
}

export function TensorTable({ title, array, other }: Props) {
  const columns = array.shape.at(-1) ?? 1;
  const rows = columns === 0 ? 0 : array.values.length / columns;
  const cut = rows > SHOWN || columns > SHOWN;
  return (
    <Scroll label={title}>
      <table class="ttab">
        <caption>
          <b>{title}</b>{" "}
          <span class="quiet mono">
            {array.dtype} [{array.shape.join(", ")}]{cut ? `, the first ${SHOWN} rows and columns` : ""}
          </span>
        </caption>
        <tbody>
          {range(Math.min(rows, SHOWN)).map((row) => (
            <tr key={row}>
              {rows > 1 ? <th scope="row">{row}</th> : null}
              {range(Math.min(columns, SHOWN)).map((column) => {
                const at = row * columns + column;
                const value = array.values[at] ?? Number.NaN;
                const differs = other !== null && !Object.is(other.values[at], value);
                return (
                  <td key={column} class={differs ? "is-off" : ""}>
                    {showNumber(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function range(length: number): number[] {
  return Array.from({ length }, (_, at) => at);
}
