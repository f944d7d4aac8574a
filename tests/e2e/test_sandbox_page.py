"""The sandbox page: a kernel and a launch of one's own, run, kept and passed on."""

import pytest
from playwright.sync_api import Page, expect

from .lab import editor, expect_verdict, paste, run, solve, tab

HEAD = "import triton\nimport triton.language as tl\n\n\n@triton.jit\n"

SCALE = HEAD + (
    "def scale(src, dst, n, factor, BLOCK: tl.constexpr = 16):\n"
    "    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)\n"
    '    tl.device_print("program", tl.program_id(0))\n'
    "    tl.store(dst + offs, tl.load(src + offs, mask=offs < n, other=0.0) * factor, mask=offs < n)\n"
)


def launch(page: Page):
    return page.get_by_role("region", name="Launch")


def values(page: Page, name: str):
    """The numbers of a tensor that are in view."""
    return page.get_by_role("region", name=name).get_by_role("cell")


def fill_scale(page: Page, **fields: str) -> None:
    wanted = {
        "Shape of src": "n",
        "Shape of dst": "n",
        "Value of n": "40",
        "Value of BLOCK": "",
        "Value of factor": "2.0",
    }
    for label, text in {**wanted, "Grid": "cdiv(n, BLOCK)", **fields}.items():
        launch(page).get_by_label(label).fill(text)
    launch(page).get_by_label("Fill of src").select_option("arange")


@pytest.fixture
def sandbox(visit):
    def open_page(**window):
        page = visit("/sandbox", **window)
        editor(page)
        return page

    return open_page


def test_an_example_runs_at_once_and_shows_every_tensor_and_access(visit, shot):
    page = visit("/")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Sandbox").click()
    editor(page)
    shot(page, "sandbox-fresh")
    run(page)
    expect_verdict(page, "Ran")
    expect(values(page, "x_ptr").nth(5)).to_have_text("5")
    expect(page.get_by_role("region", name="z_ptr")).to_contain_text("float32 [200]")
    tab(page, "Picture")
    expect(page.get_by_role("tabpanel").get_by_role("button", name="As a table")).to_be_visible()
    expect(page.get_by_role("tabpanel").locator("canvas").first).to_be_visible()
    shot(page, "sandbox-picture")


def test_the_launch_follows_the_kernels_own_parameters(sandbox, shot):
    page = sandbox()
    paste(page, SCALE)
    groups = launch(page).get_by_role("group")
    expect(groups).to_have_count(5)
    assert [group.get_attribute("aria-labelledby") for group in groups.all()] == [
        f"launch-{name}-name" for name in ("src", "dst", "n", "factor", "BLOCK")
    ]
    expect(launch(page).get_by_label("What dst is")).to_have_value("output")
    expect(launch(page).get_by_label("Value of BLOCK")).to_have_attribute("placeholder", "default 16")
    fill_scale(page, Grid="9000")
    run(page)
    expect(launch(page).get_by_label("Grid")).to_be_focused()
    expect(launch(page)).to_contain_text("9,000 programs are too many; 4,096 are the most.")
    expect(launch(page)).to_contain_text("1 field to mend before it can run")
    shot(page, "sandbox-refused")

    launch(page).get_by_label("Grid").fill("cdiv(n, BLOCK)")
    run(page)
    expect_verdict(page, "Ran")
    expect(values(page, "dst").nth(39)).to_have_text("78")
    tab(page, "Output")
    expect(page.get_by_role("tabpanel")).to_contain_text("Program 2")


def test_a_lane_out_of_bounds_leads_to_its_line(sandbox, shot):
    page = sandbox()
    paste(page, SCALE.replace("other=0.0) * factor, mask=offs < n", "other=0.0) * factor, mask=offs < n + 3"))
    fill_scale(page)
    run(page)
    expect_verdict(page, "Invalid access")
    shot(page, "sandbox-invalid")
    page.get_by_role("region", name="Results").get_by_role("button", name="line 9", exact=True).first.click()
    expect(page.get_by_role("region", name="Editor")).to_contain_text("Ln 9")
    tab(page, "Tensors")
    expect(values(page, "dst").nth(39)).to_have_text("78")


def test_what_is_wrong_with_the_kernel_is_told_at_its_line(sandbox):
    page = sandbox()
    solve(page, SCALE.replace("tl.arange(0, BLOCK)", "tl.arange(0, BLOCK - 1)"), "Not run")
    fill_scale(page)
    run(page)
    expect_verdict(page, "Compile error")
    expect(page.get_by_role("button", name="line 7")).to_be_visible()
    expect(page.get_by_role("tabpanel")).to_contain_text("The kernel did not come to its end")


