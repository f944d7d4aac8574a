"""Each page and each state that a student may meet, as scenes of a few visits.

A scene takes the page as the scene before it in its visit left it, the first a new visitor's, in a wide window. It
leaves the state in view. What it shows must hold at every width and in both themes, since the gallery and the check of
access look at it in several.
"""

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from playground_puzzles.catalogue import load
from tests.e2e.lab import editor, expect_verdict, paste, run, solve, tab

Scene = Callable[[Page], None]

HEAD = "import triton\nimport triton.language as tl\n\n\n@triton.jit\n"
BLOCK = HEAD + (
    "def add_mask2_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):\n"
    "    pid = tl.program_id(0)\n"
    "    offs = pid * B0 + tl.arange(0, B0)\n"
    "    mask = offs < N0\n"
    "    x = tl.load(x_ptr + offs, mask=mask, other=0.0)\n"
)
STORE = "    tl.store(z_ptr + offs, x + 10.0, mask=mask)\n"
SWAPPED = HEAD + (
    "def add_vec_block_kernel(x_ptr, y_ptr, z_ptr, N0, N1, B0: tl.constexpr, B1: tl.constexpr):\n"
    "    i = tl.program_id(0) * B0 + tl.arange(0, B0)\n"
    "    j = tl.program_id(1) * B1 + tl.arange(0, B1)\n"
    "    x = tl.load(x_ptr + i, mask=i < N0, other=0.0)\n"
    "    y = tl.load(y_ptr + j, mask=j < N1, other=0.0)\n"
    "    mask = (j < N1)[:, None] & (i < N0)[None, :]\n"
    "    tl.store(z_ptr + j[:, None] * N0 + i[None, :], x[:, None] + y[None, :], mask=mask)\n"
)
PRINTS = BLOCK + '    print("by print", offs)\n    tl.device_print("by device_print", offs)\n' + STORE
FLOOD = BLOCK + '    for turn in range(200):\n        print("turn", turn, offs)\n' + STORE
FAILURES = {
    "invalid-access": ("Invalid access", BLOCK + "    tl.store(z_ptr + offs, x + 10.0)\n"),
    "compile-error": ("Compile error", BLOCK.replace("constexpr):", "constexpr)")),
    "rejected": ("Rejected", BLOCK + '    open("/etc/passwd")\n' + STORE),
    "runtime-error": ("Runtime error", BLOCK + "    tl.store(z_ptr + offs, x / (1 // 0), mask=mask)\n"),
    "time-limit": ("Time limit", BLOCK + "    while N0 > 0:\n        N0 += 0\n" + STORE),
}
LOOP = HEAD + (
    "def conv2d_kernel(x_ptr, k_ptr, z_ptr, N0, H, W, KH: tl.constexpr, KW: tl.constexpr, B0: tl.constexpr):\n"
    "    turn = 0\n"
    "    while N0 > 0:\n"
    "        turn += 1\n"
    "        if turn % 2000 == 1:\n"
    '            print("turn", turn)\n'
)


def solution(slug: str) -> str:
    return (load().folder(slug) / "solution.py").read_text()


def lite() -> str:
    """All twelve in one file, as Triton-Puzzles-Lite has them; the second is wrong."""
    imports = "import triton\nimport triton.language as tl\n"
    bodies = [solution(puzzle.slug).replace(imports, "") for puzzle in load().puzzles if puzzle.track == "The twelve"]
    bodies[1] = bodies[1].replace("10", "12")
    head = f"import argparse\nimport torch\nfrom display import print_end_line\n{imports}"
    specs = "\n\ndef add_spec(x):\n    return x + 10.0\n\n\n"
    return head + specs + "\n\n".join(bodies) + '\n\nif __name__ == "__main__":\n    argparse.ArgumentParser()\n'


def drop(page: Page, name: str, text: str) -> None:
    """Let a file fall on the page, wherever the pointer is."""
    expect(page.get_by_role("main")).to_be_visible()
    page.evaluate(
        """([name, text]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name));
            const where = document.querySelector("main");
            for (const type of ["dragenter", "dragover", "drop"])
                where.dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
        }""",
        [name, text],
    )


def evidence(page: Page):
    return page.get_by_role("tabpanel", name="Evidence")


def open_puzzle(page: Page, slug: str = "constant-add-block") -> None:
    page.goto(f"/puzzles/{slug}")
    editor(page)
    page.wait_for_function("() => !document.querySelector('.md--plain')")


def judged(source: str, word: str) -> Scene:
    def scene(page: Page) -> None:
        closed(page)
        solve(page, source, word)
        page.wait_for_load_state("networkidle")

    return scene


