"""From the plain editor to Monaco: nothing typed is lost, and the caret stays where it is."""

from playwright.sync_api import expect

from tests.e2e.lab import editor


def test_typing_goes_on_while_monaco_takes_over(visit, catalogue):
    page = visit("/glossary")
    asked = []

    page.route("**/assets/monaco-*.js", lambda route: asked.append(route))
    page.goto("/puzzles/constant-add")
    plain = page.locator("textarea.ed--plain")
    plain.focus()
    lines = catalogue.get("constant-add").starter.splitlines()
    at = sum(len(line) + 1 for line in lines[:8])
    plain.evaluate("(area, at) => area.setSelectionRange(at, at)", at)
    typed = "# one two three four five six seven eight nine ten eleven twelve thirteen"
    page.keyboard.type(typed[:20])
    assert len(asked) == 1
    asked[0].continue_()
    page.keyboard.type(typed[20:], delay=40)
    editor(page)
    page.keyboard.type(" and on", delay=20)
    expect(page.get_by_role("region", name="Editor")).to_contain_text(f"Ln 9, Col {len(typed) + 8}")
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.press("ControlOrMeta+C")
    lines[8] = f"{typed} and on{lines[8]}"
    assert page.evaluate("navigator.clipboard.readText()").splitlines() == lines
