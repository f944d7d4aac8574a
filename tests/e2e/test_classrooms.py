"""A class through a whole term: two teachers, an assistant and three students, each in a browser of their own."""

import csv
import io
import re
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TOUR_SEEN
from tests.e2e.lab import VERDICT_MS, solve
from tests.server import Server

ZONE = "Europe/Berlin"
WRONG = """import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    off = tl.arange(0, B0)
    x = tl.load(x_ptr + off)
    tl.store(z_ptr + off, x + {number})
"""
STUCK_RUNS = 7
TABS = {
    "": "Nadia Pétrova",
    "/students": "Nadia Pétrova",
    "/assignments": "Due ",
    "/grades": "Nadia Pétrova",
    "/settings": "What was done",
}


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """A server for this class alone."""
    with Server(tmp_path_factory.mktemp("school")) as running:
        expect.set_options(timeout=15_000)  # seven browsers at once
        yield running
        expect.set_options(timeout=5_000)


@pytest.fixture
def people(browser, school):
    """Somebody with a browser of their own: name, then the size of the window and the theme."""
    contexts, errors = {}, []

    def person(name, path="/classes", *, width=1440, height=900, theme="light") -> Page:
        if name not in contexts:
            contexts[name] = browser.new_context(base_url=school.url, timezone_id=ZONE)
            contexts[name].add_init_script(TOUR_SEEN)
        page = contexts[name].new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme)
        page.on("pageerror", lambda error: errors.append((name, str(error))))
        page.goto(path)
        return page

    yield person
    for context in contexts.values():
        context.close()
    assert errors == []


@pytest.fixture(scope="module")
def solutions(catalogue):
    return {
        slug: (catalogue.folder(slug) / "solution.py").read_text() for slug in ("constant-add", "constant-add-block")
    }


def administrator(school, people) -> Page:
    page = people("administrator", (school.folder / "data/admin-link").read_text().strip())
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url(f"{school.url}/")
    page.goto("/classes")
    return page


def teachers_link(admin: Page, name: str) -> str:
    admin.get_by_label("Name of a new teacher").fill(name)
    admin.get_by_role("button", name="Make a link").click()
    return admin.get_by_label(f"Link for {name}").input_value()


def take(page: Page) -> Page:
    page.get_by_role("button", name="Take it").click()
    expect(page).not_to_have_url(re.compile("/join"))
    return page


def tab(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="Class").get_by_role("link", name=name).click()


