"""What a submission costs, warm through the service, against a cold Python doing the same. Prints one JSON object."""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playground_puzzles.catalogue import load
from tests.server import Server

ROUNDS = 60
COLD_ROUNDS = 3


def main() -> None:
    catalogue = load()
    slug = catalogue.get(1).slug
    solution = catalogue.folder(slug) / "solution.py"
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), workers=1) as server:
        client = server.client()
        post_ms, verdict_ms, judged_ms = [], [], []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            posted = client.post("/api/submissions", {"puzzle": slug, "source": solution.read_text()})
            post_ms.append((time.perf_counter() - start) * 1000)
            verdict = client.follow(posted["id"])
            verdict_ms.append((time.perf_counter() - start) * 1000)
            if verdict["outcome"] != "passed":
                sys.exit(f"the reference solution did not pass: {verdict}")
            judged_ms.append(verdict["timings_ms"]["judged"])
    cold_ms = [cold(slug, solution) for _ in range(COLD_ROUNDS)]
    warm, python = statistics.median(verdict_ms), statistics.median(cold_ms)
    result = {
        "puzzle": slug,
        "rounds": ROUNDS,
        "post_ms_median": round(statistics.median(post_ms), 1),
        "post_to_verdict_ms_median": round(warm, 1),
        "post_to_verdict_ms_p95": round(sorted(verdict_ms)[int(0.95 * ROUNDS)], 1),
        "judged_ms_median": round(statistics.median(judged_ms), 1),
        "cold_python_ms_median": round(python, 1),
        "times_faster_than_cold": round(python / warm, 1),
    }
    sys.stdout.write(json.dumps(result, indent=2) + "\n")


def cold(slug: str, file: Path) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "tests.bench.cold", slug, str(file)], check=True)
    return (time.perf_counter() - start) * 1000


if __name__ == "__main__":
    main()
