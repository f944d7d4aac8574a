"""What the sandbox lets a process do that holds a GPU: the driver's device files, its threads, and nothing to run.

No code of a student's is executed here on the processor: their kernel comes compiled and runs on the device, where the
driver gives each process an address space of its own. So the box is the second line, not the first. The rows are what
CUDA's driver was seen to ask for (`python -m tests.gpu.syscalls`), without what it does well without: connecting to
anybody, making and removing files, starting programs.
"""

import errno
from pathlib import Path
from typing import Final

from playground_workers.sandbox.errors import SandboxError
from playground_workers.sandbox.policy import COMPUTE, MIB, ONE_THREAD, Arg, Limits, Policy, Syscall

THREAD: Final = 0x3D0F00  # what a C library's pthread_create asks of clone: a thread of this process, no process
LOCAL: Final = 1  # AF_UNIX
DEVICES: Final = ("/dev/nvidia0", "/dev/nvidiactl", "/dev/nvidia-uvm")
"""The card, its control, and its memory. One GPU a worker: CUDA_VISIBLE_DEVICES and containers choose which."""

NAMES_OF_THREADS: Final = "/proc"
"""The driver writes its threads' names to /proc/self/task/.../comm, and takes a refusal for a broken system. What that
folder is cannot be said before there is a runner. Other processes' files in /proc are shut to the runner's user, and to
who may not trace them."""

READABLE: Final = ("/sys", "/etc/nvidia", "/usr/share/nvidia")
"""What the driver looks up: versions, topology, profiles."""

OUTPUT: Final = "printed.txt"
"""What kernels print: the driver writes it to standard output when their run is over."""

PRINTED_BYTES: Final = 6 * MIB
LARGEST_BYTES: Final = 3 * 1024 * MIB
"""Of a request: the tensors of a speed run are hundreds of megabytes."""

SYSCALLS: Final = (
    *COMPUTE,
    Syscall("openat", "the driver's device files and what it reads about the machine; Landlock decides which"),
    Syscall("open", "the same"),
    Syscall("readlink", "the driver looks whether a path is a link"),
    Syscall("readlinkat", "the same"),
    Syscall("access", "the same"),
    Syscall("faccessat", "the same"),
    Syscall("stat", "the same"),
    Syscall("lstat", "the same"),
    Syscall("newfstatat", "the same"),
    Syscall("getdents64", "the driver counts memory nodes"),
    Syscall("pread64", "reads what it has opened"),
    Syscall("ioctl", "the way in which a driver is asked for anything; Landlock decides for which devices"),
    Syscall("poll", "waits for the device"),
    Syscall("ppoll", "the same"),
    Syscall("fcntl", "descriptors that do not go to a program that is started, of which there are none"),
    Syscall("pipe2", "the driver's own threads wake each other"),
    Syscall("eventfd2", "the same"),
    Syscall("epoll_create1", "the same"),
    Syscall("epoll_ctl", "the same"),
    Syscall("epoll_wait", "the same"),
    Syscall("epoll_pwait", "the same"),
    Syscall("socket", "one with a name that no other process is told", ((Arg(0, "equal", LOCAL),),)),
    Syscall("bind", "the same"),
    Syscall("listen", "the same; nobody is ever accepted"),
    Syscall(
        "unlink",
        "removes nothing: the driver looks for a link of its own, and must hear that there is none",
        ((Arg(0, "null"),),),
        errno.ENOENT,
    ),
    Syscall("dup", "descriptors of its own"),
    Syscall("dup2", "what a kernel prints goes to the scratch file"),
    Syscall("ftruncate", "forgets what an earlier case printed"),
    Syscall("clone", "threads of the driver; no process", ((Arg(0, "equal", THREAD),),)),
    Syscall(
        "clone3", "its flags cannot be looked at: the C library then takes clone", ((Arg(1, "null"),),), errno.ENOSYS
    ),
    Syscall("set_robust_list", "a thread begins so"),
    Syscall("rseq", "the same"),
    Syscall("set_tid_address", "the same"),
    Syscall("sched_get_priority_min", "the driver asks as it starts a thread"),
    Syscall("sched_get_priority_max", "the same"),
    Syscall("get_mempolicy", "where memory lies"),
    Syscall("sysinfo", "how much memory the machine has"),
    Syscall("uname", "which kernel this is"),
    Syscall("getcwd", "paths"),
)


def gpu_policy() -> Policy:
    """The policy for this machine's card. Raises SandboxError that says what is missing."""
    missing = [path for path in DEVICES if not Path(path).exists()]
    if missing:
        raise SandboxError(f"No NVIDIA GPU is to be seen here, since there is no {', '.join(missing)}.")
    return Policy(
        name="gpu",
        program="playground_workers.gpu.program",
        syscalls=SYSCALLS,
        limits=Limits(
            cpu_s=120,
            memory_bytes=1 << 46,  # the driver reserves addresses for all of the machine's and the card's memory
            output_bytes=160 * MIB,
            request_bytes=LARGEST_BYTES,
            open_files=512,
            file_bytes=PRINTED_BYTES,
            processes=512,  # threads count; clone lets nothing else be made
        ),
        readable=tuple(path for path in READABLE if Path(path).exists()),
        devices=(*DEVICES, NAMES_OF_THREADS),
        scratch=(OUTPUT,),
        scratch_bytes=PRINTED_BYTES,
        environment=(*ONE_THREAD, ("CUDA_CACHE_DISABLE", "1"), ("HOME", "/"), ("LANG", "C.UTF-8")),
    )
