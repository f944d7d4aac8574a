"""A teacher writes a puzzle in the browser, checks it, publishes it, assigns it; a student solves it."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from playground_puzzles.own_template import template
from tests.e2e.conftest import PHONE
from tests.e2e.lab import VERDICT_MS, solve
from tests.server import Server


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("own puzzles")) as running:
        yield running


@pytest.fixture(scope="module")
def teachers_links(school, browser):
    """Each good for one teacher; the administrator's own link is good once."""
    admin = browser.new_context(base_url=school.url)
    ask(admin, "/api/sign-in/admin", token=token((school.folder / "data/admin-link").read_text()))
    yield [ask(admin, "/api/teachers", name="Dr Okafor")["url"] for _ in range(2)]
    admin.close()


def ask(page: Page | BrowserContext, path: str, **data):
    answer = page.request.post(path, data=data)
    assert answer.ok, answer.text()
    return answer.json()


def token(url: str) -> str:
    return url.strip().partition("#")[2]


def checked(page: Page, number: int) -> None:
    """Press Check, and wait until that version is through."""
    page.get_by_role("button", name="Check", exact=True).click()
    result = page.get_by_role("region", name="What the check has found")
    expect(result.get_by_role("heading", name=f"Check of version {number}")).to_be_visible()
    expect(result.get_by_text(re.compile("wrong kernels (pass|are caught)")).first).to_be_visible(timeout=VERDICT_MS)


def every_look(page: Page, axe, shot, name: str) -> None:
    """In both themes, wide and on a phone."""
    for width, height in ((1440, 900), PHONE):
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(500)  # colours go over into those of the other theme
            axe(page, f"{name}, {theme}, {width}")
            shot(page, f"own-{name}-{theme}-{width}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(color_scheme="light")


def test_from_the_first_line_to_a_solved_assignment(school, teachers_links, visit, axe, shot):
    page = visit("/", on=school)
    ask(page, "/api/invitations", token=token(teachers_links[0]))
    room = ask(page, "/api/classrooms", name="Kernels", time_zone="Europe/Berlin")

    # It begins with a small one that works.
    page.goto("/classes")
    page.get_by_role("link", name="Your puzzles").click()
    every_look(page, axe, shot, "list-empty")
    page.get_by_label("Title, for yourself").fill("Double it")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Double it")).to_be_visible()

    # What is written is drawn beside it, and no HTML is made of it.
    editor = page.get_by_role("textbox", name=re.compile(r"^statement\.md"))
    expect(page.locator(".ed--monaco")).to_be_visible()
    editor.press("Control+End")
    page.keyboard.type(" Mind the <b>tail</b> of $q_7$. ![x](https://elsewhere.example/x.png)")
    preview = page.get_by_role("region", name="Statement, as students see it")
    expect(preview.get_by_text("Mind the <b>tail</b> of")).to_be_visible()
    expect(preview.locator(".katex", has_text="q7").last).to_be_attached()
    expect(preview.locator("img")).to_have_count(0)
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()

    # The files are tabs that arrow keys move between.
    page.get_by_role("tab", name="Statement").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Puzzle", exact=True)).to_be_focused()
    expect(page.get_by_role("textbox", name=re.compile(r"^puzzle\.toml"))).to_be_visible()

    # One case without a tail lets wrong kernels pass; the check names the case that would catch them.
    checked(page, 1)
    expect(page.get_by_text("wrong kernels pass: add a case with a tail")).to_be_visible()
    expect(page.get_by_text("exists = i < N0").first).to_be_visible()
    every_look(page, axe, shot, "checked")
    page.get_by_role("button", name="Add this case").click()
    expect(page.get_by_role("tab", name="Cases")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    checked(page, 2)
    expect(page.get_by_text(re.compile("No case that was tried tells them from the reference"))).to_be_visible()

    # Published, for this class alone.
    page.get_by_role("button", name="Publish version 2").click()
    box = page.get_by_label("Kernels")
    box.click()
    expect(box).to_be_checked()
    every_look(page, axe, shot, "published")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Version 2: Take along").click()
    assert taken.value.suggested_filename.endswith(".zip")

    page.goto(f"/classes/{room['id']}/assignments")
    page.get_by_role("button", name="New assignment").click()
    page.get_by_label("Title", exact=True).fill("Week 1")
    page.get_by_label("Double", exact=True).check()
    page.get_by_role("button", name="Assign", exact=True).click()
    expect(page.get_by_role("heading", name="Week 1")).to_be_visible()

    student = visit("/", on=school)
    ask(student, "/api/join", code=room["join_code"], name="Bo")
    student.goto("/classes")
    student.get_by_role("link", name=re.compile("Double")).first.click()
    expect(student.get_by_role("heading", name="Double").first).to_be_visible()
    expect(student.get_by_text("Mind the <b>tail</b> of").first).to_be_visible()
    solve(student, template()["solution.py"], "Passed")
    shot(student, "own-solved")

    stranger = visit("/", on=school)
    path = student.url.removeprefix(school.url)
    assert stranger.request.get(f"/api{path}").status == 404
    page.goto(f"/classes/{room['id']}")
    expect(page.get_by_role("main").get_by_text("Bo", exact=True).first).to_be_visible()
    shot(page, "own-board")
    page.goto("/classes/puzzles")
    expect(page.get_by_text("version 2 published")).to_be_visible()
    every_look(page, axe, shot, "list")


def test_what_is_wrong_is_marked_in_its_file(school, teachers_links, visit, shot):
    page = visit("/", on=school)
    ask(page, "/api/invitations", token=token(teachers_links[1]))
    files = template() | {"spec.py": template()["spec.py"].replace("2 * x", "x.nothing")}
    made = ask(page, "/api/own-puzzles", title="Wrong", files=files)
    page.goto(f"/classes/puzzles/{made['id']}")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_text("line 9: 'Tensor' object has no attribute")).to_be_visible(timeout=VERDICT_MS)
    page.get_by_role("tab", name="Spec").click()
    expect(page.locator(".ed--monaco .squiggly-error")).to_be_visible()
    shot(page, "own-wrong")
    expect(page.get_by_role("button", name=re.compile("^Publish"))).to_have_count(0)
