"""The list of puzzles and each puzzle."""

import httpx2
import pytest

from .conftest import error_of


def test_the_list_holds_summaries_in_order(browser: httpx2.Client):
    listed = browser.get("/api/puzzles").json()
    numbers = [puzzle["number"] for puzzle in listed if puzzle["number"]]
    assert numbers == sorted(numbers)
    assert {"slug", "number", "kind", "track", "title", "summary", "kernel"} == set(listed[0])
    assert {"demo-1", "constant-add"} <= {puzzle["slug"] for puzzle in listed}


@pytest.mark.parametrize("name", ["constant-add", "1"])
def test_a_puzzle_is_found_by_slug_and_by_number(browser: httpx2.Client, name: str):
    puzzle = browser.get(f"/api/puzzles/{name}").json()
    assert puzzle["slug"] == "constant-add"
    assert puzzle["kernel"] == "add_kernel"
    assert puzzle["statement"]
    assert puzzle["starter"]
    assert puzzle["cases"]


def test_neither_spec_nor_solution_is_shown(browser: httpx2.Client):
    for summary in browser.get("/api/puzzles").json():
        detail = browser.get(f"/api/puzzles/{summary['slug']}").json()
        assert not {"spec", "solution"} & set(detail)


@pytest.mark.parametrize("name", ["nothing", "0", "99", "%00", "%ff", "a" * 5000, "%F0%9F%98%80"])
def test_an_unknown_puzzle_is_404(browser: httpx2.Client, name: str):
    answer = browser.get(f"/api/puzzles/{name}")
    assert answer.status_code == 404
    assert error_of(answer)["code"] == "unknown_puzzle"
