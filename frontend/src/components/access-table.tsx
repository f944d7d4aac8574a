/** Accesses that left their tensor, by line. A row moves the editor to its line. */
import { useContext } from "preact/hooks";
import type { CaseVerdict } from "../api/types";
import { showCount, showElement, showProgram } from "../numbers";
import { ACCESS_WORDS } from "../words";
import { GoToLine } from "./line-link";
import { Scroll } from "./scroll";

export function AccessTable({ one, hueOf }: { one: CaseVerdict; hueOf(tensor: string): string }) {
  const goTo = useContext(GoToLine);
  const rows = [...one.invalid_accesses].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return (
    <Scroll label="Accesses out of bounds">
      <table class="grid grid--rows">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Access</th>
            <th scope="col">First out of bounds</th>
            <th scope="col">By</th>
            <th scope="col" class="num">
              Lanes
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((access) => {
            const { line } = access;
            const go = line === null ? undefined : () => goTo(line);
            return (
              // The row's own button is what the keyboard uses
              <tr key={`${line} ${access.op} ${access.tensor} ${access.program.join()}`} onClick={go}>
                <th scope="row">
                  {go ? (
                    <button type="button" class="link nowrap" onClick={go}>
                      line {line}
                    </button>
                  ) : (
                    "–"
                  )}
                </th>
                <td>
                  {ACCESS_WORDS[access.op].noun} of{" "}
                  <code class={`hue ${hueOf(access.tensor)}`}>{access.tensor}</code>
                </td>
                <td class="mono fault">{showElement(access.tensor, access.first_index)}</td>
                <td>{showProgram(access.program, one.grid)}</td>
                <td class="num">{showCount(access.lanes)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}
