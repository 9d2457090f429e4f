"""An organiser hands in a folder of lists, watches, sorts and downloads."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from roster.models import CheckBatch
from roster.runner import check_waiting_lists
from tests.e2e.browser import PHONE, width_needed
from tests.website.texts import ILLEGAL, LEGAL


@pytest.fixture
def folder(tmp_path: Path) -> list[Path]:
    """Three lists as files."""
    texts = {"b-legal.txt": LEGAL, "a-illegal.txt": ILLEGAL, "c-recipe.txt": "Two eggs."}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return [tmp_path / name for name in texts]


def hand_in(page: Page, folder: list[Path]) -> None:
    """Choose the files and send them."""
    page.get_by_label("Lists: text files, or one .zip of them").set_input_files(folder)
    page.get_by_label("Name of this batch (optional)").fill("Autumn Clash")
    page.get_by_role("button", name="Upload and check").click()
    page.get_by_role("heading", name="Autumn Clash").wait_for()


def test_a_folder_is_handed_in_watched_sorted_opened_and_downloaded(signed_in: Page, folder: list[Path]):
    page = signed_in
    hand_in(page, folder)
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator("#batch-progress")).to_contain_text("0 of 3 lists done")

    check_waiting_lists(seconds=60)

    # The page finds out by itself.
    expect(page.locator("#batch-progress")).to_have_text("All 3 lists done: 1 legal, 1 not legal, 1 not readable.")
    names = page.locator(".batch-table tbody th a")
    expect(names).to_have_text(["b-legal.txt", "a-illegal.txt", "c-recipe.txt"])

    page.get_by_role("link", name="List", exact=True).click()
    expect(names).to_have_text(["a-illegal.txt", "b-legal.txt", "c-recipe.txt"])
    assert page.url.endswith("?order=filename")

    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download CSV").click()
    rows = Path(downloading.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert rows[0].startswith("position,file,verdict")
    assert [row.split(",")[1:3] for row in rows[1:]] == [
        ["b-legal.txt", "legal"],
        ["a-illegal.txt", "illegal"],
        ["c-recipe.txt", "unreadable"],
    ]

    page.get_by_role("link", name="Not legal").click()
    expect(names).to_have_text(["a-illegal.txt"])
    names.first.click()
    expect(page.locator("#verdict")).to_have_text("Not legal: 2 rules broken")
    page.go_back()
    expect(names).to_have_text(["a-illegal.txt"])


def test_the_table_fits_a_phone(signed_in: Page, folder: list[Path]):
    page = signed_in
    hand_in(page, folder)
    check_waiting_lists(seconds=60)
    expect(page.locator("#batch-progress")).to_contain_text("All 3 lists done")
    page.set_viewport_size(PHONE)
    assert width_needed(page) == PHONE["width"]
    for verdict in page.locator(".batch-table .status").all():
        box = verdict.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= PHONE["width"]
    page.goto("/check/batch/")
    assert width_needed(page) == PHONE["width"]
    assert CheckBatch.objects.count() == 1
