"""A side of a question with everything that was chosen on it: its source, its units or its loadout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django import forms
from django.utils.datastructures import MultiValueDict

from battle.access import gauntlet_visible_to
from battle.armies import Fielded
from battle.scenario.fielding import units_of
from battle.scenario.unit_shapes import UnitShape
from battle.sources import MOST_LETTERS, too_long
from datasheets.catalogue import Catalogue
from roster.access import Person
from roster.document_faults import DocumentError
from website.matchups.ask_kinds import AskedKind, AskedSide, Source
from website.matchups.ask_loadouts import LoadoutForm
from website.matchups.ask_sides import SideForm
from website.matchups.ask_sources import (
    NotRead,
    SideRead,
    UnitRead,
    datasheet_side,
    saved_side,
    text_side,
    units_read,
)


class UnitsForm(forms.Form):
    """Which units of a list are meant: several of them, or one."""

    def __init__(self, data: Mapping[str, Any] | None, *, prefix: str, units: Sequence[UnitRead], is_one: bool) -> None:
        super().__init__(data, prefix=prefix, label_suffix="")
        self.is_one = is_one
        choices = [(unit.key, _unit_label(unit)) for unit in units]
        gone = "The list has no such unit any more. Choose of those here."
        field: forms.ChoiceField
        if is_one:
            field = forms.ChoiceField(
                label="Which unit",
                choices=[("", "Choose one"), *choices],
                error_messages={"required": "One unit is asked for. Choose it.", "invalid_choice": gone},
            )
        else:
            field = forms.MultipleChoiceField(
                label="Which units",
                choices=choices,
                widget=forms.CheckboxSelectMultiple,
                error_messages={"required": "No unit is chosen. Choose one at least.", "invalid_choice": gone},
            )
        self.fields["units"] = field

    @property
    def keys(self) -> tuple[str, ...]:
        """The units that are chosen, by their keys."""
        chosen = (self.cleaned_data.get("units") if self.is_valid() else None) or ()
        return (chosen,) if isinstance(chosen, str) else tuple(chosen)


class AskedPart:
    """A side as it was handed in. ``read`` is what it comes to, None where it is empty or cannot be read."""

    def __init__(self, side: AskedSide, kind: AskedKind, form: SideForm) -> None:
        self.side, self.kind, self.form = side, kind, form
        self.read: SideRead | None = None
        self.units: UnitsForm | None = None
        self.loadout: LoadoutForm | None = None

    def read_with(self, person: Person, catalogue: Catalogue, *, is_run: bool, letters: int) -> None:
        """Read the source, and take up choices that were made for this very one.

        ``letters`` are the characters of lists on the sides before.
        """
        if not self.form.is_valid() or self.form.source is None:
            return
        try:
            self.read = self._read(person, catalogue, letters)
        except NotRead as error:
            self.form.add_error(error.field, str(error))
            return
        prefix = self.side.prefix
        data = self.form.data
        is_meant = data.get(f"{prefix}-mark") == self.read.mark
        if self.read.sheet is not None:
            has_loadout = is_meant and f"{prefix}-shown_for" in data
            self.loadout = LoadoutForm(
                data if has_loadout else None, prefix=prefix, sheet=self.read.sheet, catalogue=catalogue
            )
            self.loadout.is_valid()
        elif self.read.source is not Source.GAUNTLET:
            self._choose_units(data, is_meant=is_meant, is_run=is_run)

    def _read(self, person: Person, catalogue: Catalogue, letters: int) -> SideRead:
        values = self.form.cleaned_data
        match self.form.source:
            case Source.SAVED:
                return saved_side(person, values["roster"], catalogue)
            case Source.TEXT:
                letters += len(self.form.list_text)
                if letters > MOST_LETTERS:
                    raise NotRead("text", too_long(letters))
                return text_side(self.form.list_text, catalogue)
            case Source.DATASHEET:
                return datasheet_side(values["datasheet"], catalogue)
            case _:
                return gauntlet_side(person, values["gauntlet"], catalogue)

    def _choose_units(self, data: Mapping[str, Any], *, is_meant: bool, is_run: bool) -> None:
        assert self.read is not None, "units are chosen of what was read"
        is_one = not self.kind.has_lists
        prefix, units = self.side.prefix, self.read.units
        if not is_meant:
            if is_one and len(units) > 1 and not is_run:
                # Nobody was asked for it yet, so nothing is wrong with leaving it open.
                self.units = UnitsForm(None, prefix=prefix, units=units, is_one=is_one)
                return
            default = [unit.key for unit in units] if not is_one or len(units) == 1 else [""]
            data = MultiValueDict({f"{prefix}-units": default})
        self.units = UnitsForm(data, prefix=prefix, units=units, is_one=is_one)
        self.units.is_valid()

    @property
    def is_valid(self) -> bool:
        """Whether it can be asked: read, with units or a loadout that fit; or empty where it may be."""
        if self.read is None:
            return self.form.is_valid() and self.form.source is None
        return not self.form.errors and all(form is None or form.is_valid() for form in (self.units, self.loadout))

    @property
    def name(self) -> str:
        """What the side is called."""
        called: str = self.form.cleaned_data.get("called", "") if self.form.is_valid() else ""
        return called or (self.read.name if self.read is not None else "")

    @property
    def unit_name(self) -> str:
        """What its one unit is called."""
        if self.read is None or self.units is None:
            return self.name
        return next((unit.name for unit in self.read.units if unit.key in self.units.keys), self.name)

    @property
    def shape(self) -> dict[str, Any]:
        """Its unit of the document that is asked."""
        assert self.read is not None, "only what was read can be asked"
        shape = dict(self.read.shape)
        if self.loadout is not None:
            shape.update(self.loadout.unit_shape)
        if self.units is not None and len(self.units.keys) < len(self.read.units):
            shape["units"] = list(self.units.keys)
        return shape

    def fielded(self, catalogue: Catalogue) -> tuple[Fielded, ...]:
        """The units that are chosen, as fighters; none where they cannot be had."""
        if self.read is None or not self.is_valid:
            return ()
        if self.loadout is not None:
            try:
                return units_of(msgspec.convert(self.shape, UnitShape), "", catalogue, {})
            except DocumentError as error:
                self.form.add_error("datasheet", error.message)
                return ()
        if self.units is None:
            return self.read.fielded
        return tuple(unit for unit in self.read.fielded if unit.keys[0] in self.units.keys)

    def move_of(self, catalogue: Catalogue) -> int | None:
        """How far its one unit moves, in inches: as far as the slowest that is part of it. None where unknown."""
        if self.read is None:
            return None
        sheets = [self.read.sheet] if self.read.sheet is not None else []
        if self.units is not None and self.read.document is not None and self.units.is_valid():
            keys = {key for unit in self.fielded(catalogue) for key in unit.keys}
            written = [unit.datasheet.id or "" for unit in self.read.document.units if unit.key in keys]
            sheets = [catalogue.datasheets[id] for id in written if id in catalogue.datasheets]
        moves = [profile.M for sheet in sheets for profile in sheet.profiles]
        return min(moves, default=None)


def gauntlet_side(person: Person, slug: str, catalogue: Catalogue) -> SideRead:
    """A gauntlet that this person may use; raises :class:`NotRead`."""
    found = gauntlet_visible_to(person, slug)
    if found is None:
        raise NotRead("gauntlet", "There is no such gauntlet. Choose one of those offered.")
    fielded: list[Fielded] = []
    left_out: list[tuple[str, str]] = []
    for place, written in enumerate(found.units):
        try:
            fielded += units_of(msgspec.convert(written, UnitShape), f"/units/{place}", catalogue, {})
        except (DocumentError, msgspec.ValidationError) as error:
            left_out.append((str(written.get("name") or written.get("datasheet") or f"Unit {place + 1}"), str(error)))
    return SideRead(
        Source.GAUNTLET,
        found.name,
        {"from": "gauntlet", "gauntlet": found.slug},
        found.slug,
        units_read(fielded),
        tuple(fielded),
        tuple(left_out),
    )


def _unit_label(unit: UnitRead) -> str:
    models = "1 model" if unit.models == 1 else f"{unit.models} models"
    return f"{unit.name} ({models}, {unit.points:,} points)" if unit.points else f"{unit.name} ({models})"
