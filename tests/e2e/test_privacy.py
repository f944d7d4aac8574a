"""The privacy page, that no page asks anything of another site, and what a visitor reads beyond a limit."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.e2e.lab import expect_verdict, paste, run, solve
from tests.e2e.test_solving import LOOP

PAGES = ("/", "/puzzles/constant-add", "/puzzles/demo-1", "/sandbox", "/glossary", "/import", "/me/account", "/privacy")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_says_what_is_kept_and_how_long(visit, shot, axe, theme):
    page = visit("/", theme=theme)
    page.get_by_role("link", name="Privacy").click()
    expect(page.get_by_role("heading", name="Privacy", level=1)).to_be_visible()
    expect(page.get_by_text("400 days after your last run")).to_be_visible()
    expect(page.get_by_text("deleted after 30 days unseen")).to_be_visible()
    expect(page.get_by_text("neither stored nor logged")).to_be_visible()
    axe(page)
    shot(page, f"privacy-{theme}")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shot(page, f"privacy-phone-{theme}")


def test_no_page_asks_anything_of_another_site(visit, server):
    page = visit("/")
    asked = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.context.on("websocket", lambda socket: asked.append(socket.url))
    for path in PAGES:
        page.goto(path)
        page.wait_for_load_state("networkidle")
    home = urlsplit(server.url).netloc
    elsewhere = [url for url in asked if urlsplit(url).scheme not in ("data", "blob") and urlsplit(url).netloc != home]
    assert elsewhere == []
    assert len(asked) > len(PAGES)


def test_beyond_the_limit_the_page_says_so_and_nothing_is_lost(visit, shot, catalogue):
    first = visit("/puzzles/two-dimensional-convolution")
    paste(first, LOOP + "        i += 1\n")
    run(first)
    results = first.get_by_role("region", name="Results")
    expect(results.get_by_role("status")).to_contain_text("Running", timeout=30_000)
    run(first)  # the page ends its own run first, so this one is taken
    expect(results.get_by_role("status")).to_contain_text("Running", timeout=30_000)
    second = first.evaluate(
        "source => fetch('/api/submissions', { method: 'POST', headers: { 'Content-Type': 'application/json' },"
        " body: JSON.stringify({ puzzle: 'two-dimensional-convolution', source }) }).then((answer) => answer.json())",
        LOOP + "        i += 1\n",
    )
    third = first.context.new_page()
    third.goto("/puzzles/constant-add")
    solution = (catalogue.folder("constant-add") / "solution.py").read_text()
    paste(third, solution)
    run(third)
    told = third.get_by_role("region", name="Results")
    expect(told).to_contain_text("2 of your runs are waiting or running already", timeout=30_000)
    expect(told).to_contain_text("Try again in 3 s")
    shot(third, "too-many-runs")
    first.keyboard.press("Escape")
    first.evaluate("id => fetch(`/api/submissions/${id}`, { method: 'DELETE' }).then(() => null)", second["id"])
    expect_verdict(first, "Cancelled")
    solve(third, solution, "Passed")