def closed(page: Page) -> None:
    """Nothing lies over the page."""
    if page.locator("dialog[open], .menu__list").count():
        page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def with_dialog(keys: str, name: str) -> Scene:
    def scene(page: Page) -> None:
        closed(page)
        page.keyboard.press("Alt+A")  # out of the editor, where a sign would be typed
        page.keyboard.press(keys)
        expect(page.get_by_role("dialog", name=name)).to_be_visible()

    return scene


def home(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("link", name="Constant add block").first).to_be_visible()


def home_with_progress(page: Page) -> None:
    home(page)
    expect(page.get_by_role("img", name="1 of 12 solved")).to_be_visible()


def code(page: Page) -> None:
    page.keyboard.press("Alt+K")


def running(page: Page) -> None:
    open_puzzle(page, "two-dimensional-convolution")
    paste(page, LOOP)
    run(page)
    expect(evidence(page)).to_contain_text("turn", timeout=30_000)


def cancelled(page: Page) -> None:
    run(page)
    expect(page.get_by_role("region", name="Results").get_by_role("status").first).to_contain_text("Running")
    page.keyboard.press("Escape")
    expect_verdict(page, "Cancelled")


def mismatch(page: Page) -> None:
    open_puzzle(page, "outer-vector-add-block")
    judged(SWAPPED, "Wrong answer")(page)
    expect(evidence(page).get_by_role("application", name=re.compile("Differences of z"))).to_be_visible()


def mismatch_table(page: Page) -> None:
    evidence(page).get_by_role("application").focus()
    page.keyboard.press("t")
    expect(evidence(page)).to_contain_text("1 to 50 of")


def picture(page: Page) -> None:
    tab(page, "Picture")
    expect(evidence(page).locator("canvas").first).to_be_visible()


def picture_table(page: Page) -> None:
    page.get_by_role("button", name="As a table").click()
    expect(evidence(page).get_by_role("table").first).to_be_visible()


def printed(page: Page) -> None:
    solve(page, PRINTS, "Passed")
    tab(page, "Output")
    expect(evidence(page).get_by_role("table").first).to_be_visible()


def printed_much(page: Page) -> None:
    solve(page, FLOOD, "Passed")
    expect(evidence(page)).to_contain_text("Output ends here", timeout=20_000)


def worker_down(page: Page) -> None:
    """As when the last worker has ended: a server without one does not become ready to be visited."""
    queued = json.dumps({"id": "0123456789abcdef", "status": "queued", "position": 3, "verdict": None})
    workers = {"ok": False, "detail": "no worker is running"}
    page.route("**/api/submissions**", lambda route: route.fulfill(body=queued, content_type="application/json"))
    page.route("**/api/submissions/*/events", lambda route: route.abort())
    page.route("**/readyz", lambda route: route.fulfill(status=503, json={"ok": False, "parts": {"workers": workers}}))
    open_puzzle(page)
    run(page)
    expect(page.locator(".banner")).to_contain_text("Judging has paused")
    expect(evidence(page)).to_contain_text("No worker answers", timeout=10_000)


def hints(page: Page) -> None:
    open_puzzle(page, "long-sum")
    for _ in range(3):
        page.get_by_role("button", name="Show", exact=True).first.click()
    expect(page.get_by_text("total += tl.sum")).to_be_visible()


def give_up(page: Page) -> None:
    open_puzzle(page, "outer-vector-add")
    page.get_by_role("button", name="Give up and see the solution").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def the_solution(page: Page) -> None:
    page.get_by_role("button", name="Give up and show it").click()
    shown = page.get_by_role("dialog", name="Outer vector add: our solution")
    expect(shown).to_contain_text("Why it is written that way")


def the_solution_compared(page: Page) -> None:
    page.get_by_role("button", name="Compare with mine").click()
    expect(page.get_by_role("group", name="Yours against our solution")).to_be_visible()


def lesson(page: Page) -> None:
    open_puzzle(page, "demo-1")
    page.keyboard.press("Alt+A")
    questions = evidence(page).get_by_role("group")
    questions.nth(0).get_by_role("radio").nth(1).check()
    questions.nth(1).get_by_role("radio").first.check()


def lesson_told(page: Page) -> None:
    page.get_by_role("button", name="Run and compare").click()
    expect(page.get_by_role("region", name="Your prediction")).to_contain_text("You predicted", timeout=60_000)


def history(page: Page) -> None:
    page.get_by_role("button", name="Keep mine").click()
    solve(page, solution("constant-add").replace("10", "11"), "Wrong answer")
    solve(page, solution("constant-add"), "Passed")
    paste(page, solution("constant-add") + "# a second thought\n")
    page.keyboard.press("Alt+H")
    expect(page.get_by_role("dialog").get_by_role("option")).to_have_count(2)


