"""What stays and what is shown around the main job: progress, drafts, themes, small windows, wrong addresses."""

from playwright.sync_api import expect

from tests.e2e.lab import editor, paste, run, solve
from tests.e2e.test_solving import LOOP
from tests.e2e.weight import first_load_bytes

MOST_BYTES = 60_000  # of script, compressed, without Monaco and KaTeX


def test_list_shows_what_is_solved(visit, shot, catalogue):
    page = visit("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("link", name="Constant add block")).to_be_visible()
    shot(page, "home-empty")
    page.goto("/puzzles/constant-add")
    solve(page, (catalogue.folder("constant-add") / "solution.py").read_text(), "Passed")
    page.goto("/")
    expect(page.get_by_role("img", name="1 of 12 solved")).to_be_visible()
    expect(page.get_by_role("link", name="Go on with")).to_contain_text("2. Constant add block")
    shot(page, "home")


def test_draft_is_kept_and_can_be_reset(visit, shot):
    page = visit("/puzzles/long-sum")
    editor(page)
    paste(page, "# a draft of mine\n")
    expect(page.get_by_text("Draft kept")).to_be_visible()
    page.reload()
    editor(page)
    expect(page.locator(".view-lines")).to_contain_text("a draft of mine")
    page.get_by_role("button", name="Reset").click()
    shot(page, "reset")
    page.get_by_role("dialog").get_by_role("button", name="Reset").click()
    expect(page.locator(".view-lines")).to_contain_text("sum_kernel")


def test_phone_shows_one_pane_at_a_time(visit, catalogue):
    page = visit("/puzzles/constant-add-block", width=390, height=844)
    panes = page.get_by_role("navigation", name="Panes")
    expect(panes).to_be_visible()
    panes.get_by_role("button", name="Code").click()
    paste(page, (catalogue.folder("constant-add-block") / "solution.py").read_text())
    panes.get_by_role("button", name="Run").click()
    expect(page.get_by_role("region", name="Results").get_by_role("status")).to_contain_text("Passed", timeout=60_000)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_dark_theme_follows_the_system_and_can_be_chosen(visit, shot):
    page = visit("/puzzles/long-softmax", theme="dark")
    editor(page)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    shot(page, "puzzle-dark")
    page.get_by_role("button", name="Change to the light theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_a_run_goes_on_through_a_reload(visit):
    page = visit("/puzzles/two-dimensional-convolution")
    paste(page, LOOP + "        i += 1\n")
    run(page)
    status = page.get_by_role("region", name="Results").get_by_role("status")
    expect(status).to_contain_text("Running", timeout=30_000)
    page.reload()
    expect(status).to_contain_text("Running")
    expect(status).to_contain_text("Time limit", timeout=90_000)


def test_no_request_leaves_for_another_host(visit, server):
    page = visit("/")
    hosts = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    page.goto("/puzzles/constant-add")
    editor(page)
    assert hosts == {server.url.split("/")[2]}


def test_the_first_load_is_small(visit):
    page = visit("/puzzles/constant-add", tour=True)
    editor(page)
    sizes = first_load_bytes(page)
    assert min(sizes.values()) > 0
    assert sizes["app"] < MOST_BYTES
