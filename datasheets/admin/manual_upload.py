"""Prices from the files of a points manual: the differences first, then a draft to be published."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import msgspec
from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

from datasheets.admin import kept_upload
from datasheets.admin.finding import may_look
from datasheets.admin.manual_files import NotAManual, unpacked, write
from datasheets.services.manual_import import ManualImport, import_manual
from datasheets.services.publishing import PublishRefused
from datasheets.services.refusals import CatalogueBusy
from datasheets.services.roles import Right, may
from datasheets.sources.faults import SourceFault
from datasheets.tables.rows import DanglingReference, RepeatedRow

MOST_TOLD = 400
"""Differences that the page lists of each faction; it says how many there are."""
REFUSALS = (SourceFault, RepeatedRow, DanglingReference, CatalogueBusy, PublishRefused)


class SeveralFiles(forms.ClearableFileInput):
    """A choice of several files."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files, each of which is one that was sent."""

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        """The files; none at all is as if one were missing."""
        return [super(FilesField, self).clean(each, initial) for each in (data or [None])]


class ManualForm(forms.Form):
    """The files of a manual."""

    manual = FilesField(
        label="The manual's files",
        help_text="YAML files, or a zip of them, in the project's own shape or as the manual's data is published.",
        widget=SeveralFiles({"multiple": True, "accept": ".yaml,.yml,.zip"}),
        error_messages={"required": "Choose the manual's YAML files, or a zip of them."},
    )


def manual_page(request: HttpRequest) -> HttpResponse:
    """The form; files that are sent are compared, and taken once their differences were approved."""
    may_look(request)
    if request.method != "POST":
        return _shown(request, ManualForm(use_required_attribute=False))
    if not may(request.user, Right.COMPILE):
        raise PermissionDenied("Only editors and publishers give a points manual.")
    if request.POST.get("do") == "approve":
        return _approved(request)
    form = ManualForm(request.POST, request.FILES, use_required_attribute=False)
    if not form.is_valid():
        return _shown(request, form)
    try:
        files = unpacked((file.name, file.read()) for file in form.cleaned_data["manual"])
    except NotAManual as fault:
        form.add_error("manual", str(fault))
        return _shown(request, form)
    done = _run(request, files, is_dry_run=True)
    if isinstance(done, str):
        form.add_error("manual", done)
        return _shown(request, form)
    packed = msgspec.json.encode({name: content.decode() for name, content in files.items()})
    return _shown(request, form, done=done, kept=kept_upload.keep(request.user, packed))


def _approved(request: HttpRequest) -> HttpResponse:
    packed = kept_upload.kept(request.user, request.POST.get("kept", ""))
    if packed is None:
        messages.error(request, "The files are no longer kept here: nothing was written. Choose them again.")
        return HttpResponseRedirect(reverse("admin:manual-upload"))
    files = {name: text.encode() for name, text in msgspec.json.decode(packed, type=dict[str, str]).items()}
    done = _run(request, files, is_dry_run=False)
    if isinstance(done, str):
        messages.error(request, done)
        return HttpResponseRedirect(reverse("admin:manual-upload"))
    kept_upload.forget(request.user, request.POST["kept"])
    release = done.outcome.release
    if release is None:
        messages.info(request, "The catalogue had these prices already.")
        return HttpResponseRedirect(reverse("admin:manual-upload"))
    messages.success(request, f"Draft {release.label} has these prices. It is in force once a publisher publishes it.")
    return HttpResponseRedirect(reverse("admin:datasheets_release_change", args=[release.pk]))


def _run(request: HttpRequest, files: dict[str, bytes], *, is_dry_run: bool) -> ManualImport | str:
    """What came of it, or the sentence that says why nothing did."""
    by: Any = request.user
    with tempfile.TemporaryDirectory(prefix="manual-") as folder:
        write(files, Path(folder))
        try:
            return import_manual(Path(folder), by=by, is_dry_run=is_dry_run)
        except REFUSALS as fault:
            return str(fault).replace(f"{Path(folder).name}/", "")


def _shown(request: HttpRequest, form: ManualForm, *, done: ManualImport | None = None, kept: str = "") -> HttpResponse:
    context = {
        **admin.site.each_context(request),
        "title": "Prices from a points manual",
        "form": form,
        "may_give": may(request.user, Right.COMPILE),
        "done": done,
        "kept": kept,
        "factions": [
            (faction.name, [str(change) for changes in faction.topics.values() for change in changes])
            for faction in done.diff.factions
        ]
        if done
        else [],
        "most": MOST_TOLD,
    }
    return TemplateResponse(request, "admin/manual_upload.html", context)
