"""Help while writing: completion, hover, signatures, quick fixes and help cards."""

import pytest
from playwright.sync_api import expect

from tests.e2e.lab import editor, expect_verdict, paste, run, solve

KERNEL = """@triton.jit
def add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.arange(0, B0)
    x = tl.load(x_ptr + offs)
    """

LUCK = """@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    offs = tl.program_id(0) * B0 + tl.arange(0, B0)
    mask = offs >= 0 and offs < N0
    x = tl.load(x_ptr + offs, mask=offs < N0)
    tl.store(z_ptr + offs, x + 10, mask=offs < N0)
"""


@pytest.fixture
def page(visit):
    return visit("/puzzles/1")


def suggestions(page):
    return page.locator(".suggest-widget.visible .monaco-list-row")


def test_names_of_tl_and_methods_of_blocks_are_offered(page):
    paste(page, KERNEL)
    page.keyboard.type("tl.pro")
    expect(suggestions(page).filter(has_text="program_id")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator(".view-lines")).to_contain_text("tl.program_id")
    page.keyboard.press("Enter")
    page.keyboard.type("x.su")
    expect(suggestions(page).filter(has_text="sum").first).to_be_visible()
    page.keyboard.press("Escape")


def test_own_and_given_names_are_offered_with_their_meaning(page):
    paste(page, KERNEL)
    page.keyboard.type("off")
    expect(suggestions(page).filter(has_text="offs").first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    page.keyboard.type("B")
    expect(suggestions(page).filter(has_text="B0").first).to_contain_text("here 32")
    page.keyboard.press("Enter")  # Enter ends the line and takes nothing
    page.keyboard.type("tl.load(x_ptr, m")
    expect(suggestions(page).filter(has_text="mask=").first).to_be_visible()


def test_a_snippet_writes_whole_lines(page):
    paste(page, KERNEL)
    page.keyboard.type("masked")
    expect(suggestions(page).filter(has_text="masked load")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator(".view-lines")).to_contain_text("other=0.0")


def test_a_call_shows_its_signature_and_the_argument_at_the_caret(page):
    paste(page, KERNEL)
    page.keyboard.type("tl.store(z_ptr + offs, x, ")
    widget = page.locator(".parameter-hints-widget")
    expect(widget).to_contain_text("tl.store(pointer, value, mask=None")
    expect(widget.locator(".parameter.active")).to_have_text("mask")


def test_hover_and_shift_f1_lead_to_the_help_card(page, shot):
    paste(page, KERNEL)
    page.locator(".view-lines span", has_text="tl.arange").last.hover()
    hover = page.locator(".monaco-hover:not(.hidden)")
    expect(hover).to_contain_text("power of two")
    hover.get_by_role("link", name="What is this?").click()
    card = page.get_by_role("dialog", name="What tl offers")
    expect(card.get_by_role("heading", name="tl.arange")).to_be_visible()
    shot(page, "help-card")
    card.get_by_role("searchbox").fill("lane by lane")
    expect(card.get_by_role("button", name="tl.maximum")).to_be_visible()
    card.get_by_role("searchbox").fill("load")
    page.keyboard.press("Enter")
    expect(card.get_by_role("heading", name="tl.load")).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    editor(page).focus()
    page.keyboard.press("ControlOrMeta+Home")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+F1")
    expect(card.get_by_role("heading", name="tl.arange")).to_be_visible()


def test_certain_fixes_are_applied_by_keyboard(visit):
    page = visit("/puzzles/2")
    solve(page, LUCK, "Passed")
    editor(page).focus()
    page.keyboard.press("ControlOrMeta+Home")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("ControlOrMeta+.")
    fix = page.locator(".action-widget").get_by_text("Write & for “and”")
    expect(fix).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".view-lines")).to_contain_text("(offs >= 0) & (offs < N0)")
    run(page)
    expect_verdict(page, "Passed")


def test_help_cards_on_a_phone(visit, shot):
    page = visit("/puzzles/1", width=390, height=844, theme="dark")
    page.get_by_role("button", name="Code").click()
    page.get_by_role("button", name="Reference").click()
    card = page.get_by_role("dialog", name="What tl offers")
    card.get_by_role("button", name="tl.dot", exact=True).click()
    expect(card.get_by_role("heading", name="tl.dot", exact=True)).to_be_visible()
    shot(page, "help-card-phone")
    card.get_by_role("button", name="Close").click()
    expect(card).to_be_hidden()


def test_popups_get_out_of_the_way(page):
    paste(page, KERNEL)
    page.keyboard.type("y = tl.max")
    expect(page.locator(".view-lines")).to_contain_text("tl.max")
    expect(suggestions(page)).to_have_count(0)  # the name is whole, so the arrow keys are the editor's
    page.keyboard.type("i")
    expect(suggestions(page).filter(has_text="maximum")).to_be_visible()
    page.keyboard.type("mum(x, ")
    expect(page.locator(".parameter-hints-widget.visible")).to_be_visible()
    page.keyboard.type("of")
    expect(suggestions(page).first).to_be_visible()
    run(page)
    expect(suggestions(page)).to_have_count(0)
    expect(page.locator(".parameter-hints-widget.visible")).to_have_count(0)
