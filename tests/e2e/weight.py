"""How much script the first load of a page brings."""

import gzip
import re
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page

import playground_backend

STATIC = Path(playground_backend.__file__).parent / "static"
KINDS = {"katex": r"katex", "monaco": r"monaco|editor\.api|editor\.worker|python", "markdown": r"markdown"}
FETCHED = """() => {
    const [end] = performance.getEntriesByName("first-load");
    const names = performance.getEntriesByType("resource").filter((one) => one.startTime < end.startTime);
    return names.map((one) => one.name).filter((name) => name.endsWith(".js"));
}"""


def first_load_bytes(page: Page) -> dict[str, int]:
    """Bytes by gzip -9 of the scripts whose fetch began before the editor stood.

    `app` is all that is neither KaTeX nor Monaco; `markdown`, which brings markdown-it, is part of it.
    """
    page.wait_for_function("() => performance.getEntriesByName('first-load').length > 0")
    sizes = dict.fromkeys(["app", *KINDS], 0)
    for url in page.evaluate(FETCHED):
        path = urlsplit(url).path
        kind = next((kind for kind, named in KINDS.items() if re.match(rf"/assets/(?:{named})-", path)), "app")
        size = len(gzip.compress((STATIC / path.lstrip("/")).read_bytes(), 9))
        sizes[kind] += size
        if kind == "markdown":
            sizes["app"] += size
    return sizes
