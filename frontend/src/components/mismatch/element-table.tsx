/** The same as numbers: a page of elements after another, those that differ or all. */
import { useState } from "preact/hooks";
import { plural, showCount, showDifference, showElement, showNumber, showProgram } from "../../numbers";
import { programAt } from "../../selection";
import { ElementHead } from "../element-head";
import { LineLink } from "../line-link";
import { Scroll } from "../scroll";
import type { Evidence } from "./evidence";
import { unravel } from "./sheet";

interface Props {
  evidence: Evidence;
  grid: readonly number[];
  hue: string;
  cursor: number;
  onPoint(index: number): void;
}

const PAGE = 50;

export function ElementTable({ evidence, grid, hue, cursor, onPoint }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const [page, setPage] = useState(0);
  const count = showsAll ? evidence.standing.length : evidence.wrong.length;
  const pages = Math.max(1, Math.ceil(count / PAGE));
  const at = Math.min(page, pages - 1);
  const rows = Array.from({ length: Math.min(PAGE, count - at * PAGE) }, (_, row) => {
    const place = at * PAGE + row;
    return showsAll ? place : (evidence.wrong[place] as number);
  });
  return (
    <>
      <div class="mm__pages">
        <label>
          <input
            type="checkbox"
            checked={showsAll}
            onChange={(event) => {
              setShowsAll(event.currentTarget.checked);
              setPage(0);
            }}
          />{" "}
          Also those that agree
        </label>
        <span class="grow" />
        <span>
          {showCount(at * PAGE + 1)} to {showCount(at * PAGE + rows.length)} of {plural(count, "element")}
        </span>
        <button type="button" class="btn btn--s" disabled={at === 0} onClick={() => setPage(at - 1)}>
          Previous
        </button>
        <button type="button" class="btn btn--s" disabled={at >= pages - 1} onClick={() => setPage(at + 1)}>
          Next
        </button>
      </div>
      <Scroll label={`Elements of ${evidence.tensor}`}>
        <table class="grid">
          <ElementHead />
          <tbody>
            {rows.map((index) => (
              <Row
                key={index}
                evidence={evidence}
                grid={grid}
                hue={hue}
                index={index}
                isHere={index === cursor}
                onPoint={onPoint}
              />
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

interface RowProps {
  evidence: Evidence;
  grid: readonly number[];
  hue: string;
  index: number;
  isHere: boolean;
  onPoint(index: number): void;
}

function Row({ evidence, grid, hue, index, isHere, onPoint }: RowProps) {
  const [yours, expected] = [evidence.yours[index] as number, evidence.expected[index] as number];
  const [program, line] = [evidence.program[index] as number, evidence.line[index] as number];
  const isWritten = evidence.standing[index] !== "never-written";
  const agrees = evidence.standing[index] === "agrees";
  return (
    <tr class={isHere ? "is-here" : ""}>
      <th scope="row">
        <button type="button" class={`link mono hue ${hue}`} onClick={() => onPoint(index)}>
          {showElement(evidence.tensor, unravel(index, evidence.sheet.shape))}
        </button>
      </th>
      <td class="num mono">{isWritten ? showNumber(yours) : "never written"}</td>
      <td class="num mono">{showNumber(expected)}</td>
      <td class="num mono">{agrees ? "agrees" : isWritten ? showDifference(yours, expected) : "–"}</td>
      <td>{program < 0 ? "nobody" : showProgram(programAt(program, grid), grid)}</td>
      <td>{line > 0 ? <LineLink line={line} /> : "–"}</td>
    </tr>
  );
}