def send(page: Page, puzzle: str, source: str) -> None:
    """Send a kernel as the page would, and wait for its verdict."""
    answer = page.request.post("/api/submissions", data={"puzzle": puzzle, "source": source})
    assert answer.status == 202, answer.text()
    path = f"/api/submissions/{answer.json()['id']}"
    for _ in range(VERDICT_MS // 100):
        if page.request.get(path).json()["status"] == "done":
            return
        page.wait_for_timeout(100)
    pytest.fail("no verdict came")


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def every_tab(page: Page, axe, shot, room: str) -> None:
    """On a phone, and in both themes."""
    page.set_viewport_size({"width": 390, "height": 844})
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        for name, seen in TABS.items():
            page.goto(room + name)
            expect(page.get_by_text(seen).first).to_be_attached()
            page.wait_for_load_state("networkidle" if name else "load")
            axe(page, f"{name} on a phone, {theme}")
            shot(page, f"phone-class{name.replace('/', '-')}-{theme}")
            fits(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(color_scheme="light")


def on_the_clock(moment: datetime) -> str:
    """As a field for a time takes it, on the class's clock."""
    return moment.astimezone(ZoneInfo(ZONE)).strftime("%Y-%m-%dT%H:%M")


def test_a_whole_term(school, people, solutions, axe, shot):
    # The first day: an administrator lets two people teach, and one of them makes a class.
    admin = administrator(school, people)
    links = {name: teachers_link(admin, name) for name in ("Dr Okafor", "Ms Ito")}
    axe(admin, "classes of the administrator")
    okafor = take(people("Dr Okafor", links["Dr Okafor"]))
    okafor.get_by_label("Name of the class").fill("Parallel programming")
    okafor.get_by_label("Your name, as the class sees it").fill("Dr Okafor")
    expect(okafor.get_by_label("Time zone")).to_have_value(ZONE)
    okafor.get_by_role("button", name="Make the class").click()
    expect(okafor.get_by_role("heading", level=1, name="Parallel programming")).to_be_visible()
    code = okafor.locator(".joining__code").inner_text()
    qr = okafor.get_by_role("img", name="QR code of the join link")
    expect(qr).to_be_visible()
    qr.evaluate("image => image.decode()")  # fails where it is no picture
    join_link = okafor.get_by_label("Join link").input_value()
    okafor.get_by_label("Name of who is to join").fill("Ms Ito")
    okafor.get_by_label("Role").select_option("teacher")
    okafor.get_by_role("button", name="Make a link").click()
    ito = take(people("Ms Ito", okafor.get_by_label("Link for Ms Ito").input_value()))
    okafor.get_by_label("Name of who is to join").fill("Sam")
    okafor.get_by_label("Role").select_option("assistant")
    okafor.get_by_role("button", name="Make a link").click()
    sam = take(people("Sam", okafor.get_by_label("Link for Sam").input_value()))
    expect(sam.get_by_role("navigation", name="Class").get_by_role("link")).to_have_count(5)
    axe(okafor, "settings")
    shot(okafor, "class-settings")
    room = ito.url.removeprefix(school.url)

    # Two students join by the code, one by a roster.
    tab(okafor, "Board")
    expect(okafor.get_by_text("Nobody is here yet")).to_be_visible()
    expect(okafor.locator(".cb__live")).to_have_text("Live")
    mira = people("Mira", join_link)
    mira.get_by_label("Your name, as your teacher knows you").fill("Mira Lindqvist")
    axe(mira, "join")
    mira.get_by_role("button", name="Join the class").click()
    expect(mira.get_by_role("heading", level=1, name="Parallel programming")).to_be_visible()
    ben = people("Ben", "/join", width=390, height=844, theme="dark")
    ben.get_by_label("Code from your teacher").fill(code.lower())
    ben.keyboard.press("Enter")
    ben.get_by_label("Your name, as your teacher knows you").fill("Ben Dahl")
    ben.keyboard.press("Enter")
    expect(ben.get_by_text("Your teacher has assigned nothing yet.")).to_be_visible()
    board = okafor.get_by_role("table", name="Board")
    expect(board.get_by_role("button", name="Mira Lindqvist")).to_be_visible()  # by itself
    expect(board.get_by_role("button", name="Ben Dahl")).to_be_visible()

    tab(ito, "Students")
    ito.get_by_role("button", name="Bring in a roster").click()
    ito.get_by_role("textbox", name="Roster").fill(
        "name;email\nNadia Petrova;nadia@school.example\n;nobody@school.example\n"
    )
    ito.get_by_role("button", name="Look at it first").click()
    expect(ito.get_by_text("Line 3")).to_be_visible()
    expect(ito.get_by_role("button", name="Take in")).to_have_count(0)
    axe(ito, "roster with a bad row")
    ito.get_by_label("File with the roster").set_input_files(
        {
            "name": "roster.csv",
            "mimeType": "text/csv",
            "buffer": "Name;E-Mail\r\nNadia Pétrova;nadia@school.example\r\n".encode("cp1252"),
        }
    )
    expect(ito.get_by_text("1 new, 0 known already")).to_be_visible()
    ito.get_by_role("button", name="Take in 1 student").click()
    ito.get_by_role("button", name="List of codes").last.click()
    personal = ito.locator(".codes__code").inner_text()
    shot(ito, "class-codes")
    ito.get_by_role("button", name="Back").click()
    nadia = people("Nadia", "/classes")
    nadia.get_by_label("Code from your teacher").fill(personal)
    nadia.keyboard.press("Enter")
    nadia.get_by_role("button", name="I am Nadia Pétrova").click()
    expect(nadia.get_by_role("heading", level=1, name="Parallel programming")).to_be_visible()
    ito.reload()
    expect(ito.get_by_role("row", name="Nadia Pétrova")).to_contain_text("joined")
    ito.get_by_role("button", name="What to do about Ben Dahl").click()
    ito.get_by_role("button", name="Rename").click()
    ito.get_by_role("dialog").get_by_label("Name").fill("Ben Dahlberg")
    ito.keyboard.press("Enter")
    expect(ito.get_by_role("row", name="Ben Dahlberg")).to_be_visible()
    shot(ito, "class-students")

    # An assignment, put in order with the keyboard.
    tab(ito, "Assignments")
    ito.get_by_role("button", name="New assignment").click()
    ito.get_by_label("Title").fill("Week 1")
    ito.get_by_role("checkbox", name="2. Constant add block").focus()
    ito.keyboard.press("Space")
    ito.get_by_role("checkbox", name="1. Constant add", exact=True).focus()
    ito.keyboard.press("Space")
    order = ito.get_by_role("region", name="In this order").get_by_role("listitem")
    expect(order.first).to_contain_text("2. Constant add block")
    ito.get_by_role("button", name="Move 1. Constant add up").press("Enter")
    expect(order.first).to_contain_text("1. Constant add")
    ito.get_by_label("Points for 2. Constant add block").fill("2")
    ito.get_by_label("Points for 2. Constant add block").press("Alt+ArrowUp")
    expect(order.first).to_contain_text("2. Constant add block")
    ito.get_by_label("Points for 2. Constant add block").press("Alt+ArrowDown")
    expect(order.first).to_contain_text("1. Constant add")
    expect(ito.get_by_label("Points for 2. Constant add block")).to_be_focused()
    ito.get_by_label("Due, empty: never").fill(on_the_clock(datetime.now(UTC) + timedelta(days=3, hours=1)))
    axe(ito, "new assignment")
    ito.get_by_role("button", name="Assign", exact=True).click()
    expect(ito.get_by_role("heading", level=3, name="Week 1")).to_be_visible()
    shot(ito, "class-assignments")

    # It is due on the home page; one solves it, one is stuck, and the board says so by itself.
    mira.goto("/")
    due = mira.get_by_role("region", name="Due")
    expect(due).to_contain_text("Week 1")
    expect(due).to_contain_text("in 3 days")
    axe(mira, "home with what is due")
    due.get_by_role("link", name="Go on with 1. Constant add").click()
    solve(mira, solutions["constant-add"], "Passed")
    expect(board.get_by_role("button", name="Mira Lindqvist, 1. Constant add: solved, 1 run")).to_be_visible()
    for number in range(STUCK_RUNS):
        send(ben, "constant-add", WRONG.format(number=f"{number}.0"))
    stuck = board.get_by_role(
        "button", name=re.compile(rf"Ben Dahlberg, 1\. Constant add: .*, {STUCK_RUNS} runs, stuck")
    )
    expect(stuck).to_be_visible()
    trouble = okafor.get_by_role("region", name="What fails most")
    expect(trouble).to_contain_text("Puzzle 1, commonest now:")
    expect(okafor.get_by_text("Order changed for 2 rows")).to_be_visible()
    expect(board.get_by_role("rowheader").first).to_have_text("Mira Lindqvist")  # nobody moves by themselves
    okafor.keyboard.press("s")
    expect(board.get_by_role("rowheader").first).to_have_text("Ben Dahlberg")
    axe(okafor, "board")
    shot(okafor, "class-board")

    # The teacher looks, with the keyboard, and writes a note.
    board.get_by_role("button", name="Mira Lindqvist", exact=True).focus()
    okafor.keyboard.press("ArrowUp")
    expect(board.get_by_role("button", name="Ben Dahlberg, stuck")).to_be_focused()
    okafor.keyboard.press("ArrowRight")
    okafor.keyboard.press("Enter")
    side = okafor.get_by_role("complementary", name="Ben Dahlberg")
    expect(side.get_by_role("heading", name="Ben Dahlberg")).to_be_focused()
    expect(side.get_by_role("group", name="Runs in order").get_by_role("button")).to_have_count(STUCK_RUNS)
    expect(side.get_by_role("group", name="Changes from run 6")).to_contain_text("x + 6.0")
    side.get_by_role("button", name="Source").click()
    expect(side.get_by_role("group", name="Source")).to_contain_text("add_kernel")
    side.get_by_label("A note to Ben Dahlberg").fill("Look at the mask once more.")
    okafor.keyboard.press("Control+Enter")
    expect(side.get_by_role("list", name="Notes before")).to_contain_text("Look at the mask")
    axe(okafor, "a student beside the board")
    shot(okafor, "class-side")
    side.get_by_label("A note to").blur()
    okafor.keyboard.press("Escape")
    expect(side).to_have_count(0)
    expect(stuck).to_be_focused()
    ben.goto("/puzzles/constant-add")
    notes = ben.get_by_role("region", name="Notes from your teacher")
    expect(notes).to_contain_text("Look at the mask once more.", timeout=60_000)
    shot(ben, "class-note-phone")
    fits(ben)
    notes.get_by_role("button", name="Close the note from Dr Okafor").click()
    expect(ben.get_by_text("Look at the mask")).to_have_count(0)

    # For the wall: no name, and the code large.
    okafor.keyboard.press("h")
    wall = okafor.get_by_role("dialog", name="For the class, without names")
    expect(wall).to_contain_text("3 students")
    expect(wall).not_to_contain_text("Mira")
    axe(okafor, "for the wall")
    okafor.keyboard.press("Escape")

    # The assistant gives one student more time, and can do no more than that.
    tab(sam, "Assignments")
    expect(sam.get_by_role("button", name="New assignment")).to_have_count(0)
    sam.get_by_role("button", name="More time for Week 1").click()
    asked = sam.get_by_role("dialog", name="More time for Week 1")
    asked.get_by_label("Student").select_option("Ben Dahlberg")
    axe(sam, "more time")
    asked.get_by_role("button", name="Give more time").click()
    expect(asked.get_by_role("listitem")).to_contain_text("Ben Dahlberg")
    asked.get_by_role("button", name="Done").click()
    tab(sam, "Settings")
    expect(sam.get_by_role("button", name="Leave the class")).to_be_visible()
    expect(sam.get_by_text("Make a new code and link")).to_have_count(0)

    # The due time passes: who has more time is in time, who has not is late.
    ito.get_by_role("button", name="Change Week 1").click()
    ito.get_by_label("Due, empty: never").fill(on_the_clock(datetime.now(UTC) - timedelta(minutes=1)))
    ito.get_by_role("button", name="Save").click()
    expect(ito.get_by_text("over", exact=True)).to_be_visible()
    send(ben, "constant-add", solutions["constant-add"])
    send(nadia, "constant-add", solutions["constant-add"])
    tab(ito, "Grades")
    grades = ito.get_by_role("group", name="Grades")
    in_time = re.compile(r"^Ben Dahlberg, 1\. Constant add: 1 of 1 point, solved(?! late)")
    expect(grades.get_by_role("button", name=in_time)).to_be_visible()
    expect(grades.get_by_role("button", name=re.compile("^Mira Lindqvist, 2.*: 0 of 2 points"))).to_be_visible()
    late = grades.get_by_role("button", name="Nadia Pétrova, 1. Constant add: 1 of 1 point, solved late")
    late.click()
    expect(ito.get_by_role("status").filter(has_text="Nadia Pétrova")).to_contain_text("due on")
    axe(ito, "grades")
    shot(ito, "class-grades")

    every_tab(ito, axe, shot, room)
    ito.goto(f"{room}/grades")

    # What is taken along: read by a real parser.
    with ito.expect_download() as taken:
        ito.get_by_role("link", name="CSV", exact=True).click()
    rows = list(csv.reader(io.StringIO(Path(taken.value.path()).read_text(encoding="utf-8-sig"))))
    assert {row[0] for row in rows} >= {"Mira Lindqvist", "Ben Dahlberg", "Nadia Pétrova"}
    with ito.expect_download() as taken:
        ito.get_by_role("link", name="Solutions (ZIP)").click()
    with zipfile.ZipFile(taken.value.path()) as packed:
        assert any("Mira" in name for name in packed.namelist())

    # The last day: archived, and copied for the next term.
    tab(okafor, "Settings")
    okafor.get_by_label("Name of the copy").fill("Parallel programming, spring")
    okafor.get_by_role("button", name="Make a copy").click()
    expect(okafor.get_by_role("heading", level=1, name="Parallel programming, spring")).to_be_visible()
    expect(okafor.get_by_role("heading", level=3, name="Week 1")).to_be_visible()
    okafor.goto(f"{room}/settings")
    okafor.get_by_role("button", name="Archive the class").click()
    expect(okafor.get_by_text("archived", exact=True)).to_be_visible()
    expect(okafor.get_by_role("group", name="What was done")).to_contain_text("Sam")
    mira.goto("/classes")
    expect(mira.get_by_role("link", name="Parallel programming")).to_contain_text("archived")
    okafor.get_by_role("button", name="Delete the class").click()
    okafor.get_by_label("Type delete to confirm").fill("delete")
    okafor.get_by_role("button", name="Delete Parallel programming").click()
    expect(okafor.get_by_role("link", name="Parallel programming, spring")).to_be_visible()
    expect(okafor.get_by_role("region", name="You teach").get_by_role("link")).to_have_count(1)
