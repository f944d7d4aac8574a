"""What a student sees of a wrong result and of what a kernel prints, by pointer, by keyboard and on a phone."""

import re

from playwright.sync_api import expect

from tests.e2e.lab import expect_verdict, paste, run, solve, tab

HEAD = """import triton
import triton.language as tl


@triton.jit
"""

TILE = (
    HEAD
    + """def add_vec_block_kernel(x_ptr, y_ptr, z_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):
    i = tl.program_id(0) * B0 + tl.arange(0, B0)
    j = tl.program_id(1) * B1 + tl.arange(0, B1)
    x = tl.load(x_ptr + i, mask=i < N0, other=0.0)
    y = tl.load(y_ptr + j, mask=j < N1, other=0.0)
    mask = (j < N1)[:, None] & (i < {columns})[None, :]
    z = {value}
    tl.store(z_ptr + j[:, None] * N0 + i[None, :], z, mask=mask)
"""
)
SWAPPED = TILE.format(columns="N0", value="x[:, None] + y[None, :]")
NOT_NUMBERS = TILE.format(
    columns="N0 - 7", value="x[None, :] + y[:, None] / (j % 8)[:, None] + tl.sqrt(0.0 - i % 2)[None, :] * 0"
)

BLOCK = (
    HEAD
    + """def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    pid = tl.program_id(0)
    offs = pid * B0 + tl.arange(0, B0)
    mask = offs < N0
    x = tl.load(x_ptr + offs, mask=mask, other=0.0)
"""
)
PRINTS = (
    BLOCK
    + """    print("by print", offs)
    tl.device_print("by device_print", offs)
    tl.store(z_ptr + offs, x + 10.0, mask=mask)
"""
)
FLOOD = (
    BLOCK
    + """    for turn in range(200):
        print("turn", turn, offs)
    tl.store(z_ptr + offs, x + 10.0, mask=mask)
"""
)


NOTHING_KEPT = b"\x0f\0\0\0" + b'{"tensors": []}'


def evidence(page):
    return page.get_by_role("tabpanel", name="Evidence")


def the_map(page):
    found = evidence(page).get_by_role("application", name=re.compile("Differences of z"))
    expect(found).to_be_visible(timeout=20_000)
    return found


def readout(page):
    return page.locator(".mm__one")


def phone(visit, path, source):
    page = visit(path, width=390, height=844)
    page.get_by_role("navigation", name="Panes").get_by_role("button", name="Code").click()
    paste(page, source)
    run(page)
    return page


def test_ninety_by_hundred_elements_and_the_keys_that_walk_them(visit, shot):
    page = visit("/puzzles/outer-vector-add-block")
    solve(page, SWAPPED, "Wrong answer")
    expect(evidence(page)).to_contain_text("8,718 of 9,000 elements of z")
    the_map(page).focus()
    expect(readout(page)).to_contain_text("z[0, 1]")
    page.keyboard.press("ArrowLeft")
    expect(readout(page)).to_contain_text("z[0, 0]")
    expect(readout(page)).to_contain_text("Agrees")
    page.keyboard.press("f")
    expect(readout(page)).to_contain_text("z[0, 1]")
    page.keyboard.press("Shift+ArrowDown")
    expect(readout(page)).to_contain_text("z[32, 1]")
    expect(readout(page)).to_contain_text("program (0, 1)")
    page.keyboard.press("Shift+ArrowRight")
    expect(readout(page)).to_contain_text("program (1, 1)")
    expect(readout(page)).to_contain_text("line 13")
    page.keyboard.press("z")
    expect(evidence(page).get_by_role("button", name="Whole of z")).to_have_attribute("aria-pressed", "true")
    shot(page, "mismatch")


def test_the_same_as_a_table_by_keyboard(visit):
    page = visit("/puzzles/outer-vector-add-block")
    solve(page, SWAPPED, "Wrong answer")
    the_map(page).focus()
    page.keyboard.press("t")
    panel = evidence(page)
    expect(panel).to_contain_text("1 to 50 of 8,718 elements")
    panel.get_by_label("Also those that agree").check()
    expect(panel).to_contain_text("1 to 50 of 9,000 elements")
    expect(panel.get_by_role("row").nth(1)).to_contain_text("agrees")
    panel.get_by_role("button", name="Next").click()
    panel.get_by_role("button", name="z[0, 60]").click()
    expect(the_map(page)).to_be_focused()
    expect(readout(page)).to_contain_text("z[0, 60]")
    page.keyboard.press("t")


def test_numbers_that_are_none_and_elements_that_nobody_wrote_are_said_plainly(visit, shot):
    page = visit("/puzzles/outer-vector-add-block")
    solve(page, NOT_NUMBERS, "Wrong answer")
    the_map(page).focus()
    expect(readout(page)).to_contain_text("inf")
    page.keyboard.press("End")
    expect(readout(page)).to_contain_text("never written")
    expect(readout(page)).to_contain_text("No program stored it")
    legend = page.locator(".mm__legend")
    expect(legend).to_contain_text("never written")
    expect(legend).to_contain_text("nan")
    shot(page, "mismatch-not-numbers")


