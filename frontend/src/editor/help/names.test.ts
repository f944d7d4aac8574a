import { describe, expect, test } from "vitest";
import { callAround, commentStart, ownNames, pathAt } from "./names";

const KERNEL = `import triton
BLOCK = tl.constexpr(8)

@triton.jit
def add_kernel(
    x_ptr, z_ptr,  # pointers
    N0, B0: tl.constexpr,
):
    pid = tl.program_id(0)
    rows, cols = 1, 2
    for start in range(0, N0, B0):
        x = tl.load(x_ptr + start)
    if pid == 0:
        pass
`;

describe("what a source says of names", () => {
  test("parameters over several lines, variables, constants and functions, each once", () => {
    const names = Object.fromEntries(ownNames(KERNEL).map(({ name, kind }) => [name, kind]));
    expect(names).toEqual({
      BLOCK: "constant",
      add_kernel: "function",
      x_ptr: "parameter",
      z_ptr: "parameter",
      N0: "parameter",
      B0: "parameter",
      pid: "variable",
      rows: "variable",
      cols: "variable",
      start: "variable",
      x: "variable",
    });
    expect(ownNames(KERNEL).find(({ name }) => name === "pid")).toMatchObject({
      line: 9,
      value: "tl.program_id(0)",
    });
  });

  test("the dotted name under the caret, up to the part that it stands in", () => {
    const line = "x = tl.load(x_ptr)  # tl.store";
    expect(pathAt(line, 6)?.path).toBe("tl");
    expect(pathAt(line, 9)?.path).toBe("tl.load");
    expect(pathAt(line, 14)?.path).toBe("x_ptr");
    expect(pathAt(line, 27)).toBeNull();
    expect(pathAt(line, 4)).toBeNull();
  });

  test("the call around the caret, and which argument it is at", () => {
    expect(callAround("x = tl.load(")).toMatchObject({ path: "tl.load", argument: 0 });
    expect(callAround("x = tl.load(x_ptr + f(a, b), mask=m")).toMatchObject({
      path: "tl.load",
      argument: 1,
      keyword: "mask",
    });
    expect(callAround("x = tl.zeros([B0, ")).toBeNull();
    expect(callAround("x = y")).toBeNull();
  });

  test("a hash in a text begins no comment", () => {
    expect(commentStart("print('#', x)  # yes")).toBe(15);
    expect(commentStart("print('#')")).toBe(-1);
  });
});
