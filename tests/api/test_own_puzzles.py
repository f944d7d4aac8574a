"""Puzzles that teachers write: drafts, checks by wrong kernels, versions, who sees them. With a real worker."""

import io
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from playground_puzzles.catalogue import load
from playground_puzzles.own_template import template
from tests.api.classes import a_class, good, joined, member_id, staff, teacher
from tests.api.conftest import Live, error_of
from tests.api.workbench import Workbench, open_workbench

TAIL = """
[[cases]]
name = "tail"
title = "A tail"
sizes = { N0 = 71 }
blocks = { B0 = 32 }
"""
WRONG = template()["solution.py"].replace("2 * x", "3 * x")
UNMASKED = template()["solution.py"].replace(", mask=exists, other=0.0", "").replace(", mask=exists", "")


@pytest.fixture(scope="module")
def bench() -> Iterator[Workbench]:
    with open_workbench() as found:
        yield found


@pytest.fixture
def ada(school: Live) -> httpx2.Client:
    return teacher(school)


def write(browser: httpx2.Client, title: str = "Double", **files: str) -> dict[str, Any]:
    """A puzzle from the template, some of its files changed; `spec_py` is spec.py."""
    changed = {name.replace("_", "."): text for name, text in files.items()}
    return good(browser.post("/api/own-puzzles", json={"title": title, "files": template() | changed}), 201)


def checked(live: Live, bench: Workbench, browser: httpx2.Client, puzzle: dict[str, Any]) -> dict[str, Any]:
    version = good(browser.post(f"/api/own-puzzles/{puzzle['id']}/check"), 202)
    bench.work(live)
    return good(browser.get(f"/api/own-puzzles/{puzzle['id']}/versions/{version['number']}"))


def save(browser: httpx2.Client, puzzle: dict[str, Any], **files: str) -> dict[str, Any]:
    now = good(browser.get(f"/api/own-puzzles/{puzzle['id']}"))
    changed = {name.replace("_", "."): text for name, text in files.items()}
    body = {"title": now["title"], "files": now["files"] | changed, "edited_at": now["edited_at"]}
    return good(browser.put(f"/api/own-puzzles/{puzzle['id']}", json=body))


def published(live: Live, bench: Workbench, browser: httpx2.Client, classroom: dict[str, Any]) -> dict[str, Any]:
    """A puzzle with a tail case, checked, published, and given to a class."""
    puzzle = write(browser, cases_toml=template()["cases.toml"] + TAIL)
    version = checked(live, bench, browser, puzzle)
    assert version["state"] == "good", version
    path = f"/api/own-puzzles/{puzzle['id']}/publish"
    found = good(browser.post(path, json={"version": version["number"]}))
    good(browser.put(f"/api/classrooms/{classroom['id']}/puzzles/{puzzle['id']}"))
    return found


def assign(browser: httpx2.Client, classroom: dict[str, Any], slug: str, **fields: Any) -> str:
    body = {"title": "Ours", "items": [{"puzzle": slug, "points": 3}], **fields}
    return str(good(browser.post(f"/api/classrooms/{classroom['id']}/assignments", json=body), 201)["id"])


def send(live: Live, bench: Workbench, browser: httpx2.Client, slug: str, source: str, **fields: Any) -> dict[str, Any]:
    made = good(browser.post("/api/submissions", json={"puzzle": slug, "source": source, **fields}), 202)
    bench.work(live)
    return good(browser.get(f"/api/submissions/{made['id']}"))


def later(**units: float) -> str:
    return (datetime.now(UTC) + timedelta(**units)).isoformat()


# ---- checking ----


