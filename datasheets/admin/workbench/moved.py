"""Edits whose source has changed: ours, what it replaced, and what the sources have now (R-12)."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

from datasheets.admin.finding import may_look
from datasheets.admin.workbench.marks import told
from datasheets.admin.workbench.words import entry_words, field_words
from datasheets.catalogue.entries import EntryRef
from datasheets.services.editing import confirm_override, moved_overrides
from datasheets.services.refusals import CatalogueBusy, EditConflict, EditRefused, EntryInUse
from datasheets.services.roles import NotAllowed, Right, may

PER_PAGE = 50


def moved_page(request: HttpRequest) -> HttpResponse:
    """The edits that wait, and the decision on one."""
    may_look(request)
    if request.method == "POST":
        if not may(request.user, Right.CONFIRM):
            raise PermissionDenied("Only publishers decide on edits that the sources moved under.")
        _decide(request)
        return HttpResponseRedirect(reverse("admin:moved-overrides"))
    page = Paginator(moved_overrides(), PER_PAGE).get_page(request.GET.get("page"))
    names = entry_words(EntryRef(row.collection, row.key) for row in page.object_list)
    context = {
        **admin.site.each_context(request),
        "title": "Edits whose source has changed",
        "page": page,
        "rows": [
            (
                row,
                names[EntryRef(row.collection, row.key)],
                field_words(row.collection, row.field),
                told(row.value),
                told(row.replaced),
                told(row.moved_to),
            )
            for row in page.object_list
        ],
        "may_decide": may(request.user, Right.CONFIRM),
    }
    return TemplateResponse(request, "admin/workbench/moved.html", context)


def _decide(request: HttpRequest) -> None:
    named, decision = request.POST.get("override", ""), request.POST.get("decision", "")
    if not named.isdecimal() or decision not in ("keep", "take"):
        messages.error(request, "Choose what holds, ours or theirs.")
        return
    by: Any = request.user
    try:
        confirm_override(int(named), keep=decision == "keep", by=by)
    except (EditConflict, EditRefused, EntryInUse, CatalogueBusy, NotAllowed) as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, "Ours holds." if decision == "keep" else "Theirs holds.")
