"""The compile check and the compiler view: by pointer, by keyboard, on a phone, and where no worker compiles."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.e2e.lab import editor, expect_verdict, paste, run, solve

HEAD = "import triton\nimport triton.language as tl\n\n\n@triton.jit\n"
GLOBAL = (
    "import triton\nimport triton.language as tl\n\nTEN = 10\n\n\n@triton.jit\n"
    "def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):\n"
    "    offsets = tl.arange(0, B0)\n"
    "    mask = offsets < N0\n"
    "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)\n"
    "    tl.store(z_ptr + offsets, x + TEN, mask=mask)\n"
)
SECOND = "/puzzles/constant-add-block"


def compiles(page):
    line = page.locator(".compiled")
    expect(line).to_contain_text("Compiles for sm_90 (H100, H200)", timeout=60_000)
    return line


def open_view(page):
    compiles(page).get_by_role("button", name="What it became").click()
    view = page.get_by_role("dialog", name="Compiled: 2. Constant add block")
    expect(view.get_by_role("button", name="PTX")).to_have_attribute("aria-pressed", "true", timeout=60_000)
    return view


def test_a_verdict_comes_first_and_then_whether_it_compiles(visit, catalogue):
    page = visit("/puzzles/constant-add")
    solve(page, catalogue.solution("constant-add").source, "Passed")
    expect_verdict(page, "Passed")
    compiles(page)


def test_what_keeps_it_from_compiling_is_told_at_its_line(visit):
    page = visit("/puzzles/constant-add")
    paste(page, GLOBAL)
    run(page)
    expect_verdict(page, "Passed")
    line = page.locator(".compiled")
    expect(line).to_contain_text("Does not compile for sm_90", timeout=60_000)
    expect(line).to_contain_text("TEN is a plain number of the file")
    line.get_by_role("button", name="line 12").click()
    expect(page.locator(".status").filter(has_text="Ln 12")).to_be_visible()
    expect(page.locator(".squiggly-error")).not_to_have_count(0)


def test_lines_are_linked_both_ways(visit, catalogue, axe):
    page = visit(SECOND)
    solve(page, catalogue.solution("constant-add-block").source, "Passed")
    view = open_view(page)
    source = view.get_by_role("group", name=re.compile("^Source"))
    form = view.get_by_role("group", name=re.compile("^PTX"))

    load = source.locator(".codeline", has_text="tl.load")
    number = load.locator(".codeline__no").inner_text()
    load.hover()
    linked = form.locator(".codeline.is-link")
    expect(linked.filter(has_text="ld.global")).not_to_have_count(0)
    for at in range(linked.count()):
        assert linked.nth(at).locator(".codeline__no").inner_text() == number
    expect(view.locator(".cv__foot [role=status]")).to_contain_text(
        re.compile(rf"Line {number} became \d+ of \d+ lines")
    )

    form.locator(".codeline", has_text="st.global").first.click()
    expect(source.locator(".codeline.is-chosen")).to_contain_text("tl.store")
    axe(page, "the compiler view")
    view.get_by_role("button", name="TTGIR").click()
    expect(view.get_by_role("group", name=re.compile("^TTGIR"))).to_contain_text("#ttg.blocked")
    view.get_by_role("button", name="SASS").click()
    expect(view.get_by_role("group", name=re.compile("^SASS"))).to_contain_text("STG")
    for name in ("Width of each load", "Registers", "Spills", "Shared memory"):
        expect(view.get_by_role("complementary", name="Reading aid")).to_contain_text(name)


def test_by_keyboard(visit, catalogue):
    page = visit(SECOND)
    solve(page, catalogue.solution("constant-add-block").source, "Passed")
    button = compiles(page).get_by_role("button", name="What it became")
    button.focus()
    page.keyboard.press("Enter")
    view = page.get_by_role("dialog")
    source = view.get_by_role("group", name=re.compile("^Source"))
    source.focus()
    for _ in range(30):
        page.keyboard.press("ArrowDown")
        if "tl.load" in source.locator(".codeline.is-chosen").inner_text():
            break
    form = view.get_by_role("group", name=re.compile("^PTX"))
    expect(form.locator(".codeline.is-link").first).to_be_in_viewport(timeout=60_000)
    page.keyboard.press("Enter")
    expect(form).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(source).to_be_focused()
    page.keyboard.press("Escape")
    expect(view).to_have_count(0)
    expect(button).to_be_focused()


def test_other_targets_blocks_and_runs(visit, catalogue):
    page = visit(SECOND)
    solve(page, catalogue.solution("constant-add-block").source, "Passed")
    compiles(page)
    solve(page, catalogue.solution("constant-add-block").source + "\n# again\n", "Passed")
    view = open_view(page)
    view.get_by_label("Target").select_option("gfx942")
    expect(view.get_by_role("button", name="AMDGCN")).to_have_attribute("aria-pressed", "true", timeout=60_000)
    view.get_by_label("Target").select_option("sm_90")
    compare = view.get_by_label("Compare with")
    stated, *cases = catalogue.get("constant-add-block").cases
    compare.select_option(f"case:{next(one.name for one in cases if one.blocks != stated.blocks)}")
    expect(view.get_by_role("group", name=re.compile("what is different"))).to_be_visible(timeout=60_000)
    compare.select_option(compare.locator("option", has_text="Run ").first.get_attribute("value"))
    expect(view.locator(".cv__instead")).to_contain_text("is the same as", timeout=60_000)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_on_a_phone(visit, catalogue, axe, theme):
    page = visit(SECOND, theme=theme)
    solve(page, catalogue.solution("constant-add-block").source, "Passed")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Results", exact=True).click()
    open_view(page)
    assert page.evaluate("document.querySelector('.cv').scrollWidth <= 390")
    axe(page, f"the compiler view on a phone, {theme}")


def test_the_sandbox_has_it_too(visit):
    page = visit("/sandbox")
    editor(page)
    page.keyboard.press("Control+Enter")
    expect_verdict(page, "Ran")
    line = compiles(page)
    line.get_by_role("button", name="What it became").click()
    expect(page.get_by_role("dialog").get_by_role("group", name=re.compile("^PTX"))).to_contain_text(".global")


def test_where_no_worker_compiles_it_says_so(visit, catalogue):
    page = visit("/puzzles/constant-add")
    said = {
        "status": "unavailable",
        "target": "sm_90",
        "case": "as-stated",
        "reason": "No worker compiles.",
        "cached": False,
    }
    page.route("**/compile?*", lambda route: route.fulfill(content_type="application/json", body=json.dumps(said)))
    solve(page, catalogue.solution("constant-add").source, "Passed")
    expect_verdict(page, "Passed")
    expect(page.locator(".compiled")).to_contain_text("Not compiled for a GPU: No worker compiles.")