def test_a_spec_with_too_few_cases_lets_wrong_kernels_pass_and_a_tail_catches_them(
    school: Live, bench: Workbench, ada: httpx2.Client
):
    puzzle = write(ada)
    first = checked(school, bench, ada, puzzle)
    report = first["report"]
    assert first["state"] == "good"
    assert report["says"].startswith(f"{len(report['survivors'])} of {report['wrong']} wrong kernels pass: add a case")
    assert "with a tail" in report["says"]
    [advice] = report["advice"]
    unmasked = [each for each in report["survivors"] if each["kind"] == "mask dropped" and each["caught_by"] == 0]
    assert {(each["line"], each["before"][:7]) for each in unmasked} == {(9, "x = tl."), (10, "tl.stor")}
    assert all("mask=exists" not in each["after"] for each in unmasked)
    assert advice["catches"] == sum(each["caught_by"] == 0 for each in report["survivors"])

    save(ada, puzzle, cases_toml=template()["cases.toml"] + "\n" + advice["toml"])
    second = checked(school, bench, ada, puzzle)
    assert second["number"] == first["number"] + 1
    left = second["report"]["survivors"]
    assert len(left) == len(report["survivors"]) - advice["catches"]
    # What is left differs in masked lanes alone, which nothing can see: no case is named for it.
    assert {each["caught_by"] for each in left} == {None}
    assert {each["kind"] for each in left} <= {"other dropped", "constant"}
    assert "may well do the same" in second["report"]["says"]
    assert second["report"]["cases"][1]["caught"] >= advice["catches"]
    assert second["report"]["starter"] == "wrong_answer"


@pytest.mark.parametrize(
    ("files", "where", "said"),
    [
        ({"puzzle_toml": "slug = "}, "puzzle.toml", "no valid TOML"),
        ({"puzzle_toml": template()["puzzle.toml"].replace('"double"', '"constant-add"')}, "puzzle.toml", "is taken"),
        ({"puzzle_toml": "number = 77\n" + template()["puzzle.toml"]}, "puzzle.toml", "number: leave it out"),
        ({"puzzle_toml": template()["puzzle.toml"].replace('["N0"]', '["N0 * 99999999"]')}, "puzzle.toml", "elements"),
        (
            {"puzzle_toml": template()["puzzle.toml"].replace("cpu_limit_s = 2", "cpu_limit_s = 60")},
            "puzzle.toml",
            "10",
        ),
        ({"cases_toml": template()["cases.toml"].replace("128", "9" * 5000)}, "cases.toml", ""),
        ({"puzzle_toml": "a = " + "[" * 60_000}, "puzzle.toml", "nested too deeply"),
        ({"solution_py": "x = " + "-" * 60_000 + "1\n"}, None, ""),
        ({"solution_py": "(" * 5000}, "solution.py", "no valid Python"),
        ({"solution_py": WRONG}, "solution.py", "the reference does not pass: wrong answer in the case"),
        ({"spec_py": "def spec(x, sizes):\n    return x\n"}, "spec.py", "bound"),
        ({"spec_py": template()["spec.py"].replace("2 * x", "x.nothing")}, "spec.py", "line 9: 'Tensor' object"),
        ({"spec_py": template()["spec.py"].replace("2 * x", "x[:3]")}, "spec.py", "shape [3], the output has [128]"),
        ({"spec_py": template()["spec.py"].replace("2 * x", "exit(7)")}, "spec.py", "ended its process"),
        ({"spec_py": "import requests\n" + template()["spec.py"]}, "spec.py", "requests"),
        ({"statement_md": "  \n"}, "statement.md", "is empty"),
        ({"statement_md": "costs $5"}, "statement.md", "odd number of $"),
    ],
)
def test_what_is_wrong_with_the_files_is_said_and_where(
    school: Live, bench: Workbench, ada: httpx2.Client, files: dict[str, str], where: str | None, said: str
):
    puzzle = write(ada, **files)
    version = checked(school, bench, ada, puzzle)
    assert version["state"] == "failed", version
    assert version["report"]["where"] == where or where is None, version["report"]
    assert said in version["report"]["problem"], version["report"]
    assert "Traceback" not in version["report"]["problem"]
    answer = ada.post(f"/api/own-puzzles/{puzzle['id']}/publish", json={"version": version["number"]})
    assert (answer.status_code, error_of(answer)["code"]) == (409, "not_checked")


