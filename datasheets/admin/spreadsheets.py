"""Spreadsheets out of the catalogue, and into it: what would change is shown before anything is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

from datasheets import models
from datasheets.admin import kept_upload
from datasheets.admin.finding import may_look
from datasheets.admin.workbench.saving import ReasonForm
from datasheets.admin.workbench.words import entry_words
from datasheets.services.refusals import CatalogueBusy, EntryInUse
from datasheets.services.roles import Right, may
from datasheets.services.spreadsheets import (
    CellChange,
    NoSuchSheet,
    SheetOutcome,
    export_sheet,
    import_sheet,
    sheet_named,
)
from datasheets.spreadsheets.files import Format
from datasheets.spreadsheets.sheets import SHEETS

CONTENT_TYPES = {
    Format.CSV: "text/csv; charset=utf-8",
    Format.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
MOST_SHOWN = 500
"""Changes and refusals that the page lists; it says how many there are."""


class UploadForm(ReasonForm):
    """A sheet to be looked at."""

    field_order = ("sheet", "file", "reason", "known_from")
    sheet = forms.ChoiceField(choices=[(name, name.capitalize()) for name in SHEETS], label="Sheet")
    file = forms.FileField(
        label="File", help_text="CSV or XLSX, as exported here; rows that are left out change nothing."
    )

    def clean_file(self) -> Any:
        """A file of a format that is read, no larger than what is kept."""
        file = self.cleaned_data["file"]
        if format_of(file.name) is None:
            raise forms.ValidationError("The file's name must end in .csv or .xlsx.")
        if file.size > kept_upload.MOST_BYTES:
            raise forms.ValidationError(
                f"The file has {file.size:,} bytes; {kept_upload.MOST_BYTES:,} are read. Split it by faction."
            )
        return file


def format_of(name: str) -> Format | None:
    """The format that a file's name says."""
    ending = name.rpartition(".")[2].lower()
    return Format(ending) if ending in set(Format) else None


def export_page(request: HttpRequest, name: str, ending: str) -> HttpResponse:
    """A sheet of the catalogue, or of one faction, to take along."""
    may_look(request)
    file_format = format_of(f".{ending}")
    faction = request.GET.get("faction", "")
    if file_format is None or (faction and not models.Faction.objects.filter(public_id=faction).exists()):
        raise Http404("There is no such sheet.")
    try:
        content = export_sheet(name, file_format, faction=faction)
    except NoSuchSheet as fault:
        raise Http404(str(fault)) from fault
    answer = HttpResponse(content, content_type=CONTENT_TYPES[file_format])
    part = re.sub(r"[^a-z0-9-]", "", faction)
    answer["Content-Disposition"] = f'attachment; filename="{name}{f"-{part}" if part else ""}.{file_format}"'
    return answer


def export_chosen(request: HttpRequest) -> HttpResponse:
    """The sheet that the form on the page names."""
    return export_page(request, request.GET.get("sheet", ""), request.GET.get("format", ""))


def spreadsheet_page(request: HttpRequest) -> HttpResponse:
    """The sheets there are; a file that is sent is looked at first, then taken."""
    may_look(request)
    if request.method != "POST":
        return _shown(
            request, UploadForm(initial={"sheet": request.GET.get("sheet", "")}, use_required_attribute=False)
        )
    if not may(request.user, Right.EDIT):
        raise PermissionDenied("Only editors and publishers import spreadsheets.")
    if request.POST.get("do") == "apply":
        return _applied(request)
    form = UploadForm(request.POST, request.FILES, use_required_attribute=False)
    if not form.is_valid():
        return _shown(request, form)
    file = form.cleaned_data["file"]
    content, file_format = file.read(), format_of(file.name)
    outcome = _run(request, form.cleaned_data["sheet"], content, file_format, form.told, is_dry_run=True)
    if outcome is None:
        return _shown(request, form)
    named = ""
    if outcome.cells and not outcome.refused:
        named = kept_upload.keep(request.user, content)
    return _shown(request, form, outcome=outcome, kept=named, file_format=file_format)


def _applied(request: HttpRequest) -> HttpResponse:
    content = kept_upload.kept(request.user, request.POST.get("kept", ""))
    file_format = format_of(f".{request.POST.get('format', '')}")
    sheet = request.POST.get("sheet", "")
    if content is None or file_format is None or sheet not in SHEETS:
        messages.error(request, "The file is no longer kept here: nothing was written. Choose it again.")
        return HttpResponseRedirect(reverse("admin:spreadsheet"))
    outcome = _run(request, sheet, content, file_format, request.POST.get("told", "")[:500], is_dry_run=False)
    form = UploadForm(initial={"sheet": sheet}, use_required_attribute=False)
    if outcome is None or outcome.refused:
        return _shown(request, form, outcome=outcome)
    kept_upload.forget(request.user, request.POST.get("kept", ""))
    messages.success(
        request,
        f"Taken: {len(outcome.cells)} values of {outcome.entries} entries in the file. "
        "It takes effect when the next release is published.",
    )
    return HttpResponseRedirect(reverse("admin:changes"))


def _run(
    request: HttpRequest, sheet: str, content: bytes, file_format: Any, reason: str, *, is_dry_run: bool
) -> SheetOutcome | None:
    by: Any = request.user
    try:
        return import_sheet(sheet, content, file_format, by=by, reason=reason, is_dry_run=is_dry_run)
    except (CatalogueBusy, EntryInUse) as refused:
        messages.error(request, str(refused))
        return None


def _shown(
    request: HttpRequest,
    form: UploadForm,
    *,
    outcome: SheetOutcome | None = None,
    kept: str = "",
    file_format: Format | None = None,
) -> HttpResponse:
    context = {
        **admin.site.each_context(request),
        "title": "Spreadsheets",
        "form": form,
        "sheets": [sheet_named(name) for name in SHEETS],
        "formats": list(Format),
        "factions": models.Faction.objects.order_by("name"),
        "may_import": may(request.user, Right.EDIT),
        "outcome": outcome,
        "cells": _told(outcome.cells[:MOST_SHOWN]) if outcome else [],
        "refused": [str(row) for row in outcome.refused[:MOST_SHOWN]] if outcome else [],
        "kept": kept,
        "format": file_format,
        "told": form.told if form.is_bound and form.is_valid() else "",
    }
    return TemplateResponse(request, "admin/spreadsheets.html", context)


def _told(cells: Sequence[CellChange]) -> list[str]:
    """Each cell with its entry by name, as the history will tell it."""
    names = entry_words(cell.ref for cell in cells)
    return [str(cell).replace(str(cell.ref), names[cell.ref], 1) for cell in cells]
