"""The policies as data: what they promise can be read without running anything."""

import re
from dataclasses import replace
from pathlib import Path

from playground_workers.compiler.policy import SYSCALLS
from playground_workers.gpu.policy import SYSCALLS as GPU_SYSCALLS
from playground_workers.sandbox import policy
from playground_workers.sandbox.policy import INTERPRETER, LAYERS, Limits, Policy
from playground_workers.sandbox.syscalls import NUMBERS

# A call that takes a path, makes a process, thread, descriptor or socket, or names another process.
REACHES_OUT = re.compile(
    r"open|stat|access|link|mkdir|mknod|rename|exec|fork|clone|socket|connect|bind|pipe|dup|fcntl|ioctl"
    r"|kill|ptrace|process_|pidfd|mount|chroot|unshare|setns|memfd|eventfd|epoll|inotify|io_|shm|msg|sem|key|bpf"
)


def test_every_permission_has_a_reason_and_a_number() -> None:
    for row in INTERPRETER.syscalls:
        assert len(row.reason) > 5, row.name
        assert row.name in NUMBERS, row.name
    assert len({row.name for row in INTERPRETER.syscalls}) == len(INTERPRETER.syscalls)


def test_every_number_is_used_and_none_twice() -> None:
    rows = (*INTERPRETER.syscalls, *SYSCALLS, *GPU_SYSCALLS)
    assert {row.name for row in rows} == set(NUMBERS)
    for column in (0, 1):
        numbers = [pair[column] for pair in NUMBERS.values() if pair[column] is not None]
        assert len(numbers) == len(set(numbers))


def test_the_interpreter_reads_nothing_and_reaches_nobody() -> None:
    assert INTERPRETER.readable == ()
    assert set(INTERPRETER.layers) == set(LAYERS)
    assert [row.name for row in INTERPRETER.syscalls if row.name != "fstat" and REACHES_OUT.search(row.name)] == []


def test_a_policy_survives_the_way_to_the_zygote() -> None:
    changed = replace(
        INTERPRETER,
        readable=("/a b",),
        executables=("/c",),
        scratch=("d",),
        scratch_bytes=5,
        limits=Limits(cpu_s=3, processes=2),
        path=("/x",),
        layers=("limits",),
    )
    for each in (INTERPRETER, changed):
        assert Policy.from_json(each.to_json()) == each


def test_what_applies_a_policy_can_be_read_in_one_sitting() -> None:
    folder = Path(policy.__file__).parent
    lines = {path.stem: len(path.read_text().splitlines()) for path in folder.glob("*.py")}
    assert max(lines.values()) <= 250
    layers = ("zygote", "runner", "namespaces", "scratch", "landlock", "seccomp", "linux")
    assert sum(lines[name] for name in layers) < 730
