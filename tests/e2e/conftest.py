"""A real server with real workers, and a real Chromium that visits it."""

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from playground_puzzles.catalogue import load
from tests.server import Server

AXE = Path(__file__).parents[2] / "frontend/node_modules/axe-core/axe.min.js"
TOUR_SEEN = """localStorage.setItem("playground:tour", '{"schema": 1, "value": "seen"}')"""
DESKTOP, PHONE = (1440, 900), (390, 844)
SHOTS = Path(__file__).parent / "shots"
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = [
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def catalogue():
    return load()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("serve"), workers=2) as running:
        yield running


@pytest.fixture(scope="session")
def browser():
    if CHROMIUM is None:
        pytest.fail("Chromium is needed for the browser tests: apt install chromium, or set CHROMIUM to its path.")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def visitors(browser, server):
    """Browser contexts that were used before: what they fetched is still at hand, what they kept is gone."""
    idle = []
    yield idle
    for context in idle:
        context.close()


@pytest.fixture
def visit(browser, server, visitors):
    """Open a page as a new visitor: path, then the size of the window and the theme. Page errors fail the test.

    tour: whether the first visit's tour is still to come. refused: whether the server may refuse a request, which
    Chromium tells as an error. on: another server than the one that most tests share.
    """
    contexts, elsewhere, errors = [], [], []

    def open_page(path="/", *, width=1440, height=900, theme="light", tour=False, refused=False, on=None):
        if on is not None:
            context = new_visitor(browser, on.url)
            elsewhere.append(context)
        else:
            context = visitors.pop() if visitors else new_visitor(browser, server.url)
            contexts.append(context)
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme)
        if not tour:
            page.add_init_script(TOUR_SEEN)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: hear(message, refused))
        page.goto(path)
        return page

    def hear(message, refused):
        if message.type == "error" and not (refused and message.text.startswith("Failed to load resource")):
            errors.append(message.text)

    yield open_page
    found = list(errors)
    for context in contexts:
        forget(context, server.url)
    visitors += contexts
    for context in elsewhere:
        context.close()
    assert found == []


def new_visitor(browser, url):
    context = browser.new_context(base_url=url)
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=url)
    return context


def forget(context, url):
    """Make the context another visitor's: pages, cookies and what the site keeps go, what was fetched stays."""
    for page in context.pages[1:]:
        page.close()
    last = context.pages[0] if context.pages else context.new_page()
    last.goto("about:blank")
    session = context.new_cdp_session(last)
    session.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "cookies,local_storage,indexeddb"})
    last.close()
    context.clear_cookies()


@pytest.fixture(scope="session")
def axe():
    """Fail where axe finds fault with what a page shows: page, what it shows, the one rule that is asked."""
    source = AXE.read_text()

    def check(page, name="", only=None):
        if not page.evaluate("'axe' in window"):
            page.evaluate(source)
        rules = {"runOnly": {"type": "rule", "values": [only]}} if only else {}
        found = page.evaluate("asked => axe.run(asked)", {"resultTypes": ["violations"], **rules})["violations"]
        assert (name, [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found]) == (name, [])

    return check


@pytest.fixture
def shot():
    """Keep a screenshot for people to look at: page, name."""
    SHOTS.mkdir(exist_ok=True)

    def take(page, name):
        page.screenshot(path=SHOTS / f"{name}.png")

    return take
