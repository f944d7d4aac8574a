"""Who may do what in a class: the whole table, each cell over HTTP."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest

from playground_backend.rights import RIGHTS, Action, ClassRole
from tests.api.classes import a_class, administrator, good, joined, member_id, staff, teacher
from tests.api.conftest import Live, error_of

# One request for each action; {x} stands for what the class has.
ASKED: dict[Action, tuple[str, str, Any]] = {
    Action.see_class: ("GET", "/api/classrooms/{id}", None),
    Action.leave_class: ("POST", "/api/classrooms/{id}/leave", None),
    Action.see_assignments: ("GET", "/api/classrooms/{id}/assignments", None),
    Action.see_members: ("GET", "/api/classrooms/{id}/members", None),
    Action.see_board: ("GET", "/api/classrooms/{id}/board", None),
    Action.see_attempts: ("GET", "/api/classrooms/{id}/members/{student}/puzzles/constant-add", None),
    Action.send_notes: ("POST", "/api/classrooms/{id}/members/{student}/notes", {"text": "Look at the mask."}),
    Action.see_grades: ("GET", "/api/classrooms/{id}/grades", None),
    Action.extend: ("PUT", "/api/classrooms/{id}/assignments/{aid}/extensions/{student}", {"due_at": "{later}"}),
    Action.see_contacts: ("GET", "/api/classrooms/{id}/grades", None),
    Action.give_codes: ("POST", "/api/classrooms/{id}/code", None),
    Action.change_members: ("PATCH", "/api/classrooms/{id}/members/{student}", {"name": "Cy Young"}),
    Action.change_staff: ("POST", "/api/classrooms/{id}/members", {"name": "Di", "role": "assistant"}),
    Action.change_class: ("PATCH", "/api/classrooms/{id}", {"name": "Another name"}),
    Action.copy_class: ("POST", "/api/classrooms/{id}/clone", {"name": "Next term"}),
    Action.delete_class: ("DELETE", "/api/classrooms/{id}", None),
    Action.change_assignments: ("PATCH", "/api/classrooms/{id}/assignments/{aid}", {"title": "Week 2"}),
    Action.export_grades: ("GET", "/api/classrooms/{id}/grades.csv", None),
    Action.see_puzzles: ("GET", "/api/classrooms/{id}/puzzles", None),
    Action.publish_puzzles: ("PUT", "/api/classrooms/{id}/puzzles/none", None),
    Action.rejudge: ("POST", "/api/classrooms/{id}/assignments/{aid}/rejudge", {"puzzle": "constant-add"}),
    Action.see_likeness: ("GET", "/api/classrooms/{id}/assignments/{aid}/similar", None),
    Action.see_audit: ("GET", "/api/classrooms/{id}/audit", None),
}
# Further requests that one action guards.
ALSO: list[tuple[Action, str, str, Any]] = [
    (Action.give_codes, "GET", "/api/classrooms/{id}/qr.svg?site=http://localhost", None),
    (Action.change_members, "POST", "/api/classrooms/{id}/members/{student}/code", None),
    (Action.change_members, "POST", "/api/classrooms/{id}/members/{student}/merge", {"into": "none"}),
    (Action.change_members, "POST", "/api/classrooms/{id}/members/{student}/move", {"classroom": "none"}),
    (Action.change_members, "DELETE", "/api/classrooms/{id}/members/none", None),
    (Action.change_members, "POST", "/api/classrooms/{id}/roster", None),
    (Action.change_assignments, "POST", "/api/classrooms/{id}/assignments", {"title": "X", "items": [{"puzzle": "1"}]}),
    (Action.change_assignments, "DELETE", "/api/classrooms/{id}/assignments/none", None),
    (Action.publish_puzzles, "DELETE", "/api/classrooms/{id}/puzzles/none", None),
    (Action.export_grades, "GET", "/api/classrooms/{id}/solutions.zip", None),
    (Action.rejudge, "GET", "/api/classrooms/{id}/assignments/{aid}/rejudge", None),
    (Action.rejudge, "POST", "/api/classrooms/{id}/assignments/{aid}/rejudge/none/apply", None),
    (Action.rejudge, "DELETE", "/api/classrooms/{id}/assignments/{aid}/rejudge/none", None),
    (Action.see_grades, "GET", "/api/classrooms/{id}/lti", None),
    (Action.change_class, "PATCH", "/api/classrooms/{id}/lti", {"sends_grades": True}),
    (Action.change_class, "DELETE", "/api/classrooms/{id}/lti", None),
    (Action.change_class, "POST", "/api/classrooms/{id}/lti/grades", None),
    (Action.change_members, "POST", "/api/classrooms/{id}/lti/people", None),
]
EVERY = [(action, *asked) for action, asked in ASKED.items()] + ALSO
ROLES = ["teacher", "assistant", "student", "administrator"]


class School:
    """One class with somebody of each role, and others who are not in it."""

    def __init__(self, live: Live) -> None:
        self.teacher = teacher(live)
        self.made = a_class(self.teacher, teacher_name="Ada")
        self.people: dict[str, httpx2.Client] = {
            "teacher": staff(live, self.teacher, self.made, "teacher", "Bo"),
            "assistant": staff(live, self.teacher, self.made, "assistant", "Al"),
            "student": joined(live, self.made, "Cy"),
            "administrator": administrator(live),
        }
        elsewhere = teacher(live, "Eve")
        other = a_class(elsewhere, "Another class")
        self.outsiders = [elsewhere, joined(live, other, "Flo"), live.browser()]
        later = (datetime.now(UTC) + timedelta(days=7)).isoformat()
        body = {"title": "Week 1", "items": [{"puzzle": "constant-add", "points": 2}], "due_at": later}
        path = f"/api/classrooms/{self.made['id']}/assignments"
        self.known = {
            "id": self.made["id"],
            "aid": good(self.teacher.post(path, json=body), 201)["id"],
            "student": member_id(self.teacher, self.made, "Cy"),
            "later": (datetime.now(UTC) + timedelta(days=9)).isoformat(),
        }

    def ask(self, browser: httpx2.Client, method: str, path: str, body: Any) -> httpx2.Response:
        for name, value in self.known.items():
            path = path.replace(f"{{{name}}}", value)
        if path.endswith("/roster"):
            return browser.post(path, params={"dry_run": True}, content=b"Gil", headers={"Content-Type": "text/csv"})
        filled = body and {
            key: self.known.get(value.strip("{}"), value) if isinstance(value, str) else value
            for key, value in body.items()
        }
        return browser.request(method, path, json=filled)


@pytest.fixture(scope="module")
def class_of(school: Live) -> School:
    return School(school)


def test_the_table_is_the_one_that_was_agreed():
    assistants = "see_board see_attempts send_notes see_grades extend see_members see_assignments see_class leave_class"
    assert RIGHTS[ClassRole.assistant] == {Action(each) for each in assistants.split()}
    assert RIGHTS[ClassRole.student] == {Action.see_class, Action.leave_class}
    assert RIGHTS[ClassRole.teacher] == set(Action)
    assert RIGHTS[None] == set(Action) - {Action.leave_class}
    assert set(ASKED) == set(Action)


@pytest.mark.parametrize(
    ("action", "method", "path", "body"), EVERY, ids=lambda value: value if isinstance(value, str) else ""
)
@pytest.mark.parametrize("role", ROLES)
def test_a_role_may_do_what_its_cell_says(
    class_of: School, school: Live, role: str, action: Action, method: str, path: str, body: Any
):
    key = None if role == "administrator" else ClassRole(role)
    if action is Action.leave_class and role != "administrator":
        return  # whoever leaves is gone: below
    answer = class_of.ask(class_of.people[role], method, path, body)
    if action is Action.see_contacts:
        if Action.see_grades in RIGHTS[key]:
            emails = [row["number"] for row in answer.json()["rows"]]
            assert emails == [None] * len(emails)
        return
    if action in RIGHTS[key]:
        if action is Action.delete_class:  # not while it is in use
            assert error_of(answer)["code"] == "still_in_use"
        elif action is Action.publish_puzzles:  # which is for who wrote it: tests of own puzzles
            assert error_of(answer)["code"] == "unknown_own_puzzle"
        elif (method, path, body) == ASKED[action]:
            assert answer.is_success, answer.text
        else:  # as far as the class lets them: what they ask for is not there
            assert answer.is_success or answer.status_code == 404, answer.text
            assert (
                answer.is_success or "classroom" in (body or {}) or not error_of(answer)["code"].endswith("classroom")
            )
    else:
        assert (answer.status_code, error_of(answer)["code"]) == (403, "not_allowed"), answer.text


@pytest.mark.parametrize(
    ("action", "method", "path", "body"), EVERY, ids=lambda value: value if isinstance(value, str) else ""
)
def test_to_others_there_is_no_such_class(class_of: School, action: Action, method: str, path: str, body: Any):
    for browser in class_of.outsiders:
        answer = class_of.ask(browser, method, path, body)
        assert (answer.status_code, error_of(answer)["code"]) == (404, "unknown_classroom"), answer.text


def test_the_event_stream_is_guarded_like_the_board(class_of: School):
    path = f"/api/classrooms/{class_of.made['id']}/board/events"
    assert class_of.people["student"].get(path).status_code == 403
    assert class_of.outsiders[0].get(path).status_code == 404
    for role in ("teacher", "assistant", "administrator"):
        with class_of.people[role].stream("GET", path) as answer:
            assert answer.status_code == 200


def test_only_who_may_see_contacts_sees_them(school: Live):
    ada = teacher(school)
    made = a_class(ada)
    assistant = staff(school, ada, made, "assistant", "Al")
    path = f"/api/classrooms/{made['id']}"
    csv = b"Name,E-mail,Number\nGil,gil@example.org,123"
    good(ada.post(f"{path}/roster", content=csv, headers={"Content-Type": "text/csv"}))
    for browser, sees in ((ada, True), (administrator(school), True), (assistant, False)):
        [row] = [row for row in good(browser.get(f"{path}/members")) if row["name"] == "Gil"]
        assert (row["email"], row["number"]) == (("gil@example.org", "123") if sees else (None, None))
        assert (row["code"] is not None) == sees
        [graded] = good(browser.get(f"{path}/grades"))["rows"]
        assert graded["email"] == ("gil@example.org" if sees else None)


def test_each_role_can_leave_but_the_last_teacher(school: Live):
    ada = teacher(school)
    made = a_class(ada)
    path = f"/api/classrooms/{made['id']}"
    for browser in (joined(school, made, "Cy"), staff(school, ada, made, "assistant", "Al")):
        assert browser.post(f"{path}/leave").status_code == 204
        assert browser.get(path).status_code == 404
    assert ada.post(f"{path}/leave").status_code == 409


def test_a_student_sees_their_own_things_alone(school: Live):
    ada = teacher(school)
    made = a_class(ada)
    bo, cy = joined(school, made, "Bo"), joined(school, made, "Cy")
    path = f"/api/classrooms/{made['id']}/members/{member_id(ada, made, 'Bo')}/notes"
    note = good(ada.post(path, json={"text": "Look at the mask."}), 201)
    assert [each["id"] for each in good(bo.get("/api/me/notes"))["notes"]] == [note["id"]]
    assert good(cy.get("/api/me/notes"))["notes"] == []
    assert cy.post(f"/api/me/notes/{note['id']}/read").status_code == 404
    assert bo.post(f"/api/me/notes/{note['id']}/read").status_code == 204
    assert good(bo.get("/api/me/notes"))["notes"] == []
