"""Each file in attacks/ is hostile Python, run as it is. Its first line says how it must end:

    # done: REGEX                 ended by itself, and said so
    # exited STATUS
    # killed SIGNAL [SIGNAL ...]  one of these
    # time_limit [wall=SECONDS]   also output_limit and protocol

After each, the next honest run is right, the zygote is the same one, and no process is left.
"""

import platform
import re
import signal
from pathlib import Path

import pytest

from tests.sandbox.lab import Lab

ATTACKS = sorted(Path(__file__).with_name("attacks").glob("*.py"))
# These speak in x86-64 system call numbers.
NUMBERED = re.compile(r"\braw\(")
HONEST = "answer = float(np.arange(5).sum()), len('abc'), os.environ.get('LEFT')"


def attacks() -> list[Path]:
    return [path for path in ATTACKS if platform.machine() == "x86_64" or not NUMBERED.search(path.read_text())]


@pytest.mark.parametrize("path", attacks(), ids=lambda path: path.stem)
def test_attack_ends_as_it_must_and_leaves_nothing(path: Path, shared_lab: Lab) -> None:
    source = path.read_text()
    expected = re.fullmatch(r"# (\w+)((?: [\w=.]+)*)(?:: (.+))?", source.splitlines()[0])
    assert expected, f"{path.name} has no header"
    how, words, said = expected.groups()
    wall = re.search(r"wall=(\S+)", words)
    before = shared_lab.settled(shared_lab.crew)[: shared_lab.crew - 1]

    outcome = shared_lab.run(source, wall_s=float(wall[1]) if wall else 10.0)

    ending = outcome.ending
    assert ending.how == how, (ending, outcome.text[:500])
    if how == "killed":
        assert signal.Signals(ending.signal or 0).name in words.split()
    if how == "exited":
        assert ending.status == int(words)
    if said:
        assert re.search(said, outcome.text), outcome.text[:2000]
    assert len(ending.stray) <= 4096
    honest = shared_lab.run(HONEST)
    assert honest.frames == [(1, b"(10.0, 3, None)")]
    after = shared_lab.settled(shared_lab.crew)[: shared_lab.crew - 1]
    assert after == before


def test_there_is_an_attack_of_every_kind() -> None:
    kinds = {path.stem.split("_")[0] for path in ATTACKS}
    assert kinds >= {"net", "file", "process", "raw", "memory", "time", "output", "frame", "crash", "exit", "state"}
