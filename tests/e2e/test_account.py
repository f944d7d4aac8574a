"""The account page: a name, a password, another browser, tokens, leaving; as people do it, in a real browser."""

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import TOUR_SEEN

PASSWORD = "correct horse battery"


def account_of(page):
    return page.evaluate("fetch('/api/me').then(answer => answer.json()).then(me => me.account)")


def open_account(page):
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Your account").click()
    expect(page.get_by_role("heading", level=1, name="Account")).to_be_visible()


def give_name(page, name):
    page.get_by_label("Display name").fill(name)
    page.get_by_role("button", name="Save the name").click()
    expect(page.get_by_role("heading", name="Another browser")).to_be_visible()


def test_a_name_and_a_password_bring_one_back_in_another_browser(visit, axe, shot):
    page = visit()
    open_account(page)
    expect(page.get_by_text("stores nothing of you yet")).to_be_visible()
    axe(page)
    give_name(page, "Mira Chen")
    page.get_by_label("Others may see my name").check()
    expect(page.get_by_text("Others see you as Mira Chen")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Set a password").click()
    expect(page.get_by_text("come back to this account from any browser")).to_be_visible()
    axe(page)
    shot(page, "account-light")

    other = visit("/puzzles/constant-add", width=390, height=844, theme="dark")
    other.get_by_role("button", name="Menu").click()
    other.get_by_role("button", name="Sign in").click()
    dialog = other.get_by_role("dialog", name="Sign in")
    axe(other)
    shot(other, "sign-in-phone")
    dialog.get_by_label("Name").fill("mira chen")
    dialog.get_by_label("Password").fill(PASSWORD)
    with other.expect_navigation():
        other.keyboard.press("Enter")
    assert account_of(other)["name"] == "Mira Chen"
    other.goto("/me/account")
    expect(other.get_by_role("heading", name="Browsers")).to_be_visible()
    expect(other.get_by_text("This browser", exact=True)).to_be_visible()
    assert other.evaluate("document.documentElement.scrollWidth") <= 390
    axe(other)
    shot(other, "account-phone")
    page.reload()
    page.get_by_role("button", name="Sign out all others").click()
    expect(page.get_by_role("button", name="Sign out all others")).to_have_count(0)
    assert account_of(other) is None


def test_a_wrong_password_is_said_where_it_was_typed(browser, server):
    # Not by `visit`: Chromium writes a line to its console for an answer of 403, which is no error here.
    with browser.new_context(base_url=server.url) as context:
        context.add_init_script(TOUR_SEEN)
        page = context.new_page()
        page.goto("/glossary")
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Sign in").click()
        dialog = page.get_by_role("dialog", name="Sign in")
        dialog.get_by_label("Name").fill("nobody here")
        dialog.get_by_label("Password").fill("a wrong password")
        dialog.get_by_role("button", name="Sign in", exact=True).click()
        expect(dialog.get_by_role("alert").first).to_have_text("No account has this name with this password.")


@pytest.mark.parametrize("by", ["code", "link"])
def test_another_browser_is_signed_in_with_the_keyboard_alone(visit, shot, by):
    page = visit("/me/account", theme="dark")
    give_name(page, f"Noor {by}")
    page.get_by_role("button", name="Make a link and a code").focus()
    page.keyboard.press("Enter")
    code = page.locator(".acc__code").inner_text()
    link = page.get_by_label("Link for the other browser").input_value()
    if by == "code":
        shot(page, "account-move-dark")
        other = visit()
        expect(other.get_by_role("heading", level=1)).to_be_visible()
        other.keyboard.press("Control+k")
        expect(other.get_by_role("dialog", name="Find or do anything")).to_be_visible()
        other.keyboard.type("sign in")
        other.keyboard.press("Enter")
        other.get_by_label("Code from your other browser").focus()
        other.keyboard.type(code.lower())
        with other.expect_navigation():
            other.keyboard.press("Enter")
    else:
        other = visit(link)
        expect(other).to_have_url("/move")
        assert account_of(other) is None  # nothing happens before one says so
        shot(other, "move-link")
        other.get_by_role("button", name="Sign in", exact=True).focus()
        with other.expect_navigation():
            other.keyboard.press("Enter")
    assert account_of(other)["name"] == f"Noor {by}"


def test_a_token_is_shown_once_and_works_until_it_is_revoked(visit, server, shot):
    page = visit("/me/account")
    give_name(page, "Ole")
    page.get_by_label("What it is for").fill("autograder")
    page.get_by_role("button", name="Make a token").click()
    token = page.get_by_label("The new token").input_value()
    request = urllib.request.Request(f"{server.url}/api/me", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        assert json.load(answer)["account"]["name"] == "Ole"
    shot(page, "account-token")
    page.reload()
    expect(page.get_by_text("autograder")).to_be_visible()
    assert token not in page.content()
    page.get_by_role("button", name="Revoke autograder").click()
    expect(page.get_by_text("autograder")).to_have_count(0)


def test_leaving_says_what_goes_and_asks_for_a_word(visit, shot):
    page = visit("/me/account")
    give_name(page, "Zoë")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    assert json.loads(download.value.path().read_text())["account"]["name"] == "Zoë"
    page.get_by_role("button", name="Delete my account").click()
    gone = page.get_by_role("button", name="Delete everything")
    expect(gone).to_be_disabled()
    page.get_by_label("Type delete to confirm").fill("delete")
    shot(page, "account-leave")
    with page.expect_navigation():
        gone.click()
    expect(page).to_have_url("/")
    assert account_of(page) is None


def test_the_administrators_link_is_in_a_private_file_and_in_no_log(visit, server):
    file = server.folder / "data/admin-link"
    assert file.stat().st_mode & 0o777 == 0o600
    link = file.read_text().strip()
    assert link.partition("#")[2] not in server.log.read_text()
    assert str(file) in server.log.read_text()
    page = visit(link)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url("/")
    assert account_of(page)["is_admin"] is True
