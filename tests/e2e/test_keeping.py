"""No work is lost: two tabs, the history, reloads and lost connections, files brought in and taken along."""

import ast
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import scenes
from tests.e2e.lab import VERDICT_MS, editor, expect_verdict, paste, run, solve
from tests.e2e.scenes import drop
from tests.server import Server

WRONG = """import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    off_x = tl.arange(0, B0)
    x = tl.load(x_ptr + off_x)
    tl.store(z_ptr + off_x, x + 11.0)
"""
ENDLESS = scenes.HEAD + "def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):\n    while N0 > 0:\n        N0 += 0\n"
SOON = {"PLAYGROUND_SWEEP_INTERVAL_S": "1", "PLAYGROUND_SWEEP_CONFIRM_S": "0.5"}


@pytest.fixture(scope="module")
def lite() -> str:
    return scenes.lite()


def source(page: Page) -> str:
    return page.evaluate("JSON.parse(localStorage['playground:draft:constant-add'] ?? 'null')?.value.source ?? ''")


def row(page: Page, title: str):
    return page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=title, exact=True))


def test_two_tabs_tell_each_other_before_one_writes_over_the_other(visit, shot):
    older = visit("/puzzles/constant-add")
    paste(older, WRONG)
    expect(older.get_by_text("Draft kept")).to_be_visible()
    newer = older.context.new_page()
    newer.goto("/puzzles/constant-add")
    paste(newer, WRONG.replace("11.0", "10.0"))
    expect(newer.get_by_text("Draft kept")).to_be_visible()

    notice = older.locator(".tabs-notice")
    expect(notice).to_contain_text("Another tab changed this draft")
    editor(older).press_sequentially("# typed here meanwhile")
    older.wait_for_timeout(800)
    assert "10.0" in source(older)
    notice.get_by_role("button", name="Compare").click()
    dialog = older.get_by_role("dialog")
    expect(dialog).to_contain_text("x + 10.0")
    dialog.get_by_role("button", name="Take the other tab").click()
    expect(older.locator(".view-lines")).to_contain_text("10.0")
    expect(older.locator(".tabs-notice")).to_have_count(0)
    older.keyboard.press("Alt+H")
    expect(older.get_by_role("dialog")).to_contain_text("Draft, not run")
    expect(older.get_by_role("dialog")).to_contain_text("typed here meanwhile")
    older.keyboard.press("Escape")

    # The tab that was newer is now the older one, and keeps its own
    paste(older, "# once more\n")
    expect(newer.locator(".tabs-notice")).to_be_visible()
    newer.get_by_role("button", name="Keep mine").click()
    expect(newer.get_by_text("Draft kept")).to_be_visible()
    assert "10.0" in source(newer)
    expect(older.locator(".tabs-notice")).to_be_visible()


def test_history_restores_a_run_by_keyboard_alone(visit, shot):
    page = visit("/puzzles/constant-add")
    editor(page).focus()
    page.keyboard.press("Alt+H")
    expect(page.get_by_role("dialog")).to_contain_text("Each run of this puzzle is listed here")
    shot(page, "history-empty")
    page.keyboard.press("Escape")
    solve(page, WRONG, "Wrong answer")
    solve(page, WRONG.replace("11.0", "10.0"), "Passed")
    paste(page, WRONG + "# a third thought\n")
    page.keyboard.press("Alt+H")
    dialog = page.get_by_role("dialog")
    runs = dialog.get_by_role("option")
    expect(runs).to_have_count(2)
    expect(runs.first).to_contain_text("Passed")
    expect(runs.last).to_contain_text("Wrong answer")
    expect(dialog).to_contain_text("1 line added, 2 removed")
    page.keyboard.press("ArrowDown")
    expect(runs.last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.locator(".view-lines")).not_to_contain_text("third thought")
    page.keyboard.press("Alt+H")
    expect(page.get_by_role("option").filter(has_text="Draft, not run")).to_have_count(1)


def test_history_on_a_phone(visit, shot):
    page = visit("/puzzles/constant-add", width=390, height=844)
    page.get_by_role("navigation", name="Panes").get_by_role("button", name="Code").click()
    paste(page, WRONG)
    page.get_by_role("navigation", name="Panes").get_by_role("button", name="Run").click()
    expect_verdict(page, "Wrong answer")
    page.get_by_role("navigation", name="Panes").get_by_role("button", name="Code").click()
    paste(page, WRONG.replace("11.0", "10.0"))
    page.get_by_role("button", name="History").click()
    expect(page.get_by_role("option")).to_have_count(1)
    shot(page, "phone-history")
    page.get_by_role("button", name="Restore").click()
    expect(page.locator(".view-lines")).to_contain_text("11.0")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_result_is_there_after_a_reload(visit):
    page = visit("/puzzles/constant-add")
    solve(page, WRONG, "Wrong answer")
    page.reload()
    expect_verdict(page, "Wrong answer")
    expect(page.get_by_role("region", name="Results").get_by_role("tabpanel")).to_contain_text("z[")


def test_a_cut_connection_resumes_the_run(browser, tmp_path):
    with Server(tmp_path, environment={**os.environ, **SOON}) as server:
        context = browser.new_context(base_url=server.url)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
        page = context.new_page()
        page.goto("/puzzles/constant-add")
        paste(
            page,
            scenes.HEAD + "def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):\n    while N0 > 0:\n        N0 += 0\n",
        )
        run(page)
        status = page.get_by_role("region", name="Results").get_by_role("status")
        expect(status).to_contain_text("Running", timeout=30_000)
        context.set_offline(True)
        os.killpg(server.process.pid, signal.SIGKILL)
        server.process.wait()
        expect(status).to_contain_text("Connection lost", timeout=20_000)
        server.start()
        context.set_offline(False)
        expect(status).to_contain_text("Time limit", timeout=VERDICT_MS)
        # What the server forgets, this browser still shows
        page.context.clear_cookies()
        page.reload()
        expect(status).to_contain_text("Time limit")
        context.close()


