"""The main job in a real browser: read, write, run, understand."""

import re
from collections import Counter

from playwright.sync_api import expect

from playground_puzzles.catalogue import load
from tests.e2e.lab import editor, expect_verdict, paste, run, solve, tab

PUZZLES = [puzzle for puzzle in load().puzzles if puzzle.number]
DEMOS = [puzzle for puzzle in load().puzzles if puzzle.kind == "demo"]

KERNEL = """import triton
import triton.language as tl


@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    pid = tl.program_id(0)
    offs = pid * B0 + tl.arange(0, B0)
    keep = offs < N0
"""

LOOP = """import triton
import triton.language as tl


@triton.jit
def conv2d_kernel(x_ptr, k_ptr, z_ptr, N0, H, W, KH: tl.constexpr, KW: tl.constexpr, B0: tl.constexpr):
    i = 0
    while N0 > 0:
"""


def test_reference_solutions_pass_one_after_the_other(visit, catalogue):
    page = visit(f"/puzzles/{PUZZLES[0].slug}")
    for puzzle in PUZZLES:
        expect(page.get_by_role("heading", level=1)).to_contain_text(puzzle.title)
        solve(page, (catalogue.folder(puzzle.slug) / "solution.py").read_text(), "Passed")
        if puzzle is not PUZZLES[-1]:
            page.get_by_role("region", name="Results").get_by_role("link", name="Next").click()
    page.goto("/")
    for track, count in Counter(puzzle.track for puzzle in PUZZLES).items():
        expect(page.get_by_role("img", name=f"{track}: {count} of {count} solved")).to_be_visible()


def test_demos_show_what_they_give_beside_what_is_expected(visit):
    page = visit(f"/puzzles/{DEMOS[0].slug}")
    for demo in DEMOS:
        expect(page.get_by_role("heading", level=1)).to_contain_text(demo.title)
        editor(page).focus()
        run(page)
        expect_verdict(page, "Passed")
        evidence = page.get_by_role("tabpanel", name="Evidence")
        expect(evidence).to_contain_text(re.compile("expected", re.IGNORECASE))
        if demo.slug == "demo-3":
            expect(evidence).to_contain_text("10")
        else:
            first = demo.expected_output.strip().splitlines()[0]
            expect(evidence.get_by_text(first, exact=False).nth(1)).to_be_visible()
        page.keyboard.press("Alt+ArrowRight")


def test_typing_works_too(visit):
    page = visit("/puzzles/constant-add")
    editor(page).focus()
    page.keyboard.press("ControlOrMeta+Home")
    for _ in range(7):  # down to the comment that says what is left to do
        page.keyboard.press("ArrowDown")
    for _ in range(2):  # a line that is wrapped has two ends
        page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("tl.store(z_ptr + tl.arange(0, B0), tl.load(x_ptr + tl.arange(0, B0)) + 10.0)")
    run(page)
    expect_verdict(page, "Passed")


def test_wrong_answer_shows_which_elements_differ(visit, shot):
    page = visit("/puzzles/constant-add-block")
    wrong = (
        KERNEL + "    x = tl.load(x_ptr + offs, mask=keep, other=0.0)\n    tl.store(z_ptr + offs, x + 9.0, mask=keep)\n"
    )
    solve(page, wrong, "Wrong answer")
    evidence = page.get_by_role("tabpanel", name="Evidence")
    expect(evidence).to_contain_text("200")
    expect(evidence.get_by_role("row").nth(1)).to_contain_text("0")
    shot(page, "wrong-answer")


def test_invalid_access_names_the_line_and_goes_there(visit, shot):
    page = visit("/puzzles/constant-add-block")
    source = KERNEL + "    x = tl.load(x_ptr + offs, mask=keep, other=0.0)\n    tl.store(z_ptr + offs, x + 10.0)\n"
    line = len(source.splitlines())
    solve(page, source, "Invalid access")
    results = page.get_by_role("region", name="Results")
    expect(results).to_contain_text(f"line {line}")
    page.get_by_role("button", name="As a table").click()
    evidence = page.get_by_role("tabpanel", name="Evidence")
    evidence.get_by_role("table").get_by_role("button", name=f"line {line}", exact=True).first.click()
    expect(page.get_by_role("region", name="Editor")).to_contain_text(f"Ln {line}")
    shot(page, "invalid-access")


def test_syntax_error_is_marked_in_the_editor(visit, shot):
    page = visit("/puzzles/constant-add-block")
    solve(page, KERNEL.replace("constexpr):", "constexpr)"), "Compile error")
    expect(page.locator(".monaco-editor .squiggly-error")).to_have_count(1)
    expect(page.get_by_role("region", name="Results")).to_contain_text("line 6")
    shot(page, "compile-error")


def test_print_output_comes_while_the_kernel_runs(visit, shot):
    page = visit("/puzzles/two-dimensional-convolution")  # it may run for twenty seconds
    paste(page, LOOP + '        i += 1\n        if i % 400 == 1:\n            print("turn", i)\n')
    run(page)
    evidence = page.get_by_role("tabpanel", name="Evidence")
    expect(evidence).to_contain_text("turn", timeout=30_000)
    expect(page.get_by_role("region", name="Results").get_by_role("status")).to_contain_text("Running")
    shot(page, "running")
    page.keyboard.press("Escape")
    expect_verdict(page, "Cancelled")
    tab(page, "Output")
    expect(evidence).to_contain_text("turn")
    shot(page, "cancelled")


def test_endless_loop_can_be_cancelled_by_its_button(visit):
    page = visit("/puzzles/two-dimensional-convolution")
    paste(page, LOOP + "        i += 1\n")
    run(page)
    results = page.get_by_role("region", name="Results")
    expect(results.get_by_role("status")).to_contain_text("Running", timeout=30_000)
    results.get_by_role("button", name="Cancel").click()
    expect_verdict(page, "Cancelled")


def test_a_whole_lite_file_can_be_pasted(visit, shot, catalogue):
    parts = ["import argparse\nimport torch\nimport triton\nimport triton.language as tl\n"]
    parts += [(catalogue.folder(puzzle.slug) / "solution.py").read_text() for puzzle in PUZZLES[:4]]
    parts += ['def run():\n    test(add_kernel)\n\n\nif __name__ == "__main__":\n    run()\n']
    page = visit("/puzzles/outer-vector-add")
    solve(page, "\n\n".join(parts), "Passed")
    tab(page, "Notes")
    expect(page.get_by_role("tabpanel", name="Evidence")).to_contain_text("Set aside")
    shot(page, "lite-file")
