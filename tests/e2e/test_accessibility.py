"""axe finds nothing on any page in any state: in both themes on a wide window, and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.e2e.scenes import SCENES


@pytest.mark.parametrize("name", SCENES)
def test_nobody_is_kept_out(visit, axe, name):
    page = visit("/favicon.svg", refused=True)
    SCENES[name](page)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        axe(page)
    page.set_viewport_size({"width": 390, "height": 844})
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
