import { expect, test } from "vitest";
import { kernels } from "./signature";

const names = (source: string) =>
  kernels(source).map(({ name, parameters }) => [name, ...parameters.map((one) => one.name)]);

test("kernels are the functions right below triton.jit, and nothing else", () => {
  const source = `
import triton
@triton.jit
def one(x_ptr, n): pass

def helper(a, b):
    return a

@jit
# a comment between
def two(): pass

@other
def three(q): pass
`;
  expect(names(source)).toEqual([["one", "x_ptr", "n"], ["two"]]);
});

test("a signature may span lines and hold comments, texts, brackets and defaults", () => {
  const [kernel] = kernels(`@triton.jit
def k(
    x_ptr,  # the input, (n, m)
    n: "tl.constexpr",
    scale=max(1, 2),
    B: tl.constexpr = 32,
    *, name: str = "a, b)"
):
    tl.load(x_ptr)
`);
  expect(kernel?.parameters.map(({ name, isConstexpr, fallback }) => [name, isConstexpr, fallback])).toEqual([
    ["x_ptr", false, null],
    ["n", true, null],
    ["scale", false, "max(1, 2)"],
    ["B", true, "32"],
    ["name", false, ""],
  ]);
});

test("what a parameter is for is read off its use", () => {
  const [kernel] = kernels(`@triton.jit
def k(src, dst, both, n, q_ptr):
    x = tl.load(src + n)
    tl.store(dst + n, x)
    tl.atomic_add(both, tl.load(both))
`);
  expect(kernel?.parameters.map(({ name, use }) => `${name} ${use}`)).toEqual([
    "src input",
    "dst output",
    "both input",
    "n constant",
    "q_ptr input",
  ]);
});

test("a half typed signature is none, and the last definition of a name counts", () => {
  expect(kernels("@triton.jit\ndef k(x_ptr, n")).toEqual([]);
  expect(names("@triton.jit\ndef k(a): pass\n@triton.jit\ndef k(b): pass\n")).toEqual([["k", "b"]]);
});
