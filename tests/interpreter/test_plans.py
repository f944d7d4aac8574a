"""Plans that blocks share which are alike: each is what the very block would have got by itself."""

import numpy as np
import pytest

from playground_workers.interpreter.planner import Planner
from playground_workers.interpreter.tensors import NUMPY
from tests.interpreter import subject
from tests.interpreter.cases import Case

SHARED = """
i = tl.arange(0, A)[:, None]
j = tl.arange(0, B)[None, :]
at = i * B + j
mask = (i < N) & (j < N)
pid = tl.program_id(0)
x = tl.load(x_ptr + at, mask=mask, other=0.0)
x += tl.load(x_ptr + at) + tl.load(x_ptr + at, mask=mask) + tl.load(x_ptr + i) * tl.load(x_ptr + j)
x += tl.load(x_ptr + pid)
x = tl.where(mask, x, 1.0) + tl.where(i < N, x, tl.load(x_ptr + j)) + tl.maximum(x, i) + tl.minimum(j, x)
x = tl.fma(x, x, x) + tl.clamp(x, 0.0, 2.0) + tl.exp(x) + tl.sqrt(tl.abs(x)) - tl.floor(x) + tl.fdiv(x, x + 1.0)
n = (at // 3) * (at % 5) + (7 - i) - (3 * j >> 1) + (at << 1 & j | i ^ at) + (i + pid) * N + ~j
tl.store(z_ptr + at, x + n, mask=mask)
tl.store(z_ptr + at, x - n)
tl.store(z_ptr + i, 1.0)
"""
TYPED = """
v = (x + n).to(tl.{0})
w = v + v * v - v
w = tl.where(w > v, w, v) + tl.where(mask, i.to(tl.{0}), j.to(tl.{0}))
x += w.to(tl.float32) + (-w).to(tl.float32)
"""


def whole_kernel():
    types = [name for name in NUMPY if name != "int1"]
    names = [{"fp16": "float16", "fp32": "float32", "fp64": "float64"}.get(name, name) for name in types]
    body = SHARED + "".join(TYPED.format(name) for name in names) + "tl.store(z_ptr + at, x)\n"
    head = "import triton\nimport triton.language as tl\n\n@triton.jit\n"
    lines = "".join(f"    {line}\n" for line in body.strip().splitlines())
    return f"{head}def kernel(x_ptr, z_ptr, N, A: tl.constexpr, B: tl.constexpr):\n{lines}"


@pytest.mark.parametrize("grid", [1, 3], ids=["one program", "all at once"])
def test_blocks_that_are_alike_share_what_each_would_have_had(monkeypatch, grid):
    shared = []
    make = Planner.make

    def both(self, *arguments, alike=False, **options):
        plan = make(self, *arguments, alike=alike, **options)
        if alike:
            shared.append((plan, make(self, *arguments, **options)))
        return plan

    monkeypatch.setattr(Planner, "make", both)
    # Sides that no other kernel here has, so that no plan is there yet.
    for rows, columns in [(1, 256), (256, 1), (128, 2), (2, 128), (64, 64)]:
        size = rows * columns
        tensors = [("x", np.ones(size, np.float32)), ("z", np.zeros(size, np.float32))]
        found = subject.run(Case(whole_kernel(), "kernel", [grid], {"N": 7, "A": rows, "B": columns}, tensors, None))
        assert found.error is None
    assert sum(bool(plan) for plan, _ in shared) > 500
    for plan, own in shared:
        assert bool(plan) is bool(own)
        assert not plan or (plan.__code__, constants(plan)) == (own.__code__, constants(own))


def constants(plan):
    """By name. Types count as equal where they read the same, arrays where they are to the bit."""
    found = {}
    for name, value in plan.__globals__.items():
        if isinstance(value, np.ndarray):
            found[name] = value.dtype, value.shape, value.tobytes()
        elif name.startswith("c"):
            found[name] = type(value), str(getattr(value, "type", value))
    return found


def test_a_block_that_triton_does_not_have_has_no_plan(kernel):
    body = "x = tl.arange(0, B)[:, None] + tl.arange(0, B)[None, :]\ntl.store(z_ptr + tl.sum(x), 1.0)"
    found = subject.run(kernel(body, {"z": np.zeros(4, np.float32)}, B=2048))
    assert found.error[1] == "The block has 4,194,304 elements; Triton allows 1,048,576."
