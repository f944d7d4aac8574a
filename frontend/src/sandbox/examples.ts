/** Sandboxes to start from. */
import { type Form, type Row, row, type Sandbox } from "./form";

export interface Example extends Sandbox {
  title: string;
}

const HEAD = "import triton\nimport triton.language as tl\n\n\n@triton.jit\n";

export const EXAMPLES: readonly [Example, ...Example[]] = [
  example(
    "Vector addition",
    `def add(x_ptr, y_ptr, z_ptr, n, BLOCK: tl.constexpr):
    # Each program adds one block. The last block hangs over the end: 200 is not a multiple of 32.
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    x = tl.load(x_ptr + offs, mask=mask)
    y = tl.load(y_ptr + offs, mask=mask)
    tl.store(z_ptr + offs, x + y, mask=mask)
`,
    { kernel: "add", grid: "cdiv(n, BLOCK)" },
    {
      x_ptr: row({ shape: "n", fill: "arange", a: "1", b: "" }),
      y_ptr: row({ shape: "n", fill: "integers", a: "0", b: "9" }),
      z_ptr: row({ use: "output", shape: "n" }),
      n: row({ use: "constant", value: "200" }),
      BLOCK: row({ use: "constant", value: "32" }),
    },
  ),
  example(
    "Matrix transpose",
    `def transpose(x_ptr, z_ptr, ROWS, COLS, B: tl.constexpr):
    # A program reads one square of x and stores it mirrored. The grid has an axis for each axis of x.
    rows = tl.program_id(0) * B + tl.arange(0, B)
    cols = tl.program_id(1) * B + tl.arange(0, B)
    inside = (rows[:, None] < ROWS) & (cols[None, :] < COLS)
    square = tl.load(x_ptr + rows[:, None] * COLS + cols[None, :], mask=inside)
    tl.store(z_ptr + cols[None, :] * ROWS + rows[:, None], square, mask=inside)
`,
    { kernel: "transpose", grid: "cdiv(ROWS, B) x cdiv(COLS, B)" },
    {
      x_ptr: row({ shape: "ROWS x COLS", fill: "arange", a: "1", b: "" }),
      z_ptr: row({ use: "output", shape: "COLS x ROWS" }),
      ROWS: row({ use: "constant", value: "12" }),
      COLS: row({ use: "constant", value: "20" }),
      B: row({ use: "constant", value: "8" }),
    },
  ),
  example(
    "Sum of each row",
    `def row_sum(x_ptr, z_ptr, COLS, BLOCK: tl.constexpr):
    # One program a row, which walks along it block by block.
    row = tl.program_id(0)
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(0, COLS, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        total += tl.load(x_ptr + row * COLS + cols, mask=cols < COLS, other=0.0)
    tl.device_print("sum of this row:", tl.sum(total))
    tl.store(z_ptr + row, tl.sum(total))
`,
    { kernel: "row_sum", grid: "6" },
    {
      x_ptr: row({ shape: "6 x COLS", fill: "normal" }),
      z_ptr: row({ use: "output", shape: "6" }),
      COLS: row({ use: "constant", value: "100" }),
      BLOCK: row({ use: "constant", value: "32" }),
    },
  ),
];

/** Whether somebody has put work into it, so that it must not be lost. */
export function isOwn({ source, form }: Sandbox): boolean {
  return !EXAMPLES.some((one) => one.source === source && sameForm(one.form, form));
}

function sameForm(one: Form, other: Form): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function example(
  title: string,
  kernel: string,
  launch: Pick<Form, "kernel" | "grid">,
  rows: Record<string, Row>,
): Example {
  return { title, source: HEAD + kernel, form: { ...launch, seed: "", rows } };
}
