"""The policy `compile` with free Python for its program: the sandbox's attacks, and those that it alone invites."""

import os
import re
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from playground_workers.compiler.policy import ASSEMBLY, BINARY, SYSCALLS, WORDS, compile_policy
from playground_workers.sandbox.box import Box, Mode
from playground_workers.sandbox.policy import COMPUTE, INTERPRETER, LAYERS, MIB, Policy
from playground_workers.sandbox.syscalls import NUMBERS
from tests.sandbox.attack import Attack, read_all
from tests.sandbox.lab import HERE, MODES, Lab

ALL = os.environ.get("ALL_ATTACKS") == "1"
KINDS = ("descriptors", "file", "net", "process", "raw", "state")
ATTACKS = [one for one in read_all() if not one.is_kernel and (ALL or one.name.split("_")[0] in KINDS)]

# What ends otherwise than under the interpreter's policy, and how: it uses what this one allows.
OTHERWISE = {
    "file_on_descriptors": r"^worked: copy, copy_onto$",  # dup: a tool's output goes to a file
    "file_proc": r"^(worked: ns/pid|all refused)$",  # one's own process namespace, and no call to enter another with
    "net_pair": r"^worked: pipe$",
    "process_fork": r"",  # vfork through ctypes: parent and child share a stack, and crash
    "raw_every_number": r"",  # vfork again
    "raw_segments": r"",  # arch_prctl: a thread pointer into nowhere
    "state_secrets": r"^\['TOOL_LIBRARIES'\]$",
}
WALL_S = 15.0


def free_policy(folder: Path) -> Policy:
    policy = compile_policy()
    like = INTERPRETER.limits
    limits = replace(
        policy.limits,
        memory_bytes=256 * MIB,
        output_bytes=like.output_bytes,
        frame_bytes=like.frame_bytes,
        frames=like.frames,
        open_files=like.open_files,
    )
    return replace(policy, program="hostile", path=(str(HERE), str(folder)), limits=limits)


