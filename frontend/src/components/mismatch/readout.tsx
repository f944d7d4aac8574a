/** The numbers at the cursor, in a fixed place: one element in full, and its neighbours. */
import { showDifference, showElement, showNumber, showProgram } from "../../numbers";
import { programAt } from "../../selection";
import { LineLink } from "../line-link";
import type { Evidence } from "./evidence";
import { elementAt, placeOf, tileOf, unravel } from "./sheet";

interface Props {
  evidence: Evidence;
  grid: readonly number[];
  hue: string;
  index: number;
}

export function Readout({ evidence, grid, hue, index }: Props) {
  const [yours, expected] = [evidence.yours[index] as number, evidence.expected[index] as number];
  const standing = evidence.standing[index];
  const isWritten = standing !== "never-written";
  return (
    <div class="mm__one" aria-live="polite">
      <div class={`mm__name ${hue}`}>
        {showElement(evidence.tensor, unravel(index, evidence.sheet.shape))}
      </div>
      <dl>
        <dt>yours</dt>
        <dd>{isWritten ? showNumber(yours) : "never written"}</dd>
        <dt>expected</dt>
        <dd>{showNumber(expected)}</dd>
        <dt>difference</dt>
        <dd>
          <b>{isWritten ? showDifference(yours, expected) : "–"}</b>
        </dd>
      </dl>
      <p>
        {standing === "agrees" ? "Agrees." : standing === "never-written" ? "" : "Differs."}{" "}
        <Author evidence={evidence} grid={grid} index={index} />
      </p>
    </div>
  );
}

export function Author({ evidence, grid, index }: Omit<Props, "hue">) {
  const [program, line] = [evidence.program[index] as number, evidence.line[index] as number];
  if (program < 0) return <>No program stored it.</>;
  return (
    <>
      Stored by <span class="nowrap">{showProgram(programAt(program, grid), grid)}</span>
      {line > 0 ? (
        <>
          , <LineLink line={line} />
        </>
      ) : null}
      .
    </>
  );
}

interface LensProps {
  evidence: Evidence;
  index: number;
  columns: number;
  onPoint(index: number): void;
}

const LENS_ROWS = 5;

export function Lens({ evidence, index, columns, onPoint }: LensProps) {
  const { sheet } = evidence;
  const { x, y } = placeOf(sheet, index);
  const tile = tileOf(sheet, index);
  const across = around(x - tile.x, columns, tile.columns);
  const down = around(y - tile.y, LENS_ROWS, tile.rows);
  return (
    <table class="lens">
      <caption class="sr">Differences around the cursor</caption>
      <thead>
        <tr>
          <td />
          {across.map((column) => (
            <th key={column} scope="col">
              {sheet.wrapped && column > 0 ? `+${column}` : column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {down.map((row) => (
          <tr key={row}>
            <th scope="row">{sheet.wrapped ? row * tile.columns : row}</th>
            {across.map((column) => {
              const at = elementAt(sheet, tile.x + column, tile.y + row);
              return at === null ? (
                <td key={column} class="is-none" />
              ) : (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys of the map move the cursor
                <td key={column} class={tone(evidence, at, at === index)} onClick={() => onPoint(at)}>
                  {short(evidence, at)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Consecutive places with `at` in the middle, moved where that would leave the extent. */
function around(at: number, count: number, extent: number): number[] {
  const shown = Math.min(count, extent);
  const start = Math.max(0, Math.min(at - Math.floor(shown / 2), extent - shown));
  return Array.from({ length: shown }, (_, step) => start + step);
}

function tone(evidence: Evidence, at: number, isHere: boolean): string {
  const standing = evidence.standing[at];
  const difference = (evidence.yours[at] as number) - (evidence.expected[at] as number);
  const look = {
    agrees: "is-ok",
    differs: difference > 0 ? "is-hi" : "is-lo",
    "not-a-number": "is-nan",
    "never-written": "is-never",
  }[standing ?? "agrees"];
  return `${look} ${isHere ? "is-here" : ""}`;
}

/** A difference in at most six characters, so that columns keep their width; the readout has it in full. */
function short(evidence: Evidence, at: number): string {
  const standing = evidence.standing[at];
  if (standing === "never-written") return "○";
  if (standing === "agrees") return "0";
  const difference = (evidence.yours[at] as number) - (evidence.expected[at] as number);
  const size = Math.abs(difference);
  if (!Number.isFinite(size)) return showDifference(difference, 0);
  if (size < 0.01 || size >= 99_999) return showSigned(difference.toExponential(0));
  if (Number.isInteger(difference)) return showSigned(String(difference));
  return showSigned(difference.toFixed(size < 100 ? 2 : size < 1000 ? 1 : 0));
}

function showSigned(text: string): string {
  const plain = text.replace("e+", "e").replaceAll("-", "−");
  return plain.startsWith("−") ? plain : `+${plain}`;
}
