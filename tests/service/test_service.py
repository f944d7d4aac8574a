"""The whole service over HTTP, with real workers: what was accepted gets its verdict, whatever dies meanwhile."""

import json
import os
import signal
import subprocess
import time

import pytest

from playground_puzzles.catalogue import load
from tests.server import Server

LOOP = (
    "import triton\nimport triton.language as tl\n\n\n@triton.jit\n"
    "def conv2d_kernel(x_ptr, k_ptr, z_ptr, N0, H, W, KH: tl.constexpr, KW: tl.constexpr, B0: tl.constexpr):\n"
    "    i = 0\n    while N0 > 0:\n        i += 1\n"
)
WRONG = (
    "import triton\nimport triton.language as tl\n\n\n@triton.jit\n"
    "def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):\n    tl.store(z_ptr, 1.0)\n"
)


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path, workers=1) as running:
        yield running


def wait_for(condition, seconds=60.0):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if found := condition():
            return found
        time.sleep(0.1)
    raise AssertionError("it did not happen in time")


def is_running(client, submission):
    return client.get(f"/api/submissions/{submission}")["status"] == "running"


def verdict(client, submission):
    return client.get(f"/api/submissions/{submission}")["verdict"]


def children(pid):
    """Process ids below a process, with their command lines."""
    listed = subprocess.run(["ps", "-e", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    below, found = {str(pid)}, {}
    while True:
        new = {row[0]: row[2] for row in rows if row[1] in below and row[0] not in found}
        if not new:
            return found
        found.update(new)
        below |= set(new)


def test_a_lite_file_is_judged_whole(server):
    catalogue = load()
    puzzles = [puzzle for puzzle in catalogue.puzzles if puzzle.number]
    parts = [(catalogue.folder(puzzle.slug) / "solution.py").read_text() for puzzle in puzzles]
    client = server.client()
    batch = client.post("/api/batches", {"source": "import torch\n\n" + "\n\n".join(parts)})
    assert len(batch["submissions"]) == len(puzzles)
    for submission in batch["submissions"]:
        assert client.follow(submission["id"])["outcome"] == "passed"
    wanted = {puzzle.slug for puzzle in puzzles}
    wait_for(lambda: {entry["puzzle"] for entry in client.get("/api/me")["puzzles"] if entry["solved"]} == wanted)


def test_a_killed_worker_loses_nothing(server):
    client = server.client()
    running = client.post("/api/submissions", {"puzzle": 10, "source": LOOP})["id"]
    waiting = client.post("/api/submissions", {"puzzle": 1, "source": WRONG})["id"]
    wait_for(lambda: is_running(client, running))
    workers = [int(pid) for pid, command in children(server.process.pid).items() if " worker " in command]
    os.kill(min(workers), signal.SIGKILL)
    client.delete(f"/api/submissions/{running}")
    assert wait_for(lambda: verdict(client, waiting), 90)["outcome"] == "wrong_answer"
    assert wait_for(lambda: verdict(client, running), 90)["outcome"] == "cancelled"


def test_a_killed_slot_is_replaced(server):
    client = server.client()
    running = client.post("/api/submissions", {"puzzle": 10, "source": LOOP})["id"]
    wait_for(lambda: is_running(client, running))
    workers = [int(pid) for pid, command in children(server.process.pid).items() if " worker " in command]
    os.kill(max(workers), signal.SIGKILL)
    client.delete(f"/api/submissions/{running}")
    assert client.judge(1, WRONG)["outcome"] == "wrong_answer"
    assert wait_for(lambda: verdict(client, running), 90)["outcome"] == "cancelled"


def test_a_killed_serve_takes_up_where_it_was(server):
    client = server.client()
    client.post("/api/submissions", {"puzzle": 10, "source": LOOP})
    waiting = client.post("/api/submissions", {"puzzle": 1, "source": WRONG})["id"]
    before = children(server.process.pid)
    server.stop(signal.SIGKILL)
    wait_for(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in before), 90)  # the worker finishes its job first
    server.start()
    assert wait_for(lambda: verdict(client, waiting), 90)["outcome"] == "wrong_answer"


def test_ctrl_c_leaves_no_process_behind(server):
    before = children(server.process.pid)
    assert len(before) >= 3
    server.stop()
    assert server.process.returncode == 0
    wait_for(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in before), 10)


def test_a_long_folder_with_spaces_works(tmp_path):
    folder = tmp_path / "a folder with spaces"
    folder = folder / ("x" * max(1, 150 - len(str(folder)) - len("/data")))
    folder.mkdir(parents=True)
    with Server(folder, workers=1) as server:
        assert server.client().judge(1, WRONG)["outcome"] == "wrong_answer"


def test_a_puzzle_added_by_a_folder_is_served(tmp_path):
    built_in = load()
    folder = tmp_path / "puzzles" / "mine"
    folder.mkdir(parents=True)
    for file in built_in.folder("constant-add").iterdir():
        if file.is_file():
            (folder / file.name).write_text(file.read_text())
    text = (folder / "puzzle.toml").read_text()
    text = text.replace("number = 1\n", "number = 201\n").replace('"constant-add"', '"my-own"')
    (folder / "puzzle.toml").write_text(text.replace('title = "Constant add"', 'title = "My own"'))
    environment = os.environ | {"PUZZLES_PATH": str(tmp_path / "puzzles")}
    with Server(tmp_path, workers=1, environment=environment) as server:
        client = server.client()
        assert client.get("/api/puzzles/201")["title"] == "My own"
        assert client.judge("my-own", WRONG)["outcome"] == "wrong_answer"


def test_logs_hold_no_source(server):
    client = server.client()
    client.judge(1, WRONG.replace("1.0", "12345.678"))
    log = server.log.read_text()
    assert "12345.678" not in log
    entries = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert any(entry.get("outcome") == "wrong_answer" for entry in entries)
