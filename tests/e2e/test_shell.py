"""The page around the main job: panes, palette, keys, preferences, and that nothing moves while results arrive."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.lab import editor, expect_verdict, paste, run

PUZZLE = "/puzzles/constant-add-block"
PARTS = {"verdict": ".verdict", "diagnosis": ".diag", "cases": ".cases", "tabs": ".tabs"}


def width(page: Page, name: str) -> float:
    return page.get_by_role("region", name=name).bounding_box()["width"]


def splitter(page: Page, name: str):
    return page.get_by_role("separator", name=f"Width of the {name}")


def drag(page: Page, name: str, by: float) -> None:
    box = splitter(page, name).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 300
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by / 2, y, steps=3)
    page.mouse.move(x + by, y, steps=3)
    page.mouse.up()


def test_panes_are_dragged_within_bounds_and_remembered(visit, shot):
    page = visit(PUZZLE)
    editor(page)
    assert (width(page, "Statement"), width(page, "Results")) == (304, 616)
    drag(page, "statement", 60)
    drag(page, "results", -40)
    assert (width(page, "Statement"), width(page, "Results")) == (364, 656)
    drag(page, "results", -2000)
    assert width(page, "Editor") >= 320
    page.reload()
    editor(page)
    assert width(page, "Statement") == 364
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(splitter(page, "results")).to_have_attribute("aria-valuenow", "596")
    assert width(page, "Editor") >= 320
    shot(page, "panes-moved")
    page.set_viewport_size({"width": 1440, "height": 900})
    splitter(page, "statement").dblclick()
    splitter(page, "results").dblclick()
    assert (width(page, "Statement"), width(page, "Results")) == (304, 616)


def test_panes_are_moved_by_keyboard(visit):
    page = visit(PUZZLE)
    editor(page)
    handle = splitter(page, "results")
    handle.focus()
    page.keyboard.press("ArrowLeft")
    expect(handle).to_have_attribute("aria-valuenow", "632")
    page.keyboard.press("Shift+ArrowRight")
    expect(handle).to_have_attribute("aria-valuenow", "630")
    page.keyboard.press("Home")
    assert width(page, "Results") == 560
    page.keyboard.press("End")
    expect(handle).to_have_attribute("aria-valuenow", handle.get_attribute("aria-valuemax"))
    assert width(page, "Editor") == 320
    page.keyboard.press("Alt+0")
    assert width(page, "Results") == 616


def test_two_panes_have_a_drawer_and_widths_of_their_own(visit, shot):
    page = visit(PUZZLE, width=1024, height=768)
    editor(page)
    expect(splitter(page, "statement")).to_have_count(0)
    drag(page, "results", -60)
    assert width(page, "Editor") >= 320
    moved = width(page, "Results")
    page.keyboard.press("Alt+Q")
    expect(page.get_by_role("region", name="Statement")).to_be_visible()
    shot(page, "drawer")
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Statement")).to_be_hidden()
    page.set_viewport_size({"width": 1440, "height": 900})
    assert width(page, "Results") == 616
    page.set_viewport_size({"width": 1024, "height": 768})
    assert width(page, "Results") == moved


def test_palette_does_everything_by_keyboard_alone(visit, shot):
    page = visit(PUZZLE)
    editor(page).focus()
    page.keyboard.press("ControlOrMeta+K")
    field = page.get_by_role("combobox", name="Find or do anything")
    expect(field).to_be_focused()
    options = page.get_by_role("option")
    expect(options.filter(has_text="Run your kernel")).to_contain_text("Ctrl Enter")
    expect(page.get_by_role("option", name="Go to puzzle 12.")).to_have_count(1)
    shot(page, "palette")
    page.keyboard.type("long su")
    expect(options.first).to_have_text("Go to puzzle 7. Long sum")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("7. Long sum")
    page.keyboard.press("ControlOrMeta+K")
    page.keyboard.type("theme")
    expect(options.nth(1)).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(options.first).to_have_attribute("aria-selected", "true")
    expect(field).to_have_attribute("aria-activedescendant", options.first.get_attribute("id"))
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("ControlOrMeta+K")
    page.keyboard.type("xyzzy")
    expect(page.get_by_role("dialog").get_by_text("Nothing here is called “xyzzy”")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_every_key_is_listed_once_and_works(visit, shot):
    page = visit(PUZZLE)
    editor(page).focus()
    page.keyboard.type("?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("ControlOrMeta+Z")
    page.keyboard.press("Alt+A")
    expect(page.get_by_role("tablist", name="Cases").get_by_role("tab", selected=True)).to_be_focused()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="All keys")
    expect(dialog).to_contain_text("Tab writes in the editor.")
    shot(page, "keys")
    sections = ("This page", "Go to", "Preferences", "Help")
    listed = [
        key
        for name in sections
        for key in dialog.locator("section", has=page.get_by_role("heading", name=name, exact=True))
        .locator("kbd")
        .all_inner_texts()
    ]
    assert len(listed) > 12
    assert sorted(set(listed)) == sorted(listed)
    page.keyboard.press("Escape")
    page.keyboard.press("Alt+ArrowRight")
    expect(page.get_by_role("heading", level=1)).to_have_text("3. Outer vector add")
    page.keyboard.press("Alt+U")
    expect(page.get_by_role("heading", level=2, name="The twelve")).to_be_visible()


def test_control_m_says_what_tab_does(visit):
    page = visit(PUZZLE)
    editor(page).focus()
    status = page.get_by_role("region", name="Editor").get_by_role("status")
    expect(status).to_have_text("Ctrl M lets Tab leave the editor")
    page.keyboard.press("Control+M")
    expect(status).to_have_text("Ctrl M Tab leaves the editor now")
    page.keyboard.press("Tab")
    expect(editor(page)).not_to_be_focused()


def test_vim_keys_type_and_run(visit, shot):
    page = visit(PUZZLE)
    editor(page)
    page.keyboard.press("Alt+I")
    mode = page.get_by_role("group", name="Vim")
    expect(mode).to_contain_text("NORMAL", timeout=20_000)
    page.keyboard.press("Alt+K")
    page.keyboard.type("ggdG")
    expect(page.locator(".view-lines")).to_have_text("")
    page.keyboard.type("i")
    expect(mode).to_contain_text("INSERT")
    page.keyboard.type("x = 1")
    page.keyboard.press("Escape")
    expect(mode).to_contain_text("NORMAL")
    page.keyboard.type("x:w")
    page.keyboard.press("Enter")
    expect(page.locator(".view-lines")).to_have_text("x =")
    shot(page, "vim")
    run(page)
    expect_verdict(page, "Compile error")
    page.reload()
    editor(page)
    expect(mode).to_contain_text("NORMAL", timeout=20_000)
    page.keyboard.press("Alt+I")
    expect(mode).to_have_count(0)


def test_preferences_hold_at_once_and_before_the_first_paint(visit, shot):
    page = visit(PUZZLE)
    editor(page)
    before = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--line')")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Change preferences").click()
    dialog = page.get_by_role("dialog", name="Preferences")
    dialog.get_by_role("group", name="Contrast").get_by_role("radio", name="More").check()
    dialog.get_by_role("group", name="Theme").get_by_role("radio", name="Dark").check()
    dialog.get_by_role("checkbox", name="Wrap long lines").check()
    dialog.get_by_role("slider", name="Editor’s text").fill("18")
    shot(page, "preferences")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Menu")).to_be_focused()
    page.add_init_script(
        "document.addEventListener('DOMContentLoaded', () => "
        "{ window.first = { ...document.documentElement.dataset } })"
    )
    page.reload()
    editor(page)
    assert page.evaluate("window.first") == {"theme": "dark", "contrast": "more"}
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--line')") != before
    expect(page.locator(".view-line").first).to_have_css("font-size", "18px")
    paste(page, "x = " + " + ".join(["a_long_name"] * 20) + "\n")
    expect(page.locator(".view-line").nth(2)).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.view-lines')).lineHeight") == "28px"
    shot(page, "contrast-dark")


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)], ids=lambda size: str(size[0]))
def test_nothing_moves_while_results_arrive(visit, catalogue, size):
    page = visit(PUZZLE, width=size[0], height=size[1])
    if size[0] < 721:
        page.get_by_role("navigation", name="Panes").get_by_role("button", name="Code").click()
    source = (catalogue.folder("constant-add-block") / "solution.py").read_text()
    paste(page, source.replace(", mask=exists)", ")"))
    page.keyboard.press("Alt+A")
    # Every frame, from before the run to after the verdict
    page.evaluate(
        """parts => {
            window.seen = {};
            const look = () => {
                for (const [name, css] of Object.entries(parts)) {
                    const { x, y, width, height } = document.querySelector(css).getBoundingClientRect();
                    (window.seen[name] ??= new Set()).add(JSON.stringify([x, y, width, height]));
                }
                requestAnimationFrame(look);
            };
            look();
        }""",
        PARTS,
    )
    run(page)
    expect_verdict(page, "Invalid access")
    if size[0] >= 721:
        paste(page, source)
        run(page)
        expect_verdict(page, "Passed")
    page.wait_for_timeout(300)
    seen = page.evaluate("Object.fromEntries(Object.entries(window.seen).map(([k, v]) => [k, [...v]]))")
    assert {name: len(places) for name, places in seen.items()} == dict.fromkeys(PARTS, 1), json.dumps(seen)


def test_sixth_case_is_reached_by_keyboard_and_by_pointer(visit, shot):
    page = visit(PUZZLE)
    editor(page)
    cases = page.get_by_role("tablist", name="Cases")
    last = cases.get_by_role("tab").last
    page.locator(".strip__end--after").first.click()
    expect(page.locator(".strip__end--before").first).to_be_visible()
    cases.get_by_role("tab").first.click()
    page.keyboard.press("End")
    expect(last).to_be_focused()
    expect(last).to_be_in_viewport(ratio=0.98)
    shot(page, "cases-end")


def test_phone_lying_down_has_the_dock_and_all_of_run(visit, shot):
    page = visit(PUZZLE, width=844, height=390)
    dock = page.get_by_role("navigation", name="Panes")
    expect(dock.get_by_role("button", name="Run")).to_be_in_viewport(ratio=1)
    dock.get_by_role("button", name="Code").click()
    editor(page)
    shot(page, "phone-lying-down")
    expect(page.get_by_role("region", name="Editor")).to_be_in_viewport()
    dock.get_by_role("button", name="Results").click()
    expect(page.get_by_role("region", name="Editor")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_menu_and_palette_on_a_phone(visit, shot, axe):
    page = visit("/", width=390, height=844)
    page.get_by_role("button", name="Menu").click()
    expect(page.locator(".menu").get_by_role("link", name="Puzzles")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Find or do anything").click()
    page.keyboard.type("long")
    expect(page.get_by_role("option").first).to_be_visible()
    shot(page, "phone-palette")
    axe(page)
    page.keyboard.press("Escape")
    page.goto(PUZZLE)
    expect(page.get_by_role("navigation", name="Panes")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Change preferences").click()
    expect(page.get_by_role("dialog", name="Preferences")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_dialogs_of_the_editor_open_over_any_pane_of_a_phone(visit):
    page = visit(PUZZLE, width=390, height=844)
    for words, name in (("your runs", "Your runs of this puzzle"), ("look up", "What tl offers")):
        page.get_by_role("button", name="Find or do anything").click()
        page.keyboard.type(words)
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
