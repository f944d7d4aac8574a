"""Screenshots of every page and state, in light and dark, from a desktop's size to a phone's, for people to look at.

Usage: python -m tests.e2e.gallery [--into folder] [--url of a playground that runs] [scene ...]
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.e2e.conftest import CHROMIUM, FLAGS, TOUR_SEEN, forget, new_visitor
from tests.e2e.scenes import SCENES
from tests.server import Server

INTO = Path(__file__).parent / "shots" / "gallery"
DESKTOP, PHONE = (1440, 900), (390, 844)
ALL_SIZES = [DESKTOP, (1280, 800), (1024, 768), PHONE, (844, 390)]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("scenes", nargs="*", metavar="scene", help="all of them where none is named")
    options.add_argument("--into", type=Path, default=INTO)
    options.add_argument("--url", help="of a playground that runs already")
    options.add_argument("--all-sizes", action="store_true", help="more windows than one desktop's and one phone's")
    asked = options.parse_args()
    if unknown := set(asked.scenes) - set(SCENES):
        options.error(f"there is no scene {', '.join(sorted(unknown))}; there are {', '.join(SCENES)}")
    sizes = ALL_SIZES if asked.all_sizes else [DESKTOP, PHONE]
    asked.into.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        if asked.url:
            failed = take(browser, asked.url, asked.into, asked.scenes or list(SCENES), sizes)
        else:
            with tempfile.TemporaryDirectory() as folder, Server(Path(folder), workers=1) as server:
                failed = take(browser, server.url, asked.into, asked.scenes or list(SCENES), sizes)
        browser.close()
    sys.exit(1 if failed else 0)


def take(browser: Browser, url: str, into: Path, names: list[str], sizes: list[tuple[int, int]]) -> list[str]:
    """Returns the scenes that did not come about; each is told with what stopped it."""
    failed = []
    context = new_visitor(browser, url)
    context.add_init_script(TOUR_SEEN)
    for name in names:
        began = time.perf_counter()
        page = context.new_page()
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        try:
            SCENES[name](page)
        except Exception as problem:
            failed.append(name)
            print(f"{name}: {problem}", file=sys.stderr)  # noqa: T201
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                page.wait_for_timeout(80)  # Monaco and the canvases paint a frame later
                page.screenshot(path=into / f"{name}-{width}-{theme}.png")
        forget(context, url)
        print(f"{name}: {time.perf_counter() - began:.1f} s")  # noqa: T201
    context.close()
    return failed


if __name__ == "__main__":
    main()
