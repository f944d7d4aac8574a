"""The command line where nothing of Triton can run, and where packages are missing."""

import platform
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from playground_puzzles.cli import app


@pytest.mark.parametrize("system", ["Darwin", "Windows"])
def test_doctor_says_plainly_that_linux_is_needed(monkeypatch, system):
    monkeypatch.setattr(platform, "system", lambda: system)
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == 1
    assert f"NO  platform: {system}" in done.output
    assert "WSL 2" in done.output
    assert "container" in done.output
    assert "Traceback" not in done.output


def test_judge_refuses_to_start_elsewhere(monkeypatch, tmp_path):
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    done = CliRunner().invoke(app, ["judge", "1", str(tmp_path / "kernel.py")])
    assert done.exit_code == 2
    assert "Linux" in done.output


def test_puzzles_are_listed_without_torch():
    script = (
        "import sys; sys.argv = ['triton-playground', 'puzzles']\n"
        "from playground_puzzles.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        "assert 'torch' not in sys.modules and 'triton' not in sys.modules and 'fastapi' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "constant-add" in done.stdout


def test_a_missing_package_is_told_with_what_to_install():
    script = (
        "import sys; sys.modules['fastapi'] = None; sys.argv = ['triton-playground', 'serve']\n"
        "from playground_puzzles.cli import main\nmain()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 2
    assert "triton-playground[server]" in done.stderr


def test_the_service_never_loads_torch_or_triton():
    script = "import sys, playground_backend.serve\nassert not {'torch', 'triton', 'numpy'} & set(sys.modules)\n"
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0