def two_tabs(page: Page) -> None:
    open_puzzle(page, "constant-add")
    paste(page, solution("constant-add"))
    expect(page.get_by_text("Draft kept")).to_be_visible()
    other = page.context.new_page()
    open_puzzle(other, "constant-add")
    paste(other, solution("constant-add").replace("10", "11"))
    expect(page.locator(".tabs-notice")).to_be_visible()
    other.close()


def tour(page: Page) -> None:
    closed(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Take the tour").click()
    expect(page.get_by_role("region", name="Tour")).to_contain_text("1 of 4")


def menu(page: Page) -> None:
    closed(page)
    page.get_by_role("button", name="Menu").click()
    expect(page.locator(".menu")).to_be_visible()


def drawer(page: Page) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    page.keyboard.press("Alt+Q")
    expect(page.get_by_role("region", name="Statement")).to_be_visible()


def help_card(page: Page) -> None:
    closed(page)
    page.keyboard.press("Alt+J")
    card = page.get_by_role("dialog", name="What tl offers")
    card.get_by_role("button", name="tl.dot", exact=True).click()
    expect(card.get_by_role("heading", name="tl.dot", exact=True)).to_be_visible()


def more_contrast(page: Page) -> None:
    page.keyboard.press("Alt+X")
    expect(page.locator("html")).to_have_attribute("data-contrast", "more")


def less_contrast(page: Page) -> None:
    page.keyboard.press("Alt+X")
    judged(*FAILURES["compile-error"][::-1])(page)


def importing(page: Page) -> None:
    page.goto("/import")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def imported(page: Page) -> None:
    drop(page, "puzzles_ans.py", lite())
    expect(page.get_by_text("11 of 12 passed")).to_be_visible(timeout=60_000)


def import_refused(page: Page) -> None:
    drop(page, "notes.py", "x = 1\n")
    expect(page.get_by_role("alert")).to_contain_text("defines no kernel of a puzzle")


def sandbox(page: Page) -> None:
    page.goto("/sandbox")
    editor(page)


def sandbox_refused(page: Page) -> None:
    page.get_by_role("region", name="Launch").get_by_label("Grid").fill("x")
    run(page)
    expect(page.get_by_role("region", name="Launch")).to_contain_text("1 field to mend")


def sandbox_ran(page: Page) -> None:
    page.get_by_role("region", name="Launch").get_by_label("Grid").fill("7")
    run(page)
    expect_verdict(page, "Ran")
    expect(page.get_by_role("region", name="z_ptr").get_by_role("cell").first).to_be_visible()


def sandbox_picture(page: Page) -> None:
    tab(page, "Picture")
    expect(page.get_by_role("tabpanel").locator("canvas").first).to_be_visible()


def glossary(page: Page) -> None:
    page.goto("/glossary")
    expect(page.locator("#mask")).to_be_visible()


def missing(page: Page) -> None:
    page.goto("/puzzles/of-nowhere")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def server_trouble(page: Page) -> None:
    trouble = json.dumps({"error": {"code": "error", "message": "The database does not answer."}})
    page.route("**/api/puzzles/long-sum", lambda route: route.fulfill(status=503, body=trouble))
    page.goto("/puzzles/long-sum")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


VISITS: list[dict[str, Scene]] = [
    {"home": home},
    {
        "puzzle": open_puzzle,
        "puzzle-drawer": drawer,
        "puzzle-code": code,
        "palette": with_dialog("ControlOrMeta+K", "Find or do anything"),
        "keys": with_dialog("?", "All keys"),
        "preferences": with_dialog("Alt+O", "Preferences"),
        "help-card": help_card,
        "menu": menu,
        "wrong-answer": judged(BLOCK + STORE.replace("10.0", "9.0"), "Wrong answer"),
        "passed": judged(solution("constant-add-block"), "Passed"),
        **{name: judged(source, word) for name, (word, source) in FAILURES.items() if name != "compile-error"},
        "more-contrast": more_contrast,
        "compile-error": less_contrast,
        "output": printed,
        "output-long": printed_much,
        "home-progress": home_with_progress,
    },
    {"mismatch": mismatch, "mismatch-table": mismatch_table, "picture": picture, "picture-table": picture_table},
    {"running": running, "cancelled": cancelled},
    {"hints": hints},
    {"give-up": give_up, "solution": the_solution, "solution-compared": the_solution_compared},
    {"lesson": lesson, "lesson-told": lesson_told},
    {"two-tabs": two_tabs, "history": history, "tour": tour},
    {"import": importing, "import-refused": import_refused, "import-judged": imported},
    {
        "sandbox": sandbox,
        "sandbox-refused": sandbox_refused,
        "sandbox-ran": sandbox_ran,
        "sandbox-picture": sandbox_picture,
    },
    {"glossary": glossary, "missing": missing},
    {"worker-down": worker_down},
    {"server-trouble": server_trouble},
]
