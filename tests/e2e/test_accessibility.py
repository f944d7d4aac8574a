"""axe finds nothing on any page in any state: in both themes on a wide window, and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.e2e import scenes, scenes_people
from tests.e2e.conftest import DESKTOP, PHONE


@pytest.mark.parametrize("followed", scenes.VISITS + scenes_people.VISITS, ids=lambda followed: next(iter(followed)))
def test_nobody_is_kept_out(visit, axe, followed):
    page = visit("/favicon.svg", refused=True)
    for name, scene in followed.items():
        show(page, DESKTOP, "light")
        scene(page)
        axe(page, name)
        show(page, DESKTOP, "dark")
        axe(page, name, only="color-contrast")  # a theme changes nothing else
        show(page, PHONE, "light")
        axe(page, name)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


# Monaco takes a theme a moment after the page.
PAINTED = """dark => {
    const ground = document.querySelector(".monaco-editor-background");
    return !ground || Number(/\\d+/.exec(getComputedStyle(ground).backgroundColor)[0]) < 128 === dark;
}"""


def show(page, size, theme):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # a colour on its way is no fault
    if page.locator("html[data-theme]").count():
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
    page.wait_for_function(PAINTED, arg=theme == "dark")
