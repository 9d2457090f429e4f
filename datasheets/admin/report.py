"""The editors' queue: reports of data errors, with the way to the entry and an answer for who reported (R-36)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget

from datasheets.admin.base import EntryAdmin, ListedAdmin
from datasheets.admin.workbench.words import entry_words
from datasheets.catalogue.entries import EntryRef
from datasheets.models import DataErrorReport, Faction, ReportState
from datasheets.models.report import LONGEST_WORDS
from datasheets.services.reports import AnswerRefused, answer_report

if TYPE_CHECKING:
    # It takes the model as a parameter for the type checker only.
    ModelForm = forms.ModelForm[DataErrorReport]
else:
    ModelForm = forms.ModelForm


class AnswerForm(ModelForm):
    """The answer to a report. ``seen`` is when it was answered as the page showed it."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    class Meta:
        model = DataErrorReport
        fields = ("state", "note")
        widgets = {"state": UnfoldAdminSelectWidget, "note": UnfoldAdminTextareaWidget(attrs={"rows": 3})}
        help_texts = {"note": "Who reported it reads this. A rejection says why."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seen"].initial = _moment(self.instance)

    def clean(self) -> dict[str, Any]:
        """Settle what the service would refuse, while the page can still show it."""
        cleaned = super().clean() or {}
        stored = DataErrorReport.objects.filter(pk=self.instance.pk).first()
        if stored is None or cleaned.get("seen", "") != _moment(stored):
            raise forms.ValidationError("Somebody else answered this report in between. Load the page again.")
        note = (cleaned.get("note") or "").strip()
        if cleaned.get("state") == ReportState.REJECTED and not note:
            self.add_error("note", "Say why the report is rejected: who reported it reads the answer.")
        if len(note) > LONGEST_WORDS:
            self.add_error("note", f"The answer has {len(note):,} characters; at most {LONGEST_WORDS:,} are kept.")
        return cleaned


class FactionFilter(admin.SimpleListFilter):
    """Reports by the faction of their entry, by its name."""

    title = "faction"
    parameter_name = "faction"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The factions that some report is about."""
        names = dict(Faction.objects.values_list("public_id", "name"))
        found = DataErrorReport.objects.exclude(faction="").values_list("faction", flat=True).distinct()
        return sorted(((key, names.get(key, key)) for key in found.order_by()), key=lambda row: row[1])

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The reports of the chosen faction."""
        return queryset.filter(faction=self.value()) if self.value() else queryset


@admin.register(DataErrorReport)
class DataErrorReportAdmin(ListedAdmin):
    """The queue: what waits comes first in the menu's link, every report is kept."""

    form = AnswerForm
    list_display = ("what", "subject", "faction", "wrong_in_short", "reporter", "created_at", "state")
    list_filter = ("state", FactionFilter, "subject", "collection")
    search_fields = ("name", "key", "line", "check_id", "wrong", "known_from", "reporter__username")
    date_hierarchy = "created_at"
    actions = ("accept", "mark_fixed")
    readonly_fields = (
        "what",
        "entry",
        "subject",
        "check_id",
        "line",
        "wrong",
        "known_from",
        "release",
        "reporter",
        "created_at",
        "answered_by",
        "answered_at",
    )
    fields = (*readonly_fields[:10], "state", "note", "seen", *readonly_fields[10:])

    @admin.display(description="what", ordering="name")
    def what(self, report: DataErrorReport) -> str:
        """What the page called it."""
        return report.name or report.line or report.check_id or report.get_subject_display()

    @admin.display(description="what is wrong")
    def wrong_in_short(self, report: DataErrorReport) -> str:
        """The beginning of what is wrong."""
        return report.wrong if len(report.wrong) <= 100 else f"{report.wrong[:99]}…"

    @admin.display(description="entry")
    def entry(self, report: DataErrorReport) -> str | SafeString:
        """The entry, with the way to its page where it is stored."""
        if not report.key:
            return "none named"
        ref = EntryRef(report.collection, report.key)
        address = self.entry_address(ref)
        named = entry_words([ref])[ref]
        named = f"{named[:1].upper()}{named[1:]}"
        if not address:
            return f"{named} (not in the catalogue)"
        # Blocks of this page have no links of their own, so that unfold leaves them looking like text.
        return format_html(
            '<a class="text-primary-600 underline dark:text-primary-500" href="{}">{}</a>', address, named
        )

    def entry_address(self, ref: EntryRef) -> str:
        """The address of the page on which an entry is edited; empty where there is none."""
        for page in self.admin_site._registry.values():
            if isinstance(page, EntryAdmin) and page.collection == ref.collection:
                key = page.primary_key_of(ref)
                return page.address("change", key) if key is not None else ""
        return ""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Reports come from the site and the API."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Reports are answered, not deleted."""
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Answer the report."""
        stored = DataErrorReport.objects.get(pk=obj.pk)
        try:
            answer_report(stored, ReportState(obj.state), by=_editor(request), note=obj.note)
        except AnswerRefused as refusal:
            self.message_user(request, str(refusal), messages.ERROR)

    @admin.action(description="Accept", permissions=["change"])
    def accept(self, request: HttpRequest, queryset: QuerySet[DataErrorReport]) -> None:
        """Say of the chosen reports that they are right."""
        self._answer_all(request, queryset, ReportState.ACCEPTED)

    @admin.action(description="Mark as fixed", permissions=["change"])
    def mark_fixed(self, request: HttpRequest, queryset: QuerySet[DataErrorReport]) -> None:
        """Say of the chosen reports that the data is right now."""
        self._answer_all(request, queryset, ReportState.FIXED)

    def _answer_all(self, request: HttpRequest, reports: QuerySet[DataErrorReport], state: ReportState) -> None:
        answered = 0
        for report in reports[: self.list_per_page]:
            try:
                answer_report(report, state, by=_editor(request), note=report.note)
                answered += 1
            except AnswerRefused as refusal:
                self.message_user(request, str(refusal), messages.ERROR)
        self.message_user(request, f"{answered} {'report' if answered == 1 else 'reports'} {state.label}.")


def waiting_address() -> str:
    """The list of the reports that wait for an answer."""
    return f"{reverse('admin:datasheets_dataerrorreport_changelist')}?state__exact={ReportState.OPEN}"


def _editor(request: HttpRequest) -> User:
    return cast(User, request.user)  # the administration lets nobody else through


def _moment(report: DataErrorReport) -> str:
    return report.answered_at.isoformat() if report.answered_at else ""
