"""The scenes of an account, its progress, the leaderboard and what is shared. Each as `scenes` says."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.lab import solve
from tests.e2e.scenes import FAILURES, Scene, closed, open_puzzle, solution

PUZZLE = "constant-add-block"
LINK = re.compile(r"^http://[^/]+/s/[\w-]{11}$")


def at(path: str, heading: str) -> Scene:
    def scene(page: Page) -> None:
        page.goto(path)
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
        page.wait_for_load_state("networkidle")

    return scene


def account_named(page: Page) -> None:
    page.goto("/me/account")
    page.get_by_label("Display name").fill("Noa Weber")
    page.get_by_role("button", name="Save the name").click()
    page.get_by_label("Others may see my name").check()
    expect(page.get_by_text("Others see you as Noa Weber")).to_be_visible()
    page.get_by_role("button", name="Make a link and a code").click()
    expect(page.locator(".acc__code")).to_be_visible()


def sign_in(page: Page) -> None:
    page.get_by_role("button", name="Sign in to another").click()
    expect(page.get_by_role("dialog", name="Sign in")).to_be_visible()


def share_dialog(page: Page) -> None:
    closed(page)
    open_puzzle(page)
    solve(page, FAILURES["invalid-access"][1], "Invalid access")
    page.get_by_role("button", name="Share", exact=True).click()
    expect(link_of(page)).to_have_value(LINK, timeout=20_000)


def shared_failure(page: Page) -> None:
    page.goto(link_of(page).input_value())
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")


def shared_solution(page: Page) -> None:
    open_puzzle(page)
    solve(page, solution(PUZZLE).replace("10.0", "10"), "Passed")
    page.get_by_role("button", name="Share", exact=True).click()
    expect(link_of(page)).to_have_value(LINK, timeout=20_000)
    shared_failure(page)


def veiled(page: Page) -> None:
    """As another finds it, who has solved nothing."""
    shared_solution(page)
    path = page.url
    page.context.clear_cookies()
    page.goto(path)
    expect(page.get_by_role("button", name="Show the solution")).to_be_visible()


def link_of(page: Page):
    return page.get_by_role("dialog", name="Share this run").get_by_role("textbox", name="Link")


VISITS: list[dict[str, Scene]] = [
    {
        "leaderboard-empty": at("/leaderboard", "Leaderboard"),
        "me-empty": at("/me", "Your progress"),
        "account-empty": at("/me/account", "Account"),
        "account": account_named,
        "sign-in": sign_in,
        "share-dialog": share_dialog,
        "shared-failure": shared_failure,
        "shared-solution": shared_solution,
        "leaderboard": at("/leaderboard", "Leaderboard"),
        "me": at("/me", "Noa Weber"),
        "solutions": at(f"/puzzles/{PUZZLE}/solutions", "Others’ solutions"),
        "share-veiled": veiled,
    },
    {"privacy": at("/privacy", "Privacy")},
]
