"""Sharing a run, and what another finds behind the link: veiled, revealed, run again, opened in the editor."""

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Page, expect

from .lab import VERDICT_MS, editor, paste, run, solve

PUZZLE = "constant-add-block"
WRONG = """import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.program_id(0) * B0 + tl.arange(0, B0)
    x = tl.load(x_ptr + offs)
    tl.store(z_ptr + offs, x + 10.0, mask=offs < N0)
"""
TELLING = "offs_x < N0"
# Judges and shares a source as the page's own visitor; gives the path of the link.
SHARE = """async ([puzzle, source]) => {
    const sent = async (path, body) => {
        const headers = { "Content-Type": "application/json" };
        return (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
    };
    const { id } = await sent("/api/submissions", { puzzle, source });
    const verdict = async () => (await (await fetch(`/api/submissions/${id}`)).json()).verdict;
    while (!(await verdict())) await new Promise((on) => setTimeout(on, 100));
    return (await sent("/api/solutions", { submission: id })).url;
}"""
LINK = re.compile(r"^http://[^/]+/s/[\w-]{11}$")


@pytest.fixture(scope="module")
def solution(catalogue) -> str:
    source = catalogue.solution(PUZZLE).source
    return f"{source}# {TELLING}\n"


def make_link(page: Page) -> str:
    """Share what was judged; return the link that the dialog gives."""
    page.get_by_role("button", name="Share", exact=True).click()
    dialog = page.get_by_role("dialog", name="Share this run")
    field = dialog.get_by_role("textbox", name="Link")
    expect(field).to_have_value(LINK, timeout=20_000)
    return field.input_value()


def path_of(link: str) -> str:
    return "/" + link.split("/", 3)[3]


@pytest.fixture(scope="module")
def shared(server, solution) -> dict[str, str]:
    """A solution and a failure that somebody shared."""
    client = server.client()
    links = {}
    for name, source in (("solution", solution), ("failure", WRONG)):
        sent = client.post("/api/submissions", {"puzzle": PUZZLE, "source": source})["id"]
        client.follow(sent)
        for _ in range(50):
            if client.get(f"/api/submissions/{sent}")["verdict"]:
                break
        links[name] = client.post("/api/solutions", {"submission": sent})["url"]
    return links


