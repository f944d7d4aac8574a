/** A link that opens a kernel in Compiler Explorer. The browser builds it: nothing is asked of that site before. */
import type { Launch, Puzzle, Verdict } from "../api/types";
import { evaluate } from "../expression";
import { toBase64 } from "../sandbox/address";
import { kernels } from "../sandbox/signature";

/** Longer addresses are refused on their way. */
const LONGEST = 8000;

/** What is given to the kernel: tensors with plain sides, numbers as Python writes them. */
export interface Start {
  kernel: string;
  grid: readonly number[];
  tensors: readonly { name: string; dtype: string; shape: readonly number[] }[];
  numbers: Readonly<Record<string, string>>;
}

/** The launch of a puzzle's case, or null where it cannot be reckoned. */
export function startOfCase(puzzle: Puzzle, one: Verdict["cases"][number] | null): Start | null {
  const given = one ?? puzzle.cases[0];
  if (!given) return null;
  const values = { ...given.sizes, ...given.blocks };
  const sides = (shape: readonly string[]) => shape.map((side) => evaluate(side, values) ?? Number.NaN);
  const tensors = puzzle.tensors.map(({ parameter, dtype, shape }) => ({
    name: parameter,
    dtype,
    shape: sides(shape),
  }));
  const grid = sides(puzzle.grid);
  if ([grid, ...tensors.map(({ shape }) => shape)].flat().some(Number.isNaN)) return null;
  const numbers = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  return { kernel: puzzle.kernel, grid, tensors, numbers };
}

/** constants: each as JSON. */
export function startOfLaunch(launch: Launch, constants: Readonly<Record<string, string>>): Start {
  const python: Record<string, string> = { true: "True", false: "False" };
  const numbers = Object.entries(constants).map(([name, value]) => [name, python[value] ?? value]);
  return {
    kernel: launch.kernel,
    grid: launch.grid,
    tensors: launch.tensors,
    numbers: Object.fromEntries(numbers),
  };
}

/** Null where the address would be too long for it. */
export function explorerAddress(source: string, start: Start | null): string | null {
  const state = {
    sessions: [
      {
        id: 1,
        language: "triton",
        source: start ? withLaunch(source, start) : source,
        compilers: [{ id: "triton_nvidia_331", options: "" }],
      },
    ],
  };
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const address = `https://godbolt.org/clientstate/${toBase64(bytes)}`;
  return address.length <= LONGEST ? address : null;
}

/** Compiler Explorer compiles what is launched, so the source gets a launch. */
export function withLaunch(source: string, { kernel, grid, tensors, numbers }: Start): string {
  const known =
    kernels(source)
      .find(({ name }) => name === kernel)
      ?.parameters.map(({ name }) => name) ?? [];
  const made = tensors.map(
    ({ name, dtype, shape }) => `${name} = torch.empty(${tuple(shape)}, dtype=torch.${dtype})`,
  );
  const given = [
    ...tensors.map(({ name }) => `${name}=${name}`),
    ...Object.entries(numbers).flatMap(([name, value]) => (known.includes(name) ? [`${name}=${value}`] : [])),
  ];
  return [
    source.trimEnd(),
    "",
    "",
    "# One launch, for Compiler Explorer to compile.",
    "import torch",
    "",
    ...made,
    `${kernel}[${tuple(grid)}](${given.join(", ")})`,
    "",
  ].join("\n");
}

function tuple(values: readonly number[]): string {
  return values.length === 1 ? `(${values[0]},)` : `(${values.join(", ")})`;
}
