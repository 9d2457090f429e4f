"""Events, for organisers: what each asks of rosters, as a form or as a file."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminTextareaWidget

from roster.access import events_changeable_by, may_organise
from roster.document_faults import DocumentError
from roster.event_documents import SCHEMA, event_from_json
from roster.models import Event
from roster.muster import EventProfile
from roster.services.events import (
    Dates,
    EventHasChanged,
    EventRefused,
    change_event,
    create_event,
    delete_event,
    sound_profile,
)

EMPTY: dict[str, object] = {
    "schema": SCHEMA,
    "id": "autumn-open",
    "name": "Autumn Open",
    "battle_size": "strike-force",
    "points_limit": None,
    "minimum_points": None,
    "factions": [],
    "detachments": [],
    "barred_detachments": [],
    "barred_datasheets": [],
    "dispositions": [],
    "allows_legends": False,
    "requires_disposition": True,
    "requires_plan": False,
    "lowered": [],
}


class EventForm(forms.ModelForm):
    """The profile as a text of JSON, read strictly; dates and whether everybody sees the event beside it."""

    profile = forms.CharField(
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 24, "spellcheck": "false"}),
        help_text="A document of the schema quartermaster.event/1 (/api/v1/schemas/event-1.json). Ids are those of the "
        "catalogue. Lowered checks: {“check”: id, “severity”: “warning” or “advice”, “reason”: why}.",
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    class Meta:
        model = Event
        fields = ("profile", "starts_on", "ends_on", "is_published")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        shown = self.instance.profile if self.instance.pk else EMPTY
        self.initial["profile"] = json.dumps(shown, ensure_ascii=False, indent=2)
        self.initial["version"] = self.instance.version if self.instance.pk else None
        self.parsed: EventProfile | None = None

    def clean(self) -> dict[str, Any]:
        """The profile as a value, or every fault with its place."""
        cleaned = super().clean() or {}
        text = cleaned.get("profile")
        if text is None:
            return cleaned
        dates = Dates(cleaned.get("starts_on"), cleaned.get("ends_on"))
        try:
            self.parsed = sound_profile(event_from_json(text.encode("utf-8", "surrogatepass")), dates)
        except DocumentError as error:
            raise ValidationError({"profile": f"{error.pointer or '/'}: {error.message}"}) from error
        except EventRefused as refusal:
            faults = [f"{fault.pointer or '/'}: {fault.message}" for fault in refusal.faults]
            raise ValidationError({"profile": faults[:50]}) from refusal
        if self.instance.pk and self.parsed.id != self.instance.slug:
            raise ValidationError({"profile": f"/id: The event is “{self.instance.slug}” for good. Create another."})
        if not self.instance.pk and Event.objects.filter(slug=self.parsed.id).exists():
            raise ValidationError({"profile": f"/id: There is an event “{self.parsed.id}” already."})
        if self.instance.pk and cleaned.get("version") != self.instance.version:
            raise ValidationError("This event was changed in between. Load it again; nothing was written.")
        return cleaned

    def _post_clean(self) -> None:
        """The service writes the row; the form's own copy of the profile is a text, and no row's."""


@admin.register(Event)
class EventAdmin(ModelAdmin):
    """Events: an organiser's own, and all of them for administrators."""

    form = EventForm
    list_display = ("name", "slug", "organiser", "starts_on", "is_published", "version", "updated_at")
    list_filter = ("is_published",)
    list_select_related = ("organiser",)
    search_fields = ("name", "slug")
    fields = ("profile", "starts_on", "ends_on", "is_published", "version")
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        """The events that this person may change."""
        return super().get_queryset(request).filter(pk__in=events_changeable_by(request.user).values("pk"))

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Organisers find it in the menu."""
        return may_organise(request.user)

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The form; where somebody else was quicker, or the limit is reached, it says so and nothing is written."""
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except (EventHasChanged, EventRefused) as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            return redirect("admin:roster_event_changelist")

    def save_model(self, request: HttpRequest, obj: Event, form: EventForm, change: bool) -> None:
        """Write through the service."""
        assert form.parsed is not None, "only a form that is valid is saved"
        cleaned, by = form.cleaned_data, request.user
        dates = Dates(cleaned["starts_on"], cleaned["ends_on"])
        published = cleaned["is_published"]
        if change:
            change_event(obj, form.parsed, by=by, dates=dates, is_published=published)  # type: ignore[arg-type]
            return
        made = create_event(form.parsed, by=by, dates=dates, is_published=published)  # type: ignore[arg-type]
        obj.__dict__.update(made.__dict__)

    def delete_model(self, request: HttpRequest, obj: Event) -> None:
        """Delete through the service."""
        delete_event(obj, by=request.user)  # type: ignore[arg-type]  # signed in, since the page was reached
