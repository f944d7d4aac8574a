"""What a student waits for in the browser, on loopback: the page, the editor, the picture of a run's accesses.

Milliseconds by the page's own clock, from the start of its navigation: `shown`, the statement stands; `editor`, the
editor takes keys. `first` is a browser that fetched nothing before, `again` the same one on its next visit.
`drawn` counts from when the trace of puzzle 11 has arrived to when all its accesses are drawn. `script_kb` is what the
first load fetches, gzip, kB: the app's own with markdown-it, then what is not the app's.
Prints one JSON object. The front end must be built.

Usage: python -m tests.bench.pages [rounds]
"""

import json
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from playground_puzzles.catalogue import load
from tests.e2e.conftest import CHROMIUM, FLAGS, TOUR_SEEN, new_visitor
from tests.e2e.lab import editor, solve
from tests.e2e.scenes import solution
from tests.e2e.weight import first_load_bytes
from tests.server import Server

PUZZLE = "/puzzles/constant-add-block"
WATCH = """
new MutationObserver((_, watching) => {
  if (!document.querySelector(".stmt__t")) return;
  watching.disconnect();
  requestAnimationFrame(() => performance.mark("shown"));
}).observe(document, { childList: true, subtree: true });
"""


def main(rounds: int = 5) -> None:
    waits: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), workers=1) as server, sync_playwright() as run:
        browser = run.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for _ in range(rounds):
            context = new_visitor(browser, server.url)
            context.add_init_script(TOUR_SEEN)
            context.add_init_script(WATCH)
            page = context.new_page()
            for visit in ("first", "again"):
                page.goto(PUZZLE)
                editor(page)
                page.wait_for_function("() => performance.getEntriesByName('first-load').length > 0")
                waits.setdefault(f"shown_{visit}_ms", []).append(mark(page, "shown"))
                waits.setdefault(f"editor_{visit}_ms", []).append(mark(page, "first-load"))
            script = first_load_bytes(page)
            page.goto("/puzzles/11")
            solve(page, solution(load().get(11).slug), "Passed")
            page.wait_for_function("() => performance.getEntriesByName('picture-drawn').length > 0")
            drawn = "performance.getEntriesByName('picture-drawn')[0].duration"
            waits.setdefault("drawn_puzzle_11_ms", []).append(page.evaluate(drawn))
            context.close()
        browser.close()
    result = {
        "rounds": rounds,
        **{name: {"median": round(statistics.median(of)), "most": round(max(of))} for name, of in waits.items()},
        "script_kb": {name: round(size / 1000, 1) for name, size in script.items()},
    }
    sys.stdout.write(json.dumps(result, indent=2) + "\n")


def mark(page: Page, name: str) -> float:
    return page.evaluate("name => performance.getEntriesByName(name)[0].startTime", name)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
