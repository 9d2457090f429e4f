"""How every page of the catalogue's admin behaves: lists are searched, entries are edited on the workbench."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import unfold.admin
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

from datasheets.admin.workbench.history import history_page
from datasheets.admin.workbench.views import edit
from datasheets.admin.workbench.words import refusal_words
from datasheets.catalogue.entries import EntryRef
from datasheets.models import Override
from datasheets.services.editing import give_back, save_changes
from datasheets.services.refusals import CatalogueBusy, EditConflict, EditRefused, EntryInUse
from datasheets.services.roles import Right, may
from datasheets.spreadsheets.files import Format
from datasheets.spreadsheets.sheets import SHEETS

if TYPE_CHECKING:
    # It takes the model as a parameter for the type checker only.
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = unfold.admin.ModelAdmin

REFUSALS = (EditRefused, EditConflict, EntryInUse, CatalogueBusy)


def relations(model: type[models.Model]) -> list[str]:
    """The foreign keys of ``model``."""
    return [field.name for field in model._meta.concrete_fields if field.is_relation and not field.auto_created]


class ListedAdmin(ModelAdmin):
    """A list that counts no more than it shows, and tells every row with few queries."""

    list_per_page = 50
    show_full_result_count = False
    list_filter_sheet = False

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        """The rows with every row they name."""
        return super().get_queryset(request).select_related(*relations(self.model) or (None,))


class ReadOnlyAdmin(ListedAdmin):
    """A page that shows and changes nothing."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nobody changes anything here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nobody deletes anything here."""
        return False


class EntryAdmin(ListedAdmin):
    """Entries of a collection: whoever may look sees every field, editors change them on the workbench."""

    collection: str
    actions = ("give_back_to_the_sources",)
    change_list_template = "admin/workbench/change_list.html"

    # Which entry ---------------------------------------------------------------------------------

    def ref_of(self, obj: Any) -> EntryRef:
        """The entry that a row is."""
        return EntryRef(self.collection, str(obj.public_id))

    def row_of(self, ref: EntryRef) -> models.Model | None:
        """The row of an entry."""
        found: models.Model | None = self.model._default_manager.filter(public_id=ref.key).first()
        return found

    def primary_key_of(self, ref: EntryRef) -> int | None:
        """The primary key of an entry's row; None where it is not stored."""
        row = self.row_of(ref)
        return row.pk if row is not None else None

    def address(self, view: str = "changelist", *args: Any) -> str:
        """The address of one of the pages."""
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_{view}", args=args)

    def delete_address(self, request: HttpRequest, ref: EntryRef, primary_key: int | None) -> str:
        """Where an entry made by hand can be deleted; empty where it cannot."""
        if primary_key is None or not may(request.user, Right.EDIT) or not _is_handmade(ref):
            return ""
        return self.address("delete", primary_key)

    # Who may ---------------------------------------------------------------------------------------

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Editors may; that they need the right to edit at all stands above rights to single tables."""
        return may(request.user, Right.EDIT) and super().has_change_permission(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Entries are made where there is a page for it."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only what was made by hand goes: what the sources have would come back with the next import."""
        if not may(request.user, Right.EDIT) or not super().has_delete_permission(request, obj):
            return False
        return obj is not None and _is_handmade(self.ref_of(obj))

    # Pages -----------------------------------------------------------------------------------------

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The list, with the way to take it along as a spreadsheet where there is one of it."""
        sheet = next((sheet.name for sheet in SHEETS.values() if sheet.collection == self.collection), "")
        context = {"sheet": sheet, "formats": list(Format), "may_import": may(request.user, Right.EDIT)}
        answer: HttpResponse = super().changelist_view(request, {**context, **(extra_context or {})})
        return answer

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The workbench."""
        return edit(request, self, self.ref_of(self._row(request, object_id)))

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Who changed what, when and why."""
        row = self._row(request, object_id)
        return history_page(request, self, self.ref_of(row), self.address("change", row.pk))

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Deleting an entry made by hand, after a question; refused where saved rosters use it."""
        row = self._row(request, object_id)
        if not self.has_delete_permission(request, row):
            raise PermissionDenied("Only entries made by hand can be deleted, by editors and publishers.")
        ref = self.ref_of(row)
        if request.method == "POST":
            by: Any = request.user
            reason = request.POST.get("reason", "").strip()[:400] or "Deleted by hand"
            try:
                save_changes({ref: None}, by=by, reason=reason)
            except REFUSALS as refused:
                messages.error(request, refusal_words(refused))
                return HttpResponseRedirect(self.address("change", row.pk))
            messages.success(request, f"Deleted {row}.")
            return HttpResponseRedirect(self.address())
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"Delete {row}?",
            "ref": ref,
            "back": self.address("change", row.pk),
        }
        return TemplateResponse(request, "admin/workbench/delete.html", context)

    @admin.action(description="Give back to the sources", permissions=["change"])
    def give_back_to_the_sources(self, request: HttpRequest, queryset: models.QuerySet[Any]) -> None:
        """Let the chosen entries hold what the sources have."""
        by: Any = request.user
        count = 0
        for row in queryset[: self.list_per_page]:
            try:
                done = give_back(self.ref_of(row), by=by, reason="Given back to the sources from the list")
            except REFUSALS as refused:
                messages.error(request, refusal_words(refused))
            else:
                count += done.change_id is not None
        messages.info(request, f"{count} edited entries hold what the sources have again.")

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Rows are not deleted in bulk: saved rosters may use them."""
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def _row(self, request: HttpRequest, object_id: str) -> Any:
        row = self.get_object(request, object_id)
        if row is None:
            raise Http404(f"There is no {self.opts.verbose_name} {object_id}.")
        if not self.has_view_or_change_permission(request, row):
            raise PermissionDenied("The catalogue's pages are for the roles viewer, editor and publisher.")
        return row


def _is_handmade(ref: EntryRef) -> bool:
    return Override.objects.filter(collection=ref.collection, key=ref.key, field="").exists()
