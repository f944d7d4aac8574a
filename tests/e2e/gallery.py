"""Screenshots of every page and state, in light and dark, on a desktop's window and a phone's, for people to look at.

Usage: python -m tests.e2e.gallery [--into folder] [--url of a playground that runs] [--all-sizes] [scene ...]
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests.e2e import scenes, scenes_people
from tests.e2e.conftest import CHROMIUM, DESKTOP, FLAGS, PHONE, TOUR_SEEN, forget, new_visitor
from tests.e2e.scenes import Scene
from tests.server import Server

VISITS = scenes.VISITS + scenes_people.VISITS
INTO = Path(__file__).parent / "shots" / "gallery"
FURTHER = [(1280, 800), (1024, 768), (844, 390)]
SETTLED_MS = 60  # Monaco and the canvases paint a frame after the rest


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("scenes", nargs="*", metavar="scene", help="all of them where none is named")
    options.add_argument("--into", type=Path, default=INTO)
    options.add_argument("--url", help="of a playground that runs already")
    options.add_argument("--all-sizes", action="store_true", help="in five windows")
    asked = options.parse_args()
    known = [name for visit in VISITS for name in visit]
    if unknown := set(asked.scenes) - set(known):
        options.error(f"there is no scene {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    asked.into.mkdir(parents=True, exist_ok=True)
    gallery = Gallery(asked.into, asked.scenes or known, [DESKTOP, PHONE, *(FURTHER if asked.all_sizes else [])])
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        if asked.url:
            gallery.take(new_visitor(browser, asked.url), asked.url)
        else:
            with Server(Path(folder), workers=1) as server:
                gallery.take(new_visitor(browser, server.url), server.url)
        browser.close()
    sys.stdout.write(f"{gallery.taken} screenshots in {asked.into}\n")
    sys.exit(1 if gallery.failed else 0)


class Gallery:
    """wanted: names of scenes. sizes: of windows. failed: visits that stopped at a scene; each is told with why."""

    def __init__(self, into: Path, wanted: list[str], sizes: list[tuple[int, int]]) -> None:
        self.into, self.wanted, self.sizes = into, set(wanted), sizes
        self.taken, self.failed = 0, 0

    def take(self, context: BrowserContext, url: str) -> None:
        context.add_init_script(TOUR_SEEN)
        for visit in VISITS:
            if not self.wanted.isdisjoint(visit):
                self._follow(visit, context.new_page())
                forget(context, url)

    def _follow(self, visit: dict[str, Scene], page: Page) -> None:
        for name, scene in visit.items():
            began = time.perf_counter()
            page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
            page.emulate_media(color_scheme="light", reduced_motion="reduce")
            try:
                scene(page)
            except Exception as problem:
                self.failed += 1
                sys.stderr.write(f"{name}: {problem}\n")
                page.screenshot(path=self.into / f"{name}-failed.png")
                return
            if name in self.wanted:
                self._look(page, name)
            sys.stdout.write(f"{name}: {time.perf_counter() - began:.1f} s\n")

    def _look(self, page: Page, name: str) -> None:
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            for width, height in self.sizes:
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_timeout(SETTLED_MS)
                page.screenshot(path=self.into / f"{name}-{width}-{theme}.png")
                self.taken += 1


if __name__ == "__main__":
    main()
