"""The form of a gauntlet: its name, the targets it has, and those that come from a roster, a list, or by name."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField

from battle.gauntlets import LARGEST_WEIGHT, LONGEST_ABOUT, LONGEST_NAME, LONGEST_REASON, units_of_roster
from battle.models import Gauntlet
from battle.scenario.unit_shapes import MOST_UNITS_OF_A_SIDE
from datasheets.catalogue import Catalogue
from roster.access import Person
from roster.document_faults import DocumentError
from roster.muster.words import abridged, counted
from website.forms import MAXIMUM_CHARACTERS
from website.matchups.ask_datasheets import NotNamed, datasheet_named
from website.matchups.ask_sources import NotRead, SideRead, saved_side, text_side
from website.matchups.gauntlet_rows import Target, targets_of

_PLAIN = {"spellcheck": "false", "autocomplete": "off", "autocapitalize": "off"}


@dataclass(frozen=True, slots=True)
class TargetFields:
    """A target that the gauntlet has already, with its fields."""

    target: Target
    weight: BoundField
    reason: BoundField
    removed: BoundField


class GauntletForm(forms.Form):
    """What somebody makes of a gauntlet. ``notes`` say what of a roster or list did not come along."""

    name = forms.CharField(label="Name", max_length=LONGEST_NAME, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    about = forms.CharField(
        label="What it stands for (optional)",
        required=False,
        max_length=LONGEST_ABOUT,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    roster = forms.ChoiceField(label="All units of a saved roster", required=False)
    text = forms.CharField(
        label="All units of a pasted list",
        required=False,
        strip=False,
        max_length=MAXIMUM_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 5, **_PLAIN}),
        help_text="The text of a list, as the official app shares it.",
    )
    datasheets = forms.CharField(
        label="Datasheets by name, one on each line",
        required=False,
        strip=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 5, **_PLAIN}),
        help_text="Each with the fewest models and what they come with. The same name twice makes two targets.",
    )
    stamp = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        person: Person,
        catalogue: Catalogue,
        rosters: Sequence[tuple[str, str]],
        gauntlet: Gauntlet | None = None,
    ) -> None:
        mark = _mark(gauntlet)
        initial = {"name": gauntlet.name, "about": gauntlet.about} if gauntlet is not None else {}
        super().__init__(data, initial={**initial, "stamp": mark}, label_suffix="")
        self.person, self.catalogue, self.gauntlet, self.mark = person, catalogue, gauntlet, mark
        self.notes: list[str] = []
        self.units: list[dict[str, Any]] = []
        self.weights: list[float] = []
        self.reasons: list[str] = []
        self._sources: list[str] = []
        self.fields["roster"].choices = [("", "None"), *rosters]  # type: ignore[attr-defined]
        self.targets = targets_of(gauntlet, catalogue) if gauntlet is not None else ()
        for target in self.targets:
            self._add_target(target)

    def _add_target(self, target: Target) -> None:
        place = target.place
        self.fields[f"weight_{place}"] = forms.FloatField(
            label=f"How common {target.name} is",
            min_value=0,
            max_value=LARGEST_WEIGHT,
            initial=target.weight,
            widget=forms.NumberInput(attrs={"step": "any", "min": "0", "inputmode": "decimal"}),
        )
        self.fields[f"reason_{place}"] = forms.CharField(
            label=f"Why {target.name} is here", required=False, max_length=LONGEST_REASON, initial=target.reason
        )
        self.fields[f"removed_{place}"] = forms.BooleanField(label=f"Take {target.name} out", required=False)

    @property
    def rows(self) -> Iterator[TargetFields]:
        """The targets it has, with their fields."""
        for target in self.targets:
            names = (f"{name}_{target.place}" for name in ("weight", "reason", "removed"))
            yield TargetFields(target, *(self[name] for name in names))

    @property
    def faults(self) -> Iterator[tuple[BoundField, str]]:
        """Fields with something wrong, and what first."""
        for field in self:
            if field.errors:
                yield field, str(field.errors[0])

    def clean(self) -> dict[str, Any]:
        """Put together what the gauntlet is to hold."""
        cleaned = super().clean() or {}
        if self.gauntlet is not None and cleaned.get("stamp") != self.mark:
            raise forms.ValidationError("This gauntlet was changed since you looked. Open it again and change it then.")
        self._keep(cleaned)
        self._add_roster(cleaned.get("roster") or "")
        self._add_text(cleaned.get("text") or "")
        self._add_datasheets(cleaned.get("datasheets") or "")
        if not self.units and not self.errors:
            raise forms.ValidationError(
                "There are no targets. Choose a roster, paste a list, or write names of datasheets."
            )
        if len(self.units) > MOST_UNITS_OF_A_SIDE:
            raise forms.ValidationError(
                f"{len(self.units)} targets are too many; a gauntlet has at most {MOST_UNITS_OF_A_SIDE}. "
                f"Take {len(self.units) - MOST_UNITS_OF_A_SIDE} out."
            )
        return cleaned

    @property
    def document(self) -> dict[str, Any]:
        """What the service is to keep; of a form that is valid."""
        return {
            "name": self.cleaned_data["name"],
            "about": self.cleaned_data["about"],
            "units": self.units,
            "weights": [] if all(weight == 1 for weight in self.weights) else self.weights,
            "reasons": self.reasons if any(self.reasons) else [],
        }

    def add_refusals(self, faults: Sequence[DocumentError]) -> None:
        """What the service refuses, beside the fields it comes from."""
        for fault in faults:
            parts = fault.pointer.split("/")
            field = None
            if parts[1:2] == ["units"] and parts[2:3] and parts[2].isdigit() and int(parts[2]) < len(self._sources):
                field = self._sources[int(parts[2])]
            elif parts[1:2] and parts[1] in ("name", "about"):
                field = parts[1]
            self.add_error(field, fault.message)

    def _keep(self, cleaned: Mapping[str, Any]) -> None:
        """Targets that stay."""
        assert self.gauntlet is not None or not self.targets
        for target in self.targets:
            place = target.place
            if cleaned.get(f"removed_{place}"):
                continue
            self._take(
                self.gauntlet.units[place] if self.gauntlet is not None else {},
                f"removed_{place}",
                weight=cleaned.get(f"weight_{place}", 1.0),
                reason=cleaned.get(f"reason_{place}", ""),
            )

    def _take(self, unit: dict[str, Any], source: str, *, weight: float = 1.0, reason: str = "") -> None:
        self.units.append(unit)
        self.weights.append(int(weight) if float(weight).is_integer() else weight)
        self.reasons.append(reason)
        self._sources.append(source)

    def _add_roster(self, id: str) -> None:
        if id:
            try:
                self._add_side(saved_side(self.person, id, self.catalogue), "roster")
            except NotRead as refusal:
                self.add_error("roster", str(refusal))

    def _add_text(self, text: str) -> None:
        if text.strip():
            try:
                self._add_side(text_side(text, self.catalogue), "text")
            except NotRead as refusal:
                self.add_error("text", str(refusal))

    def _add_side(self, side: SideRead, field: str) -> None:
        assert side.document is not None, "rosters and lists have one"
        keys = frozenset(key for unit in side.fielded for key in unit.keys)
        for unit in units_of_roster(side.document, only=keys):
            self._take(unit, field)
        for name, reason in side.left_out:
            self.notes.append(f"{name} is left out: {reason}")
        unread = len(side.lines) + side.lines_left_out
        if unread:
            lines = abridged([f"“{line.text.strip()[:60]}”" for line in side.lines])
            self.notes.append(f"{counted(unread, 'line')} of {side.name} not understood and left out: {lines}.")

    def _add_datasheets(self, typed: str) -> None:
        lines = [(number, line.strip()) for number, line in enumerate(typed.splitlines(), 1) if line.strip()]
        if len(lines) > MOST_UNITS_OF_A_SIDE:
            self.add_error("datasheets", f"{len(lines)} names are too many; at most {MOST_UNITS_OF_A_SIDE} are read.")
            return
        for number, line in lines:
            try:
                sheet = datasheet_named(line, self.catalogue)
            except NotNamed as refusal:
                self.add_error("datasheets", f"Line {number}: {refusal}")
                continue
            self._take({"from": "catalogue", "datasheet": sheet.id}, "datasheets")


def _mark(gauntlet: Gauntlet | None) -> str:
    """What tells whether the targets are still those that were on the page."""
    if gauntlet is None:
        return ""
    content = json.dumps([gauntlet.name, gauntlet.about, gauntlet.units, gauntlet.weights, gauntlet.reasons])
    return hashlib.sha256(content.encode()).hexdigest()
