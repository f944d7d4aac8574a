"""Teachers' specs: hostile ones under the policy `spec`, through the real path, in both modes; and what stays apart."""

import os
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from playground_puzzles import own
from playground_puzzles.catalogue import load
from playground_puzzles.models import Job, Kind, OwnPuzzle, Puzzle
from playground_puzzles.own_template import template
from playground_workers.errors import SpecError
from playground_workers.inputs import draw
from playground_workers.judge import Judge
from playground_workers.own.specs import SandboxedSpec, SpecBox
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.policy import INTERPRETER, MIB, SPEC
from playground_workers.spec import Spec
from tests.sandbox.lab import MODES

HONEST = template()["spec.py"]
HEAD = """
import ctypes, gc, mmap, os, signal, socket, struct, subprocess, sys, threading, time
import torch

libc = ctypes.CDLL(None, use_errno=True)

def raw(number, *words):
    if libc.syscall(number, *words) < 0:
        raise OSError(ctypes.get_errno(), "refused")

def attempt(**calls):
    worked = []
    for name, call in calls.items():
        try:
            call()
        except (OSError, RuntimeError, ImportError, ValueError, LookupError):
            continue
        worked.append(name)
    raise Exception("worked: " + ", ".join(worked) if worked else "all refused")

def bound(x, sizes, expected):
    return torch.zeros(())

def spec(x, sizes):
"""
# The body of `spec`, and what the teacher is told of it.
ATTACKS = {
    "network": (
        "attempt(tcp=lambda: socket.socket(), udp=lambda: socket.socket(type=socket.SOCK_DGRAM),"
        " unix=lambda: socket.socket(socket.AF_UNIX), pair=socket.socketpair,"
        " name=lambda: socket.getaddrinfo('example.org', 80), vsock=lambda: raw(41, 40, 1, 0))",
        "all refused",
    ),
    "files read": (
        "attempt(passwd=lambda: open('/etc/passwd').read(), root=lambda: os.listdir('/'), here=lambda: os.listdir('.'),"
        " proc=lambda: open('/proc/self/environ').read(), python=lambda: open(os.__file__).read(),"
        " puzzle=lambda: open(sys.modules['playground_puzzles'].__file__).read(),"
        " torch=lambda: torch.load('/etc/hostname'), dev=lambda: open('/dev/urandom', 'rb').read(1))",
        "all refused",
    ),
    "files written": (
        "attempt(tmp=lambda: open('/tmp/spec', 'w'), shm=lambda: open('/dev/shm/spec', 'w'),"
        " memory=lambda: os.memfd_create('x'), link=lambda: os.symlink('/', '/tmp/l'), folder=lambda: os.mkdir('/x'),"
        " torch=lambda: torch.save(x, '/tmp/x.pt'), shared=lambda: x.float().share_memory_())",
        "all refused",
    ),
    "processes": (
        "attempt(fork=os.fork, run=lambda: subprocess.run(['/bin/true']), system=lambda: os.posix_spawn('/bin/true',"
        " ['true'], {}), thread=lambda: threading.Thread(target=print).start(),"
        " kill=lambda: os.kill(os.getppid() or -1, 9),"
        " group=lambda: os.killpg(0, 9), all=lambda: os.kill(-1, 9), trace=lambda: raw(101, 0, 0, 0, 0),"
        " code=lambda: mmap.mmap(-1, 4096, prot=7))",
        "all refused",
    ),
    "torch's own threads and code": (
        "torch.set_num_threads(8)\n    y = torch.ones(512, 512) @ torch.ones(512, 512)\n"
        "    raise Exception('threads %s' % (y[0, 0].item() == 512))",
        "threads True|can't start|Resource temporarily|ended its process",
    ),
    "loops": ("while True: pass", "more than 1 s of processor time|too little time"),
    "loops in C": ("sum(range(10**15))", "more than 1 s of processor time|too little time"),
    "sleeps": ("time.sleep(60)", "too little time"),
    "deaf loop": (
        "signal.signal(signal.SIGXCPU, signal.SIG_IGN)\n    while True: pass",
        "more than 1 s of|too little time",
    ),
    "memory in lists": ("kept = [bytearray(1 << 24) for _ in range(10000)]", "MemoryError|ended its process"),
    "memory in tensors": ("return torch.ones(1 << 40)", "RuntimeError|MemoryError|ended its process"),
    "memory by mmap": ("mmap.mmap(-1, 1 << 40)", "OSError|MemoryError"),
    "crashes": ("ctypes.string_at(0)", "ended its process"),
    "aborts": ("os.abort()", "ended its process"),
    "ends at once": ("os._exit(0)", "ended its process"),
    "closes its pipes": ("[os.close(d) for d in range(4)]\n    os._exit(0)", "ended its process"),
    "another shape": ("return torch.zeros(3, 3)", r"gives the shape \[3, 3\], the output has \[128\]"),
    "a huge result": ("return torch.zeros(1 << 24)", "ended its process|too large"),
    "an endless result": ("return torch.zeros(()).expand(1 << 45)", "MemoryError|RuntimeError|too large|ended"),
    "many axes": ("return torch.zeros([1] * 60)", "ended its process|shape"),
    "words": ("return 'all right'", "ValueError"),
    "nothing": ("return None", "shape"),
    "a class of its own": ("return type('T', (), {'__array__': lambda *a: 1 / 0})()", "ZeroDivisionError"),
    "a forged end": ("os.write(3, struct.pack('<BI', 6, 0))\n    os._exit(0)", "fewer results"),
    "garbage frames": ("os.write(3, b'x' * 1000)\n    os._exit(0)", "ended its process"),
    "a frame too long": ("os.write(3, struct.pack('<BI', 4, 1 << 30))", "ended its process"),
    "a frame that lies": (
        "os.write(3, struct.pack('<BIHBBIIIII', 4, 24, 0, 0, 4, *[1 << 16] * 4, 0))\n    os._exit(0)",
        "ended its process",
    ),
    "results for cases that there are not": (
        "os.write(3, struct.pack('<BIHBBId', 4, 16, 7, 0, 0, 8, 1.0) + struct.pack('<BI', 6, 0))\n    os._exit(0)",
        "what is no result",
    ),
    "endless frames": (
        "while True: os.write(3, struct.pack('<BI', 5, 6) + struct.pack('<hI', 0, 0))",
        "ended|too large",
    ),
    "stray text": (
        "[os.write(1, b'x' * 65536) for _ in range(10000)]",
        "too large|ended its process|more than 1 s of",
    ),
    "long words": ("raise Exception('x' * 10_000_000)", "x{100}"),
    "words that are no text": ("raise Exception('\\ud800\\x1b[31m\\0')", "Exception, line"),
    "words that loop": (
        "class E(Exception):\n        def __str__(self): return str(self)\n    raise E",
        "ended|Recursion",
    ),
}


