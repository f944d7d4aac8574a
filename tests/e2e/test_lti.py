"""A course on a learning platform in a real browser: registration, a frame without cookies, a class, links, grades."""

import os
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import DESKTOP, PHONE, TOUR_SEEN
from tests.e2e.scenes import solution
from tests.e2e.test_accessibility import show
from tests.lti_platform import STUDENT, TEACHER, Platform
from tests.server import Server

PUZZLE = "constant-add-block"
# In the platform's page ours has no storage at all, and asking for it is an error there.
TOUR_SEEN_ANYWHERE = f"try {{ {TOUR_SEEN} }} catch {{}}"


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """A server that knows its address, with a learning platform at another site's: cookies between them are blocked."""
    server = Server(tmp_path_factory.mktemp("lti"), workers=1, environment=dict(os.environ))
    server.environment |= {
        "PLAYGROUND_PUBLIC_URL": server.url,
        "PLAYGROUND_LTI_PRIVATE_PLATFORMS": "true",
        "PLAYGROUND_LTI_RETRY_S": "1",
    }
    with server:
        campus = Platform(server.url, host="localhost")
        campus.add("t1", TEACHER, "Dr Okafor")
        campus.add("s1", STUDENT, "Noa Weber")
        campus.link("home")
        campus.link("choose", choice=True)
        yield server, campus
        campus.stop()


def looked_at(page, axe, shot, name):
    """axe on a wide window in both themes and on a phone; pictures of all three."""
    for size, theme, which in ((DESKTOP, "light", ""), (DESKTOP, "dark", "-dark"), (PHONE, "light", "-phone")):
        show(page, size, theme)
        axe(page, name, only="color-contrast" if theme == "dark" else None)
        shot(page, f"{name}{which}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    show(page, DESKTOP, "light")


def in_frame(page, campus, person, hint):
    """Open the tool as the platform does, inside its page, and go on by the keyboard in the tab that it asks for."""
    page.goto(f"{campus.url}/course?{urlencode({'url': campus.begins(person, hint)})}")
    button = page.frame_locator("iframe").get_by_role("link", name="Open in a new tab")
    button.focus()
    with page.expect_popup() as opened:
        page.keyboard.press("Enter")
    return opened.value


def test_a_course_from_its_registration_to_its_grades(visit, axe, shot, school):
    server, campus = school
    admin = visit((server.folder / "data" / "admin-link").read_text().split()[0], on=server, refused=True)
    admin.get_by_role("button", name="Sign in").click()
    admin.wait_for_url(f"{server.url}/")
    admin.goto("/classes")
    admin.get_by_role("button", name="Register a platform").press("Enter")
    told = campus.registration()
    for label, name in (
        ("Name, as people here know it", "name"),
        ("Issuer, or platform id", "issuer"),
        ("Client id", "client_id"),
        ("Authentication request URL", "auth_url"),
        ("Access token URL", "token_url"),
        ("Public keyset URL", "jwks_url"),
    ):
        admin.get_by_label(label).fill(told[name])
    admin.get_by_label("Deployment ids").fill(", ".join(told["deployments"]))
    looked_at(admin, axe, shot, "lti-register")
    admin.get_by_role("button", name="Register", exact=True).press("Enter")
    expect(admin.get_by_role("button", name="Change Campus")).to_be_visible()

    teacher = visit("/privacy", on=server, refused=True, tour=True)
    teacher.context.add_init_script(TOUR_SEEN_ANYWHERE)
    page = in_frame(teacher, campus, "t1", "home")
    expect(page.get_by_role("heading", level=1, name="Connect a course")).to_be_visible()
    looked_at(page, axe, shot, "lti-link")
    page.get_by_role("button", name="Connect the course").press("Enter")
    page.wait_for_url(f"{server.url}/classes/*")
    room = page.url.rpartition("/")[2]
    expect(teacher.frame_locator("iframe").get_by_role("status")).to_have_text("It is open in another tab.")
    items = [{"puzzle": PUZZLE, "points": 4}]
    made = page.request.post(f"/api/classrooms/{room}/assignments", data={"title": "Week 1", "items": items}).json()
    page.close()

    # What is chosen in the tab reaches the platform from the frame, where it waits.
    page = in_frame(teacher, campus, "t1", "choose")
    expect(page.get_by_role("heading", level=1, name="Choose for your course")).to_be_visible()
    page.get_by_label("Week 1").press("Space")
    looked_at(page, axe, shot, "lti-choose")
    page.get_by_role("button", name="Add to the course").press("Enter")
    expect(page.get_by_text("Go back to the tab of your course")).to_be_visible()
    expect(teacher.frame_locator("iframe").get_by_role("heading", name="The course has it")).to_be_visible()
    assert campus.answers[0][0]["custom"] == {"assignment": made["id"]}
    page.close()

    # Without a frame the same is done in the one tab.
    teacher.goto(campus.begins("t1", "choose"))
    teacher.get_by_label("Week 1").check()
    teacher.get_by_role("button", name="Add to the course").click()
    expect(teacher.get_by_role("heading", name="The course has it")).to_be_visible()

    student = visit("/privacy", on=server, refused=True)
    campus.link("task", custom=campus.answers[0][0]["custom"])
    student.goto(campus.begins("s1", "task"))
    student.wait_for_url(f"{server.url}/classes/{room}")
    expect(student.get_by_role("heading", level=1, name="GPU Programming")).to_be_visible()
    sent = student.request.post("/api/submissions", data={"puzzle": PUZZLE, "source": solution(PUZZLE)})
    assert sent.status == 202

    teacher.goto(f"{server.url}/classes/{room}/settings")
    section = teacher.get_by_role("region", name="Learning platform")
    expect(section.get_by_text("This class is the course")).to_be_visible()
    section.get_by_role("button", name="Take the roster from the platform").press("Enter")
    expect(section.get_by_role("status")).to_have_text("0 students added, 1 known already.")
    expect(section.get_by_text("1 sent, 0 waiting, 0 failed")).to_be_visible(timeout=60_000)
    assert [(each["userId"], each["scoreGiven"]) for _, each in campus.scores] == [("s1", 4)]
    looked_at(teacher, axe, shot, "lti-course")


def test_a_launch_that_fails_says_why_and_may_not_be_framed(visit, axe, shot, school):
    server, _ = school
    page = visit("/api/lti/login?iss=https://nobody.example&login_hint=1", on=server, refused=True)
    expect(page.get_by_text("is not registered here")).to_be_visible()
    looked_at(page, axe, shot, "lti-refused")
