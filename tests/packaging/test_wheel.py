"""The wheel in an environment of its own, not the checkout: it serves, judges, and keeps its secrets."""

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.server import Server

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """A Python that has the wheel installed, and borrows the heavy packages of the one that runs the tests."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", folder, ROOT], check=True, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    site = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    subprocess.run([*pip, "install", "--no-deps", "--target", site, wheel], check=True)
    Path(site, "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


@pytest.fixture
def environment():
    """Nothing that leads back to the checkout."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def test_installed_wheel_judges(python, environment, tmp_path):
    kernel = tmp_path / "kernel.py"
    kernel.write_text(
        "import triton\nimport triton.language as tl\n\n\n@triton.jit\n"
        "def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):\n"
        "    offs = tl.arange(0, B0)\n"
        "    tl.store(z_ptr + offs, tl.load(x_ptr + offs) + 10.0)\n"
    )
    command = [python, "-m", "playground_workers", "judge", "1", kernel, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["outcome"] == "passed"


def test_installed_wheel_serves_page_and_verdict(python, environment, tmp_path):
    with Server(tmp_path, workers=1, environment=environment, python=python) as server:
        client = server.client()
        page = client.opener.open(server.url + "/").read().decode()
        assert "<title>" in page
        wrong = (
            "import triton\nimport triton.language as tl\n\n\n@triton.jit\n"
            "def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):\n    pass\n"
        )
        assert client.judge(1, wrong)["outcome"] == "wrong_answer"


def test_sandbox_of_the_installed_wheel_sees_neither_specs_nor_solutions(python, environment, tmp_path):
    (tmp_path / "peek.py").write_text(
        "import os\n"
        "def warm():\n    pass\n"
        "def run(request, send):\n"
        "    seen = []\n"
        "    for path in request.decode().split('\\n'):\n"
        "        try:\n"
        "            open(path).close()\n"
        "            seen.append(path)\n"
        "        except OSError:\n"
        "            pass\n"
        "    send(1, '\\n'.join(seen).encode())\n"
    )
    script = (
        "import dataclasses, sys\n"
        "from playground_puzzles.catalogue import load\n"
        "from playground_workers.sandbox.box import Box\n"
        "from playground_workers.sandbox.policy import INTERPRETER\n"
        "catalogue = load()\n"
        "files = [str(f) for p in catalogue.puzzles for f in catalogue.folder(p.slug).iterdir()]\n"
        "assert any(f.endswith('spec.py') for f in files) and any(f.endswith('solution.py') for f in files)\n"
        "got = []\n"
        "policy = dataclasses.replace(INTERPRETER, program='peek', path=(sys.argv[1],))\n"
        "with Box(policy) as box:\n"
        "    ending = box.run('\\n'.join(files).encode(), cpu_s=5, wall_s=10.0,\n"
        "                     on_frame=lambda kind, payload: got.append(payload))\n"
        "assert ending.how == 'done', ending\n"
        "print(repr(got))\n"
    )
    command = [python, "-c", script, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[b'']"
