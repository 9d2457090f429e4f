"""The page on which an entry is edited: check, save, decide where two edited at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.template.response import TemplateResponse

from datasheets.admin.workbench.audit_remarks import faults_of, new_errors, remarks_of
from datasheets.admin.workbench.editor import Beside, Place, Remark
from datasheets.admin.workbench.marks import marks_of
from datasheets.admin.workbench.page import Page
from datasheets.admin.workbench.saving import (
    Choice,
    ReasonForm,
    Undecided,
    choices_of,
    decided,
    remarks_of_refusal,
    save,
)
from datasheets.admin.workbench.shared import sharing
from datasheets.admin.workbench.subject import NotFromHere, Subject, subject_of, unsealed
from datasheets.admin.workbench.words import entry_words, place_words, refusal_words
from datasheets.audit import Fault, Severity
from datasheets.catalogue.entries import EntryChange, EntryRef, NoSuchEntry, Value
from datasheets.overlay.kept import SIGNATURE, SIGNED_FIELD
from datasheets.services.editing import SavedChange, check_values, save_changes
from datasheets.services.refusals import CatalogueBusy, EditConflict, EditRefused, EntryInUse
from datasheets.services.roles import Right, may

_NOT_SENT_AGAIN = frozenset({"csrfmiddlewaretoken", "do"})


class Workbench:
    """One request to edit the entries of a page, and its answer."""

    def __init__(
        self, request: HttpRequest, model_admin: Any, main: EntryRef | None, new: Subject | None = None
    ) -> None:
        self.request, self.model_admin = request, model_admin
        self.is_locked = not may(request.user, Right.EDIT)
        self.reason = ReasonForm(use_required_attribute=False)
        self.errors: list[Fault] = []
        self.is_checked = False
        self.has_to_confirm = False
        try:
            self.subject = new or self._subject(main)
        except NoSuchEntry as fault:
            raise Http404(str(fault)) from fault
        self.remarks: dict[Place, list[Remark]] = {}
        self.faults: tuple[Fault, ...] = ()

    def _subject(self, main: EntryRef | None) -> Subject:
        if self.request.method == "POST":
            subject = unsealed(self.request.POST.get("subject", ""))
            if main is not None and subject.main != main:
                raise NotFromHere("The page is about another entry: load it again.")
            return subject
        if main is None:
            raise NoSuchEntry("No entry was named.")
        return subject_of(main)

    def answer(self) -> HttpResponse:
        """The page, or where to go after a save."""
        if self.request.method != "POST":
            page = Page(self.subject, locked=self.is_locked)
            self._look_at(page, {})
            return self._shown(page)
        if self.is_locked:
            raise PermissionDenied("Only editors and publishers may change the catalogue.")
        page = Page(self.subject, data=self.request.POST)
        doing = self.request.POST.get("do", "check")
        if doing == "more":
            return self._shown(page)
        if doing in ("save", "decide"):
            self.reason = ReasonForm(self.request.POST, use_required_attribute=False)
        is_read = page.is_valid()
        is_reasoned = doing == "check" or self.reason.is_valid()
        if not is_read:
            messages.error(self.request, "Some values cannot be read. They are marked below; nothing was saved.")
            return self._shown(page)
        changes = page.changes()
        try:
            check_values(changes)
        except EditRefused as refused:
            return self._unfit(page, refused)
        self._look_at(page, changes)
        if doing == "check":
            self.is_checked = True
            return self._shown(page)
        if not is_reasoned:
            messages.error(self.request, "Nothing was saved yet: say why, and where the value is known from.")
            return self._shown(page)
        if not changes:
            messages.info(self.request, "Nothing was different, so nothing was saved.")
            return HttpResponseRedirect(self._address())
        if self.errors and "confirm" not in self.request.POST:
            self.has_to_confirm = True
            messages.warning(
                self.request, "The audit finds new errors in this. Mend them, or confirm below to save all the same."
            )
            return self._shown(page)
        return self._saved(page, changes, is_decided=doing == "decide")

    # Saving ------------------------------------------------------------------------------------

    def _saved(self, page: Page, changes: Mapping[EntryRef, Value | None], *, is_decided: bool) -> HttpResponse:
        by: Any = self.request.user
        try:
            if is_decided:
                final = decided(self.subject, changes, self.request.POST)
                done = save_changes(final.changes, by=by, reason=self.reason.told, versions=final.versions)
            else:
                done = save(self.subject, changes, by=by, reason=self.reason.told)
        except EditConflict as conflict:
            return self._conflict(choices_of(conflict))
        except Undecided:
            return self._undecided(page, changes)
        except EditRefused as refused:
            return self._unfit(page, refused)
        except (EntryInUse, CatalogueBusy) as refused:
            messages.error(self.request, refusal_words(refused))
            return self._shown(page)
        self._tell(done)
        return HttpResponseRedirect(self._address())

    def _undecided(self, page: Page, changes: Mapping[EntryRef, Value | None]) -> HttpResponse:
        """The same choices once more; where nobody's save stands against it any longer, it is saved."""
        messages.error(self.request, "Choose one of the two values for every field; nothing was saved.")
        return self._saved(page, changes, is_decided=False)

    def _unfit(self, page: Page, refused: EditRefused) -> HttpResponse:
        self._add(remarks_of_refusal(refused))
        messages.error(self.request, "Some values do not fit. They are marked below; nothing was saved.")
        return self._shown(page)

    def _tell(self, done: SavedChange) -> None:
        if done.change_id is None:
            messages.info(self.request, "It was so already: nothing was saved.")
            return
        fields = sum(max(len(_changed(change)), 1) for change in done.changes)
        messages.success(
            self.request,
            f"Saved: {fields} {'field' if fields == 1 else 'fields'} of {len(done.changes)} "
            f"{'entry' if len(done.changes) == 1 else 'entries'}. It takes effect when the next release is published.",
        )
        entries = entry_words(done.merged)
        for ref, names in done.merged.items():
            messages.warning(
                self.request,
                f"Somebody else changed {place_words(ref.collection, names)} of {entries[ref]} meanwhile;"
                " their values were kept.",
            )
        left = [
            fault
            for fault in faults_of({*self.subject.entries, *(change.ref for change in done.changes)})
            if fault.severity is Severity.ERROR
        ]
        if left:
            told = "1 error here; it is" if len(left) == 1 else f"{len(left)} errors here; they are"
            messages.warning(self.request, f"The audit still finds {told} marked below.")

    def _conflict(self, choices: list[Choice]) -> HttpResponse:
        sent = [
            (name, value)
            for name, values in self.request.POST.lists()
            if name not in _NOT_SENT_AGAIN and not name.startswith("conflict")
            for value in values
        ]
        context = {**self._frame("Two of you edited this"), "choices": choices, "sent": sent}
        return TemplateResponse(self.request, "admin/workbench/conflict.html", context, status=409)

    # Showing -----------------------------------------------------------------------------------

    def _look_at(self, page: Page, changes: Mapping[EntryRef, Value | None]) -> None:
        """Have the audit look at what was typed, and at what was there."""
        refs = [ref for ref in self.subject.entries if ref not in self.subject.new]
        self.faults = faults_of(refs, changes)
        if changes:
            self.errors = list(new_errors(faults_of(refs), self.faults))
        self._add(remarks_of(self.faults))

    def _add(self, remarks: Mapping[Place, list[Remark]]) -> None:
        for place, said in remarks.items():
            self.remarks.setdefault(place, []).extend(said)

    def _address(self) -> str:
        primary_key = self.model_admin.primary_key_of(self.subject.main)
        return str(self.model_admin.address("change", primary_key)) if primary_key else str(self.model_admin.address())

    def _frame(self, title: str) -> dict[str, Any]:
        primary_key = self.model_admin.primary_key_of(self.subject.main)
        return {
            **self.model_admin.admin_site.each_context(self.request),
            "opts": self.model_admin.opts,
            "title": title,
            "subject": self.subject,
            "sealed": self.subject.sealed(),
            "is_new": self.subject.main in self.subject.new,
            "history_address": self.model_admin.address("history", primary_key) if primary_key else "",
            "delete_address": self.model_admin.delete_address(self.request, self.subject.main, primary_key),
            "list_address": self.model_admin.address(),
            "reason": self.reason,
        }

    def _shown(self, page: Page) -> HttpResponse:
        there = {ref: value for ref, value in self.subject.entries.items() if ref not in self.subject.new}
        beside = Beside(marks_of(there), self.remarks)
        main = self.subject.entries[self.subject.main]
        shown = {ref for editor in page.editors if (ref := editor.ref)}
        shared = sharing([editor.ref for editor in page.weapons if editor.ref], self.subject.main)
        loose = [
            (ref, remark) for (ref, _), remarks in self.remarks.items() if ref not in shown for remark in remarks
        ] + [(page.main.ref, remark) for remark in page.main.loose_remarks(beside)]
        names = entry_words(ref for ref, _ in loose if ref is not None)
        context = {
            **self._frame(getattr(main, "name", "") or str(self.subject.main)),
            "page": page,
            "is_locked": self.is_locked,
            "is_checked": self.is_checked,
            "has_to_confirm": self.has_to_confirm,
            "errors": self.errors,
            "counts": [(weight, sum(fault.severity is weight for fault in self.faults)) for weight in Severity],
            "sections": list(page.main.sections(beside)),
            "loose": [(names.get(ref, "") if ref is not None else "", remark) for ref, remark in loose],
            "weapons": [
                (
                    editor,
                    list(editor.sections(beside)),
                    editor.loose_remarks(beside),
                    shared.get(editor.ref, []) if editor.ref else [],
                )
                for editor in page.weapons
            ],
            "new_weapons": [(editor, list(editor.sections(beside))) for editor in page.new_weapons],
            "prices": [
                (editor, list(editor.sections(beside)), editor.loose_remarks(beside), page.price_list_of(editor))
                for editor in page.prices
            ],
            "new_prices": (page.new_prices, list(page.new_prices.sections(beside))) if page.new_prices else None,
            "blank_weapons": page.more_weapons() if self.request.POST.get("do") == "more" else len(page.new_weapons),
            "faction": page.faction,
        }
        return TemplateResponse(self.request, "admin/workbench/page.html", context)


def _changed(change: EntryChange) -> list[str]:
    """The fields that a person changed; that the entry is signed as edited is none."""
    return [name for name, each in change.fields.items() if name != SIGNED_FIELD or each.after != SIGNATURE]


def edit(request: HttpRequest, model_admin: Any, main: EntryRef) -> HttpResponse:
    """The page of an entry that is there, or the answer to what was sent from it."""
    try:
        return Workbench(request, model_admin, main).answer()
    except NotFromHere as fault:
        return HttpResponseBadRequest(str(fault), content_type="text/plain; charset=utf-8")


def edit_new(request: HttpRequest, model_admin: Any, new: Subject | None) -> HttpResponse:
    """The page of an entry that is being made."""
    try:
        return Workbench(request, model_admin, None, new).answer()
    except NotFromHere as fault:
        return HttpResponseBadRequest(str(fault), content_type="text/plain; charset=utf-8")
