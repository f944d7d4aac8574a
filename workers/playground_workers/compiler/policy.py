"""What the sandbox lets a compilation do: no more than the interpreter, and besides that run three programs.

The programs come with Triton. They read and write three files of a folder that has nothing else, and open their own
libraries. Student code is compiled, not run; yet Triton works out constants while it compiles, so that the box must
hold as if it were run.
"""

import importlib.util
import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

from playground_workers.sandbox.errors import SandboxError
from playground_workers.sandbox.policy import COMPUTE, MIB, ONE_THREAD, PROT_EXEC, Arg, Limits, Policy, Syscall

ASSEMBLY, BINARY, WORDS = "kernel.ptx", "kernel.cubin", "words.txt"
LIBRARIES: Final = "TOOL_LIBRARIES"
"""The variable that names the folders of the tools' libraries: their loader has no cache to look into."""

CPU_LIMIT_S: Final = 20
WALL_LIMIT_S: Final = 120.0
"""Long, because a compilation gives way to everything else on its machine."""

PROT_WRITE, MAP_ANONYMOUS = 2, 0x20
FORK_THAT_WAITS = 0x4111  # CLONE_VM | CLONE_VFORK | SIGCHLD
CLOSE_ON_EXEC_OFF, CLOSE_ON_EXEC_ON = 0x5450, 0x5451
SET_THREAD_POINTER = 0x1002
NOT_A_TERMINAL = 25  # ENOTTY
PATH_ONLY = 0x200000  # O_PATH
OF_DESCRIPTOR = 0x1000  # AT_EMPTY_PATH
GET_FLAGS, SET_FLAGS, GET_STATUS, DUPLICATE = 1, 2, 3, 1030  # of fcntl

_TOOLS: Final = ("ptxas", "ptxas-blackwell", "nvdisasm")

SYSCALLS: Final = (
    *(row for row in COMPUTE if row.name != "mmap"),
    Syscall(
        "mmap",
        "memory, none of it executable; a library's code is mapped from its file, and not to be written",
        (
            (Arg(2, "without", PROT_EXEC),),
            (Arg(2, "without", PROT_WRITE), Arg(3, "without", MAP_ANONYMOUS)),
        ),
        13,
    ),
    Syscall(
        "openat",
        "the scratch files; Landlock decides which files there are, and what it does not look at is refused here",
        ((Arg(2, "without", PATH_ONLY),),),
    ),
    Syscall("open", "the same, by older programs", ((Arg(1, "without", PATH_ONLY),),)),
    Syscall("newfstatat", "fstat, as newer C libraries write it", ((Arg(3, "equal", OF_DESCRIPTOR),),)),
    Syscall("pread64", "the loader reads headers"),
    Syscall("writev", "messages of the tools"),
    Syscall(
        "fcntl",
        "descriptors that do not go to a tool",
        tuple((Arg(1, "equal", command),) for command in (GET_FLAGS, SET_FLAGS, GET_STATUS, DUPLICATE)),
    ),
    Syscall(
        "ioctl",
        "the same; no device can be opened",
        ((Arg(1, "equal", CLOSE_ON_EXEC_OFF),), (Arg(1, "equal", CLOSE_ON_EXEC_ON),)),
        NOT_A_TERMINAL,
    ),
    Syscall("pipe2", "Python learns through it whether a tool could be started"),
    Syscall("dup2", "a tool's output goes to a scratch file"),
    Syscall("dup3", "the same"),
    Syscall("close_range", "a tool gets no other descriptors"),
    Syscall("vfork", "starts a tool: the parent waits until it runs, so that there is no fork to multiply by"),
    Syscall("clone", "the same where there is no vfork", ((Arg(0, "equal", FORK_THAT_WAITS),),)),
    Syscall("execve", "a tool; Landlock decides which programs there are"),
    Syscall("wait4", "the end of a tool"),
    Syscall("set_tid_address", "the C library begins so"),
    Syscall("set_robust_list", "the same"),
    Syscall("rseq", "the same"),
    Syscall("arch_prctl", "the same", ((Arg(0, "equal", SET_THREAD_POINTER),),)),
    Syscall("sched_get_priority_min", "ptxas asks as it starts"),
    Syscall("sched_get_priority_max", "the same"),
)


@cache
def compile_policy() -> Policy:
    """The policy for this machine's Triton. Raises SandboxError that says what is missing."""
    folder = triton_folder()
    tools = [str(path) for name in _TOOLS if os.access(path := folder / "backends/nvidia/bin" / name, os.X_OK)]
    bitcode = [str(path) for path in sorted(folder.glob("backends/*/lib/*.bc"))]
    if not any(path.endswith("ptxas") for path in tools):
        raise SandboxError("Triton's own ptxas is not here, so kernels cannot be compiled to the end.")
    loaders, libraries = _libraries(tools)
    folders = sorted({os.path.dirname(path) for path in libraries})
    return Policy(
        name="compile",
        program="playground_workers.compiler.program",
        syscalls=SYSCALLS,
        limits=Limits(
            cpu_s=CPU_LIMIT_S,
            wall_s=WALL_LIMIT_S,
            memory_bytes=1024 * MIB,
            output_bytes=32 * MIB,
            frame_bytes=8 * MIB,
            frames=64,
            request_bytes=MIB,
            open_files=24,
            file_bytes=16 * MIB,
            processes=4,
        ),
        readable=(*libraries, *bitcode),
        executables=(*loaders, *tools),
        scratch=(ASSEMBLY, BINARY, WORDS),
        scratch_bytes=48 * MIB,
        environment=(
            *ONE_THREAD,
            ("TRITON_INTERPRET", "0"),
            ("HOME", "/"),
            ("LANG", "C.UTF-8"),
            (LIBRARIES, ":".join(folders)),
        ),
    )


def triton_folder() -> Path:
    """Where Triton is installed, found without importing it. Raises SandboxError where it is not."""
    spec = importlib.util.find_spec("triton")
    if spec is None or spec.origin is None:
        raise SandboxError("Triton is not installed here.")
    return Path(spec.origin).resolve().parent


def _libraries(programs: list[str]) -> tuple[list[str], list[str]]:
    """The loaders and the libraries of these programs, as the system's own loader finds them."""
    loaders: set[str] = set()
    libraries: set[str] = set()
    for program in programs:
        try:
            answer = subprocess.run(
                [program],
                env={"LD_TRACE_LOADED_OBJECTS": "1"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=30,
                check=True,
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise SandboxError(f"{program} cannot be run here ({error}).") from error
        for line in answer.stdout.decode(errors="replace").splitlines():
            words = line.split()
            if "=>" in words and len(words) > 2 and words[2].startswith("/"):
                libraries.add(words[2])
            elif words and words[0].startswith("/"):
                loaders.add(words[0])
    return sorted(loaders), sorted(libraries)
