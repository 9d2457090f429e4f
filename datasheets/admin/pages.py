"""The administration's pages that belong to no single model, with their addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from datasheets.admin import finding, manual_upload, spreadsheets
from datasheets.admin.workbench import history, moved

Page = tuple[str, str, Callable[..., Any]]


def pages() -> Iterator[Page]:
    """Route, name and view of each."""
    yield "find/", "find", finding.find_page
    yield "find/results/", "find-results", finding.find_results
    yield "find/names/", "suggestions", finding.suggestions
    yield "changes/", "changes", history.changes_page
    yield "changes/<int:change_id>/undo/", "undo", history.undo_page
    yield "changes/give-back/", "give-back", history.give_back_field
    yield "moved/", "moved-overrides", moved.moved_page
    yield "spreadsheets/", "spreadsheet", spreadsheets.spreadsheet_page
    yield "spreadsheets/chosen/", "export-chosen", spreadsheets.export_chosen
    yield "spreadsheets/<slug:name>.<slug:ending>", "export", spreadsheets.export_page
    yield "points-manual/", "manual-upload", manual_upload.manual_page
    yield "points-manual/<int:upload>/", "manual-uploaded", manual_upload.upload_page
