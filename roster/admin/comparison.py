"""What a release would do to saved rosters: start a preview, watch it, look at what changes, take it along."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin

from datasheets.models import Publication, Release
from roster.access import may_preview
from roster.admin.read_only import ReadOnly
from roster.models import ComparedRoster, Comparison, ComparisonStatus, Roster
from roster.selectors.comparisons import (
    FILTER_WORDS,
    ChangeFilter,
    compared_rosters,
    comparison_csv,
    comparison_progress,
    unit_in_words,
)
from roster.services.comparisons import PreviewRefused, cancel_comparison, start_preview

SHOWN_ROSTERS = 100
SHOWN_UNITS = 6


@admin.register(Comparison)
class ComparisonAdmin(ReadOnly, ModelAdmin):
    """Previews of publications and the notices after them, newest first."""

    list_display = ("release_label", "purpose", "against", "status", "created_at", "ended_at")
    list_filter = ("purpose", "status")
    list_display_links = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Comparison]:
        """Comparisons with their releases, without content."""
        rows = super().get_queryset(request).select_related("release", "base")
        return rows.defer("release__content", "base__content")

    @admin.display(description="release")
    def release_label(self, comparison: Comparison) -> SafeString:
        """The release asked about, with the way to what was found."""
        address = reverse("admin:roster_preview", args=[comparison.pk])
        return format_html('<a href="{}">{}</a>', address, comparison.release.label)

    @admin.display(description="compared with")
    def against(self, comparison: Comparison) -> str:
        """The other side."""
        return comparison.base.label if comparison.base else "the release each roster stands on"

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Editors and publishers look ahead."""
        return may_preview(request.user)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """The same people find it in the menu."""
        return may_preview(request.user)

    def get_urls(self) -> list[URLPattern]:
        """The pages of a preview, before those that every model has."""
        guarded = self.admin_site.admin_view
        own = [
            path("start/<int:release>/", guarded(self.start), name="roster_preview_start"),
            path("<int:comparison>/result/", guarded(self.result), name="roster_preview"),
            path("<int:comparison>/cancel/", guarded(self.cancel), name="roster_preview_cancel"),
            path("<int:comparison>/rosters.csv", guarded(self.csv), name="roster_preview_csv"),
        ]
        return [*own, *super().get_urls()]

    def start(self, request: HttpRequest, release: int) -> HttpResponse:
        """What would be compared with what, and the button; with a POST, begin and go to the result."""
        _require(request)
        asked = get_object_or_404(Release.objects.defer("content"), pk=release)
        if request.method == "POST":
            try:
                comparison = start_preview(asked, by=request.user)  # type: ignore[arg-type]  # admin_view: signed in
            except PreviewRefused as refusal:
                self.message_user(request, str(refusal), messages.ERROR)
                return redirect("admin:roster_preview_start", asked.pk)
            return redirect("admin:roster_preview", comparison.pk)
        current = Publication.objects.select_related("release").defer("release__content").order_by("-id").first()
        context = {
            **self.admin_site.each_context(request),
            "title": f"What would {asked.label} change?",
            "release": asked,
            "current": current.release if current else None,
            "is_in_force": current is not None and current.release_id == asked.pk,
            "rosters": Roster.objects.count(),
            "earlier": self.get_queryset(request).filter(release=asked)[:10],
        }
        return TemplateResponse(request, "admin/roster/preview_start.html", context)

    def result(self, request: HttpRequest, comparison: int) -> HttpResponse:
        """How far it is and the rosters of one group (``?show=``), a page of them at a time (``?page=``)."""
        _require(request)
        found = self._found(request, comparison)
        progress = comparison_progress(found)
        show = _filter(request) or ChangeFilter.CHANGED
        page = Paginator(compared_rosters(found, show), SHOWN_ROSTERS).get_page(request.GET.get("page"))
        context = {
            **self.admin_site.each_context(request),
            "title": f"{found.get_purpose_display().capitalize()}: {found.release.label}",
            "comparison": found,
            "progress": progress,
            "is_running": found.status == ComparisonStatus.RUNNING,
            "choices": [(choice, FILTER_WORDS[choice], progress.counts[choice]) for choice in ChangeFilter],
            "show": show,
            "shown_in_words": FILTER_WORDS[show],
            "page": page,
            "rows": [_Row(row) for row in page],
        }
        return TemplateResponse(request, "admin/roster/preview.html", context)

    def cancel(self, request: HttpRequest, comparison: int) -> HttpResponse:
        """Stop a comparison that runs."""
        _require(request)
        if request.method == "POST":
            stopped = cancel_comparison(self._found(request, comparison))
            said = "The comparison was stopped." if stopped else "It had ended already."
            self.message_user(request, said)
        return redirect("admin:roster_preview", comparison)

    def csv(self, request: HttpRequest, comparison: int) -> HttpResponseBase:
        """The rosters of one group, or all, as a CSV file."""
        _require(request)
        found = self._found(request, comparison)
        lines = comparison_csv(found, _filter(request))
        response = StreamingHttpResponse(_encoded(lines), content_type="text/csv; charset=utf-8")
        response.headers["Content-Disposition"] = f'attachment; filename="rosters-{found.release.label}.csv"'
        return response

    def _found(self, request: HttpRequest, key: int) -> Comparison:
        return get_object_or_404(self.get_queryset(request), pk=key)


class _Row:
    """A roster of the table, in words."""

    def __init__(self, row: ComparedRoster) -> None:
        self.row = row
        self.roster = row.roster
        units = [unit_in_words(unit) for unit in row.units]
        more = len(units) - SHOWN_UNITS
        self.units = units[:SHOWN_UNITS] + ([f"and {more} more"] if more > 0 else [])

    @property
    def points_change(self) -> str:
        """The difference with its sign, empty where there is none."""
        if self.row.points_before is None or self.row.points_after is None:
            return ""
        change = self.row.points_after - self.row.points_before
        return f"{change:+,}" if change else ""


def _require(request: HttpRequest) -> None:
    if not may_preview(request.user):
        raise PermissionDenied("Previews are for editors and publishers of the catalogue.")


def _filter(request: HttpRequest) -> ChangeFilter | None:
    show: Any = request.GET.get("show", "")
    return ChangeFilter(show) if show in set(ChangeFilter) else None


def _encoded(lines: Iterator[str]) -> Iterator[bytes]:
    # Spreadsheets read a CSV as UTF-8 only where it begins with this mark.
    yield b"\xef\xbb\xbf"
    for line in lines:
        yield line.encode()