def test_pointing_at_an_element_reads_it(visit):
    page = visit("/puzzles/constant-add-block")
    solve(page, BLOCK + "    tl.store(z_ptr + offs, x + 9.0, mask=mask)\n", "Wrong answer")
    box = the_map(page).bounding_box()
    page.mouse.move(box["x"] + box["width"] * 1.5 / 32, box["y"] + box["height"] * 2.5 / 7)
    expect(readout(page)).to_contain_text("z[65]")
    expect(readout(page)).to_contain_text("program 2")
    readout(page).get_by_role("button", name="line 11").click()
    expect(page.get_by_role("region", name="Editor")).to_contain_text("Ln 11")


def test_a_case_is_judged_again_with_the_same_inputs_and_never_counted(visit, shot):
    page = visit("/puzzles/outer-vector-add-block")
    solve(page, SWAPPED, "Wrong answer")
    the_map(page)
    expected = readout(page).locator("dd").nth(1).inner_text()
    right = SWAPPED.replace("x[:, None] + y[None, :]", "y[:, None] + x[None, :]")
    page.get_by_role("button", name=re.compile("Run this case again with seed")).click()
    results = page.get_by_role("region", name="Results")
    expect(results.get_by_role("status")).to_contain_text("replay, never counted")
    expect_verdict(page, "Wrong answer")
    the_map(page)
    expect(readout(page).locator("dd").nth(1)).to_have_text(expected)
    shot(page, "replay")
    paste(page, right)
    page.get_by_role("button", name=re.compile("Run this case again with seed")).click()
    expect_verdict(page, "Passed")
    assert [tried["solved_at"] for tried in page.request.get("/api/me").json()["puzzles"]] == [None]
    results.get_by_role("button", name="Back to your run").click()
    expect_verdict(page, "Wrong answer")
    expect(results.get_by_role("status")).not_to_contain_text("replay")


def test_tensors_that_are_not_kept_any_more_are_offered_again(visit):
    page = visit("/puzzles/outer-vector-add-block")
    page.route("**/cases/*/arrays", lambda route: route.fulfill(body=NOTHING_KEPT))
    solve(page, SWAPPED, "Wrong answer")
    expect(evidence(page)).to_contain_text("no longer kept")
    expect(evidence(page).get_by_role("row").nth(1)).to_contain_text("z[0, 1]")
    page.unroute("**/cases/*/arrays")
    evidence(page).get_by_role("button", name="Run this case again").click()
    the_map(page)


def test_print_and_device_print_are_shown_by_program_as_tables_and_as_text(visit, shot):
    page = visit("/puzzles/constant-add-block")
    solve(page, PRINTS, "Passed")
    tab(page, "Output")
    panel = evidence(page)
    table = panel.get_by_role("table", name="by device_print [32]").first
    expect(table.get_by_role("row").nth(2)).to_contain_text("15")
    expect(panel.get_by_role("table", name="by print [32]").first).to_be_visible()
    shot(page, "output-tables")
    panel.get_by_role("button", name="as text").first.click()
    expect(panel.locator("pre").first).to_contain_text("by print [ 0  1  2")
    panel.get_by_role("button", name=re.compile("^Program 0")).click()
    expect(panel.get_by_role("button", name=re.compile("^Program 0"))).to_have_attribute("aria-expanded", "false")
    page.get_by_role("tablist", name="Cases").get_by_role("tab", name="One block").click()
    panel.get_by_role("button", name="Run this case again to see what it prints").click()
    expect(panel.get_by_role("table", name="by print [32]").first).to_be_visible(timeout=20_000)


def test_long_output_is_cut_honestly_and_searched_as_a_whole(visit, shot):
    page = visit("/puzzles/constant-add-block")
    solve(page, FLOOD, "Passed")
    tab(page, "Output")
    panel = evidence(page)
    expect(panel).to_contain_text(re.compile(r"Output ends here, at 64 KiB of the \d+ KiB that your kernel printed"))
    assert page.locator(".out__row").count() < 200
    page.keyboard.press("ControlOrMeta+f")
    field = panel.get_by_role("searchbox", name="Search the output")
    expect(field).to_be_focused()
    page.keyboard.type("TURN 150 ")
    count = panel.locator(".out__count")
    expect(count).to_have_text(re.compile(r"1 of \d+"))
    expect(panel.locator("mark.is-here")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(count).to_have_text(re.compile(r"2 of \d+"))
    expect(panel.locator("mark.is-here")).to_be_in_viewport()
    shot(page, "output-long")
    page.keyboard.press("Shift+Enter")
    expect(count).to_have_text(re.compile(r"1 of \d+"))
    page.keyboard.type("no such words")
    expect(count).to_have_text("not found")


def test_on_a_phone_maps_and_output_fit_and_can_be_pointed_at(visit, shot):
    page = phone(visit, "/puzzles/outer-vector-add-block", SWAPPED)
    expect_verdict(page, "Wrong answer")
    the_map(page)
    page.get_by_role("button", name="Next wrong").click()
    expect(readout(page)).to_contain_text("z[0, 2]")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    shot(page, "phone-mismatch")
    page = phone(visit, "/puzzles/constant-add-block", FLOOD)
    expect_verdict(page, "Passed")
    tab(page, "Output")
    expect(evidence(page)).to_contain_text("Output ends here")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    shot(page, "phone-output")
