"""Help for a learner: hints, the solution behind its veil, the memory score, the tour, lessons and the glossary."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.lab import editor, expect_verdict, run, solve

PHONE = {"width": 390, "height": 844}
TWICE = """
@triton.jit
def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):
    i = tl.program_id(0) * B0 + tl.arange(0, B0)
    x = tl.load(x_ptr + i, mask=i < N0, other=0.0)
    again = tl.load(x_ptr + i, mask=i < N0, other=0.0)
    tl.store(z_ptr + i, (x + again) / 2 + 10.0, mask=i < N0)
"""


def narrow(page: Page) -> None:
    """Nothing is wider than the window."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def hints_of(page: Page, puzzle: str) -> int:
    return page.evaluate(
        "slug => fetch('/api/me').then(r => r.json()).then("
        "me => me.puzzles.find(one => one.puzzle === slug)?.hints ?? 0)",
        puzzle,
    )


def test_hints_open_by_keyboard_one_after_the_other_and_are_counted(visit):
    page = visit("/puzzles/long-sum")
    first = page.get_by_role("button", name="Show", exact=True)
    expect(first).to_have_accessible_description("1. The idea")
    for count, text in ((1, "Store once, after the loop."), (2, "makes the accumulator"), (3, "total += tl.sum")):
        page.get_by_role("button", name="Show", exact=True).focus()
        page.keyboard.press("Enter")
        expect(page.get_by_label("Statement").get_by_text(text)).to_be_visible()
        page.wait_for_function("() => !document.querySelector('.md--plain')")
        page.wait_for_timeout(100)
        assert hints_of(page, "long-sum") == count
    expect(page.get_by_role("button", name="Show", exact=True)).to_have_count(0)


def test_hints_open_without_the_server(visit):
    page = visit("/puzzles/long-sum")
    expect(page.get_by_role("button", name="Show", exact=True)).to_be_visible()
    page.route("**/api/puzzles/*/hints", lambda route: route.fulfill(status=200, json={}))  # it counts nothing
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_text("Store once, after the loop.")).to_be_visible()


def test_giving_up_is_asked_for_with_what_it_means_and_then_shows_the_solution(visit, shot):
    page = visit("/puzzles/outer-vector-add", theme="dark")
    ask = page.get_by_role("button", name="Give up and see the solution")
    ask.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Give up and see the solution?")
    expect(dialog).to_contain_text("will be marked as given up and will not count on a leaderboard")
    expect(dialog.get_by_role("button", name="Keep trying")).to_be_focused()
    shot(page, "give-up-dark")
    page.keyboard.press("Enter")  # the harmless answer
    expect(dialog).to_have_count(0)
    expect(ask).to_be_focused()

    ask.click()
    dialog.get_by_role("button", name="Give up and show it").click()
    solution = page.get_by_role("dialog", name="Outer vector add: our solution")
    expect(solution).to_contain_text("Rows of z lie N0 elements apart.")
    expect(solution).to_contain_text("Why it is written that way")
    expect(solution).to_contain_text("Given up")
    solution.get_by_role("button", name="Compare with mine").click()
    expect(solution.get_by_role("group", name="Yours against our solution")).to_contain_text("Your turn")
    shot(page, "solution-compare-dark")
    page.keyboard.press("Escape")
    expect(solution).to_have_count(0)
    expect(page.get_by_role("button", name="Show the solution")).to_be_visible()


def test_after_a_pass_the_memory_is_told_and_the_solution_is_open(visit, shot, catalogue):
    page = visit("/puzzles/constant-add-block")
    solve(page, (catalogue.folder("constant-add-block") / "solution.py").read_text(), "Passed")
    moved = page.get_by_role("region", name="Memory moved")
    expect(moved).to_contain_text("400 elements, the least possible")
    expect(moved).to_contain_text("200 loaded, 200 stored.")
    further = page.get_by_role("region", name="What to try next")
    expect(further).to_contain_text("how many programs run")
    expect(further).not_to_contain_text("Load less")
    shot(page, "passed-memory")
    further.get_by_role("button", name="Open our solution").click()
    solution = page.get_by_role("dialog", name="Constant add block: our solution")
    expect(solution).to_contain_text("is the only value in which the programs differ")
    expect(solution).not_to_contain_text("Given up")
    solution.get_by_role("button", name="Compare with mine").click()
    expect(solution).to_contain_text("Yours and ours are the same, line for line.")
    shot(page, "solution")


def test_a_pass_that_loads_too_much_says_so(visit, shot):
    page = visit("/puzzles/constant-add-block", theme="dark")
    solve(page, TWICE, "Passed")
    moved = page.get_by_role("region", name="Memory moved")
    expect(moved).to_contain_text("600 elements; 400 would do")
    expect(moved).to_contain_text("200 loads more than needed")
    expect(page.get_by_role("region", name="What to try next")).to_contain_text("Load less")
    shot(page, "passed-loads-twice-dark")


