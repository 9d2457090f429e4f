"""Prices from the files of a points manual: handed in, compared by a worker, and taken as a draft after a yes."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse

from datasheets.admin.finding import may_look
from datasheets.admin.manual_files import NotAManual, unpacked
from datasheets.leases import Standing
from datasheets.models import ManualUpload, Step
from datasheets.services.manual_uploads import NothingToApprove, approve_manual, hand_in_manual
from datasheets.services.roles import Right, may

SHOWN_EARLIER = 10
_STANDS = {
    (Step.LOOK, Standing.PENDING): "waits to be compared",
    (Step.LOOK, Standing.CLAIMED): "is being compared",
    (Step.LOOK, Standing.DONE): "compared, to be approved",
    (Step.LOOK, Standing.FAILED): "could not be read",
    (Step.TAKE, Standing.PENDING): "approved, waits to become a draft",
    (Step.TAKE, Standing.CLAIMED): "approved, the draft is being made",
    (Step.TAKE, Standing.DONE): "became a draft",
    (Step.TAKE, Standing.FAILED): "approved, but no draft could be made",
}
"""How an upload stands, in words."""


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
    """The form, and what was handed in lately; files that are sent are kept for a worker to compare."""
    may_look(request)
    form = ManualForm(use_required_attribute=False)
    if request.method == "POST":
        _require(request)
        form = ManualForm(request.POST, request.FILES, use_required_attribute=False)
        if form.is_valid():
            try:
                files = unpacked((file.name, file.read()) for file in form.cleaned_data["manual"])
            except NotAManual as fault:
                form.add_error("manual", str(fault))
            else:
                by: Any = request.user
                return HttpResponseRedirect(_address(hand_in_manual(files, by=by)))
    context = {
        **admin.site.each_context(request),
        "title": "Prices from a points manual",
        "form": form,
        "may_give": may(request.user, Right.COMPILE),
        "earlier": [
            (upload, _address(upload), stands_in_words(upload))
            for upload in ManualUpload.objects.defer("files", "found").select_related(None)[:SHOWN_EARLIER]
        ],
    }
    return TemplateResponse(request, "admin/manual_upload.html", context)


def upload_page(request: HttpRequest, upload: int) -> HttpResponse:
    """How far it is, what it would change, and the yes; with a POST, the yes."""
    may_look(request)
    found = get_object_or_404(ManualUpload.objects.defer("files").select_related("release"), pk=upload)
    if request.method == "POST":
        _require(request)
        by: Any = request.user
        try:
            approve_manual(found, by=by)
        except NothingToApprove as refusal:
            messages.info(request, str(refusal))
        return HttpResponseRedirect(_address(found))
    context = {
        **admin.site.each_context(request),
        "title": found.found["manual"] if found.found else "A points manual",
        "upload": found,
        "stands": stands_in_words(found),
        "is_at_work": found.status in (Standing.PENDING, Standing.CLAIMED),
        "is_taking": found.step == Step.TAKE,
        "is_to_be_approved": (found.step, found.status) == (Step.LOOK, Standing.DONE),
        "may_give": may(request.user, Right.COMPILE),
        "back": reverse("admin:manual-upload"),
    }
    return TemplateResponse(request, "admin/manual_uploaded.html", context)


def stands_in_words(upload: ManualUpload) -> str:
    """How far a manual that was handed in has come."""
    return _STANDS[Step(upload.step), Standing(upload.status)]


def _require(request: HttpRequest) -> None:
    if not may(request.user, Right.COMPILE):
        raise PermissionDenied("Only editors and publishers give a points manual.")


def _address(upload: ManualUpload) -> str:
    return reverse("admin:manual-uploaded", args=[upload.pk])