@pytest.fixture(scope="module", params=MODES)
def lab(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    mode: Mode = request.param
    folder = tmp_path_factory.mktemp("compile") / mode
    folder.mkdir()
    with Box(free_policy(folder), mode=mode) as box:
        yield Lab(box, str(folder))


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_attack(attack: Attack, lab: Lab) -> None:
    before = lab.standing()
    outcome = lab.run(attack.source, wall_s=attack.wall_s or WALL_S)
    ending = outcome.ending
    if attack.name in OTHERWISE:
        assert ending.how in ("done", "killed"), ending
        assert re.search(OTHERWISE[attack.name], outcome.text), outcome.text[:500]
    else:
        assert attack.is_ended_so(ending.how, ending.signal, ending.status), (ending, outcome.text[:500])
        assert not attack.said or re.search(attack.said, outcome.text), outcome.text[:500]
    assert lab.run("answer = 1").text == "1"
    assert lab.is_as_it_was(before)


def answer(lab: Lab, source: str, cpu_s: int = 2, wall_s: float = 10.0) -> str:
    outcome = lab.run(textwrap.dedent(source), cpu_s=cpu_s, wall_s=wall_s)
    assert outcome.ending.how == "done", outcome.ending
    return outcome.text


def test_only_the_three_files_can_be_written(lab: Lab) -> None:
    source = f"""
        for name in {(ASSEMBLY, BINARY, WORDS)!r}:
            with open(name, "w") as file:
                file.write("text")
        answer = attempt(
            new=lambda: open("new", "w"),
            above=lambda: open("../new", "w"),
            temporary=lambda: open("/tmp/new", "w"),
            folder=lambda: os.mkdir("folder"),
            link=lambda: os.link("{WORDS}", "link"),
            symbolic=lambda: os.symlink("/etc", "link"),
            rename=lambda: os.rename("{WORDS}", "other"),
            remove=lambda: os.unlink("{WORDS}"),
            fifo=lambda: os.mkfifo("fifo"),
            mode=lambda: os.chmod("{WORDS}", 0o777),
            list=lambda: os.listdir("."),
        )
    """
    assert answer(lab, source) == "all refused"


def test_what_a_run_wrote_is_gone_in_the_next(lab: Lab) -> None:
    answer(lab, f"answer = open('{WORDS}', 'w').write('secret')")
    assert answer(lab, f"answer = open('{WORDS}').read() == ''") == "True"


def test_the_files_are_limited(lab: Lab) -> None:
    source = f"""
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        written = 0
        answer = ""
        for name in {(ASSEMBLY, BINARY, WORDS)!r}:
            with open(name, "wb", buffering=0) as file:
                try:
                    while True:
                        written += file.write(bytes(1 << 20))
                except OSError as error:
                    answer += errno.errorcode[error.errno] + " "
        answer += str(written <= 48 << 20)
    """
    assert answer(lab, source).endswith("True")
    assert answer(lab, "answer = 1") == "1"


def test_no_other_program_can_be_run(lab: Lab) -> None:
    source = f"""
        with open("{BINARY}", "wb") as file:
            file.write(b"#!/bin/sh\\nexit 0\\n")
        def start(*command):
            return lambda: subprocess.run(command, stdin=0, check=True)
        answer = attempt(
            shell=start("/bin/sh", "-c", "exit 0"),
            python=start(sys.executable, "-c", "0"),
            own=start("./{BINARY}"),
            true=start("/bin/true"),
        )
    """
    assert answer(lab, source) == "all refused"


def test_the_tools_can_be_run_and_are_shut_in_as_well(lab: Lab) -> None:
    tools = [path for path in lab.box.policy.executables if "ptxas" in path or "nvdisasm" in path]
    source = f"""
        answer = ""
        for tool in {tools!r}:
            with open("{WORDS}", "w+") as words:
                libraries = {{"LD_LIBRARY_PATH": os.environ["TOOL_LIBRARIES"]}}
                version = subprocess.run([tool, "--version"], stdin=0, stdout=words, stderr=words, env=libraries)
                reading = subprocess.run([tool, "/etc/passwd"], stdin=0, stdout=words, stderr=words, env=libraries)
                answer += f"{{version.returncode}} {{reading.returncode != 0}} "
    """
    assert set(answer(lab, source).split()) == {"0", "True"}


def test_a_tool_does_not_outlive_its_run(lab: Lab) -> None:
    """One that waits for its input is left behind by a run that ends at once."""
    before = lab.standing()
    (tool,) = [path for path in lab.box.policy.executables if path.endswith("/ptxas")]
    source = f"""
        reading, writing = os.pipe()
        os.set_inheritable(reading, True)
        libraries = {{"LD_LIBRARY_PATH": os.environ["TOOL_LIBRARIES"]}}
        process = subprocess.Popen(["{tool}", "/proc/self/fd/0", "-"], stdin=reading, env=libraries)
        answer = "left"
        send(1, b"left")
        os._exit(0)
    """
    outcome = lab.run(textwrap.dedent(source))
    assert outcome.ending.how == "done"
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            assert tool.encode() not in path.read_bytes()
        except OSError:
            continue
    assert lab.is_as_it_was(before)


def test_memory_that_can_be_written_is_never_code(lab: Lab) -> None:
    source = """
        both = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
        def change():
            page = mmap.mmap(-1, mmap.PAGESIZE)
            where = ctypes.addressof(ctypes.c_char.from_buffer(page))
            if libc.mprotect(ctypes.c_void_p(where), mmap.PAGESIZE, mmap.PROT_READ | mmap.PROT_EXEC):
                raise OSError
        answer = attempt(
            anonymous=lambda: mmap.mmap(-1, mmap.PAGESIZE, prot=both),
            code=lambda: mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_EXEC),
            changed=change,
        )
    """
    assert answer(lab, source) == "all refused"


def test_the_tier_is_as_good_as_the_interpreters(lab: Lab) -> None:
    with Box(compile_policy(), mode=lab.box.mode) as box:
        assert box.tier == ("strong" if lab.box.mode == "namespaces" else "container"), box.open


def test_the_policy_as_data() -> None:
    policy = compile_policy()
    assert Policy.from_json(policy.to_json()) == policy
    assert set(policy.layers) == set(LAYERS)
    assert all(row.name in NUMBERS and len(row.reason) > 5 for row in SYSCALLS)
    assert len({row.name for row in SYSCALLS}) == len(SYSCALLS)
    more = {row.name for row in SYSCALLS} - {row.name for row in COMPUTE}
    never = re.compile(
        r"socket|connect|kill|ptrace|process_|mount|unshare|setns|memfd|link|mkdir|rename|setsid|setpgid|^fork"
    )
    assert [name for name in more if never.search(name)] == []
    assert not any("site-packages/playground" in path for path in (*policy.readable, *policy.executables))
