/** The tensors of a case before anything has run: names, shapes and who touches them. */
import type { Case, Puzzle } from "../api/types";
import { evaluate } from "../expression";
import { hues } from "../hues";
import { plural } from "../numbers";

export function CaseMemory({ puzzle, one }: { puzzle: Puzzle; one: Case }) {
  const hue = hues(puzzle.tensors);
  const names = { ...one.sizes, ...one.blocks };
  const grid = puzzle.grid.map((axis) => evaluate(axis, names) ?? 1);
  return (
    <div class="memory">
      <p class="soft">
        {Object.keys(names).length > 0 ? (
          <>
            {Object.entries(names)
              .map(([name, value]) => `${name} = ${value}`)
              .join(", ")}
            {"; "}
          </>
        ) : null}
        {plural(
          grid.reduce((a, b) => a * b, 1),
          "program",
        )}
        .
      </p>
      {puzzle.tensors.map((tensor) => {
        const shape = tensor.shape.map((axis) => evaluate(axis, names) ?? 0);
        return (
          <div key={tensor.name} class={`plate ${hue.get(tensor.name)}`}>
            <span class="plate__n">{tensor.name}</span>
            <span class="plate__s">
              {tensor.dtype} [{shape.join(", ")}]
            </span>
            <span class="label quiet">{tensor.role === "output" ? "you write it" : "you read it"}</span>
            <span class="plate__c">
              {plural(
                shape.reduce((a, b) => a * b, 1),
                "element",
              )}
            </span>
          </div>
        );
      })}
    </div>
  );
}
