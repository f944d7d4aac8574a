/** A free run as the parts of the puzzle page know it: a puzzle of one case, with plain numbers for shapes and grid. */
import type { Launch, Puzzle } from "../api/types";

/** The name of the one case of a free run. */
export const CASE = "run";

export function puzzleOf(launch: Launch): Puzzle {
  return {
    slug: "sandbox",
    number: null,
    kind: "puzzle",
    track: "",
    title: "Sandbox",
    summary: "",
    kernel: launch.kernel,
    tensors: launch.tensors.map((tensor) => ({
      name: tensor.name,
      parameter: tensor.name,
      dtype: tensor.dtype,
      shape: tensor.shape.map(String),
      role: tensor.init ? "output" : "input",
      fill: tensor.fill ?? FILL,
      init: tensor.init ?? "poison",
      meaning: "",
    })),
    sizes: [],
    blocks: [],
    grid: launch.grid.map(String),
    cases: [{ name: CASE, title: "Run", sizes: {}, blocks: {}, fills: {} }],
    statement: "",
    starter: "",
    hints: [],
    questions: [],
    cpu_limit_s: 5,
  };
}

const FILL = { kind: "normal" as const, mean: 0, std: 1, low: 0, high: 1, step: 1, zeros: 0 };
