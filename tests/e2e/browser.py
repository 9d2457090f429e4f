"""A browser that keeps to itself: Debian's Chromium, without its background errands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

CANDIDATES = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
ARGUMENTS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync")
PHONE = ViewportSize(width=375, height=812)
PATIENCE_MILLISECONDS = 10_000
DESK = ViewportSize(width=1280, height=900)


def chromium() -> Path | None:
    """Where Chromium is installed, None where it is not."""
    return next((Path(path) for path in CANDIDATES if Path(path).exists()), None)


@contextmanager
def started_browser(executable: Path) -> Iterator[Browser]:
    """The browser, closed at the end."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


GIVEN_UP = "net::ERR_ABORTED"


def complaints_of(page: Page) -> list[str]:
    """A list that fills with every warning, error, failed script and refused resource of ``page``.

    A request that the browser gives up itself, as when a link is followed before every icon has come,
    is none: what the server or the content policy refuses has another error.
    """
    complaints: list[str] = []
    page.on(
        "console",
        lambda message: (
            complaints.append(f"{message.type}: {message.text}") if message.type in ("warning", "error") else None
        ),
    )
    page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
    page.on(
        "requestfailed",
        lambda request: (
            None if request.failure == GIVEN_UP else complaints.append(f"not loaded: {request.url}: {request.failure}")
        ),
    )
    return complaints


def width_needed(page: Page) -> int:
    """How wide the page is, in CSS pixels; more than the window means sideways scrolling."""
    return int(page.evaluate("document.documentElement.scrollWidth"))