def test_the_sizes_of_files_are_bounded(ada: httpx2.Client):
    for files in (
        {"spec.py": "#" * 70_000},
        {"a.py": ""},
        {name: "#" * 60_000 for name in ("spec.py", "starter.py", "solution.py")},
    ):
        answer = ada.post("/api/own-puzzles", json={"title": "X", "files": template() | files})
        assert (answer.status_code, error_of(answer)["code"]) == (422, "invalid"), answer.text
    assert error_of(ada.post("/api/own-puzzles", json={"title": "X", "files": {"spec.py": "a\0b"}}))[
        "message"
    ].startswith("spec.py: line 1")


def test_a_check_makes_way_for_students(
    school: Live, bench: Workbench, ada: httpx2.Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("playground_workers.own.checker.STARTS_AGAIN_S", 0.0)
    puzzle = write(ada)
    good(ada.post(f"/api/own-puzzles/{puzzle['id']}/check"), 202)
    answer = ada.post(f"/api/own-puzzles/{puzzle['id']}/check")
    assert (answer.status_code, error_of(answer)["code"]) == (409, "being_checked")
    student, sent = school.browser(), []
    judged = bench.judge.judge

    def judge(job: Any, **fields: Any) -> Any:
        if job.own is not None and len(sent) < 2:  # a student comes while the check is at it
            source = school.service.catalogue.solution("constant-add").source
            sent.append(good(student.post("/api/submissions", json={"puzzle": 1, "source": source}), 202)["id"])
        return judged(job, **fields)

    monkeypatch.setattr(bench.judge, "judge", judge)
    bench.work(school)
    for each in sent:
        assert good(student.get(f"/api/submissions/{each}"))["verdict"]["outcome"] == "passed"
    assert good(ada.get(f"/api/own-puzzles/{puzzle['id']}"))["newest"]["state"] == "good"


def test_a_draft_that_was_saved_elsewhere_is_not_overwritten(ada: httpx2.Client):
    puzzle = write(ada)
    body = {"title": "Twice", "files": puzzle["files"], "edited_at": puzzle["edited_at"]}
    assert good(ada.put(f"/api/own-puzzles/{puzzle['id']}", json=body))["title"] == "Twice"
    answer = ada.put(f"/api/own-puzzles/{puzzle['id']}", json=body)
    assert (answer.status_code, error_of(answer)["code"]) == (409, "changed_meanwhile")


# ---- in a class ----


def test_students_of_its_classes_alone_see_and_solve_it(school: Live, bench: Workbench, ada: httpx2.Client):
    made = a_class(ada)
    puzzle = published(school, bench, ada, made)
    slug = puzzle["slug"]
    bo = joined(school, made, "Bo")
    eve = teacher(school, "Eve")
    others = [eve, joined(school, a_class(eve, "Another class"), "Flo"), school.browser(), bo]

    def is_hidden_from(browser: httpx2.Client) -> bool:
        listed = [each["slug"] for each in good(browser.get("/api/puzzles"))]
        body = {"puzzle": slug, "source": WRONG}
        answers = [
            browser.get(f"/api/puzzles/{slug}"),
            browser.get(f"/api/puzzles/{slug}/solution"),
            browser.get(f"/api/puzzles/{slug}/solutions"),
            browser.post(f"/api/puzzles/{slug}/hints", json={"opened": 1}),
            browser.post(f"/api/puzzles/{slug}/give-up"),
            browser.post("/api/submissions", json=body),
            browser.post("/api/batches", json={"source": WRONG, "puzzles": [slug]}),
            browser.get("/api/leaderboard", params={"puzzle": slug}),
        ]
        assert slug not in listed
        return {(each.status_code, error_of(each)["code"]) for each in answers} == {(404, "unknown_puzzle")}

    assert all(map(is_hidden_from, others))
    assign(ada, made, slug, opens_at=later(hours=1))
    assert is_hidden_from(bo)  # it is not open yet
    assign(ada, made, slug, allows_solutions=True)
    assert all(map(is_hidden_from, others[:-1]))

    shown = good(bo.get(f"/api/puzzles/{slug}"))
    assert (shown["slug"], shown["title"], shown["number"]) == (slug, "Double", None)
    assert "spec" not in shown
    assert "solution" not in shown
    assert slug in [each["slug"] for each in good(bo.get("/api/puzzles"))]
    judged = send(school, bench, bo, slug, UNMASKED)
    assert judged["verdict"]["outcome"] == "invalid_access"
    judged = send(school, bench, bo, slug, WRONG)
    assert judged["verdict"]["outcome"] == "wrong_answer"
    failed = judged["verdict"]["cases"][0]
    assert failed["mismatch"]["count"] == 128
    assert bo.get(f"/api/submissions/{judged['id']}/cases/{failed['name']}/arrays").status_code == 200
    assert bo.get(f"/api/submissions/{judged['id']}/cases/{failed['name']}/trace").status_code == 200
    again = send(school, bench, bo, slug, WRONG, case="tail", seed=failed["seed"])
    assert [each["name"] for each in again["verdict"]["cases"]] == ["tail"]
    judged = send(school, bench, bo, slug, template()["solution.py"])
    assert judged["verdict"]["outcome"] == "passed"
    assert school.row(judged["id"]).own_version == puzzle["published"]

    # What it leads to: progress, solution, board, grades; and a link that others do not find.
    [mine] = [each for each in good(bo.get("/api/me"))["puzzles"] if each["puzzle"] == slug]
    assert (mine["solved"], mine["ranked"]) == (True, False)
    assert good(bo.get(f"/api/puzzles/{slug}/solution"))["source"] == template()["solution.py"]
    board = good(ada.get(f"/api/classrooms/{made['id']}/board"))
    assert [each["title"] for each in board["puzzles"] if each["puzzle"] == slug] == ["Double"]
    [row] = good(ada.get(f"/api/classrooms/{made['id']}/grades"))["rows"]
    assert sorted(cell["points"] for cell in row["cells"]) == [0, 3] or row["points"] >= 3
    runs = good(ada.get(f"/api/classrooms/{made['id']}/members/{member_id(ada, made, 'Bo')}/puzzles/{slug}"))
    assert {each["own_version"] for each in runs["attempts"]} == {puzzle["published"]}
    link = good(bo.post("/api/solutions", json={"submission": judged["id"]}), 201)["id"]
    for browser in others[:-1]:
        for path in (
            f"/api/solutions/{link}",
            f"/api/solutions/{link}/raw",
            f"/s/{link}/preview.png",
            f"/embed/{link}",
        ):
            assert browser.get(path).status_code == 404, path
        assert browser.post(f"/api/solutions/{link}/reveal").status_code == 404
        assert browser.post(f"/api/solutions/{link}/again").status_code == 404
        assert browser.get(f"/api/submissions/{judged['id']}").status_code == 404
        assert browser.get(f"/api/submissions/{judged['id']}/events").status_code == 404
    cy = joined(school, made, "Cy")
    assert good(cy.get(f"/api/solutions/{link}"))["veiled"] is True
    assert good(ada.get(f"/api/solutions/{link}"))["title"] == "Double"


def test_it_counts_on_no_leaderboard(school: Live, bench: Workbench, ada: httpx2.Client):
    made = a_class(ada)
    slug = published(school, bench, ada, made)["slug"]
    assign(ada, made, slug)
    bo = joined(school, made, "Bo")
    assert send(school, bench, bo, slug, template()["solution.py"])["verdict"]["outcome"] == "passed"
    answer = bo.get("/api/leaderboard", params={"puzzle": slug})
    assert (answer.status_code, error_of(answer)["code"]) == (422, "invalid")
    told = good(bo.get("/api/leaderboard"))["you"]
    assert told is None or told["row"] is None


def test_a_new_version_judges_again_and_what_was_judged_keeps_its_own(
    school: Live, bench: Workbench, ada: httpx2.Client
):
    made = a_class(ada)
    puzzle = write(ada)
    first = checked(school, bench, ada, puzzle)["number"]
    good(ada.post(f"/api/own-puzzles/{puzzle['id']}/publish", json={"version": first}))
    good(ada.put(f"/api/classrooms/{made['id']}/puzzles/{puzzle['id']}"))
    aid = assign(ada, made, puzzle["slug"])
    bo = joined(school, made, "Bo")
    judged = send(school, bench, bo, puzzle["slug"], UNMASKED)
    assert judged["verdict"]["outcome"] == "passed"  # there is no case with a tail yet

    save(ada, puzzle, cases_toml=template()["cases.toml"] + TAIL)
    # A draft changes nothing for anybody.
    assert len(good(bo.get(f"/api/puzzles/{puzzle['slug']}"))["cases"]) == 1
    second = checked(school, bench, ada, puzzle)["number"]
    assert len(good(bo.get(f"/api/puzzles/{puzzle['slug']}"))["cases"]) == 1
    good(ada.post(f"/api/own-puzzles/{puzzle['id']}/publish", json={"version": second, "judge_again": True}))
    assert len(good(bo.get(f"/api/puzzles/{puzzle['slug']}"))["cases"]) == 2
    assert school.row(judged["id"]).own_version == first
    path = f"/api/classrooms/{made['id']}/assignments/{aid}/rejudge"

    def state() -> dict[str, Any]:
        bench.work(school)
        return good(ada.get(path))["rejudges"][0]

    end = datetime.now(UTC) + timedelta(seconds=30)
    while (found := state())["state"] == "running":
        assert datetime.now(UTC) < end, found
    [change] = found["changes"]
    assert (change["before"], change["after"]) == ("passed", "invalid_access")
    assert [(each["before"], each["after"]) for each in found["grades"]] == [(3, 0)]
    good(ada.post(f"{path}/{found['id']}/apply"))
    assert (school.row(judged["id"]).own_version, school.row(judged["id"]).outcome) == (second, "invalid_access")


def test_co_teachers_may_assign_it_and_nobody_else_may_change_it(school: Live, bench: Workbench, ada: httpx2.Client):
    made = a_class(ada)
    puzzle = published(school, bench, ada, made)
    co, al = teacher(school, "Bo"), staff(school, ada, made, "assistant", "Al")
    invited = good(ada.post(f"/api/classrooms/{made['id']}/members", json={"name": "Bo", "role": "teacher"}), 201)
    good(co.post("/api/invitations", json={"token": invited["url"].partition("#")[2]}))
    assert [each["is_mine"] for each in good(co.get(f"/api/classrooms/{made['id']}/puzzles"))] == [False]
    assign(co, made, puzzle["slug"])
    assert good(al.get(f"/api/puzzles/{puzzle['slug']}"))["title"] == "Double"
    path = f"/api/own-puzzles/{puzzle['id']}"
    for browser in (co, al, joined(school, made, "Cy"), school.browser()):
        body = {"title": "Mine now", "files": template(), "edited_at": puzzle["edited_at"]}
        answers = [
            browser.get(path),
            browser.put(path, json=body),
            browser.delete(path),
            browser.post(f"{path}/check"),
            browser.get(f"{path}/versions/1"),
            browser.post(f"{path}/publish", json={"version": 1}),
            browser.get(f"{path}/folder.zip"),
        ]
        assert {(each.status_code, error_of(each)["code"]) for each in answers} == {(404, "unknown_own_puzzle")}
    other = a_class(co, "A class of Bo's")
    assert co.put(f"/api/classrooms/{other['id']}/puzzles/{puzzle['id']}").status_code == 404
    answer = co.post(
        f"/api/classrooms/{other['id']}/assignments", json={"title": "X", "items": [{"puzzle": puzzle["slug"]}]}
    )
    assert (answer.status_code, error_of(answer)["code"]) == (404, "unknown_puzzle")
    # A copy of the class has the puzzle where its author made the copy, and not where another teacher did.
    for browser, kept in ((ada, [puzzle["slug"]]), (co, [])):
        copy = good(browser.post(f"/api/classrooms/{made['id']}/clone", json={"name": "Next"}), 201)
        [assignment] = good(browser.get(f"/api/classrooms/{copy['id']}/assignments"))["assignments"]
        assert [item["puzzle"] for item in assignment["items"]] == kept


def test_only_teachers_write_puzzles(school: Live, ada: httpx2.Client):
    made = a_class(ada)
    for browser in (school.browser(), joined(school, made, "Cy"), staff(school, ada, made, "assistant", "Al")):
        answer = browser.post("/api/own-puzzles", json={"title": "X"})
        assert (answer.status_code, error_of(answer)["code"]) == (403, "not_teacher")
        assert good(browser.get("/api/own-puzzles")) == []


def test_what_is_assigned_is_not_deleted(school: Live, bench: Workbench, ada: httpx2.Client):
    made = a_class(ada)
    puzzle = published(school, bench, ada, made)
    aid = assign(ada, made, puzzle["slug"])
    for path in (f"/api/own-puzzles/{puzzle['id']}", f"/api/classrooms/{made['id']}/puzzles/{puzzle['id']}"):
        assert error_of(ada.delete(path))["code"] == "still_in_use"
    good(ada.delete(f"/api/classrooms/{made['id']}/assignments/{aid}"), 204)
    good(ada.delete(f"/api/classrooms/{made['id']}/puzzles/{puzzle['id']}"), 204)
    assert ada.put(f"/api/classrooms/{made['id']}/puzzles/{puzzle['id']}").status_code == 200
    good(ada.delete(f"/api/own-puzzles/{puzzle['id']}"), 204)
    assert ada.get(f"/api/own-puzzles/{puzzle['id']}").status_code == 404
    assert ada.get(f"/api/puzzles/{puzzle['slug']}").status_code == 404


def test_the_folder_that_is_taken_along_is_one_that_puzzles_path_takes(
    school: Live, bench: Workbench, ada: httpx2.Client, tmp_path: Path
):
    puzzle = write(ada, "Doppelt & =2x")
    version = checked(school, bench, ada, puzzle)
    answer = ada.get(f"/api/own-puzzles/{puzzle['id']}/folder.zip", params={"version": version["number"]})
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert {name.split("/")[0] for name in archive.namelist()} == {"doppelt----2x"}
        archive.extractall(tmp_path)
    found = load([tmp_path]).get("double")
    assert found.title == "Double"
    assert load([tmp_path]).solution("double").source == template()["solution.py"]


def test_the_template_is_right_and_has_advice_to_give(school: Live, bench: Workbench, ada: httpx2.Client):
    puzzle = good(ada.post("/api/own-puzzles", json={"title": "New"}), 201)
    assert puzzle["files"] == template()
    assert (puzzle["published"], puzzle["newest"], puzzle["is_changed"]) == (None, None, True)
    assert checked(school, bench, ada, puzzle)["report"]["advice"] != []
    assert good(ada.get("/api/own-puzzles"))[0]["newest"]["passed"] > 0
    # Before it is published its author alone can try it.
    assert good(ada.get(f"/api/puzzles/{puzzle['slug']}"))["title"] == "Double"
    assert school.browser().get(f"/api/puzzles/{puzzle['slug']}").status_code == 404
