"""A browser, a live server with a release in force, and a page that must not complain."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page

from datasheets.catalogue import Catalogue
from datasheets.models import Release
from tests.e2e.browser import DESK, PATIENCE_MILLISECONDS, chromium, complaints_of, started_browser
from tests.people import PASSWORD
from tests.releases import publish_first
from tests.website.conftest import necrons_of


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test of this folder drives a browser."""
    for item in items:
        if "/e2e/" in item.nodeid:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once."""
    executable = chromium()
    if executable is None:
        pytest.skip("Chromium is not installed (apt install chromium)")
    # Playwright's synchronous interface runs an event loop in this thread, and Django takes that for
    # asynchronous code. The queries of a test run before and after the loop's turns, never within.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    try:
        with started_browser(executable) as browser:
            yield browser
    finally:
        os.environ.pop("DJANGO_ALLOW_ASYNC_UNSAFE")
        if before is not None:
            os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


@pytest.fixture
def site(browser: Browser, live_server, catalogue: Catalogue, settings) -> str:
    """Address of a live server that judges Necrons."""
    settings.WEBSITE_CHECK_RATE = "1000/min"
    publish_first(necrons_of(catalogue.data), catalogue)
    assert Release.objects.count() == 1
    return live_server.url


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    """A window on a desk. At the end nothing may have been complained of: no script error, no refused resource."""
    context = browser.new_context(viewport=DESK, base_url=site)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MILLISECONDS)
    complaints = complaints_of(page)
    yield page
    context.close()
    assert complaints == []


@pytest.fixture
def signed_in(page: Page, owner: User) -> Page:
    """The same window, signed in as the owner through the sign-in page."""
    page.goto("/accounts/login/?next=/check/batch/")
    page.get_by_label("Username").fill(owner.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/check/batch/")
    return page
