"""A class's live board over HTTP and on both databases: snapshot, events, a student's runs, notes."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest
from sqlalchemy import event, insert

from playground_backend.store.class_tables import Member, Seat
from playground_backend.store.records import new_id
from playground_backend.store.tables import Identity, Source, Standing, Submission
from playground_puzzles.models import CaseVerdict, InvalidAccess, Mismatch, Outcome, Problem
from tests.api.classes import a_class, good, joined, member_id, solve, teacher
from tests.api.conftest import SOURCE, Hand, Live, post


@pytest.fixture
def live(school: Live) -> Live:
    return school


def board(browser: httpx2.Client, classroom: dict[str, Any], **query: Any) -> dict[str, Any]:
    found: dict[str, Any] = good(browser.get(f"/api/classrooms/{classroom['id']}/board", params=query))
    return found


def failed(reason: str, count: int = 3) -> list[CaseVerdict]:
    mismatch = Mismatch(
        tensor="z", count=count, total=64, max_abs_error=1.0, max_rel_error=1.0, never_written=0, first=[]
    )
    told = f"{count} of 64 elements of z differ. {reason}".strip()
    case: dict[str, Any] = {"name": "first", "title": "First", "sizes": {}, "blocks": {}, "grid": [1], "seed": 7}
    return [CaseVerdict(**case, outcome=Outcome.wrong_answer, reason=told, mismatch=mismatch)]


def wrong(live: Live, browser: httpx2.Client, reason: str = "", puzzle: str = "constant-add", count: int = 3) -> str:
    return solve(live, browser, puzzle, Outcome.wrong_answer, cases=failed(reason, count))


class Following:
    """An open event stream."""

    def __init__(self, answer: httpx2.Response) -> None:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        self._lines = answer.iter_lines()

    def read(self) -> tuple[str, str | None, dict[str, Any]]:
        """Return the next event, with its id and its data; httpx's ReadTimeout where none comes."""
        told: dict[str, str] = {}
        for line in self._lines:
            if line:
                name, _, value = line.partition(": ")
                told[name] = value
            elif "event" in told:
                return told["event"], told.get("id"), json.loads(told["data"])
            else:
                told = {}
        raise AssertionError("the stream ended")


@contextmanager
def following(browser: httpx2.Client, classroom: dict[str, Any], after: str, **headers: str) -> Iterator[Following]:
    path = f"/api/classrooms/{classroom['id']}/board/events"
    with browser.stream("GET", path, params={"after": after}, headers=headers) as answer:
        yield Following(answer)


