import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { definedNames, extract, joined, normalise, parseFile, renamed } from "./python-file";

const LITE = `import argparse
import torch
import triton
import triton.language as tl

# Local imports
from display import print_end_line

"""
### Demo 1
def not_code(x): a string may say this
"""

FPINT = 32 // 4
GROUP = 8


def add_spec(x: Float32[32]) -> Float32[32]:
    return x + 10.0


@triton.jit
def helper(x, n):  # "quoted ( in a comment"
    return x * FPINT


# What I found out: the mask is needed
@triton.jit
def sum_kernel(
    x_ptr, z_ptr, N0, B0: tl.constexpr
):
    off = tl.arange(0, B0)
# at the margin, and still inside

    x = helper(tl.load(x_ptr + off), N0)
    add_spec = x
    tl.store(z_ptr + off, x)


x = torch.ones(4)
test(sum_kernel, add_spec, nelem={"N0": 32})

if __name__ == "__main__":
    GROUP = 4
`;

test("a kernel is taken with its helpers, their constants, its comments and the imports in use", () => {
  const found = extract(parseFile(LITE), "sum_kernel");
  expect(found?.isCertain).toBe(true);
  expect(found?.source).toBe(`import triton
import triton.language as tl

FPINT = 32 // 4


@triton.jit
def helper(x, n):  # "quoted ( in a comment"
    return x * FPINT


# What I found out: the mask is needed
@triton.jit
def sum_kernel(
    x_ptr, z_ptr, N0, B0: tl.constexpr
):
    off = tl.arange(0, B0)
# at the margin, and still inside

    x = helper(tl.load(x_ptr + off), N0)
    add_spec = x
    tl.store(z_ptr + off, x)
`);
});

test("what is not there is not found, also where a string speaks of it", () => {
  expect(extract(parseFile(LITE), "not_code")).toBeNull();
  expect([...definedNames(LITE)]).toContain("sum_kernel");
});

test.each([
  ["two origins of a helper", "def h():\n    return 1\ndef h():\n    return 2\ndef k():\n    h()\n"],
  ["an origin inside of a block", "if True:\n    C = 1\ndef k():\n    C\n"],
  ["two names at once", "A, B = 1, 2\ndef k():\n    A\n"],
  ["a bracket that stays open", "def k():\n    pass\ny = (1\n"],
])("it is not certain with %s", (_, source) => {
  expect(extract(parseFile(source), "k")?.isCertain).toBe(false);
});

test("local names are not looked for in the module", () => {
  const source = "x = big()\ny, z = 1, 2\ndef k(x):\n    for y in range(3):\n        z = x + y\n";
  const found = extract(parseFile(source), "k");
  expect([found?.isCertain, found?.parts.length]).toEqual([true, 1]);
});

test("a decorated and a long definition end where the next statement starts", () => {
  const file = parseFile("@a\n@b(\n  1\n)\ndef f():\n  return '''\nx = 1\n'''\ny = 2\n");
  expect(file.statements.map((one) => [one.kind, one.names])).toEqual([
    ["def", ["f"]],
    ["assignment", ["y"]],
  ]);
});

test("names are changed in code alone", () => {
  expect(renamed("C = 1  # C\nx.C + C + CC\n'C'", "C", "D")).toBe("D = 1  # C\nx.C + D + CC\n'C'");
});

test("every kernel of a shipped solution file is taken whole and alike", () => {
  const folder = "../puzzles/playground_puzzles/folders/12-quantised-matrix-multiplication";
  const source = normalise(readFileSync(`${folder}/solution.py`, "utf8"));
  const found = extract(parseFile(source), "quant_dot_kernel");
  expect(found?.isCertain).toBe(true);
  const again = extract(parseFile(found?.source ?? ""), "quant_dot_kernel");
  expect(again?.source).toBe(found?.source);
  expect(joined(found?.imports ?? [], found?.parts ?? [])).toBe(found?.source);
});