def test_the_tour_goes_four_steps_by_keyboard_and_comes_back_only_when_asked(visit, shot):
    page = visit("/puzzles/constant-add", tour=True)
    tour = page.get_by_role("region", name="Tour")
    expect(tour).to_contain_text("1 of 4")
    assert not page.evaluate("document.querySelector('.tour').contains(document.activeElement)")  # it takes no focus
    shot(page, "tour-1")
    tour.get_by_role("button", name="Next").focus()
    for step, says in ((2, "This is your kernel."), (3, "This runs it."), (4, "This is what it did.")):
        page.keyboard.press("Enter")
        expect(tour).to_contain_text(f"{step} of 4")
        expect(tour).to_contain_text(says)
    page.keyboard.press("Enter")
    expect(tour).to_have_count(0)

    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("1. Constant add")
    expect(tour).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Take the tour").click()
    expect(tour.get_by_role("button", name="Next")).to_be_focused()
    page.keyboard.press("Escape")
    expect(tour).to_have_count(0)


def test_the_tour_stands_in_nobodys_way(visit):
    page = visit("/puzzles/constant-add", tour=True)
    expect(page.get_by_role("region", name="Tour")).to_be_visible()
    editor(page).focus()
    page.keyboard.type("# ")
    run(page)
    expect_verdict(page, "Wrong answer")
    page.get_by_role("button", name="Skip the tour").click()
    page.goto("/puzzles/long-sum")
    expect(page.get_by_role("button", name="Show", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Tour")).to_have_count(0)


def test_a_lesson_is_predicted_then_run_and_both_stand_side_by_side(visit, shot):
    page = visit("/puzzles/demo-1")
    page.get_by_role("button", name="Run and compare").click()
    expect(page.get_by_text("Pick an answer to each question, or run without predicting.")).to_be_visible()
    expect(page.get_by_role("heading", name="Not run yet")).to_be_visible()
    questions = page.get_by_role("tabpanel", name="Evidence").get_by_role("group")
    questions.nth(0).get_by_role("radio").first.focus()
    page.keyboard.press("ArrowDown")  # [1. 1. 1. 1. 1.]
    page.keyboard.press("Tab")
    page.keyboard.press("Space")  # 5 elements
    shot(page, "lesson")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    told = page.get_by_role("region", name="Your prediction")
    expect(told).to_contain_text("You predicted 1 of 2", timeout=60_000)
    expect(told).to_contain_text("You said[1. 1. 1. 1. 1.]")
    expect(told).to_contain_text("It is[1. 1. 1. 1. 1. 0. 0. 0.]")
    expect(told).to_contain_text("You said, and so it is5")
    shot(page, "lesson-told")


def test_a_lesson_may_be_run_without_predicting(visit):
    page = visit("/puzzles/demo-3")
    page.get_by_role("button", name="Run without predicting").click()
    told = page.get_by_role("region", name="Your prediction")
    expect(told).to_contain_text("You ran it without predicting", timeout=60_000)
    expect(told).to_contain_text("the whole first row, and two of the second")


def test_the_glossary_is_found_from_a_statement_and_by_anchor(visit):
    page = visit("/puzzles/constant-add-block")
    with page.context.expect_page() as opened:
        page.get_by_label("Statement").get_by_role("link", name="mask").click()
    glossary = opened.value
    expect(glossary.locator("#mask")).to_be_in_viewport()
    expect(glossary.locator("#mask")).to_be_focused()
    expect(glossary.locator("#mask")).to_contain_text("Where it is false, memory is not touched.")
    glossary.get_by_role("searchbox", name="Find a word").fill("race")
    expect(glossary.get_by_role("heading", name="Race")).to_be_visible()
    expect(glossary.get_by_role("heading", name="Mask")).to_have_count(0)


def test_on_a_phone_all_of_it_works(visit, shot):
    page = visit("/puzzles/demo-4", **PHONE, tour=True)
    tour = page.get_by_role("region", name="Tour")
    for step in ("statement", "code", "code", "results"):
        expect(page.locator(".lab")).to_have_attribute("data-pane", step)
        narrow(page)
        shot(page, f"phone-tour-{step}")
        tour.get_by_role("button", name=re.compile("Next|Done")).click()
    page.get_by_role("radio").nth(1).check()
    page.get_by_role("radio").nth(6).check()
    shot(page, "phone-lesson")
    page.get_by_role("button", name="Run and compare").click()
    expect(page.get_by_text("It did what you predicted")).to_be_visible(timeout=60_000)
    narrow(page)
    shot(page, "phone-lesson-told")

    page.goto("/puzzles/constant-add-block")
    page.get_by_role("button", name="Give up and see the solution").click()
    page.get_by_role("button", name="Give up and show it").click()
    solution = page.get_by_role("dialog", name="Constant add block: our solution")
    expect(solution).to_contain_text("is the only value in which the programs differ")
    narrow(page)
    shot(page, "phone-solution")
    page.keyboard.press("Escape")
    page.goto("/glossary#mask")
    expect(page.locator("#mask")).to_be_in_viewport()
    narrow(page)
    shot(page, "phone-glossary")
