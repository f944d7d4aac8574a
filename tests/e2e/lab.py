"""What a student does on a puzzle page, and what they then see."""

from playwright.sync_api import Page, expect

VERDICT_MS = 60_000


def editor(page: Page):
    """The editor, once it has loaded."""
    expect(page.locator(".monaco-editor .view-lines")).to_be_visible(timeout=60_000)
    return page.get_by_role("region", name="Editor").get_by_role("textbox")


def paste(page: Page, source: str) -> None:
    """Replace what the editor holds by pasting."""
    editor(page).focus()
    page.keyboard.press("ControlOrMeta+A")
    page.evaluate("text => navigator.clipboard.writeText(text)", source)
    page.keyboard.press("ControlOrMeta+V")


def run(page: Page) -> None:
    page.keyboard.press("ControlOrMeta+Enter")


def expect_verdict(page: Page, word: str) -> None:
    status = page.get_by_role("region", name="Results").get_by_role("status").first
    expect(status).to_contain_text(word, timeout=VERDICT_MS)


def solve(page: Page, source: str, word: str) -> None:
    """Paste, run, wait for the verdict word."""
    paste(page, source)
    run(page)
    expect_verdict(page, word)


def tab(page: Page, name: str) -> None:
    page.get_by_role("tablist", name="Evidence").get_by_role("tab", name=name).click()
