/** The hue of a tensor: inputs take t1 to t4 in parameter order, an output is always tz. */
import type { Tensor } from "./api/types";

export type Hue = "t1" | "t2" | "t3" | "t4" | "tz";

const INPUT_HUES: readonly Hue[] = ["t1", "t2", "t3", "t4"];

export function hues(tensors: readonly Pick<Tensor, "name" | "role">[]): Map<string, Hue> {
  const found = new Map<string, Hue>();
  let inputs = 0;
  for (const { name, role } of tensors) {
    found.set(name, role === "output" ? "tz" : (INPUT_HUES[inputs++ % INPUT_HUES.length] as Hue));
  }
  return found;
}
