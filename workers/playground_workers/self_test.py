"""Before it judges anybody, a machine shows that its Triton and numpy give right results, through the real sandbox.

A kernel of our own with masked loads, a loop, a reduction, a dot product and integer arithmetic is run and compared
with plain numpy. Pairs that are known to fail here: triton 3.1 with numpy 2 (loads give 0), triton 3.6 with
numpy 2.4 (a loop bound given at run time raises TypeError).
"""

from importlib.metadata import version
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from playground_workers.errors import SelfTestError
from playground_workers.interpreter import protocol, request
from playground_workers.sandbox.box import Box

SOURCE: Final = """
import triton
import triton.language as tl

@triton.jit
def check(x_ptr, k_ptr, z_ptr, N, T, B: tl.constexpr):
    rows = tl.program_id(0) * B + tl.arange(0, B)
    total = tl.zeros([B], dtype=tl.float32)
    for start in range(0, T, B):
        cols = start + tl.arange(0, B)
        inside = (rows < N)[:, None] & (cols < T)[None, :]
        x = tl.load(x_ptr + rows[:, None] * T + cols[None, :], mask=inside, other=0.0)
        k = tl.load(k_ptr + cols, mask=cols < T, other=0)
        total += tl.sum(x * ((k >> 4) & 15)[None, :], axis=1)
        total += tl.sum(tl.dot(x, tl.trans(x)), axis=1)
    tl.store(z_ptr + rows, tl.where(total > 0, total, tl.exp2(total)), mask=rows < N)
"""

ROWS, COLUMNS, BLOCK = 21, 37, 16


def self_test(box: Box) -> None:
    """Raise SelfTestError, in words for the host, where the kernel's result is not numpy's."""
    random = np.random.default_rng(20)
    x = random.normal(size=(ROWS, COLUMNS)).astype(np.float32)
    k = random.integers(-(2**31), 2**31, COLUMNS, np.int64).astype(np.int32)
    z = np.full(ROWS, np.nan, np.float32)
    got, trouble = _run(box, x, k, z)
    if trouble is None and got is not None and np.allclose(got, _expected(x, k), rtol=1e-4, atol=1e-4):
        return
    found = trouble or "a test kernel gave wrong results"
    raise SelfTestError(
        f"This machine's Triton and numpy do not work together: {found} "
        f"(triton {version('triton')}, numpy {version('numpy')}). "
        "Install the versions in constraints.txt."
    )


def _expected(x: npt.NDArray[np.float32], k: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
    wide = x.astype(np.float64)
    total = (wide * ((k >> 4) & 15)).sum(1)
    for block in range(0, ROWS, BLOCK):
        rows = wide[block : block + BLOCK]
        total[block : block + BLOCK] += (rows @ rows.T).sum(1)
    return np.asarray(np.where(total > 0, total, np.exp2(np.minimum(total, 0))), np.float64)


def _run(box: Box, *arrays: npt.NDArray[Any]) -> tuple[npt.NDArray[np.float32] | None, str | None]:
    """The output, or what went wrong."""
    frames: list[protocol.Frame] = []
    tensors = [
        {"name": name, "dtype": array.dtype.name, "shape": list(array.shape), "output": name == "z"}
        for name, array in zip("xkz", arrays, strict=True)
    ]
    case = {
        "grid": [-(-ROWS // BLOCK)],
        "numbers": {"N": ROWS, "T": COLUMNS, "B": BLOCK},
        "tensors": tensors,
        "shuffle_seed": 1,
        "print": False,
    }
    header = {"source": SOURCE, "kernel": "check", "rules": True, "optional": [], "cases": [case]}
    ending = box.run(
        request.pack(header, list(arrays)),
        cpu_s=10,
        wall_s=30.0,
        on_frame=lambda kind, payload: frames.append(protocol.unpack(kind, payload)),
    )
    result = None
    for frame in frames:
        if isinstance(frame, protocol.TroubleFrame):
            return None, f"a test kernel failed with “{frame.message}”"
        if isinstance(frame, protocol.CaseResult):
            stored = next((s.data for s in frame.stored if s.tensor == 2), b"")
            if len(stored) == arrays[2].nbytes and not frame.faults:
                result = np.frombuffer(stored, np.float32)
    if ending.how != "done":
        return (
            None,
            f"a test kernel's process ended with “{ending.how}” {ending.stray.decode(errors='replace')}".strip(),
        )
    return result, None
