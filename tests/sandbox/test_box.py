"""A box over its life: limits, cancelling, what happens when a part of it is killed, and that it leaks nothing."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy
import numpy.version
import pytest

from playground_workers.sandbox.box import Box, Mode
from playground_workers.sandbox.errors import OutputLimit, SandboxError
from playground_workers.sandbox.policy import INTERPRETER, Syscall
from tests.sandbox.lab import HERE, MODES, Lab, free_policy

PROC = Path("/proc")


def status_of(pid: int, field: str) -> int:
    """A number from the kernel's page about a process, which every user may read. Sizes are in KiB."""
    lines = (PROC / str(pid) / "status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field + ":"))


def test_a_run_gives_its_frames_and_what_it_cost(shared_lab: Lab) -> None:
    outcome = shared_lab.run("send(7, b'first'); os.write(1, b'stray'); answer = os.getpid() == 1")
    assert outcome.frames == [(7, b"first"), (1, str(shared_lab.box.mode == "namespaces").encode())]
    ending = outcome.ending
    assert (ending.how, ending.status, ending.signal, ending.stray) == ("done", 0, None, b"stray")
    assert 0 < ending.cpu_s < 1
    assert 0 < ending.wall_s < 1
    assert ending.max_rss_bytes > 1 << 20


def test_a_request_and_a_frame_much_larger_than_a_pipe(shared_lab: Lab) -> None:
    padding = "#" * (10 << 20)
    outcome = shared_lab.run(f"send(5, bytes(20 << 20)) #{padding}")
    assert outcome.ending.how == "done"
    assert [(kind, len(payload)) for kind, payload in outcome.frames] == [(5, 20 << 20), (1, 0)]


def test_the_cpu_limit_of_a_request_holds(shared_lab: Lab) -> None:
    ending = shared_lab.run("while True: pass", cpu_s=1).ending
    assert ending.how == "time_limit"
    assert 0.7 < ending.cpu_s < 1.3
    outcome = shared_lab.run("answer = resource.getrlimit(resource.RLIMIT_CPU)", cpu_s=2)
    assert outcome.text == "(2, 2)"


@pytest.mark.parametrize("mode", MODES)
def test_a_program_may_say_where_it_was_at_the_cpu_limit(tmp_path: Path, mode: Mode) -> None:
    (tmp_path / "placed.py").write_text(
        "import signal, sys\n"
        "def warm(): pass\n"
        "def where(): return b'here'\n"
        "def run(request, send): exec(request.decode())\n"
    )
    policy = replace(free_policy(tmp_path), program="placed", path=(str(tmp_path),))
    for source, said in ((b"while True: pass", b"here"), (b"sum(range(1 << 60))", b"")):
        with Box(policy, mode=mode) as box:
            ending = box.run(source, cpu_s=1, wall_s=20, on_frame=print)
        assert (ending.how, ending.stray) == ("time_limit", said)
        assert 0.8 < ending.cpu_s < 2.3


@pytest.mark.parametrize(("cpu_s", "wall_s"), [(0, 1.0), (1, 0.0), (-1, 1.0)])
def test_no_limit_is_refused(shared_lab: Lab, cpu_s: int, wall_s: float) -> None:
    with pytest.raises(SandboxError, match="needs time"):
        shared_lab.run("", cpu_s=cpu_s, wall_s=wall_s)


def test_an_endless_loop_can_be_cancelled(shared_lab: Lab) -> None:
    asked: list[float] = []
    began = time.monotonic()

    def cancelled() -> bool:
        asked.append(time.monotonic() - began)
        return asked[-1] > 0.2

    ending = shared_lab.run("while True: pass", cancelled=cancelled).ending
    assert ending.how == "cancelled"
    assert asked[0] >= 0.05
    assert ending.wall_s < 2
    assert len(asked) <= 5


@pytest.mark.parametrize(
    ("refusal", "how"), [(ValueError("not so"), "protocol"), (OutputLimit("enough"), "output_limit")]
)
def test_what_a_reader_of_frames_refuses_ends_the_run(shared_lab: Lab, refusal: Exception, how: str) -> None:
    def refuse(kind: int, payload: bytes) -> None:
        raise refusal

    source = b"send(1, b'x'); time.sleep(10)"
    assert shared_lab.box.run(source, cpu_s=1, wall_s=5, on_frame=refuse).how == how


def test_a_fault_of_the_worker_itself_comes_through_and_ends_the_run(shared_lab: Lab) -> None:
    def fail(kind: int, payload: bytes) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        shared_lab.box.run(b"send(1, b'x'); time.sleep(10)", cpu_s=1, wall_s=5, on_frame=fail)
    assert shared_lab.run("answer = 1").text == "1"
    shared_lab.settled(shared_lab.crew)


@pytest.mark.parametrize("which", [0, -2], ids=["the keeper outside", "the zygote"])
def test_a_zygote_killed_while_idle_is_replaced(lab: Lab, which: int) -> None:
    before = lab.settled(lab.crew)
    lab.kill(before[which])
    assert lab.processes() == []
    assert lab.run("answer = 1").text == "1"
    assert not set(before) & set(lab.settled(lab.crew))


def test_an_idle_runner_killed_is_replaced(lab: Lab) -> None:
    before = lab.settled(lab.crew)
    lab.kill(before[-1])
    assert lab.run("answer = 1").text == "1"
    assert lab.settled(lab.crew)[:-1] == before[:-1]


def test_a_run_whose_zygote_is_killed_is_run_again(lab: Lab) -> None:
    zygote = lab.settled(lab.crew)[-2]
    restarts: list[bool] = []

    def kill_once() -> bool:
        if not restarts:
            lab.kill(zygote)
        return False

    outcome = lab.run("time.sleep(0.2); answer = 1", cancelled=kill_once, on_restart=lambda: restarts.append(True))
    assert (outcome.ending.how, outcome.text, restarts) == ("done", "1", [True])
    lab.settled(lab.crew)


def test_a_killed_worker_leaves_nothing(tmp_path: Path) -> None:
    script = (
        "import sys; from tests.sandbox.lab import Box, free_policy, Path\n"
        "box = Box(free_policy(Path(sys.argv[1]))); box.start(); print('up', flush=True)\n"
        "box.run(b'while True: pass', cpu_s=60, wall_s=60, on_frame=print)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    token = tmp_path / "killed"
    token.mkdir()
    worker = subprocess.Popen([sys.executable, "-c", script, str(token)], env=environment, stdout=subprocess.PIPE)
    assert worker.stdout
    with worker.stdout as said:
        assert said.readline() == b"up\n"
    worker.kill()
    worker.wait()
    Lab(Box(free_policy(token)), str(token)).settled(0)


def test_hundreds_of_runs_leave_memory_and_descriptors_as_they_were(lab: Lab) -> None:
    def measure() -> tuple[list[int], list[int]]:
        """Descriptors (exactly for this process; the size of the table for the others) and memory."""
        pids = lab.settled(lab.crew)[:-1]
        descriptors = [len(os.listdir("/proc/self/fd")), *(status_of(pid, "FDSize") for pid in pids)]
        return descriptors, [status_of(pid, "VmRSS") for pid in (os.getpid(), *pids)]

    sources = ("answer = 1", "ctypes.string_at(0)", "send(1, bytes(1 << 18))", "1 / 0", "os._exit(3)")
    for turn in range(20):
        lab.run(sources[turn % len(sources)])
    before = measure()
    for turn in range(200):
        lab.run(sources[turn % len(sources)])
    after = measure()
    assert after[0] == before[0]
    for small, large in zip(before[1], after[1], strict=True):
        assert large - small < 2048


def test_a_policy_that_reads_files_is_given_those_and_nothing_else(tmp_path: Path) -> None:
    readable, beside = (os.path.realpath(module.__file__) for module in (numpy, numpy.version))
    opened = Syscall("openat", "the test opens files")
    policy = replace(free_policy(tmp_path), readable=(readable,), syscalls=(*INTERPRETER.syscalls, opened))
    for mode in MODES:
        with Box(policy, mode=mode) as box:
            lab = Lab(box, str(tmp_path))
            assert lab.run(f"answer = len(open({readable!r}).read()) > 1000").text == "True"
            calls = f"read=lambda: open({beside!r}), write=lambda: open({readable!r}, 'w')"
            assert lab.run(f"answer = attempt({calls}, list=lambda: os.listdir('/'))").text == "all refused"


def test_two_boxes_do_not_hurt_each_other(lab: Lab, shared_lab: Lab) -> None:
    lab.run("ctypes.string_at(0)")
    assert shared_lab.run("answer = 1").text == "1"
    lab.box.close()
    assert shared_lab.run("answer = 2").text == "2"


def test_a_closed_box_starts_again(lab: Lab) -> None:
    lab.box.close()
    lab.settled(0)
    assert lab.run("answer = 1").text == "1"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (None, "No module named 'broken'"),
        ("def warm(): raise OSError('the disk is full')", "the disk is full"),
        ("import os; os._exit(3)", "ended without a word"),
        ("import threading, time\ndef warm(): threading.Thread(target=time.sleep, args=(9,)).start()", "thread"),
    ],
    ids=["missing", "warm fails", "dies", "starts a thread"],
)
def test_a_program_that_cannot_be_loaded_is_told_plainly(tmp_path: Path, source: str | None, words: str) -> None:
    if source is not None:
        (tmp_path / "broken.py").write_text(source)
    policy = replace(free_policy(tmp_path), program="broken", path=(str(tmp_path),))
    box = Box(policy)
    with pytest.raises(SandboxError, match=words) as caught:
        box.run(b"", cpu_s=1, wall_s=1, on_frame=lambda *_: None)
    assert "Traceback" not in caught.value.message
    box.close()