def test_a_lite_file_is_judged_in_one_go(visit, shot, lite):
    page = visit("/")
    page.evaluate(
        """draft => localStorage["playground:draft:constant-add"] = JSON.stringify({schema: 1, value: draft})""",
        {"source": "# mine, of long ago\n", "savedAt": 1},
    )
    expect(page.get_by_role("heading", name="Bring your own file")).to_be_visible()
    drop(page, "puzzles_ans.py", lite)
    expect(page).to_have_url(f"{page.url.split('/import')[0]}/import")
    shot(page, "import-judging")
    expect(page.get_by_text("11 of 12 passed")).to_be_visible(timeout=VERDICT_MS)
    expect(row(page, "2. Constant add block")).to_contain_text("Wrong answer")
    expect(row(page, "12. Quantised matrix multiplication")).to_contain_text("Passed")

    page.get_by_role("button", name="Fill 11 empty drafts").click()
    expect(page.get_by_text("Is your draft")).to_have_count(11)
    assert source(page) == "# mine, of long ago\n"
    row(page, "1. Constant add").get_by_role("button", name="Replace my draft with this").click()
    expect(page.get_by_text("Is your draft")).to_have_count(12)
    page.reload()
    expect(page.get_by_text("11 of 12 passed")).to_be_visible()

    page.get_by_role("link", name="Open my draft of 1. Constant add").click()
    editor(page)
    expect(page.locator(".view-lines")).to_contain_text("add_kernel")
    expect(page.locator(".view-lines")).not_to_contain_text("argparse")
    page.keyboard.press("Alt+H")
    expect(page.get_by_role("option").filter(has_text="Draft, not run")).to_have_count(1)
    expect(page.get_by_role("option").filter(has_text="Passed")).to_have_count(1)


def test_a_notebook_dropped_on_a_puzzle_page(visit, shot, lite):
    page = visit("/puzzles/constant-add", width=390, height=844)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Triton puzzles"]},
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": ["!pip install triton\n", "%time\n"]},
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": WRONG.splitlines(keepends=True)},
    ]
    drop(page, "puzzles.ipynb", json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 0}))
    expect(page.get_by_text("0 of 1 passed")).to_be_visible(timeout=VERDICT_MS)
    expect(page.get_by_text("2 lines with % or ! were set aside.")).to_be_visible()
    shot(page, "phone-import")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_is_no_use_is_said(visit, shot):
    page = visit("/import")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for name, text, said in (
        ("notes.py", "x = 1\n", "notes.py defines no kernel of a puzzle"),
        ("notes.ipynb", "{", "notes.ipynb is not a notebook"),
        ("long.py", "#" * 70_000, "At most 64 KiB"),
    ):
        drop(page, name, text)
        expect(page.get_by_role("alert")).to_contain_text(said)
    shot(page, "import-problem")


def test_solutions_are_taken_along_and_brought_back(visit, shot, lite, tmp_path):
    page = visit("/import")
    drop(page, "lite.py", lite)
    expect(page.get_by_text("11 of 12 passed")).to_be_visible(timeout=VERDICT_MS)
    page.get_by_role("button", name="Fill 12 empty drafts").click()
    saved = {}
    for name in ("solutions.py", "solutions.ipynb", "triton-playground.json"):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        assert download.value.suggested_filename == name
        saved[name] = Path(download.value.path()).read_text()

    file = tmp_path / "solutions.py"
    file.write_text(saved["solutions.py"])
    environment = {**os.environ, "TRITON_INTERPRET": "1"}
    ran = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, env=environment, timeout=60)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("12 kernels can be imported from this file: add_kernel, ")
    book = json.loads(saved["solutions.ipynb"])
    assert (book["nbformat"], len({cell["id"] for cell in book["cells"]})) == (4, len(book["cells"]))
    for cell in book["cells"]:
        assert cell["cell_type"] == "markdown" or ast.parse("".join(cell["source"]))

    other = visit("/import")
    drop(other, "solutions.py", saved["solutions.py"])
    expect(other.get_by_text("11 of 12 passed")).to_be_visible(timeout=VERDICT_MS)
    another = visit("/import")
    drop(another, "triton-playground.json", saved["triton-playground.json"])
    expect(another.get_by_role("group", name="triton-playground.json")).to_contain_text("12 drafts")
    another.get_by_role("button", name="Add it").click()
    expect(another.get_by_role("status")).to_contain_text("is now part of this browser")
    another.goto("/")
    expect(another.get_by_role("img", name="11 of 12 solved")).to_be_visible()


def test_a_draft_of_a_newer_version_is_put_aside_and_said(visit, shot):
    page = visit("/")
    page.evaluate("""localStorage["playground:draft:constant-add"] = '{"schema": 99, "value": "of tomorrow"}'""")
    page.goto("/puzzles/constant-add")
    paste(page, "# of today\n")
    expect(page.get_by_text("Draft kept")).to_be_visible()
    expect(page.get_by_text("A newer version of the playground kept a draft here")).to_be_visible()
    shot(page, "draft-from-newer")
    assert "of tomorrow" in page.evaluate("""localStorage["playground-aside:draft:constant-add"]""")


def test_blocked_storage_is_said_and_the_page_works(visit):
    page = visit("/")
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError') }})"
    )
    page.goto("/puzzles/constant-add")
    solve(page, WRONG, "Wrong answer")
    expect(page.get_by_text("Not kept: this browser's storage is full or blocked")).to_be_visible()
    page.keyboard.press("Alt+H")
    expect(page.get_by_role("dialog")).to_be_visible()
