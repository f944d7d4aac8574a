"""Sandbox policies as data: what a program in a runner may do, each permission with its reason. Standard library only.

A policy is an allow-list: what is not written here is refused. Nothing in this module acts.
"""

import errno
import json
from dataclasses import asdict, dataclass
from typing import Literal

MIB = 1 << 20
PROT_EXEC = 4
RLIMIT_CPU = 0

# Namespaces are not among them: a Box's mode decides on these, since not every machine lets us make them.
Layer = Literal["landlock", "seccomp", "limits"]
LAYERS: tuple[Layer, ...] = ("landlock", "seccomp", "limits")


@dataclass(frozen=True)
class Arg:
    """A condition on a system call's argument, counted from 0.

    equal, without (none of these bits) and at_most look at the low 32 bits, as the kernel does for the int and
    flag arguments that they are meant for. null looks at all 64.
    """

    index: int
    test: Literal["equal", "without", "at_most", "null"]
    value: int = 0


@dataclass(frozen=True)
class Syscall:
    """One allowed system call. when: alternatives, each a tuple of conditions that must all hold; empty: always.

    refusal: the errno where no alternative holds.
    """

    name: str
    reason: str
    when: tuple[tuple[Arg, ...], ...] = ()
    refusal: int = errno.EPERM


@dataclass(frozen=True)
class Limits:
    """cpu_s and wall_s are the most that a run may ask for; the others hold for every run. Bytes and seconds.

    processes: how many a run may have besides itself, where a process namespace lets them be counted; without one it
    is the system call filter that keeps them few.
    """

    cpu_s: int = 60
    wall_s: float = 120.0
    memory_bytes: int = 512 * MIB  # address space beyond what the warmed zygote maps
    output_bytes: int = 80 * MIB  # all frames and stray text of a run; 16 of it for traces
    frame_bytes: int = 32 * MIB  # one frame's payload
    frames: int = 100_000  # each costs the worker some microseconds, however short it is
    request_bytes: int = 64 * MIB
    open_files: int = 16
    file_bytes: int = 0  # of one file that is written
    processes: int = 0
    stack_bytes: int = 8 * MIB


@dataclass(frozen=True)
class Policy:
    """program: a module with warm() and run(request, send). path: where it is, besides the worker's own sys.path.

    environment: all that a runner's environment holds. readable, executables: paths that may be read, and programs
    that may be read and run; in namespaces mode the root holds these and nothing else. scratch: names of the only files
    that may be written, in a folder of the box's own that is the working directory; no other can be made there, and all
    are emptied after each run. scratch_bytes: what they may come to together in namespaces mode; elsewhere each is held
    to the limit of a file. devices: files, and folders of them, that may be read, written and asked by ioctl; the root
    of namespaces mode has none, so a policy that names any runs in container mode. layers: what is put on; all of them,
    except where a test or the probe takes one out.
    """

    name: str
    program: str
    syscalls: tuple[Syscall, ...]
    limits: Limits = Limits()
    readable: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    path: tuple[str, ...] = ()
    layers: tuple[Layer, ...] = LAYERS
    executables: tuple[str, ...] = ()
    scratch: tuple[str, ...] = ()
    scratch_bytes: int = 0
    devices: tuple[str, ...] = ()

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(text: str) -> "Policy":
        """The inverse of to_json: equal to what was written."""
        data = json.loads(text)
        calls = tuple(
            Syscall(
                row["name"],
                row["reason"],
                tuple(tuple(Arg(**arg) for arg in group) for group in row["when"]),
                row["refusal"],
            )
            for row in data["syscalls"]
        )
        pairs = tuple((name, value) for name, value in data["environment"])
        plain = {key: tuple(data[key]) for key in ("readable", "path", "layers", "executables", "scratch", "devices")}
        return Policy(
            data["name"],
            data["program"],
            calls,
            Limits(**data["limits"]),
            environment=pairs,
            scratch_bytes=data["scratch_bytes"],
            **plain,
        )