def test_a_python_that_is_not_there_is_told_plainly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no-python"))
    with pytest.raises(SandboxError, match=r"could not start Python .*no-python"):
        Box(free_policy(HERE)).start()


def test_a_slow_reader_of_frames_holds_the_runner_up_and_loses_nothing(shared_lab: Lab) -> None:
    seen: list[int] = []

    def slow(kind: int, payload: bytes) -> None:
        time.sleep(0.05)
        seen.append(len(payload))

    source = b"for _ in range(8): send(5, bytes(1 << 21))"
    ending = shared_lab.box.run(source, cpu_s=1, wall_s=20, on_frame=slow)
    assert (ending.how, seen) == ("done", [1 << 21] * 8 + [0])


def test_what_one_run_held_is_nowhere_in_the_next(shared_lab: Lab) -> None:
    # The mark is never whole in the source that looks for it.
    assert shared_lab.run("kept = 'left' + '-by-' + 'another'; answer = kept").text == "left-by-another"
    look = (
        "import gc; mark = '-'.join(['left', 'by', 'another'])\n"
        "texts = [item for item in gc.get_objects() if isinstance(item, (list, tuple, dict))]\n"
        "answer = sum(1 for item in texts for part in item if part == mark and part is not mark)"
    )
    assert shared_lab.run(look).text == "0"


def test_ten_at_once_and_one_of_them_killed(tmp_path: Path) -> None:
    """Ten boxes, each in a thread of its own; what happens to one is nothing to the others."""
    folders = [tmp_path / f"box-{number}" for number in range(10)]
    for folder in folders:
        folder.mkdir()
    labs = [Lab(Box(free_policy(folder)), str(folder)) for folder in folders]
    try:
        with ThreadPoolExecutor(len(labs)) as pool:
            list(pool.map(lambda lab: lab.box.start(), labs))
            zygote = labs[3].settled(labs[3].crew)[-2]
            runs = [pool.submit(lab.run, f"time.sleep(0.3); answer = {number}") for number, lab in enumerate(labs)]
            time.sleep(0.1)
            labs[3].kill(zygote)
            assert [run.result().text for run in runs] == [str(number) for number in range(10)]
    finally:
        for lab in labs:
            lab.box.close()
    for lab in labs:
        lab.settled(0)
