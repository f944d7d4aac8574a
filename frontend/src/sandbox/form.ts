/** The launch as it is typed: one row for each parameter of the kernel, all of it text until it is read. */
import type { LaunchTensor } from "../api/types";
import type { Kernel, Parameter } from "./signature";

export const DTYPES = ["float32", "float16", "int32", "int8", "uint8", "int64"] as const;
export const USES = ["input", "output", "constant"] as const;
export const FILLS = ["normal", "uniform", "integers", "arange", "ones", "zeros", "bits"] as const;
export const INITS = ["poison", "zeros", "ones"] as const;

export type DType = (typeof DTYPES)[number];
export type Use = (typeof USES)[number];
export type FillName = (typeof FILLS)[number];
export type Init = (typeof INITS)[number];

/** Elements of all tensors, and programs of a grid, that the server takes. */
export const MAX_ELEMENTS = 262_144;
export const MAX_BYTES = 2 ** 20;
export const MAX_PROGRAMS = 4096;
export const MAX_TENSORS = 8;
export const MAX_SEED = 2 ** 32 - 1;

/** a and b: mean and std, low and high, or the step of a fill. value: of a constant; empty for its default. */
export interface Row {
  use: Use;
  dtype: DType;
  shape: string;
  fill: FillName;
  a: string;
  b: string;
  init: Init;
  value: string;
}

/** rows: by parameter, also of parameters that the kernel does not have at the moment. seed: empty for a new one. */
export interface Form {
  kernel: string;
  grid: string;
  seed: string;
  rows: Readonly<Record<string, Row>>;
}

/** What a page of the sandbox holds, and what a link to it carries. */
export interface Sandbox {
  source: string;
  form: Form;
}

/** The numbers that a fill asks for, with what they are at first. */
export const FILL_FIELDS: Record<FillName, readonly { label: string; first: string }[]> = {
  normal: [
    { label: "mean", first: "0" },
    { label: "spread", first: "1" },
  ],
  uniform: [
    { label: "from", first: "0" },
    { label: "to", first: "1" },
  ],
  integers: [
    { label: "from", first: "0" },
    { label: "to", first: "9" },
  ],
  arange: [{ label: "step", first: "1" }],
  ones: [],
  zeros: [],
  bits: [],
};

/** A row as it is offered when a parameter is first seen. */
export function offered(parameter: Parameter): Row {
  return row({ use: parameter.use });
}

export function row(given: Partial<Row> = {}): Row {
  const [a, b] = FILL_FIELDS[given.fill ?? "normal"];
  return {
    use: "input",
    dtype: "float32",
    shape: "",
    fill: "normal",
    a: a?.first ?? "",
    b: b?.first ?? "",
    init: "poison",
    value: "",
    ...given,
  };
}

/** The same row with another fill, whose numbers start anew. */
export function refilled(before: Row, fill: FillName): Row {
  const [a, b] = FILL_FIELDS[fill];
  return { ...before, fill, a: a?.first ?? "", b: b?.first ?? "" };
}

/** A row for every parameter, those that there were and those that are new. */
export function rowsOf(form: Form, kernel: Kernel): [Parameter, Row][] {
  return kernel.parameters.map((parameter) => [
    parameter,
    Object.hasOwn(form.rows, parameter.name) ? (form.rows[parameter.name] as Row) : offered(parameter),
  ]);
}

/** The kernel that the form names, else the first; null where the source has none. */
export function chosenKernel(form: Form, all: readonly Kernel[]): Kernel | null {
  return all.find((kernel) => kernel.name === form.kernel) ?? all[0] ?? null;
}

/** The fill of the API, from what is typed; bare numbers have been checked. */
export function fillOf({ fill, a, b }: Row): NonNullable<LaunchTensor["fill"]> {
  const plain = { kind: "normal" as const, mean: 0, std: 1, low: 0, high: 1, step: 1, zeros: 0 };
  switch (fill) {
    case "normal":
      return { ...plain, mean: Number(a), std: Number(b) };
    case "uniform":
    case "integers":
      return { ...plain, kind: fill, low: Number(a), high: Number(b) };
    case "arange":
      return { ...plain, kind: fill, step: Number(a) };
    case "zeros":
      return { ...plain, kind: "ones", zeros: 1 };
    default:
      return { ...plain, kind: fill };
  }
}
