"""The loadout of a datasheet as a form: how many of each kind of model, what they carry, and who joins them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField

from battle.armies.pieces import MOST_MODELS, spelled_out
from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet, ModelKind
from roster.document import ModelEntry, Reference, UnitEntry

NO_COUNT = f"Write a whole number from 0 to {MOST_MODELS}."
MOST_CARRIED = 1000


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item that models of a kind may carry, with the field of how many."""

    name: str
    field: BoundField


@dataclass(frozen=True, slots=True)
class KindRow:
    """A kind of model: the field of how many, and their items."""

    name: str
    field: BoundField
    items: tuple[ItemRow, ...]


class LoadoutForm(forms.Form):
    """What a unit of one datasheet has. ``unit_shape`` is what the form adds to its unit of the document.

    Items stay what models come with for as long as nobody wrote other numbers: ``shown_for`` are the numbers of
    models that the items on the page were shown for.
    """

    shown_for = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    joined = forms.ChoiceField(
        label="Joined by",
        required=False,
        error_messages={"invalid_choice": "“%(value)s” does not join this unit. Choose one of those offered, or none."},
    )

    def __init__(self, data: Mapping[str, Any] | None, *, prefix: str, sheet: Datasheet, catalogue: Catalogue) -> None:
        self.sheet, self.catalogue = sheet, catalogue
        self.is_as_it_comes = data is None
        self._items = [_items_of(kind, sheet) for kind in sheet.kinds]
        super().__init__(
            _first_data(prefix, sheet, catalogue) if data is None else _with_items(data, prefix, sheet, catalogue),
            prefix=prefix,
            label_suffix="",
        )
        for place, kind in enumerate(sheet.kinds):
            self.fields[f"kind{place}"] = _count(kind.name, MOST_MODELS, hint=_how_many(kind))
            for number, id in enumerate(self._items[place]):
                item = catalogue.items.get(id)
                self.fields[f"item{place}_{number}"] = _count(item.name if item else id, MOST_CARRIED)
        self.fields["joined"].choices = [("", "nobody"), *_joining(sheet, catalogue)]  # type: ignore[attr-defined]

    @property
    def kinds(self) -> tuple[KindRow, ...]:
        """The kinds of model with their fields, as the page shows them."""
        return tuple(
            KindRow(
                kind.name,
                self[f"kind{place}"],
                tuple(
                    ItemRow(str(self.fields[f"item{place}_{number}"].label), self[f"item{place}_{number}"])
                    for number in range(len(self._items[place]))
                ),
            )
            for place, kind in enumerate(self.sheet.kinds)
        )

    @property
    def has_joiners(self) -> bool:
        """Whether anything can join this unit."""
        return len(self.fields["joined"].choices) > 1  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """The numbers, of which one at least has to be above 0."""
        cleaned = super().clean() or {}
        counts = [cleaned.get(f"kind{place}") or 0 for place in range(len(self.sheet.kinds))]
        if not any(counts) and not self.errors:
            self.add_error("kind0", f"{self.sheet.name} has no model. Write how many there are.")
        if sum(counts) > MOST_MODELS:
            self.add_error("kind0", f"{sum(counts)} models; at most {MOST_MODELS} of a unit can fight.")
        return cleaned

    @property
    def unit_shape(self) -> Mapping[str, Any]:
        """Models, items and who is attached, as the document has them; nothing where all is as the datasheet comes."""
        if self.is_as_it_comes or not self.is_valid():
            return {}
        values = self.cleaned_data
        models = [
            {
                "kind": kind.name,
                "count": values[f"kind{place}"],
                "items": [
                    {"item": id, "count": count}
                    for number, id in enumerate(self._items[place])
                    if (count := values.get(f"item{place}_{number}"))
                ],
            }
            for place, kind in enumerate(self.sheet.kinds)
            if values.get(f"kind{place}")
        ]
        shape: dict[str, Any] = {"models": models}
        joining, _, role = values["joined"].partition("|")
        if joining:
            shape["attached"] = [{"datasheet": joining, "attached_as": role}]
        return shape


def _count(label: str, most: int, hint: str = "") -> forms.IntegerField:
    wrong = NO_COUNT if most == MOST_MODELS else f"Write a whole number from 0 to {most:,}."
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=0,
        max_value=most,
        help_text=hint,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"invalid": wrong, "min_value": wrong, "max_value": wrong},
    )


