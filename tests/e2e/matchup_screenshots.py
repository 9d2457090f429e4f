"""Pictures of matchups on a phone and a desk, light and dark: two lists asked, their matrix, a cell of it.

``python -m tests.e2e.matchup_screenshots FOLDER`` starts a service of its own on an empty database, or takes the
running one that ``--address`` names, signed in with ``--login NAME:PASSWORD``. Where it fails it says so and ends
with 1.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Error, Page, ViewportSize

from tests.e2e.browser import DESK, PATIENCE_MILLISECONDS, PHONE
from tests.e2e.screenshots import ROSTERS, pictures

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
PATIENCE_FOR_A_WORKER = 60_000


def main(arguments: list[str]) -> int:
    """Take the pictures and name each; 0 where all were taken."""
    about = "Pictures of matchups, for people to look at."
    return pictures(arguments, take_all, about, login="somebody", has_worker=True)


def take_all(browser: Browser, address: str, folder: Path, login: str) -> int:
    """A picture of each page for each window and scheme: ``matchup-matrix-dark-375.png``."""
    for window in (PHONE, DESK):
        for scheme in SCHEMES:
            try:
                for picture in take(browser, address, folder, login, window, scheme):
                    sys.stdout.write(f"{picture}\n")
            except Error as error:
                sys.stderr.write(f"No picture, {scheme} at {window['width']} px: {error.message}\n")
                return 1
    return 0


def take(
    browser: Browser, address: str, folder: Path, login: str, window: ViewportSize, scheme: Scheme
) -> Iterator[Path]:
    """The pictures of one window, from the form to a cell."""
    context = browser.new_context(viewport=window, base_url=address, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MILLISECONDS)

    def taken(what: str) -> Path:
        picture = folder / f"matchup-{what}-{scheme}-{window['width']}.png"
        page.screenshot(path=picture, full_page=True)
        return picture

    try:
        sign_in(page, login)
        yield taken("list")
        page.goto("/matchups/new/matrix/")
        for side, roster in (("mine", "legal"), ("theirs", "illegal")):
            form = page.locator(f"#{side}-side")
            form.get_by_label("A pasted list").check()
            form.get_by_label("The text of the list").fill(ROSTERS[roster].read_text(encoding="utf-8"))
        page.get_by_role("button", name="Choose units and situation first").click()
        page.get_by_role("button", name="Run").first.wait_for()
        yield taken("form")
        page.get_by_role("button", name="Run").first.click()
        page.locator("table.heat").wait_for(timeout=PATIENCE_FOR_A_WORKER)
        yield taken("matrix")
        page.get_by_role("link", name="Chance to destroy").click()
        page.locator("#matrix-heading", has_text="chance that").wait_for()
        page.get_by_role("link", name="Theirs on mine").click()
        page.locator("#matrix-heading", has_text="Theirs on mine").wait_for()
        yield taken("theirs")
        page.locator("table.heat td:not(.heat-none) > a").first.click()
        page.locator("figure").first.wait_for(timeout=PATIENCE_FOR_A_WORKER)
        yield taken("cell")
    finally:
        context.close()


def sign_in(page: Page, login: str) -> None:
    """Go to the list of matchups as the person of ``login``."""
    name, _, password = login.partition(":")
    page.goto("/accounts/login/?next=/matchups/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/matchups/")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
