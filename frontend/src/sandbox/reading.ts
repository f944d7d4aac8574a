/** From what is typed to a launch that can be sent, or to a sentence for each field that cannot be read. */
import type { Launch, LaunchTensor } from "../api/types";
import { evaluate } from "../expression";
import { showCount } from "../numbers";
import {
  type DType,
  FILL_FIELDS,
  type Form,
  fillOf,
  MAX_BYTES,
  MAX_ELEMENTS,
  MAX_PROGRAMS,
  MAX_SEED,
  MAX_TENSORS,
  type Row,
  rowsOf,
} from "./form";
import { type Kernel, type Parameter, splitAtCommas } from "./signature";

/**
 * launch: null while something is wrong. constants: each as the JSON that says whether it is an integer or a float,
 * which a number of JavaScript does not. problems: by field: `grid`, `seed`, `tensors`, or a parameter and its part,
 * such as `x_ptr.shape`.
 */
export interface Reading {
  launch: Launch | null;
  constants: Readonly<Record<string, string>>;
  problems: Readonly<Record<string, string>>;
  programs: number | null;
  elements: number;
}

export function readForm(form: Form, kernel: Kernel): Reading {
  const problems: Record<string, string> = {};
  const rows = rowsOf(form, kernel);
  const constants: Record<string, string> = {};
  for (const [parameter, row] of rows)
    if (row.use === "constant") readConstant(parameter, row, constants, problems);
  const names = Object.fromEntries(
    Object.entries(constants).flatMap(([name, text]) => (/^-?\d+$/.test(text) ? [[name, Number(text)]] : [])),
  );
  for (const { name, fallback } of kernel.parameters)
    if (!(name in names) && fallback !== null && /^\d+$/.test(fallback)) names[name] = Number(fallback);

  const tensors = rows.flatMap(([{ name, isConstexpr }, row]): LaunchTensor[] => {
    if (row.use === "constant") return [];
    if (isConstexpr) problems[`${name}.use`] = "A tl.constexpr takes a number, not a tensor.";
    const shape = readSides(row.shape, names);
    if (typeof shape === "string") problems[`${name}.shape`] = shape;
    readFill(name, row, problems);
    const sides = typeof shape === "string" ? [] : shape;
    return row.use === "output"
      ? [{ name, dtype: row.dtype, shape: sides, init: row.init }]
      : [{ name, dtype: row.dtype, shape: sides, fill: fillOf(row) }];
  });
  const sizes = tensors.map((tensor) => (tensor.shape.length === 0 ? 0 : product(tensor.shape)));
  const elements = sizes.reduce((sum, size) => sum + size, 0);
  const bytes = tensors.reduce((sum, { dtype }, at) => sum + BYTES[dtype] * (sizes[at] ?? 0), 0);
  if (tensors.length > MAX_TENSORS)
    problems.tensors = `${tensors.length} tensors are too many; ${MAX_TENSORS} are the most.`;
  else if (elements > MAX_ELEMENTS)
    problems.tensors = `The tensors hold ${showCount(elements)} elements together; ${showCount(MAX_ELEMENTS)} are the most.`;
  else if (bytes > MAX_BYTES)
    problems.tensors = `The tensors take ${showCount(bytes)} bytes together; ${showCount(MAX_BYTES)} are the most.`;

  const grid = readSides(form.grid, names, "Write how many programs run, such as 7, or 3 x 4.");
  if (typeof grid === "string") problems.grid = grid;
  const programs = typeof grid === "string" ? null : product(grid);
  if (programs !== null && programs > MAX_PROGRAMS)
    problems.grid = `${showCount(programs)} programs are too many; ${showCount(MAX_PROGRAMS)} are the most.`;

  const seed = form.seed.trim();
  if (seed !== "" && !(/^\d+$/.test(seed) && Number(seed) <= MAX_SEED))
    problems.seed = `A seed is a whole number from 0 to ${showCount(MAX_SEED)}.`;

  const isWhole = Object.keys(problems).length === 0 && typeof grid !== "string";
  const launch = isWhole
    ? {
        kernel: kernel.name,
        tensors,
        grid,
        constants: Object.fromEntries(
          Object.entries(constants).map(([name, text]) => [name, JSON.parse(text) as number | boolean]),
        ),
        seed: seed === "" ? null : Number(seed),
      }
    : null;
  return { launch, constants, problems, programs, elements };
}

