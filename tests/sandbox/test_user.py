"""The sandbox for an ordinary user, who holds no capability: both modes, found by the probe from inside."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import playground_workers

USER = 1234
FIND_TIER = """
import os, sys
from dataclasses import replace
from playground_workers.sandbox import probe
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.policy import INTERPRETER
assert os.getuid() != 0
with Box(replace(INTERPRETER, program=probe.__name__), mode=sys.argv[1]) as box:
    print(box.tier)
"""


@pytest.fixture
def code() -> Iterator[Path]:
    """The sandbox's own code where every user can read it."""
    package = Path(playground_workers.__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "playground_workers"
        target.mkdir()
        shutil.copy(package / "__init__.py", target)
        shutil.copytree(package / "sandbox", target / "sandbox", ignore=shutil.ignore_patterns("__pycache__"))
        for path in (Path(folder), *Path(folder).rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        yield Path(folder)


@pytest.mark.parametrize(("mode", "tier"), [("namespaces", "strong"), ("container", "container"), ("auto", "strong")])
def test_an_ordinary_user_has_the_same_tiers(code: Path, mode: str, tier: str) -> None:
    found = subprocess.run(
        [readable_python(), "-B", "-c", FIND_TIER, mode],
        env={"PYTHONPATH": str(code)},
        cwd="/",
        capture_output=True,
        text=True,
        **ordinary(),
    )
    assert found.stdout.strip() == tier, found.stderr


def ordinary() -> dict[str, Any]:
    """Arguments of subprocess.run that make it an ordinary user's: this one, where it is ordinary."""
    return {"user": USER, "group": USER, "extra_groups": []} if os.getuid() == 0 else {}


def readable_python() -> str:
    """A Python that an ordinary user can run; ours may lie in root's home."""
    candidates = (sys.executable, os.path.realpath(sys.executable), "/usr/bin/python3")
    check = ["-c", "import sys; sys.exit(sys.version_info < (3, 11))"]
    for python in candidates:
        try:
            if subprocess.run([python, *check], cwd="/", capture_output=True, **ordinary()).returncode == 0:
                return python
        except OSError:
            continue
    pytest.fail(f"an ordinary user can run none of {candidates}")
