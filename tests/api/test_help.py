"""Hints counted, giving up, and the solution behind its veil."""

import json
from pathlib import Path
from urllib.parse import unquote

import httpx2
import pytest

from playground_puzzles import catalogue
from playground_puzzles.models import Kind, Outcome

from .conftest import Hand, Live, error_of, post

PUZZLE = "constant-add"
SOLUTION = (catalogue.load().folder(PUZZLE) / "solution.py").read_text()
TELLING = "every lane has an element and nothing needs a mask"  # a comment of the solution alone


def entry(browser: httpx2.Client, puzzle: str = PUZZLE) -> dict[str, object]:
    found = [each for each in browser.get("/api/me").json()["puzzles"] if each["puzzle"] == puzzle]
    assert len(found) == 1
    return found[0]


def solution(browser: httpx2.Client, puzzle: str = PUZZLE) -> httpx2.Response:
    return browser.get(f"/api/puzzles/{puzzle}/solution")


def test_the_most_hints_opened_are_counted_however_often_they_are_sent(browser: httpx2.Client):
    for opened, counted in ((1, 1), (1, 1), (3, 3), (2, 3), (3, 3)):
        answer = browser.post(f"/api/puzzles/{PUZZLE}/hints", json={"opened": opened})
        assert answer.status_code == 200
        assert answer.json() == {"puzzle": PUZZLE, "hints": counted, "gave_up": False, "gave_up_at": None}
    me = entry(browser)
    assert (me["hints"], me["gave_up"], me["attempts"], me["solved"]) == (3, False, 0, False)


def test_the_first_hint_makes_an_identity(browser: httpx2.Client):
    assert browser.get("/api/me").json()["puzzles"] == []
    assert not browser.cookies
    browser.post("/api/puzzles/1/hints", json={"opened": 1})
    assert unquote(browser.cookies["playground"])
    assert entry(browser)["hints"] == 1


@pytest.mark.parametrize("opened", [0, -1, 4, 10**30, "1", True, None, 1.5])
def test_hints_that_a_puzzle_does_not_have_are_refused(browser: httpx2.Client, opened: object):
    answer = browser.post(f"/api/puzzles/{PUZZLE}/hints", json={"opened": opened})
    assert answer.status_code == 422
    error_of(answer)
    assert browser.get("/api/me").json()["puzzles"] == []


def test_the_solution_is_veiled_until_it_is_solved(live: Live, hand: Hand, browser: httpx2.Client):
    refused = solution(browser)
    assert refused.status_code == 403
    assert error_of(refused)["code"] == "veiled"
    assert TELLING not in refused.text

    hand.finish(post(browser), Outcome.wrong_answer)
    assert solution(browser).status_code == 403
    hand.finish(post(browser, seed=1))  # a replay that passes is no solving
    hand.finish(post(browser, case="as-stated"))
    assert solution(browser).status_code == 403

    hand.finish(post(browser))
    shown = solution(browser)
    assert shown.status_code == 200
    assert shown.json()["source"] == SOLUTION
    assert shown.json()["explanation"]
    assert shown.headers["cache-control"] == "private, no-store"
    assert solution(browser, "constant-add-block").status_code == 403


def test_who_gives_up_sees_the_solution_and_is_marked(hand: Hand, browser: httpx2.Client):
    first = browser.post(f"/api/puzzles/{PUZZLE}/give-up").json()
    assert first["gave_up"] is True
    assert solution(browser).json()["source"] == SOLUTION
    assert browser.post(f"/api/puzzles/{PUZZLE}/give-up").json() == first  # the first time stays

    hand.finish(post(browser))
    me = entry(browser)
    assert (me["solved"], me["gave_up"]) == (True, True)


def test_who_has_solved_it_cannot_be_marked_any_more(hand: Hand, browser: httpx2.Client):
    hand.finish(post(browser))
    assert browser.post(f"/api/puzzles/{PUZZLE}/give-up").json()["gave_up_at"] is None
    assert entry(browser)["gave_up"] is False


def test_what_one_visitor_did_is_nothing_of_another(live: Live, hand: Hand):
    one, other = live.browser(), live.browser()
    one.post(f"/api/puzzles/{PUZZLE}/give-up")
    one.post(f"/api/puzzles/{PUZZLE}/hints", json={"opened": 2})
    hand.finish(post(one))
    assert solution(one).status_code == 200
    assert solution(other).status_code == 403
    other.post(f"/api/puzzles/{PUZZLE}/hints", json={"opened": 1})
    assert (entry(other)["hints"], entry(other)["gave_up"]) == (1, False)
    assert (entry(one)["hints"], entry(one)["gave_up"]) == (2, True)


@pytest.mark.parametrize("asked", ["solution", "give-up"])
def test_a_demo_has_no_solution(browser: httpx2.Client, asked: str):
    path = f"/api/puzzles/demo-1/{asked}"
    answer = browser.get(path) if asked == "solution" else browser.post(path)
    assert answer.status_code == 404
    assert error_of(answer)["code"] == "no_solution"


@pytest.mark.parametrize("asked", ["solution", "give-up", "hints"])
def test_help_with_an_unknown_puzzle_is_404(browser: httpx2.Client, asked: str):
    path = f"/api/puzzles/nothing/{asked}"
    answer = browser.get(path) if asked == "solution" else browser.post(path, json={"opened": 1})
    assert answer.status_code == 404
    assert error_of(answer)["code"] == "unknown_puzzle"


def test_no_other_answer_holds_a_solution_or_its_explanation(live: Live, browser: httpx2.Client):
    known = catalogue.load()
    pages = ["/api/puzzles", "/api/me", "/api/openapi.json"]
    pages += [f"/api/puzzles/{puzzle.slug}" for puzzle in known.puzzles]
    answers = " ".join(browser.get(page).text for page in pages)
    for puzzle in known.puzzles:
        if puzzle.kind is Kind.demo:
            continue
        found = known.solution(puzzle.slug)
        # Code may look like a hint's; what is said about it is said in one place alone.
        telling = [line.strip() for line in found.source.splitlines() if line.strip().startswith("#")]
        telling += [line for line in (found.explanation or "").splitlines() if len(line) > 60]
        assert not [line for line in telling if json.dumps(line)[1:-1] in answers], puzzle.slug


def test_the_built_front_end_holds_no_solution():
    static = Path(__file__).parents[2] / "backend" / "playground_backend" / "static"
    scripts = [path.read_text() for path in static.rglob("*.js")]  # none where it is not built
    assert not [script for script in scripts if TELLING in script]