@pytest.fixture
def course():
    """Serve one page from another origin: html; returns its address."""
    servers = []

    def serve(html: str) -> str:
        class Page(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(html.encode())

            def log_message(self, *_):
                pass

        servers.append(ThreadingHTTPServer(("127.0.0.1", 0), Page))
        threading.Thread(target=servers[-1].serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{servers[-1].server_port}/"

    yield serve
    for each in servers:
        each.shutdown()
        each.server_close()


def test_a_solution_is_shared_and_others_ask_before_they_see_it(visit, server, solution, axe, shot):
    mine = visit(f"/puzzles/{PUZZLE}")
    solve(mine, solution, "Passed")
    link = make_link(mine)
    axe(mine)
    shot(mine, "share-dialog")
    dialog = mine.get_by_role("dialog")
    dialog.get_by_role("button", name="Copy link").click()
    expect(dialog.get_by_text("Copied.")).to_be_visible()
    assert mine.evaluate("navigator.clipboard.readText()") == link
    assert "/embed/" in dialog.get_by_role("textbox", name="To embed").input_value()

    other = visit(path_of(link))
    expect(other.get_by_role("heading", name="A solution to Constant add block")).to_be_visible()
    expect(other.get_by_text("You have not solved this one yet")).to_be_visible()
    assert TELLING not in other.content()
    axe(other)
    shot(other, "share-veiled")
    other.get_by_role("button", name="Show the solution").click()
    expect(other.get_by_text(TELLING)).to_be_visible()
    expect(other.get_by_text("You chose to look before solving")).to_be_visible()

    other.get_by_role("button", name="Run again").click()
    expect(other.get_by_text("still passes")).to_be_visible(timeout=VERDICT_MS)
    expect(other.get_by_role("region", name="Picture").locator("canvas, svg").first).to_be_visible()
    axe(other)
    shot(other, "share-open")
    explorer = other.get_by_role("link", name="Compiler Explorer").get_attribute("href")
    assert explorer.startswith("https://godbolt.org/clientstate/")


def test_opening_it_never_overwrites_a_draft_unasked(visit, shared):
    page = visit(f"/puzzles/{PUZZLE}")
    paste(page, "# my own draft\n")
    expect(page.get_by_text("Draft kept", exact=True)).to_be_visible()
    page.goto(shared["failure"])
    expect(page.get_by_role("heading", name="Invalid access in Constant add block")).to_be_visible()
    page.get_by_role("button", name="Open in my editor").click()
    asks = page.get_by_role("dialog", name="Open this in your editor?")
    page.keyboard.press("Enter")  # the harmless answer
    expect(asks).not_to_be_visible()
    kept = "JSON.parse(localStorage.getItem('playground:draft:constant-add-block')).value.source"
    assert page.evaluate(kept) == "# my own draft\n"

    page.get_by_role("button", name="Open in my editor").click()
    asks.get_by_role("button", name="Open it").click()
    expect(page).to_have_url(f"{page.url.split('/s/')[0].split('/puzzles/')[0]}/puzzles/{PUZZLE}")
    editor(page)
    assert page.evaluate(kept) == WRONG
    history = "localStorage.getItem('playground:history:constant-add-block')"
    assert "# my own draft" in page.evaluate(history)


def test_a_failure_is_open_on_a_phone_in_the_dark(visit, shared, axe, shot):
    page = visit(shared["failure"], width=390, height=844, theme="dark")
    expect(page.get_by_text("past the end of x")).to_be_visible()
    expect(page.locator(".code__ln.is-at")).to_contain_text("tl.load")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    axe(page)
    shot(page, "share-failure-phone")
    veiled = visit(shared["solution"], width=390, height=844, theme="dark")
    expect(veiled.get_by_role("button", name="Show the solution")).to_be_visible()
    assert veiled.evaluate("document.documentElement.scrollWidth") <= 390
    axe(veiled)
    shot(veiled, "share-veiled-phone")


def test_who_has_solved_it_finds_others_solutions(visit, shared, solution, axe, shot):
    page = visit(f"/puzzles/{PUZZLE}/solutions")
    expect(page.get_by_text("open when you have solved the puzzle")).to_be_visible()
    page.goto(f"/puzzles/{PUZZLE}")
    solve(page, solution.replace(TELLING, "another way"), "Passed")
    page.get_by_role("link", name="Others’ solutions").click()
    expect(page.get_by_role("row")).not_to_have_count(0)
    axe(page)
    shot(page, "share-list")
    page.get_by_role("link", name="Somebody").first.click()
    expect(page.get_by_text(TELLING)).to_be_visible()
    expect(page.get_by_text("You chose to look")).not_to_be_visible()


def test_its_owner_unlists_and_deletes_it_with_the_keyboard(visit, solution):
    page = visit(f"/puzzles/{PUZZLE}")
    solve(page, solution.replace(TELLING, "to be deleted"), "Passed")
    page.goto(path_of(make_link(page)))
    more = page.get_by_role("button", name="More")
    more.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Take it off").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("It is in no list")).to_be_visible()
    expect(more).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Delete this link").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_text("Its owner has deleted this link")).to_be_visible()


def test_ones_own_links_are_listed_unlisted_and_deleted_by_keyboard(visit, solution, axe, shot):
    page = visit("/me", width=390, height=844, theme="dark")
    expect(page.get_by_text("You have shared nothing.")).to_be_visible()
    page.get_by_role("link", name="Give yourself a name").click()
    expect(page.get_by_role("heading", name="Account")).to_be_visible()
    page.goto(f"/puzzles/{PUZZLE}")
    for source in (solution.replace(TELLING, "of my own"), WRONG):
        link = page.evaluate(SHARE, [PUZZLE, source])

    page.goto("/me")
    links = page.get_by_role("list", name="Share links, 2").get_by_role("listitem")
    expect(links.first).to_contain_text("Invalid access in Constant add block")
    expect(links.first.get_by_role("link")).to_have_attribute("href", link)
    expect(links.first.get_by_role("button")).to_have_count(1)  # a failure is in no list
    expect(links.last).to_contain_text("listed for who solves it")
    axe(page)
    shot(page, "phone-own-links")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Unlist: A solution to").focus()
    page.keyboard.press("Enter")
    expect(links.last).to_contain_text("in no list")
    expect(page.get_by_role("button", name="List: A solution to", exact=False)).to_be_focused()
    page.get_by_role("button", name="Delete: A solution to").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Delete it").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Share links, 1").get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_role("heading", name="Share links")).to_be_focused()
    page.reload()
    expect(page.get_by_role("list", name="Share links, 1")).to_be_visible()


def test_a_free_run_opens_in_anothers_sandbox(visit, axe, shot):
    page = visit("/sandbox")
    editor(page)
    run(page)
    expect(page.get_by_role("region", name="Results").get_by_role("status")).to_contain_text("Ran", timeout=VERDICT_MS)
    link = make_link(page)
    other = visit(path_of(link))
    expect(other.get_by_role("heading", name="A run of add")).to_be_visible()
    axe(other)
    shot(other, "share-run")
    other.get_by_role("button", name="Open in my editor").click()
    expect(other.get_by_role("heading", name="Sandbox")).to_be_attached()
    editor(other)
    run(other)
    expect(other.get_by_role("region", name="Results").get_by_role("status")).to_contain_text("Ran", timeout=VERDICT_MS)


def test_an_embed_shows_a_failure_in_another_origins_page(visit, course, server, shared, shot):
    frame = (
        f'<iframe src="{server.url}{shared["failure"].replace("/s/", "/embed/")}" width="700" height="400"></iframe>'
    )
    page = visit(course(f"<!doctype html><title>Course</title>{frame}"))
    embedded = page.frame_locator("iframe")
    expect(embedded.get_by_role("heading", name="Invalid access in Constant add block")).to_be_visible()
    expect(embedded.get_by_text("tl.load(x_ptr + offs)")).to_be_visible()
    shot(page, "share-embed")
