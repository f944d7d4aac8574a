/** What a puzzle gives its kernel, one line a name, for completion and hover. */
import type { Puzzle } from "../../api/types";
import { evaluate } from "../../expression";
import type { GivenName } from "../props";

export function givenNames(puzzle: Puzzle): GivenName[] {
  const first = puzzle.cases[0];
  const values: Record<string, number> = { ...first?.sizes, ...first?.blocks };
  const tensors = puzzle.tensors.map((tensor) => {
    const here = tensor.shape.map((axis) => evaluate(axis, values));
    const known = here.some((extent) => extent === null) ? "" : ` = [${here.join(", ")}]`;
    const does = tensor.role === "output" ? "write it" : "read it";
    const says = `${tensor.meaning} (${tensor.dtype}, [${tensor.shape.join(", ")}]${known}; ${does})`;
    return { name: tensor.parameter, says };
  });
  const numbers = [...puzzle.sizes, ...puzzle.blocks].map(({ name, meaning }) => ({
    name,
    says: name in values ? `${meaning} (here ${values[name]})` : meaning,
  }));
  return [...tensors, ...numbers];
}
