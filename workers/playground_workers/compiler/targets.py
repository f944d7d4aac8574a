"""What kernels are compiled for. Standard library only: also read inside the sandbox."""

from dataclasses import dataclass
from typing import Final

KIB: Final = 1024


@dataclass(frozen=True)
class Target:
    """One kind of GPU. backend, architecture, threads: as Triton's GPUTarget takes them; threads: of a warp or wave.

    shared_bytes: what one program may have of shared memory (AMD: LDS). registers: 32-bit ones that a thread may have.
    """

    name: str
    backend: str
    architecture: int | str
    threads: int
    shared_bytes: int
    registers: int


TARGETS: Final = {
    target.name: target
    for target in (
        Target("sm_80", "cuda", 80, 32, 163 * KIB, 255),
        Target("sm_90", "cuda", 90, 32, 227 * KIB, 255),
        Target("sm_100", "cuda", 100, 32, 227 * KIB, 255),
        Target("gfx942", "hip", "gfx942", 64, 64 * KIB, 512),
    )
}
