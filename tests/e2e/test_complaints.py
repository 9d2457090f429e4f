"""What journeys listen for: a refused resource is heard, one that the browser gave up is not."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import complaints_of


@pytest.mark.parametrize(
    ("error", "heard"),
    [("aborted", ""), ("connectionrefused", "net::ERR_CONNECTION_REFUSED"), ("failed", "net::ERR_FAILED")],
)
def test_only_a_resource_that_was_given_up_is_passed_over(browser: Browser, site: str, error: str, heard: str) -> None:
    context = browser.new_context(base_url=site)
    page = context.new_page()
    complaints = complaints_of(page)
    context.route("**/*.css", lambda route: route.abort(error))
    page.goto("/check/")
    context.close()
    refused = [line for line in complaints if line.startswith("not loaded: ")]
    assert [line.rsplit(": ", 1)[1] for line in refused] == ([heard] if heard else [])