@pytest.fixture(scope="module", params=MODES)
def spec_box(request: pytest.FixtureRequest) -> Iterator[SpecBox]:
    limits = replace(SPEC.limits, cpu_s=1, wall_s=12.0, memory_bytes=512 * MIB)
    found = SpecBox(replace(SPEC, limits=limits))
    found.box.mode = request.param
    with closing(found):
        yield found


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return own.read(template(), [])


def expected(puzzle: Puzzle, text: str, box: SpecBox) -> np.ndarray:
    [case] = puzzle.cases
    return SandboxedSpec(puzzle, text, box).expected(case, draw(puzzle, case, 5))[0]


@pytest.mark.parametrize("name", ATTACKS)
def test_a_hostile_spec_comes_to_nothing(spec_box: SpecBox, puzzle: Puzzle, name: str):
    body, told = ATTACKS[name]
    spec_box.box.start()
    keeper, descriptors = spec_box.box._process, len(os.listdir("/proc/self/fd"))
    with pytest.raises(SpecError, match=told) as failure:
        expected(puzzle, f"{HEAD}    {body}\n    return 2 * x\n", spec_box)
    words = str(failure.value)
    assert "worked" not in words
    assert len(words) < 2500
    assert words.isprintable(), words
    # The next one is as if nothing had been: the same zygote, and nothing left open.
    assert np.array_equal(expected(puzzle, HONEST, spec_box), 2 * draw(puzzle, puzzle.cases[0], 5)[0].astype(float))
    assert spec_box.box._process is keeper
    assert len(os.listdir("/proc/self/fd")) <= descriptors


