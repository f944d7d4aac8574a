/** Which elements differ, by how much, and who stored them. */
import type { CaseVerdict, Mismatch } from "../api/types";
import { showCount, showDifference, showElement, showNumber, showProgram } from "../numbers";
import { ElementHead } from "./element-head";
import { LineLink } from "./line-link";
import { Scroll } from "./scroll";

export function MismatchTable({ one, mismatch, hue }: { one: CaseVerdict; mismatch: Mismatch; hue: string }) {
  const rest = mismatch.count - mismatch.first.length;
  return (
    <>
      <dl class="facts">
        <Fact
          name="Elements that differ"
          value={showCount(mismatch.count)}
          beside={`of ${showCount(mismatch.total)}`}
        />
        {mismatch.never_written < mismatch.count ? (
          <Fact
            name="Largest difference"
            value={showNumber(mismatch.max_abs_error)}
            beside={`relative ${showNumber(mismatch.max_rel_error)}`}
          />
        ) : null}
        <Fact
          name="Never written"
          value={showCount(mismatch.never_written)}
          beside={mismatch.never_written === 1 ? "element" : "elements"}
        />
      </dl>
      <Scroll label="First elements that differ">
        <table class="grid">
          <ElementHead />
          <tbody>
            {mismatch.first.map((element) => (
              <tr key={element.index.join()}>
                <th scope="row">
                  <code class={`hue ${hue}`}>{showElement(mismatch.tensor, element.index)}</code>
                </th>
                <td class="num mono">{element.program ? showNumber(element.actual) : "never written"}</td>
                <td class="num mono">{showNumber(element.expected)}</td>
                <td class="num mono">
                  {element.program ? showDifference(element.actual, element.expected) : "–"}
                </td>
                <td>{element.program ? showProgram(element.program, one.grid) : "nobody"}</td>
                <td>{element.line !== null ? <LineLink line={element.line} /> : "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {rest > 0 ? (
        <p class="cap">
          These are the first {mismatch.first.length} of {showCount(mismatch.count)}.
        </p>
      ) : null}
    </>
  );
}

function Fact({ name, value, beside }: { name: string; value: string; beside: string }) {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>
        <b>{value}</b> {beside}
      </dd>
    </div>
  );
}
