/** The kernel's parameters, in the hues of their tensors, with the values of the case as stated. */
import type { Puzzle } from "../api/types";
import { hues } from "../hues";

export function Parameters({ puzzle }: { puzzle: Puzzle }) {
  const hue = hues(puzzle.tensors);
  const first = puzzle.cases[0];
  const values = { ...first?.sizes, ...first?.blocks };
  return (
    <section>
      <h2>What your kernel is given</h2>
      <table class="params">
        <tbody>
          {puzzle.tensors.map((tensor) => (
            <tr key={tensor.parameter}>
              <th scope="row">
                <code class={`hue ${hue.get(tensor.name)}`}>{tensor.parameter}</code>
              </th>
              <td>
                {tensor.meaning}
                <span class="params__s">
                  {tensor.dtype} [{tensor.shape.join(", ")}];{" "}
                  {tensor.role === "output" ? "write it" : "read it"}
                </span>
              </td>
            </tr>
          ))}
          {[...puzzle.sizes, ...puzzle.blocks].map((parameter) => (
            <tr key={parameter.name}>
              <th scope="row">
                <code>{parameter.name}</code>
              </th>
              <td>
                {parameter.meaning}
                {parameter.name in values ? `: here ${values[parameter.name]}` : null}
                {parameter.optional ? <span class="params__s">may be left out</span> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