def test_nothing_of_one_run_is_left_for_the_next(spec_box: SpecBox, puzzle: Puzzle):
    mark = "a secret of another class"
    leaves = f"import builtins\n    builtins.left = {mark!r}\n    torch.left = sys.left = os.environ['LEFT'] = {mark!r}"
    expected(puzzle, f"{HEAD}    {leaves}\n    return 2 * x\n", spec_box)
    half = len(mark) // 2
    looks = (
        "import builtins\n"
        f"    mark = {mark[:half]!r} + {mark[half:]!r}\n"
        "    held = [o for o in gc.get_objects() if isinstance(o, dict) and mark in map(str, o.values())]\n"
        "    raise Exception(str([hasattr(builtins, 'left'), hasattr(torch, 'left'), 'LEFT' in os.environ,"
        " sum(o is not globals() and 'held' not in o for o in held)]))"
    )
    with pytest.raises(SpecError, match=r"\[False, False, False, 0\]"):
        expected(puzzle, f"{HEAD}    {looks}\n", spec_box)


def test_a_spec_is_told_no_student_and_a_kernel_neither_spec_nor_result(puzzle: Puzzle):
    seen: dict[str, list[bytes]] = {"interpreter": [], "spec": []}
    with Box(INTERPRETER) as box, closing(SpecBox()) as spec_box:
        for name, each in (("interpreter", box), ("spec", spec_box.box)):
            run = each.run

            def watched(request: bytes, *, _run=run, _name=name, **fields):
                seen[_name].append(request)
                return _run(request, **fields)

            each.run = watched
        carried = OwnPuzzle(version=1, puzzle=puzzle, spec=HONEST + "\n# the teacher's own words\n")
        source = template()["solution.py"] + "\n# the student's own words\n"
        job = Job(id="j", puzzle=puzzle.slug, source=source, own=carried, seed=5, enqueued_at=time.time())
        assert Judge(load(), box, spec_box=spec_box).judge(job).outcome == "passed"
        assert spec_box.box._process.pid != box._process.pid
    [kernel], [spec] = seen["interpreter"], seen["spec"]
    [case] = puzzle.cases
    inputs = draw(puzzle, case, 5)[0]
    assert inputs.tobytes() in kernel
    assert inputs.tobytes() in spec
    assert b"student's own words" not in spec
    for secret in (b"teacher's own words", (2 * inputs.astype(np.float64)).tobytes(), (2 * inputs).tobytes()):
        assert secret not in kernel


def test_reading_files_executes_none_of_them(spec_box: SpecBox):
    marked = "raise SystemExit(9)\n"
    files = {name: (marked + text if name.endswith(".py") else text) for name, text in template().items()}
    found = spec_box.ask({"do": "read", "files": files, "taken": [], "most": 5})
    assert type(found[0]).__name__ == "Read"


def test_the_built_in_specs_give_in_the_sandbox_what_they_give_outside(spec_box: SpecBox):
    catalogue = load()
    for each in catalogue.puzzles:
        if each.kind is Kind.puzzle:
            folder = catalogue.folder(each.slug)
            drawn = [(case, draw(each, case, 5)) for case in each.cases]
            inside = SandboxedSpec(each, (folder / "spec.py").read_text(), spec_box).expected_all(drawn)
            for got, want in zip(inside, Spec(each, folder).expected_all(drawn), strict=True):
                np.testing.assert_allclose(got[0], want[0], rtol=1e-12, err_msg=each.slug)
                np.testing.assert_allclose(got[1], want[1], rtol=1e-12, err_msg=each.slug)


def test_the_policy_allows_no_more_than_the_interpreters():
    assert {row.name for row in SPEC.syscalls} <= {row.name for row in INTERPRETER.syscalls}
    assert SPEC.readable == ()
    assert SPEC.layers == INTERPRETER.layers
    assert SPEC.program != INTERPRETER.program


def test_it_holds_as_well_as_the_interpreters_sandbox():
    with Box(SPEC) as spec, Box(INTERPRETER) as interpreter:
        assert (spec.tier, spec.open) == (interpreter.tier, [])


def test_the_zygote_is_ended_when_it_has_had_nothing_to_do(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch):
    with closing(SpecBox()) as box:
        expected(puzzle, HONEST, box)
        box.rest()
        assert box.box._process is not None
        monkeypatch.setattr("playground_workers.own.specs.IDLE_S", 0.0)
        box.rest()
        assert box.box._process is None
