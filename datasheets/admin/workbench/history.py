"""Who changed what, when and why; undoing a change, and giving a field back to the sources."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from datasheets.admin.finding import may_look
from datasheets.admin.workbench.marks import named, told
from datasheets.admin.workbench.subject import subject_of
from datasheets.admin.workbench.words import entry_words, field_words, refusal_words
from datasheets.catalogue.entries import EntryRef, NoSuchEntry, parse_ref
from datasheets.models import Edit, EditGroup
from datasheets.overlay.kept import as_json
from datasheets.services.editing import give_back, undo_change, working_entries
from datasheets.services.history import is_signing, undone_among
from datasheets.services.refusals import CatalogueBusy, EditConflict, EditRefused, EntryInUse
from datasheets.services.roles import Right, may

PER_PAGE = 25


@dataclass(frozen=True)
class ToldEdit:
    """A field that a change set, in words."""

    ref: EntryRef
    field: str
    before: str
    after: str
    is_as_left: bool = True
    """Whether the field still is as the change left it."""
    entry: str = ""
    """What people call the entry."""

    @property
    def place(self) -> str:
        """Which field of which entry."""
        return f"{self.entry or self.ref}: {field_words(self.ref.collection, self.field)}"


@dataclass(frozen=True)
class ToldChange:
    """A change with its fields."""

    group: EditGroup
    edits: tuple[ToldEdit, ...]
    is_undone: bool


def history_page(request: HttpRequest, model_admin: Any, main: EntryRef, back: str) -> HttpResponse:
    """The changes of an entry, and of all that belongs to it."""
    subject = subject_of(main)
    groups = EditGroup.objects.filter(pk__in=Edit.objects.filter(named(subject.entries)).values("group"))
    return _listed(
        request,
        groups,
        {
            "title": f"History of {getattr(subject.entries[main], 'name', main.key)}",
            "back": back,
            "opts": model_admin.opts,
        },
    )


def changes_page(request: HttpRequest) -> HttpResponse:
    """Every change by people, newest first."""
    may_look(request)
    return _listed(request, EditGroup.objects.all(), {"title": "Changes by people"})


def _listed(request: HttpRequest, groups: Any, context: dict[str, Any]) -> HttpResponse:
    page = Paginator(groups.order_by("-pk"), PER_PAGE).get_page(request.GET.get("page"))
    return TemplateResponse(
        request,
        "admin/workbench/history.html",
        {
            **admin.site.each_context(request),
            **context,
            "page": page,
            "changes": told_changes(page.object_list),
            "may_undo": may(request.user, Right.EDIT),
        },
    )


def told_changes(groups: Iterable[EditGroup]) -> list[ToldChange]:
    """Changes with their fields, in a few queries more."""
    groups = list(groups)
    edits: dict[int, list[ToldEdit]] = {}
    found = [edit for edit in Edit.objects.filter(group__in=groups).order_by("pk") if not is_signing(edit)]
    names = entry_words(EntryRef(edit.collection, edit.key) for edit in found)
    for edit in found:
        ref = EntryRef(edit.collection, edit.key)
        shown = ToldEdit(ref, edit.field, told(edit.before), told(edit.after), entry=names[ref])
        edits.setdefault(edit.group_id, []).append(shown)
    undone = undone_among({group.pk for group in groups})
    return [ToldChange(group, tuple(edits.get(group.pk, ())), group.pk in undone) for group in groups]


def undo_page(request: HttpRequest, change_id: int) -> HttpResponse:
    """What undoing a change will do; sent off, it is done."""
    may_look(request)
    if not may(request.user, Right.EDIT):
        raise PermissionDenied("Only editors and publishers undo changes.")
    group = EditGroup.objects.filter(pk=change_id).first()
    if group is None:
        raise Http404("There is no such change.")
    back = _back(request, reverse("admin:changes"))
    if request.method == "POST":
        by: Any = request.user
        try:
            undo_change(change_id, by=by)
        except (EditConflict, EditRefused, EntryInUse, CatalogueBusy) as refused:
            messages.error(request, refusal_words(refused))
        else:
            messages.success(request, "Undone. The history has it as a change of its own.")
        return HttpResponseRedirect(back)
    context = {
        **admin.site.each_context(request),
        "title": "Undo this change?",
        "group": group,
        "edits": _standing(group),
        "back": back,
        "is_undone": bool(undone_among({group.pk})),
    }
    return TemplateResponse(request, "admin/workbench/undo.html", context)


def _standing(group: EditGroup) -> list[ToldEdit]:
    """The fields of a change, each with whether it still is as the change left it."""
    edits = [edit for edit in group.edits.order_by("pk") if not is_signing(edit)]
    refs = {EntryRef(edit.collection, edit.key) for edit in edits}
    there, names = working_entries(refs), entry_words(refs)
    shown = []
    for edit in edits:
        ref = EntryRef(edit.collection, edit.key)
        value = there[ref].value if ref in there else None
        if edit.field:
            is_as_left = value is not None and as_json(getattr(value, edit.field)) == edit.after
        else:
            is_as_left = (as_json(value) if value is not None else None) == edit.after
        shown.append(ToldEdit(ref, edit.field, told(edit.before), told(edit.after), is_as_left, names[ref]))
    return shown


@require_POST
def give_back_field(request: HttpRequest) -> HttpResponse:
    """Let one field of an entry hold what the sources have."""
    if not may(request.user, Right.EDIT):
        raise PermissionDenied("Only editors and publishers may change the catalogue.")
    by: Any = request.user
    try:
        named_ref, _, field = request.POST.get("place", "").partition("#")
        ref = parse_ref(named_ref)
        done = give_back(ref, by=by, reason="Given back to the sources", fields=[field] if field else None)
    except NoSuchEntry as fault:
        raise Http404(str(fault)) from fault
    except (EditConflict, EditRefused, EntryInUse, CatalogueBusy) as refused:
        messages.error(request, refusal_words(refused))
    else:
        if done.change_id is None:
            messages.info(request, "It was as the sources have it already.")
        else:
            named = entry_words([ref])[ref]
            messages.success(request, f"{field_words(ref.collection, field)} of {named}: as the sources have it again.")
    return HttpResponseRedirect(_back(request, reverse("admin:changes")))


def _back(request: HttpRequest, otherwise: str) -> str:
    """Where the request came from, if that is a page of ours."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    if url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return wanted
    return otherwise
