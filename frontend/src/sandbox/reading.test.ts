import { expect, test } from "vitest";
import { EXAMPLES } from "./examples";
import { chosenKernel, type Form, type Row, row } from "./form";
import { readForm, readNumber, readSides, requestBody } from "./reading";
import { type Kernel, kernels } from "./signature";

const KERNEL: Kernel = {
  name: "k",
  parameters: [
    { name: "x_ptr", isConstexpr: false, fallback: null, use: "input" },
    { name: "n", isConstexpr: false, fallback: null, use: "constant" },
    { name: "B", isConstexpr: true, fallback: "32", use: "constant" },
  ],
};

function form(rows: Record<string, Partial<Row>>, rest: Partial<Form> = {}): Form {
  const whole = KERNEL.parameters.map(({ name, use }) => [name, row({ use, ...rows[name] })] as const);
  return { kernel: "k", grid: "1", seed: "", rows: Object.fromEntries(whole), ...rest };
}

test.each(EXAMPLES)("the example “$title” can be sent as it is", ({ source, form: launch }) => {
  const kernel = chosenKernel(launch, kernels(source));
  const reading = kernel && readForm(launch, kernel);
  expect(reading?.problems).toEqual({});
  expect(reading?.launch?.kernel).toBe(launch.kernel);
});

test.each([
  ["200", [200]],
  ["90x100", [90, 100]],
  ["90 x 100", [90, 100]],
  ["2 × 3 × 4", [2, 3, 4]],
  ["2, 3", [2, 3]],
  ["n", [200]],
  ["cdiv(n, B) x 2", [7, 2]],
  ["(n+1)x(B//2)", [201, 16]],
])("the sides %s are read", (text, sides) => {
  expect(readSides(text, { n: 200, B: 32 })).toEqual(sides);
});

test.each([
  ["", "Write a side for each axis"],
  ["1 x 2 x 3 x 4", "4 axes are too many"],
  ["m", "m is no whole number among the constants"],
  ["3 x", "cannot be read"],
  ["n - n", "is 0"],
  ["-1", "cannot be read"],
  ["1.5", "cannot be read"],
])("the sides %s are refused in words", (text, words) => {
  expect(readSides(text, { n: 200 })).toContain(words);
});

test.each([
  ["3", "3"],
  ["-007", "-7"],
  ["+2", "2"],
  ["1.0", "1.0"],
  [".5", "0.5"],
  ["2.", "2.0"],
  ["1e-3", "1.0e-3"],
  ["1E5", "1.0e5"],
  ["9007199254740993", "9007199254740993"],
])("the number %s is %s in JSON", (text, json) => {
  expect(readNumber(text)).toBe(json);
});

test.each(["", ".", "e5", "0x10", "1_000", "nan", "1 2"])("%j is no number", (text) => {
  expect(readNumber(text)).toBeNull();
});

test("an integer and a float stay what they are in the request", () => {
  const reading = readForm(form({ x_ptr: { shape: "n" }, n: { value: "4" }, B: { value: "1.0" } }), KERNEL);
  expect(reading.problems).toEqual({});
  if (!reading.launch) throw new Error("no launch");
  const body = requestBody('a "source"', reading.launch, reading.constants);
  expect(body).toContain('"constants":{"n":4,"B":1.0}');
  expect(JSON.parse(body)).toMatchObject({
    source: 'a "source"',
    launch: { kernel: "k", tensors: [{ name: "x_ptr", shape: [4] }], grid: [1], constants: { n: 4, B: 1 } },
  });
});

test("a parameter with a default may be left out, and its default is known to shapes", () => {
  const reading = readForm(form({ x_ptr: { shape: "B" }, n: { value: "True" } }), KERNEL);
  expect(reading.problems).toEqual({});
  expect(reading.launch?.tensors[0]?.shape).toEqual([32]);
  expect(reading.launch?.constants).toEqual({ n: true });
});

test.each<[Record<string, Partial<Row>>, Partial<Form>, string, string]>([
  [{ x_ptr: { shape: "4" } }, {}, "n.value", "Give a number"],
  [{ n: { value: "4" } }, {}, "x_ptr.shape", "Write a side"],
  [{ x_ptr: { shape: "4" }, n: { value: "x" } }, {}, "n.value", "is no number"],
  [{ x_ptr: { shape: "4" }, n: { value: "1e400" } }, {}, "n.value", "is too large"],
  [{ x_ptr: { shape: "4" }, n: { value: "9223372036854775808" } }, {}, "n.value", "does not fit in 64 bits"],
  [{ x_ptr: { shape: "4" }, n: { value: "4" } }, { grid: "5000" }, "grid", "5,000 programs are too many"],
  [{ x_ptr: { shape: "4" }, n: { value: "4" } }, { grid: "" }, "grid", "Write how many programs run"],
  [{ x_ptr: { shape: "4" }, n: { value: "4" } }, { seed: "-1" }, "seed", "whole number"],
  [{ x_ptr: { shape: "600 x 600" }, n: { value: "4" } }, {}, "tensors", "hold 360,000 elements"],
  [{ x_ptr: { shape: "4", a: "" }, n: { value: "4" } }, {}, "x_ptr.a", "Give a number for “mean”"],
  [{ x_ptr: { shape: "4", b: "-1" }, n: { value: "4" } }, {}, "x_ptr.b", "A spread is 0 or more"],
  [
    { x_ptr: { shape: "4", fill: "integers", a: "5", b: "1" }, n: { value: "4" } },
    {},
    "x_ptr.b",
    "from 5 down to 1",
  ],
  [{ x_ptr: { shape: "4", fill: "bits" }, n: { value: "4" } }, {}, "x_ptr.fill", "are for integers"],
  [
    { x_ptr: { shape: "4" }, n: { value: "4" }, B: { use: "input", shape: "4" } },
    {},
    "B.use",
    "takes a number",
  ],
])("%j %j: %s is told", (rows, rest, field, words) => {
  const reading = readForm(form(rows, rest), KERNEL);
  expect(Object.keys(reading.problems)).toEqual([field]);
  expect(reading.problems[field]).toContain(words);
  expect(reading.launch).toBeNull();
});
