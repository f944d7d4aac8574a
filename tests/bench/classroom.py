"""A class that all sends at once, each student's page and the teacher's board open; prints one JSON object.

Each student solves the first puzzle, or fails at it, once, at a moment within the given seconds. `board_lag_ms`: from
when the student's own stream brings the verdict to when the teacher's brings the cell. `verdict_ms`: from sending to
the student's own stream. `snapshot_ms`: the whole board, with everybody on it. `ping_ms`: a small request of the
teacher's meanwhile.

Usage: python -m tests.bench.classroom [students] [seconds] [workers]
"""

import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2

from playground_puzzles.catalogue import load
from tests.server import Server

JOINING_AT_ONCE = 20
PATIENCE_S = 300.0


class Clock:
    """When each student's verdict was seen, by themselves and on the board."""

    def __init__(self) -> None:
        self.sent: dict[str, float] = {}
        self.own: dict[str, float] = {}
        self.board: dict[str, float] = {}


async def main(students: int = 300, seconds: float = 20.0, workers: int = 1) -> None:
    solution = load().solution(load().get(1).slug).source
    limits = {"PLAYGROUND_ADDRESS_WRITES_PER_MINUTE": "0", "PLAYGROUND_ADDRESS_IDENTITIES_PER_HOUR": "0"}
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), workers=workers, environment={**os.environ, **limits}) as server,
    ):
        result = await measure(server, students, seconds, solution)
    sys.stdout.write(
        json.dumps({"students": students, "seconds": seconds, "workers": workers, **result}, indent=2) + "\n"
    )


async def measure(server: Server, students: int, seconds: float, solution: str) -> dict[str, Any]:
    token = (server.folder / "data" / "admin-link").read_text().strip().partition("#")[2]
    clock = Clock()
    pool = httpx2.Limits(max_connections=None)
    async with httpx2.AsyncClient(base_url=server.url, timeout=60) as teacher:
        await good(teacher.post("/api/sign-in/admin", json={"token": token}))
        made = await good(teacher.post("/api/classrooms", json={"name": "Load", "time_zone": "UTC"}))
        path = f"/api/classrooms/{made['id']}"
        people = [httpx2.AsyncClient(base_url=server.url, timeout=PATIENCE_S, limits=pool) for _ in range(students)]
        gate = asyncio.Semaphore(JOINING_AT_ONCE)

        async def join(number: int) -> None:
            async with gate:
                body = {"code": made["join_code"], "name": f"Student {number:03}"}
                await good(people[number].post("/api/join", json=body))

        begun = time.perf_counter()
        await asyncio.gather(*(join(number) for number in range(students)))
        joining_s = time.perf_counter() - begun
        snapshot = await good(teacher.get(f"{path}/board"))
        names = {row["id"]: row["name"] for row in snapshot["members"]}
        watching = asyncio.create_task(
            watch(teacher, f"{path}/board/events?after={snapshot['event_id']}", names, clock)
        )
        pings: list[float] = []
        pinging = asyncio.create_task(ping(teacher, path, pings))
        draw = random.Random(7)
        await asyncio.gather(
            *(
                send(people[number], f"Student {number:03}", draw.uniform(0, seconds), solution, number % 3 == 0, clock)
                for number in range(students)
            )
        )
        until = time.perf_counter() + 10
        while len(clock.board) < students and time.perf_counter() < until:
            await asyncio.sleep(0.05)
        pinging.cancel()
        watching.cancel()
        waits = []
        for _ in range(5):
            begun = time.perf_counter()
            snapshot = await good(teacher.get(f"{path}/board"))
            waits.append((time.perf_counter() - begun) * 1000)
        for each in people:
            await each.aclose()
    lags = [max(0.0, clock.board[name] - at) * 1000 for name, at in clock.own.items() if name in clock.board]
    return {
        "joining_s": round(joining_s, 1),
        "verdicts": len(clock.own),
        "on_the_board": len(clock.board),
        "in_the_snapshot": sum(bool(row["cells"]) for row in snapshot["members"]),
        "verdict_ms": spread([(clock.own[name] - at) * 1000 for name, at in clock.sent.items() if name in clock.own]),
        "board_lag_ms": spread(lags),
        "later_than_2_s": sum(lag > 2000 for lag in lags),
        "snapshot_ms": round(statistics.median(waits), 1),
        "ping_ms": spread(pings),
    }


async def send(
    student: httpx2.AsyncClient, name: str, wait_s: float, solution: str, is_wrong: bool, clock: Clock
) -> None:
    await asyncio.sleep(wait_s)
    source = f"# {name}\n" + (solution.replace("+ 10.0", "+ 11.0") if is_wrong else solution)
    clock.sent[name] = time.perf_counter()
    posted = await good(student.post("/api/submissions", json={"puzzle": 1, "source": source}))
    async with student.stream("GET", f"/api/submissions/{posted['id']}/events") as answer:
        async for line in answer.aiter_lines():
            if line == "event: verdict":
                clock.own[name] = time.perf_counter()
                return


async def watch(teacher: httpx2.AsyncClient, path: str, names: dict[str, str], clock: Clock) -> None:
    event = ""
    async with teacher.stream("GET", path, timeout=PATIENCE_S) as answer:
        async for line in answer.aiter_lines():
            name, _, value = line.partition(": ")
            if name == "event":
                event = value
            elif name == "data" and event == "cell":
                clock.board.setdefault(names[json.loads(value)["member"]], time.perf_counter())


async def ping(teacher: httpx2.AsyncClient, path: str, found: list[float]) -> None:
    while True:
        begun = time.perf_counter()
        await good(teacher.get(path))
        found.append((time.perf_counter() - begun) * 1000)
        await asyncio.sleep(0.25)


async def good(asked: Any) -> Any:
    answer = await asked
    if not answer.is_success:
        raise RuntimeError(answer.text)
    return answer.json()


def spread(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "median": round(statistics.median(ordered), 1),
        "p95": round(ordered[int(0.95 * (len(ordered) - 1))], 1),
        "most": round(ordered[-1], 1),
    }


if __name__ == "__main__":
    asyncio.run(main(*(float(each) if "." in each else int(each) for each in sys.argv[1:])))