def test_a_snapshot_holds_every_student_with_every_puzzle(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bo, _ = joined(live, made, "Bo"), joined(live, made, "Cy")
    wrong(live, bo, "Rows and columns are swapped.")
    wrong(live, bo, "Rows and columns are swapped.")
    first = solve(live, bo)
    solve(live, bo)
    wrong(live, bo, puzzle="long-sum")
    seen = board(ada, made)
    assert seen["puzzles"][0]["puzzle"] == "constant-add"
    assert not any(column["puzzle"].startswith("demo") for column in seen["puzzles"])
    rows = {row["name"]: row for row in seen["members"]}
    assert list(rows) == ["Bo", "Cy"]
    cell = rows["Bo"]["cells"]["constant-add"]
    assert (cell["outcome"], cell["attempts"], cell["last_error"]) == ("passed", 4, None)
    assert datetime.fromisoformat(cell["solved_at"]) == live.row(first).created_at
    assert rows["Bo"]["cells"]["long-sum"]["last_error"] == "Elements of z differ."
    assert (rows["Bo"]["solved"], rows["Cy"]["cells"], rows["Cy"]["last_at"]) == (1, {}, None)
    columns = {column["puzzle"]: column for column in seen["puzzles"]}
    assert (columns["constant-add"]["solved"], columns["constant-add"]["tried"]) == (1, 1)
    assert seen["hardest"] == ["long-sum"]
    assert columns["long-sum"]["commonest"] == "Elements of z differ."
    told = json.dumps(seen)
    with live.service.database.read() as session:
        assert not any(row.id in told for row in session.query(Identity))


def test_the_columns_are_those_of_an_assignment_where_one_is_asked_for(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    solve(live, joined(live, made, "Bo"), "long-sum")
    items = [{"puzzle": "demo-1"}, {"puzzle": "constant-add"}]
    path = f"/api/classrooms/{made['id']}/assignments"
    row = good(ada.post(path, json={"title": "Week 1", "items": items}), 201)
    seen = board(ada, made, assignment=row["id"])
    assert [column["puzzle"] for column in seen["puzzles"]] == ["demo-1", "constant-add"]
    assert seen["members"][0]["cells"] == {}
    assert "demo-1" in [column["puzzle"] for column in board(ada, made)["puzzles"]]
    assert ada.get(f"/api/classrooms/{made['id']}/board", params={"assignment": "none"}).status_code == 404


def test_students_in_the_same_trouble_are_together(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    people = [joined(live, made, f"Student {number}") for number in range(4)]
    for place, browser in enumerate(people[:3]):
        wrong(live, browser, f"Only the first {32 * (place + 1)} elements are summed.", count=place + 2)
    access = InvalidAccess(op="load", tensor="x", program=[1], line=4, lanes=28, first_index=[1024])
    case = failed("")[0].model_copy(update={"outcome": Outcome.invalid_access, "invalid_accesses": [access]})
    solve(live, people[3], "constant-add", Outcome.invalid_access, cases=[case])
    swapped, beyond = board(ada, made)["troubles"]
    assert (len(swapped["members"]), swapped["outcome"]) == (3, "wrong_answer")
    assert swapped["diagnosis"].startswith("Only the first ")
    assert (beyond["diagnosis"], beyond["members"]) == ("Loads past the end of x.", [member_id(ada, made, "Student 3")])
    solve(live, people[0])
    assert [len(each["members"]) for each in board(ada, made)["troubles"]] == [2, 1]


def test_what_stopped_before_any_case_is_told_by_its_message(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    problem = Problem(kind="broadcast", message="Shapes [32] and [64] do not broadcast.", line=7)
    solve(live, joined(live, made, "Bo"), "constant-add", Outcome.compile_error, error=problem)
    assert board(ada, made)["troubles"][0]["diagnosis"] == "Shapes [32] and [64] do not broadcast."


def test_replays_and_what_is_ours_are_not_on_the_board(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bo = joined(live, made, "Bo")
    hand = Hand(live)
    hand.finish(post(bo, seed=5))
    hand.finish(post(bo), Outcome.internal_error)
    assert board(ada, made)["members"][0]["cells"] == {}


def test_each_verdict_is_pushed_within_two_seconds(live: Live):
    ada = teacher(live)
    made, other = a_class(ada), a_class(ada, "Another")
    bo, cy = joined(live, made, "Bo"), joined(live, other, "Cy")
    with following(ada, made, board(ada, made)["event_id"]) as news:
        submission = post(bo)
        Hand(live).take(submission)
        begun = time.monotonic()
        Hand(live).judge(submission, Outcome.wrong_answer, cases=failed("Rows and columns are swapped."))
        name, id, data = news.read()
        assert time.monotonic() - begun < 2
        assert (name, id is not None) == ("cell", True)
        assert (data["member"], data["puzzle"]) == (member_id(ada, made, "Bo"), "constant-add")
        assert (data["cell"]["outcome"], data["cell"]["attempts"]) == ("wrong_answer", 1)
        assert data["cell"]["last_error"] == "Rows and columns are swapped."
        assert data["cell"] == board(ada, made)["members"][0]["cells"]["constant-add"]
        solve(live, cy)
        solve(live, bo, "long-sum")
        assert news.read()[2]["puzzle"] == "long-sum", "another class is not told of here"


def test_a_stream_goes_on_where_it_ended_and_says_so_where_it_cannot(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bo = joined(live, made, "Bo")
    at = board(ada, made)["event_id"]
    for puzzle in ("constant-add", "long-sum", "outer-vector-add"):
        solve(live, bo, puzzle)
    with following(ada, made, at) as news:
        # Who comes back gives the last id that they saw, which goes before the address.
        assert [news.read()[2]["puzzle"] for _ in range(2)] == ["constant-add", "long-sum"]
        _, id, data = news.read()
        assert data["puzzle"] == "outer-vector-add"
    with following(ada, made, at, **{"Last-Event-ID": id or ""}) as news:
        solve(live, bo, "constant-add")
        assert news.read()[2]["puzzle"] == "constant-add"
    for unknown in ("1-1", "999999999999999-0"):
        with following(ada, made, unknown) as news:
            assert news.read()[:1] == ("reset",)
    with following(ada, made, "no id"):
        pass


def test_changes_of_members_and_assignments_are_told(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    path = f"/api/classrooms/{made['id']}"
    with following(ada, made, board(ada, made)["event_id"]) as news:
        joined(live, made, "Bo")
        assert news.read()[0] == "members"
        row = good(ada.post(f"{path}/assignments", json={"title": "X", "items": [{"puzzle": "1"}]}), 201)
        assert news.read()[0] == "assignments"
        good(ada.patch(f"{path}/members/{member_id(ada, made, 'Bo')}", json={"name": "Bob"}))
        assert news.read()[0] == "members"
        ada.delete(f"{path}/assignments/{row['id']}")
        assert news.read()[0] == "assignments"


def test_an_archived_class_is_told_nothing(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bo = joined(live, made, "Bo")
    good(ada.patch(f"/api/classrooms/{made['id']}", json={"is_archived": True}))
    at = board(ada, made)["event_id"]
    solve(live, bo)
    assert board(ada, made)["event_id"] == at
    assert board(ada, made)["members"][0]["solved"] == 1


def test_a_students_runs_come_with_source_verdict_and_output(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bo = joined(live, made, "Bo")
    good(bo.post("/api/puzzles/constant-add/hints", json={"opened": 2}))
    wrong(live, bo, "Rows and columns are swapped.")
    Hand(live).finish(post(bo, case="short", seed=3))
    solve(live, bo, source=SOURCE + "# changed\n")
    waiting = post(bo)
    path = f"/api/classrooms/{made['id']}/members/{member_id(ada, made, 'Bo')}"
    seen = good(ada.get(f"{path}/puzzles/1"))
    assert (seen["name"], seen["puzzle"], seen["hints"], seen["gave_up"]) == ("Bo", "constant-add", 2, False)
    assert [each["outcome"] for each in seen["attempts"]] == ["wrong_answer", "passed", "passed", None]
    assert [each["is_counted"] for each in seen["attempts"]] == [True, False, True, False]
    assert seen["attempts"][0]["diagnosis"] == "Rows and columns are swapped."
    assert seen["attempts"][0]["verdict"]["cases"][0]["mismatch"]["count"] == 3
    assert (seen["attempts"][2]["source"], seen["more"]) == (SOURCE + "# changed\n", False)
    assert seen["attempts"][3]["id"] == waiting
    assert seen["cell"]["attempts"] == 2
    assert ada.get(f"{path}/puzzles/no-such").status_code == 404
    # What staff tries is their own.
    own = f"/api/classrooms/{made['id']}/members/{member_id(ada, made, 'Dr Okafor')}"
    solve(live, ada)
    assert good(ada.get(f"{own}/puzzles/1"))["attempts"] == []


def test_a_note_shows_until_it_is_closed_and_its_writer_sees_that(live: Live):
    ada = teacher(live)
    made = a_class(ada, teacher_name="Ada")
    bo = joined(live, made, "Bo")
    path = f"/api/classrooms/{made['id']}/members/{member_id(ada, made, 'Bo')}"
    for bad in ({"text": ""}, {"text": " "}, {"text": "a\x00"}, {"text": "x" * 2001}, {"text": "x", "puzzle": "none"}):
        assert ada.post(f"{path}/notes", json=bad).status_code in (404, 422)
    made_note = good(ada.post(f"{path}/notes", json={"text": "Line 20:\r\nwhich of x and y?", "puzzle": "1"}), 201)
    good(ada.post(f"{path}/notes", json={"text": "See me."}), 201)
    rows = good(bo.get("/api/me/notes"))["notes"]
    assert [(row["by"], row["puzzle"], row["text"]) for row in rows] == [
        ("Ada", None, "See me."),
        ("Ada", "constant-add", "Line 20:\nwhich of x and y?"),
    ]
    assert rows[0]["classroom_name"] == made["name"]
    assert bo.post(f"/api/me/notes/{made_note['id']}/read").status_code == 204
    assert [row["text"] for row in good(bo.get("/api/me/notes"))["notes"]] == ["See me."]
    seen = good(ada.get(f"{path}/puzzles/constant-add"))["notes"]
    assert [note["read_at"] is not None for note in seen] == [False, True]


def test_whose_page_is_open_is_seen(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    bo = joined(live, made, "Bo")
    joined(live, made, "Cy")
    assert [row["here_at"] for row in board(ada, made)["members"]] == [None, None]
    good(bo.get("/api/me/notes"))
    rows = board(ada, made)["members"]
    assert [row["here_at"] is not None for row in rows] == [True, False]
    people = good(ada.get(f"/api/classrooms/{made['id']}/members"))
    assert [row["is_here"] for row in people if row["role"] == "student"] == [True, False]


def test_a_board_of_three_hundred_takes_the_same_few_queries(live: Live):
    ada = teacher(live)
    made = a_class(ada)
    joined(live, made, "Bo")

    def queries() -> int:
        asked: list[str] = []

        def note(*told: Any) -> None:
            asked.append(told[2])

        event.listen(live.service.database.engine, "before_cursor_execute", note)
        board(ada, made)
        event.remove(live.service.database.engine, "before_cursor_execute", note)
        return len(asked)

    # What looks for work in the background asks now and then too: the least of some tries is the board's own.
    few = min(queries() for _ in range(5))
    fill(live, made["id"], 299)
    assert min(queries() for _ in range(5)) == few
    seen = board(ada, made)
    assert len(seen["members"]) == 300
    assert sum(len(row["cells"]) for row in seen["members"]) == 299 * 12


def fill(live: Live, classroom: str, students: int) -> None:
    """Students who have tried every puzzle, written as they would be."""
    now = datetime.now(UTC)
    slugs = [puzzle.slug for puzzle in live.service.catalogue.puzzles if puzzle.number is not None][:12]
    tables: dict[Any, list[dict[str, Any]]] = {Identity: [], Member: [], Seat: [], Submission: [], Standing: []}
    with live.service.database.write() as session:
        if session.get(Source, "0" * 64) is None:
            session.add(Source(sha256="0" * 64, text="pass", created_at=now))
            session.flush()
        for number in range(students):
            owner, member = new_id() * 2, new_id()
            name = f"Student {number:03}"
            tables[Identity].append({"id": owner, "created_at": now})
            tables[Member].append(
                {
                    "id": member,
                    "classroom": classroom,
                    "role": "student",
                    "name": name,
                    "name_key": name.lower(),
                    "created_at": now,
                }
            )
            tables[Seat].append({"classroom": classroom, "owner": owner, "member": member, "joined_at": now})
            for place, slug in enumerate(slugs):
                at = now - timedelta(minutes=place)
                shared = {"owner": owner, "puzzle": slug, "device": "interpreter"}
                tables[Submission].append(
                    {
                        **shared,
                        "id": new_id(),
                        "source": "0" * 64,
                        "status": "done",
                        "attempts": 1,
                        "created_at": at,
                        "outcome": "wrong_answer",
                        "diagnosis": "Elements of z differ.",
                        "copied": False,
                    }
                )
                tables[Standing].append({**shared, "attempts": 1, "tried_at": at, "copied": False, "given_up": False})
        for table, rows in tables.items():
            session.execute(insert(table), rows)


def test_news_survive_a_server_that_starts_again(start: Callable[..., Live], database_url: str):
    first = start(database_url=database_url, sweep_interval_s=3600)
    ada = teacher(first)
    made = a_class(ada)
    bo = joined(first, made, "Bo")
    at = board(ada, made)["event_id"]
    solve(first, bo)
    first.stop()
    second = start(database_url=database_url, sweep_interval_s=3600)
    again = second.browser()
    again.cookies.update(ada.cookies)
    with following(again, made, at) as news:
        assert news.read()[2]["puzzle"] == "constant-add"