# One thread each: a library's thread pool does not live through a fork, and the child then waits for it forever.
ONE_THREAD = tuple((name, "1") for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"))

# The machine's clocks and one's own. Negative numbers are the CPU clocks of other processes, whose times, and whose
# being there, are not a run's to know.
LAST_CLOCK = 11
KNOWN_CLOCK = ((Arg(0, "at_most", LAST_CLOCK),),)

# What Python and numpy need once everything is imported. No call here takes a path, makes a process, a thread,
# a descriptor or a socket, or names another process.
COMPUTE = (
    Syscall("read", "the request"),
    Syscall("write", "the results"),
    Syscall("close", "closing what one has hurts nobody else"),
    Syscall("lseek", "Python asks where a stream stands when it opens one on a descriptor"),
    Syscall("fstat", "the same"),
    Syscall(
        "mmap",
        "memory, none of it executable",
        ((Arg(2, "without", PROT_EXEC),),),
        errno.EACCES,
    ),
    Syscall(
        "mprotect",
        "malloc grows its heaps with it; nothing becomes executable",
        ((Arg(2, "without", PROT_EXEC),),),
        errno.EACCES,
    ),
    Syscall("munmap", "memory"),
    Syscall("mremap", "realloc of a large array"),
    Syscall("brk", "malloc"),
    Syscall("madvise", "malloc gives memory back; numpy asks for huge pages"),
    Syscall("futex", "Python's locks, also with one thread"),
    Syscall("rt_sigaction", "Python's signal module; only the kernel sends signals here"),
    Syscall("rt_sigprocmask", "the same"),
    Syscall("rt_sigreturn", "the return from a handler"),
    Syscall("sigaltstack", "faulthandler"),
    Syscall("clock_gettime", "time, where the kernel's user-space clock is not there", KNOWN_CLOCK, errno.EINVAL),
    Syscall("clock_getres", "time.get_clock_info", KNOWN_CLOCK, errno.EINVAL),
    Syscall("clock_nanosleep", "time.sleep: counts as wall time", KNOWN_CLOCK, errno.EINVAL),
    Syscall("nanosleep", "the same, in older C libraries"),
    Syscall("gettimeofday", "as clock_gettime"),
    Syscall("time", "as clock_gettime"),
    Syscall("times", "os.times"),
    Syscall("getrusage", "a run may know what it has used"),
    Syscall("getrandom", "seeds of random generators"),
    Syscall("sched_yield", "spin locks of numeric libraries"),
    Syscall("sched_getaffinity", "numeric libraries count cores", ((Arg(0, "equal", 0),),)),
    Syscall("getpid", "one's own number; in a namespace it is 1"),
    Syscall("gettid", "the same"),
    Syscall("getuid", "the unprivileged user"),
    Syscall("geteuid", "the same"),
    Syscall("getgid", "the same"),
    Syscall("getegid", "the same"),
    Syscall(
        "prlimit64",
        "a run may read its own limits, and lower its own CPU limit to what its request says",
        (
            (Arg(0, "equal", 0), Arg(1, "equal", RLIMIT_CPU)),
            (Arg(0, "equal", 0), Arg(2, "null")),
        ),
    ),
    Syscall("restart_syscall", "the kernel resumes a sleep with it"),
    Syscall("exit", "the end"),
    Syscall("exit_group", "the end"),
)

# Student code under Triton's interpreter: everything it needs is in memory before the doors close, so it may
# read nothing at all: no file, no device, no folder.
INTERPRETER = Policy(
    name="interpreter",
    program="playground_workers.interpreter.program",
    syscalls=COMPUTE,
    environment=(*ONE_THREAD, ("TRITON_INTERPRET", "1"), ("HOME", "/"), ("LANG", "C.UTF-8")),
)

# A teacher's spec: any Python with torch. It is never in one process with a student's kernel, nor in the judge's own.
# As for the interpreter all is imported before the doors close, so that nothing is mounted and nothing can be read.
# No call more than the interpreter has: torch computes on one thread, and its code generators are switched off.
SPEC = Policy(
    name="spec",
    program="playground_workers.own.program",
    syscalls=COMPUTE,
    limits=Limits(
        cpu_s=10,
        wall_s=30.0,
        memory_bytes=1024 * MIB,
        output_bytes=64 * MIB,  # expected results and bounds in float64, of `own.MAX_ELEMENTS` at most
        frame_bytes=20 * MIB,  # one of them: a tensor has 2^20 elements at most
        frames=1000,
        request_bytes=32 * MIB,
    ),
    environment=(*ONE_THREAD, ("HOME", "/"), ("LANG", "C.UTF-8")),
)
