"""The references of the later puzzles are compiled for a GPU: what the interpreter lets pass may not compile."""

import json
import subprocess
import sys

from playground_puzzles.catalogue import load

PUZZLES = [puzzle for puzzle in load().puzzles if puzzle.number is not None and puzzle.number > 12]


def test_reference_solutions_compile_for_sm_90(tmp_path, monkeypatch):
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path))
    command = [sys.executable, "-m", "tests.compiler.reference", *(str(puzzle.number) for puzzle in PUZZLES)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {puzzle.slug: None for puzzle in PUZZLES}