def test_the_same_seed_gives_the_same_inputs(sandbox):
    page = sandbox()
    page.get_by_label("Start from an example").select_option("Sum of each row")
    run(page)
    expect_verdict(page, "Ran")
    expect(values(page, "z_ptr")).to_have_count(6)
    first = values(page, "z_ptr").all_inner_texts()
    page.get_by_role("button", name="Keep this seed").click()
    expect(launch(page).get_by_label("Seed")).not_to_have_value("")
    run(page)
    expect(page.get_by_role("button", name="Keep this seed")).to_be_hidden()
    expect_verdict(page, "Ran")
    expect(values(page, "z_ptr")).to_have_text(first)
    pages = page.get_by_role("region", name="x_ptr")
    pages.get_by_role("button", name="Columns after").click()
    expect(pages).to_contain_text("Columns 16 to 31 of 100")


def test_a_draft_is_kept_and_an_example_puts_it_aside(sandbox):
    page = sandbox()
    paste(page, SCALE)
    fill_scale(page)
    expect(page.get_by_text("Draft kept")).to_be_visible()
    page.reload()
    editor(page)
    expect(launch(page).get_by_label("Value of factor")).to_have_value("2.0")
    page.get_by_label("Start from an example").select_option("Matrix transpose")
    expect(launch(page).get_by_label("Value of ROWS")).to_have_value("12")
    page.get_by_role("button", name="Bring it back").click()
    expect(launch(page).get_by_label("Value of factor")).to_have_value("2.0")
    expect(page.get_by_text("Your draft was put aside.")).to_be_hidden()


def test_a_link_holds_the_sandbox_and_never_takes_a_draft_unasked(sandbox, visit, shot):
    page = sandbox()
    paste(page, SCALE)
    fill_scale(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    path = page.evaluate("navigator.clipboard.readText()").removeprefix(page.evaluate("location.origin"))
    assert path.startswith("/sandbox#z.")

    other = visit(path)
    expect(launch(other).get_by_label("Value of factor")).to_have_value("2.0")
    assert "#" not in other.url
    run(other)
    expect_verdict(other, "Ran")

    launch(other).get_by_label("Value of factor").fill("5.0")
    other.goto("/")
    other.goto(path)
    dialog = other.get_by_role("dialog", name="Open the sandbox of this link?")
    expect(dialog).to_be_visible()
    shot(other, "sandbox-link")
    other.keyboard.press("Escape")
    expect(launch(other).get_by_label("Value of factor")).to_have_value("5.0")
    other.goto("/")
    other.goto(path)
    dialog.get_by_role("button", name="Open it").click()
    expect(launch(other).get_by_label("Value of factor")).to_have_value("2.0")
    other.get_by_role("button", name="Bring it back").click()
    expect(launch(other).get_by_label("Value of factor")).to_have_value("5.0")

    other.goto("/")
    other.goto("/sandbox#z.nothing")
    expect(other.get_by_text("The link holds no sandbox that can be read.")).to_be_visible()


def test_all_of_it_works_by_keyboard(sandbox):
    page = sandbox()
    editor(page).focus()
    page.keyboard.press("Control+M")
    page.keyboard.press("Tab")
    for _ in range(40):
        if page.evaluate("document.activeElement.id") == "launch-n-value":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("33")
    run(page)
    expect_verdict(page, "Ran")
    expect(page.get_by_role("region", name="z_ptr")).to_contain_text("float32 [33]")


def test_a_phone_shows_one_part_at_a_time(sandbox, shot):
    page = sandbox(width=390, height=844)
    panes = page.get_by_role("navigation", name="Panes")
    panes.get_by_role("button", name="Launch").click()
    expect(page.get_by_role("region", name="Editor")).to_be_hidden()
    launch(page).get_by_label("Value of n").fill("")
    panes.get_by_role("button", name="Run").click()
    expect(launch(page).get_by_label("Value of n")).to_be_focused()
    shot(page, "sandbox-phone-launch")
    launch(page).get_by_label("Value of n").fill("50")
    panes.get_by_role("button", name="Run").click()
    expect_verdict(page, "Ran")
    expect(page.get_by_role("region", name="z_ptr")).to_contain_text("float32 [50]")
    shot(page, "sandbox-phone-ran")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
