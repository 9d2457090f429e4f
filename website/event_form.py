"""The form of an event: every field of its profile in words, and the faults of a profile beside the fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.text import slugify

from datasheets.catalogue import Catalogue
from roster.event_documents import MAX_NAME, MAX_SLUG
from roster.event_names import faults_in_words, ids_named, names_of
from roster.models import Event
from roster.muster import EventProfile
from roster.muster.profiles import ProfileFault, not_lowered
from roster.services.events import Dates, EventRefused, sound_profile
from website.lowered_checks import LoweredChecks

MOST_POINTS = 1_000_000
NAMED_FIELDS = ("detachments", "barred_detachments", "barred_datasheets")
"""Fields with a name on each line."""

_NO_DAY = "This is no day. Write it as year, month and day: 2026-12-05."
_NO_POINTS = f"Write whole points between 1 and {MOST_POINTS:,}, or leave it empty."


def _day(label: str) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={"invalid": _NO_DAY},
    )


def _points(label: str, hint: str) -> forms.IntegerField:
    messages = {"invalid": _NO_POINTS, "min_value": _NO_POINTS, "max_value": _NO_POINTS}
    return forms.IntegerField(
        label=label, required=False, min_value=1, max_value=MOST_POINTS, help_text=hint, error_messages=messages
    )


def _names(label: str, hint: str) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocomplete": "off", "autocapitalize": "off"})
    return forms.CharField(label=label, required=False, strip=False, widget=widget, help_text=hint)


def _several(label: str, noun: str, hint: str) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=hint,
        error_messages={"invalid_choice": f"“%(value)s” is no {noun} of the release in force. Choose of those here."},
    )


class EventForm(forms.Form):
    """An event as its organiser writes it; ``profile`` is what it says, once it is valid.

    ``lowered`` has the checks that weigh less, which are a table of their own.
    """

    name = forms.CharField(
        label="Name",
        max_length=MAX_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": "The event has no name. Write one, as Autumn Open.",
            "max_length": f"The name has %(show_value)d characters; at most {MAX_NAME} are kept. Write a shorter one.",
        },
    )
    slug = forms.CharField(
        label="Name in addresses",
        required=False,
        max_length=MAX_SLUG,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
        help_text="Lower-case letters, digits and hyphens, as autumn-open. Left empty it is made from the name. "
        "It stays for good.",
        error_messages={
            "max_length": f"This has %(show_value)d characters; at most {MAX_SLUG} are kept. Write a shorter one."
        },
    )
    starts_on = _day("First day")
    ends_on = _day("Last day")
    is_published = forms.BooleanField(
        label="Published",
        required=False,
        help_text="Everybody sees the event and may have lists checked for it. Until then only you and staff do.",
    )
    battle_size = forms.ChoiceField(
        label="Battle size",
        required=False,
        error_messages={"invalid_choice": "“%(value)s” is no battle size. Choose one of those here."},
    )
    points_limit = _points("Points limit", "The most an army may cost. Empty: as the battle size has it.")
    minimum_points = _points("Fewest points", "The least an army may cost. Empty: no lower limit.")
    factions = _several("Factions allowed", "faction", "None chosen: all of them.")
    detachments = _names("Detachments allowed", "One name a line. Empty: all of them.")
    barred_detachments = _names("Detachments barred", "One name a line.")
    barred_datasheets = _names(
        "Datasheets barred",
        "One name a line. Where several factions have one of that name, write the faction in brackets "
        "behind it: Land Raider (Grey Knights), or Land Raider (every faction).",
    )
    no_legends = forms.BooleanField(label="No Legends", required=False, initial=True)
    requires_disposition = forms.BooleanField(
        label="Force disposition fixed",
        required=False,
        initial=True,
        help_text="It is written on the roster and stays for the whole event. "
        "Otherwise it may be chosen with the mission.",
    )
    dispositions = _several("Force dispositions allowed", "force disposition", "None chosen: all of them.")
    requires_plan = forms.BooleanField(
        label="Deployment plan required",
        required=False,
        help_text="The roster says who starts embarked and who in reserve.",
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, catalogue: Catalogue, event: Event | None = None, **kwargs: Any
    ) -> None:
        super().__init__(data, label_suffix="", **kwargs)
        self.catalogue, self.event = catalogue, event
        for name, field in self.fields.items():
            field.widget.is_required = name == "name"
            if isinstance(field, forms.CharField):
                # Django would refuse a NUL in words of its own; the profile says what does not fit.
                field.validators = [one for one in field.validators if "Null" not in type(one).__name__]
        self._choices("factions", catalogue.data.factions)
        self._choices("dispositions", catalogue.data.dispositions)
        sizes = [(row.id, f"{row.name} ({row.points_limit:,} points)") for row in catalogue.data.battle_sizes]
        self.fields["battle_size"].choices = [("", "any"), *sizes]  # type: ignore[attr-defined]
        if event is not None:
            del self.fields["slug"]
        self.lowered = LoweredChecks() if data is None else LoweredChecks.handed_in(data)
        self.ids: dict[str, tuple[str, ...]] = {}
        self.gone_checks: tuple[str, ...] = ()

    @classmethod
    def of(cls, event: Event, profile: EventProfile, catalogue: Catalogue) -> EventForm:
        """The form filled in with what the event asks now."""
        initial: dict[str, Any] = {
            name: getattr(profile, name)
            for name in cls.base_fields
            if hasattr(profile, name) and name not in NAMED_FIELDS
        }
        initial |= {name: "\n".join(names_of(name, getattr(profile, name), catalogue)) for name in NAMED_FIELDS}
        initial |= {name: getattr(event, name) for name in ("starts_on", "ends_on", "is_published", "version")}
        form = cls(catalogue=catalogue, event=event, initial={**initial, "no_legends": not profile.allows_legends})
        form.lowered = LoweredChecks(profile.lowered)
        form.gone_checks = not_lowered(profile)
        return form

    def _choices(self, name: str, entries: Iterable[Any]) -> None:
        self.fields[name].choices = [(row.id, row.name) for row in entries]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Each line of names settled, and whatever else can be said without storing anything."""
        cleaned = super().clean() or {}
        for name in NAMED_FIELDS:
            named = ids_named(name, cleaned.get(name) or "", self.catalogue)
            self.ids[name] = named.ids
            if named.faults:
                self.add_error(name, list(faults_in_words(named.faults)))
        if self.event is None and not cleaned.get("slug"):
            made = slugify(cleaned.get("name") or "").replace("_", "-")[:MAX_SLUG].strip("-")
            cleaned["slug"] = made
            if not made and "name" in cleaned and "slug" not in self.errors:
                self.add_error("slug", "No such name can be made from the name of the event. Write one.")
        self._judge(cleaned)
        return cleaned

    def _judge(self, cleaned: dict[str, Any]) -> None:
        """What else keeps the profile from being stored, so that everything is said at once.

        A field that is at fault already stands in the profile as if it were empty.
        """
        told = {name: cleaned.get(name) for name in self.base_fields}
        told |= {"name": told["name"] or "Event", "slug": told["slug"] or "event"}
        told |= {name: told[name] or () for name in ("factions", "dispositions")}
        try:
            sound_profile(self._profile_of(told), Dates(told["starts_on"], told["ends_on"]), self.catalogue)
        except EventRefused as refusal:
            self.add_faults(refusal.faults)

    @property
    def profile(self) -> EventProfile:
        """What the form asks of rosters."""
        return self._profile_of(self.cleaned_data)

    def _profile_of(self, cleaned: Mapping[str, Any]) -> EventProfile:
        return EventProfile(
            id=self.event.slug if self.event is not None else cleaned["slug"],
            name=cleaned["name"],
            battle_size=cleaned["battle_size"] or None,
            points_limit=cleaned["points_limit"],
            minimum_points=cleaned["minimum_points"],
            factions=tuple(cleaned["factions"]),
            dispositions=tuple(cleaned["dispositions"]),
            allows_legends=not cleaned["no_legends"],
            requires_disposition=cleaned["requires_disposition"],
            requires_plan=cleaned["requires_plan"],
            lowered=self.lowered.values(),
            **self.ids,
        )

    @property
    def dates(self) -> Dates:
        """The days of the event."""
        return Dates(self.cleaned_data["starts_on"], self.cleaned_data["ends_on"])

    def add_faults(self, faults: Iterable[ProfileFault]) -> None:
        """What keeps the profile from being stored, beside the fields it is about."""
        lowered = self.lowered.values()
        for fault in faults:
            parts = fault.pointer.split("/")[1:]
            field = {"id": "slug", "allows_legends": "no_legends"}.get(parts[0], parts[0]) if parts else ""
            if field == "lowered" and len(parts) > 1 and parts[1].isdigit():
                self.lowered.rows[lowered[int(parts[1])].check].errors.append(fault.message)
            else:
                self.add_error(field if field in self.fields else None, fault.message)

    def is_valid(self) -> bool:
        """Whether nothing is wrong, with the checks that weigh less neither."""
        return super().is_valid() and self.lowered.is_valid

    @property
    def has_faults(self) -> bool:
        """Whether something is said beside a field or a check."""
        return bool(self.errors) or not self.lowered.is_valid