/** The body of the request: JSON in which `1.0` stays a float. */
export function requestBody(source: string, launch: Launch, constants: Reading["constants"]): string {
  const { constants: _, ...rest } = launch;
  const written = Object.entries(constants).map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  const head = JSON.stringify(rest).slice(0, -1);
  return `{"source":${JSON.stringify(source)},"launch":${head},"constants":{${written.join(",")}}}}`;
}

/** Sides of a shape or axes of a grid: numbers or sums over the constants, parted by x or commas. */
export function readSides(
  text: string,
  names: Readonly<Record<string, number>>,
  empty = "Write a side for each axis, such as 200, or 90 x 100.",
): number[] | string {
  const parts = splitAtCommas(text.replace(/(?<=[\d\s)])[xX](?=[\d\s(]|$)/g, "×"), "×").map((part) =>
    part.trim(),
  );
  if (parts.every((part) => part === "")) return empty;
  if (parts.length > 3) return `${parts.length} axes are too many; 3 are the most.`;
  const sides: number[] = [];
  for (const part of parts) {
    const side = part === "" ? null : evaluate(part, names);
    if (side === null) {
      const unknown = (part.match(/[A-Za-z_]\w*/g) ?? []).find((word) => word !== "cdiv" && !(word in names));
      if (unknown) return `${unknown} is no whole number among the constants.`;
      return `“${part || text.trim()}” cannot be read. Write numbers parted by x, such as 90 x 100, or cdiv(n, BLOCK).`;
    }
    if (side < 1) return `A side must be at least 1, and “${part}” is ${side}.`;
    sides.push(side);
  }
  return sides;
}

/** A number of Python's as JSON: an integer stays one, a float keeps its point. Null where it is none. */
export function readNumber(text: string): string | null {
  const match = /^([+-]?)(\d*)(?:(\.)(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text.trim());
  if (!match) return null;
  const [, sign = "", whole = "", point, fraction = "", exponent] = match;
  if (whole === "" && fraction === "") return null;
  const front = `${sign === "-" ? "-" : ""}${whole === "" ? "0" : String(BigInt(whole))}`;
  if (point === undefined && exponent === undefined) return front;
  return `${front}.${fraction || "0"}${exponent === undefined ? "" : `e${exponent}`}`;
}

const BYTES: Record<DType, number> = { float32: 4, float16: 2, int32: 4, int8: 1, uint8: 1, int64: 8 };

function readConstant(
  { name, fallback }: Parameter,
  row: Row,
  constants: Record<string, string>,
  problems: Record<string, string>,
): void {
  const text = row.value.trim();
  if (text === "") {
    if (fallback === null) problems[`${name}.value`] = "Give a number, True or False.";
    return;
  }
  if (/^(?:true|false)$/i.test(text)) {
    constants[name] = text.toLowerCase();
    return;
  }
  const number = readNumber(text);
  if (number === null) problems[`${name}.value`] = `“${text}” is no number. Give a number, True or False.`;
  else if (!Number.isFinite(Number(number)))
    problems[`${name}.value`] = `“${text}” is too large. Write infinity in the kernel, as float("inf").`;
  else if (/^-?\d+$/.test(number) && BigInt.asIntN(64, BigInt(number)) !== BigInt(number))
    problems[`${name}.value`] = `“${text}” does not fit in 64 bits.`;
  else constants[name] = number;
}

function readFill(name: string, row: Row, problems: Record<string, string>): void {
  if (row.use !== "input") return;
  if (row.fill === "bits" && row.dtype.startsWith("float"))
    problems[`${name}.fill`] = "Random bits are for integers: those of a float may be NaN.";
  const typed = [row.a, row.b];
  FILL_FIELDS[row.fill].forEach(({ label }, at) => {
    const text = typed[at] ?? "";
    const number = readNumber(text);
    const field = `${name}.${at === 0 ? "a" : "b"}`;
    if (number === null || !Number.isFinite(Number(number)))
      problems[field] =
        text.trim() === "" ? `Give a number for “${label}”.` : `“${text.trim()}” is no number.`;
    else if (row.fill === "integers" && !Number.isInteger(Number(number)))
      problems[field] = `“${label}” must be a whole number.`;
  });
  const [a, b] = [Number(row.a), Number(row.b)];
  const isRange = row.fill === "uniform" || row.fill === "integers";
  if (isRange && a > b) problems[`${name}.b`] ??= `It goes from ${row.a} down to ${row.b}.`;
  if (row.fill === "normal" && b < 0) problems[`${name}.b`] ??= "A spread is 0 or more.";
}

function product(sides: readonly number[]): number {
  return sides.reduce((all, side) => all * side, 1);
}
