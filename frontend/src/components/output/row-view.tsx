/** One row of the output: a program's head, a line of text, or a printed block as a table. */
import { capital, plural, showProgram } from "../../numbers";
import { Icon } from "../icon";
import { columnsShown, type Group, type Row, tableLines, WRAP } from "./rows";
import { type Hit, parts } from "./search";
import { showSize } from "./sizes";
import type { Piece, PrintedTensor } from "./tensors";

interface Props {
  row: Row;
  grid: readonly number[];
  hits: readonly Hit[];
  here: Hit | null;
  fold(group: Group, open: boolean): void;
  asText(group: Group, piece: Piece, text: boolean): void;
}

export function RowView({ row, grid, hits, here, fold, asText }: Props) {
  switch (row.kind) {
    case "head": {
      const { group, isOpen } = row;
      const name = group.program ? capital(showProgram(group.program, grid)) : "No program";
      return (
        <h3 class="out__h">
          <button type="button" class="out__fold" aria-expanded={isOpen} onClick={() => fold(group, !isOpen)}>
            <Icon name={isOpen ? "down" : "forward"} />
            <b>{name}</b>
            <span class="quiet">{plural(group.lines.length, "line")}</span>
            <span class="out__size">{showSize(group.characters)}</span>
          </button>
        </h3>
      );
    }
    case "line":
      return (
        <pre>
          {parts(row.group.lines[row.line] ?? "", hits).map((part, at) =>
            at % 2 === 1 ? (
              <mark key={at} class={hits[(at - 1) / 2] === here ? "is-here" : ""}>
                {part}
              </mark>
            ) : (
              part
            ),
          )}
        </pre>
      );
    case "tools": {
      const { group, piece, isTable } = row;
      return (
        <div class="out__tools">
          <b>{piece.tensors[0]?.label}</b>
          <span class="quiet">{piece.tensors.map((tensor) => `[${tensor.shape.join(", ")}]`).join(" ")}</span>
          <button type="button" class="link" onClick={() => asText(group, piece, isTable)}>
            {isTable ? "as text" : "as a table"}
          </button>
        </div>
      );
    }
    case "table": {
      const tensor = row.piece.tensors[row.tensor];
      return tensor ? <PrintedTable tensor={tensor} /> : null;
    }
  }
}

function PrintedTable({ tensor }: { tensor: PrintedTensor }) {
  const { shape, cells, label } = tensor;
  const length = shape.at(-1) ?? 1;
  const isWrapped = shape.length === 1;
  const wide = isWrapped ? Math.min(WRAP, length) : length;
  const columns = columnsShown(wide);
  return (
    <table class="ttab">
      <caption class="sr">
        {label} [{shape.join(", ")}]
      </caption>
      <thead>
        <tr>
          <td />
          {columns.map((column, at) => (
            <th key={at} scope="col">
              {column === null ? "…" : isWrapped && column > 0 ? `+${column}` : column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tableLines(shape).map((row, at) => (
          <tr key={at}>
            <th scope="row">{row === null ? "…" : rowName(shape, row)}</th>
            {columns.map((column, place) => {
              const cell = row === null || column === null ? null : row * wide + column;
              return <td key={place}>{cell === null ? "…" : (cells[cell] ?? "")}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The first element of a wrapped row, a row's number, or the indices of a row of more axes. */
function rowName(shape: readonly number[], row: number): string {
  if (shape.length === 1) return String(row * WRAP);
  const indices: number[] = [];
  let rest = row;
  for (const extent of shape.slice(0, -1).reverse()) {
    indices.unshift(rest % extent);
    rest = Math.floor(rest / extent);
  }
  return indices.join(", ");
}
