"""The leaderboard, one's own page with its calendar, and what the list says of progress."""

import sqlite3
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.e2e.lab import solve
from tests.server import Server

LONG = "Wolfeschlegelsteinhausenbergerdorff of Nord"
NAMES = ("Oluwaseun", "Katarzyna", None, "Minh Anh", "Tobias", LONG, "Leïla")


@pytest.fixture(scope="module")
def peopled(tmp_path_factory):
    """A server with a board of 120 rows, of which some are named and two are equal."""
    with Server(tmp_path_factory.mktemp("board"), workers=1) as running:
        puzzles = [one["slug"] for one in running.client().get("/api/puzzles") if one["kind"] == "puzzle"]
        begin = datetime(2026, 11, 2, 9, 14, tzinfo=UTC)
        with sqlite3.connect(running.folder / "data" / "playground.sqlite3", timeout=30) as database:
            for number in range(120):
                owner, name = f"someone-{number}", NAMES[number % 7] if number < 14 else None
                at = f"{begin + timedelta(hours=number - (number == 4)):%Y-%m-%d %H:%M:%S}.000000"
                solved = 12 - number // 12
                database.execute(
                    "INSERT INTO identities (id, created_at, name, is_listed) VALUES (?, ?, ?, ?)",
                    (owner, at, name, name is not None),
                )
                rows = [
                    (owner, slug, at, at, 400 + number, 0) if place < solved else (owner, slug, at, None, None, None)
                    for place, slug in enumerate(puzzles[: solved + 1])
                ]
                database.executemany(
                    "INSERT INTO standings (owner, puzzle, device, attempts, tried_at, solved_at, moved, copied, "
                    "given_up, band) VALUES (?, ?, 'interpreter', 2, ?, ?, ?, 0, 0, ?)",
                    rows,
                )
                rank = (owner, -solved, at, 2 * len(rows))
                database.execute("INSERT INTO ranks VALUES (?, 'interpreter', ?, ?, ?)", rank)
        yield running


def test_the_board_is_paged_and_ones_own_row_stays_in_sight(visit, shot, catalogue, peopled, axe):
    page = visit("/leaderboard", on=peopled)
    ranks = page.get_by_role("table", name="Ranks")
    expect(ranks.get_by_role("row")).to_have_count(51)
    expect(page.get_by_role("status")).to_have_text("120 people, 1 to 50")
    expect(ranks.get_by_role("row").nth(4).get_by_role("cell").first).to_have_text("4")
    expect(ranks.get_by_role("row").nth(5).get_by_role("cell").first).to_have_text("4")
    expect(page.get_by_text("you have run nothing yet")).to_be_visible()

    page.goto("/puzzles/constant-add")
    source = (catalogue.folder("constant-add") / "solution.py").read_text()
    solve(page, source.replace("i = tl", "j = tl").replace("+ i", "+ j"), "Passed")
    page.goto("/leaderboard")
    mine = ranks.get_by_role("row").filter(has=page.get_by_text("you", exact=True))
    expect(mine).to_contain_text("121")
    expect(mine.get_by_role("cell").first).to_be_in_viewport()  # though it is the last of all
    axe(page)
    shot(page, "leaderboard")
    ranks.get_by_role("link", name="Go to the page with your row").click()
    expect(page).to_have_url(f"{peopled.url}/leaderboard?page=3")
    expect(ranks.get_by_role("row")).to_have_count(22)
    page.get_by_role("link", name="Previous page").press("Enter")
    expect(page.get_by_role("status")).to_have_text("121 people, 51 to 100")
    page.go_back()
    expect(page.get_by_role("status")).to_have_text("121 people, 101 to 121")

    page.get_by_role("link", name="One puzzle").click()
    page.get_by_role("combobox", name="Puzzle").select_option("long-sum")
    expect(page.get_by_text("you have not solved this puzzle")).to_be_visible()
    page.get_by_role("combobox", name="Device").select_option("gpu")
    expect(page.get_by_text("Nobody has solved this puzzle here yet.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("combobox", name="Puzzle")).to_have_value("long-sum")
    axe(page)

    page.goto("/me")
    expect(page.get_by_role("row", name="1. Constant add")).to_contain_text("Solved")
    expect(page.get_by_role("img", name="1 run on 1 day since")).to_be_visible()
    page.get_by_text("The same as a table").click()
    expect(page.get_by_role("table").first).to_contain_text("1")
    axe(page)
    shot(page, "progress")
    page.goto("/")
    expect(page.locator("a.prow").first).to_contain_text("1 run64 moved")
    shot(page, "home-progress")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_both_pages_fit_a_phone(visit, shot, peopled, axe, theme):
    page = visit("/leaderboard", width=390, height=844, theme=theme, on=peopled)
    expect(page.get_by_text(LONG).first).to_be_visible()
    shot(page, f"phone-leaderboard-{theme}")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="One puzzle").click()
    expect(page.get_by_role("combobox", name="Puzzle")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto("/me")
    expect(page.get_by_text("Nothing run yet.")).to_be_visible()
    expect(page.get_by_role("region", name="Calendar of runs")).to_be_visible()
    shot(page, f"phone-progress-{theme}")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