def _how_many(kind: ModelKind) -> str:
    if kind.minimum == kind.maximum:
        return f"The datasheet has {kind.minimum}."
    return f"The datasheet has {kind.minimum} to {kind.maximum}."


def _items_of(kind: ModelKind, sheet: Datasheet) -> tuple[str, ...]:
    """Ids of what models of this kind can carry, in the order of the datasheet."""
    can = set(kind.default_items)
    for option in sheet.options:
        if option.kind in (None, kind.name):
            can.update(id for choice in option.choices for id in choice)
    return tuple(id for id in sheet.items if id in can)


def _joining(sheet: Datasheet, catalogue: Catalogue) -> list[tuple[str, str]]:
    found: dict[str, str] = {}
    for row in catalogue.data.attachments:
        joining = catalogue.datasheets.get(row.joining)
        if row.bodyguard == sheet.id and joining is not None and joining.kinds:
            found.setdefault(f"{row.joining}|{row.role.value}", f"{joining.name} ({row.role.value})")
    return sorted(found.items(), key=lambda pair: pair[1])


# What models come with ------------------------------------------------------------------------------------


def _entry(sheet: Datasheet, counts: Sequence[int] | None, catalogue: Catalogue) -> UnitEntry:
    models = tuple(
        ModelEntry(kind.name, count) for kind, count in zip(sheet.kinds, counts or (), strict=False) if count
    )
    return spelled_out(UnitEntry("u1", Reference(sheet.id, sheet.name), models), catalogue)[0]


def _numbers(sheet: Datasheet, entry: UnitEntry) -> tuple[list[int], list[dict[str, int]]]:
    """How many of each kind the entry has, and how many of each item they carry."""
    named = {row.kind: row for row in entry.models}
    counts = [named[kind.name].count if kind.name in named else 0 for kind in sheet.kinds]
    items = [
        {row.item.id or "": row.count for row in named[kind.name].items} if kind.name in named else {}
        for kind in sheet.kinds
    ]
    return counts, items


def _item_fields(prefix: str, sheet: Datasheet, carried: Sequence[Mapping[str, int]]) -> Iterator[tuple[str, str]]:
    for place, kind in enumerate(sheet.kinds):
        for number, id in enumerate(_items_of(kind, sheet)):
            yield f"{prefix}-item{place}_{number}", str(carried[place].get(id, 0))


def _first_data(prefix: str, sheet: Datasheet, catalogue: Catalogue) -> dict[str, str]:
    """The datasheet as it comes: the smallest unit."""
    counts, items = _numbers(sheet, _entry(sheet, None, catalogue))
    data = {f"{prefix}-kind{place}": str(count) for place, count in enumerate(counts)}
    return {**data, f"{prefix}-shown_for": _written(counts), **dict(_item_fields(prefix, sheet, items))}


def _with_items(data: Mapping[str, Any], prefix: str, sheet: Datasheet, catalogue: Catalogue) -> dict[str, Any]:
    """What was handed in, with the items of the new numbers of models where nobody wrote other items."""
    handed_in = {key: data[key] for key in data if key.startswith(f"{prefix}-")}
    counts = [_as_count(handed_in.get(f"{prefix}-kind{place}")) for place in range(len(sheet.kinds))]
    before = [_as_count(word) for word in str(handed_in.get(f"{prefix}-shown_for", "")).split(",")[: len(sheet.kinds)]]
    if not any(counts) or max(sum(counts), sum(before)) > MOST_MODELS or counts == before:
        return handed_in
    shown = dict(_item_fields(prefix, sheet, _numbers(sheet, _entry(sheet, before, catalogue))[1]))
    if all(str(handed_in.get(name, "")).strip() == value for name, value in shown.items()):
        items = _numbers(sheet, _entry(sheet, counts, catalogue))[1]
        handed_in.update(_item_fields(prefix, sheet, items))
        handed_in[f"{prefix}-shown_for"] = _written(counts)
    return handed_in


def _written(counts: Sequence[int]) -> str:
    return ",".join(map(str, counts))


def _as_count(value: object) -> int:
    written = str(value or "").strip()
    return int(written) if written.isascii() and written.isdigit() and len(written) <= 4 else 0
