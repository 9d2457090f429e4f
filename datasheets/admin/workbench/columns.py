"""Fields of values as form fields: how each is shown, typed and read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django import forms

from datasheets.admin.workbench.inputs import Checkbox, NumberInput, Textarea, TextInput
from datasheets.admin.workbench.names import Named, Names, Unreadable
from datasheets.admin.workbench.texts import Codec, Coding, OneNamed, Several, Words

LONGEST_TEXT = 20_000
LONGEST_NAME = 200
LARGEST_NUMBER = 100_000


@dataclass(frozen=True)
class Column:
    """One field of a value on a page: ``name`` is the attribute, ``field`` makes its form field."""

    name: str
    label: str
    field: Callable[[Names], forms.Field]
    shown: Callable[[Any, Names], Any]
    """What a value looks like in the field."""


class CodedField(forms.CharField):
    """A text that a codec turns into a value; ``empty`` is the value of no text at all."""

    def __init__(self, codec: Codec, *, empty: Any, **kwargs: Any) -> None:
        super().__init__(required=kwargs.pop("required", False), max_length=LONGEST_TEXT, **kwargs)
        self.codec, self.nothing = codec, empty

    def clean(self, value: Any) -> Any:
        """The value; an unreadable text is told as what to write instead."""
        text = super().clean(value)
        if not text.strip():
            return self.nothing
        try:
            return self.codec.read(text)
        except Unreadable as problem:
            raise forms.ValidationError(str(problem), code="unreadable") from problem

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether the text says something else; how lines end makes no difference."""
        return _lines(initial) != _lines(data)


class MaybeField(forms.NullBooleanField):
    """Yes, no, or not known."""

    widget = forms.Select(choices=[("", "not known"), ("true", "yes"), ("false", "no")])

    def prepare_value(self, value: Any) -> Any:
        """What the list shows as chosen."""
        return {True: "true", False: "false"}.get(value, value) if value is not None else ""


def text(name: str, label: str, *, required: bool = True, wide: bool = False, maybe: bool = False) -> Column:
    """A line of text. ``maybe``: empty means None."""

    def field(names: Names) -> forms.Field:
        return CodedField(
            Words(),
            empty=None if maybe else "",
            required=required and not maybe,
            label=label,
            widget=TextInput({"class": "wide" if wide else "name", "maxlength": LONGEST_NAME}),
        )

    return Column(name, label, field, lambda value, names: value or "")


class WholeField(forms.IntegerField):
    """A whole number; ``empty`` is the value of none at all."""

    def __init__(self, *, empty: int | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.nothing = empty

    def clean(self, value: Any) -> Any:
        """The number."""
        number = super().clean(value)
        return self.nothing if number is None else number


def whole(
    name: str,
    label: str,
    *,
    required: bool = True,
    least: int = 0,
    most: int = LARGEST_NUMBER,
    empty: int | None = None,
) -> Column:
    """A whole number; ``empty`` is what none means where it is not required."""

    def field(names: Names) -> forms.Field:
        return WholeField(
            empty=empty,
            min_value=least,
            max_value=most,
            required=required,
            label=label,
            widget=NumberInput({"class": "number"}),
        )

    return Column(name, label, field, lambda value, names: value)


def flag(name: str, label: str, *, default: bool = False) -> Column:
    """Yes or no; ``default`` is what a new row starts with."""

    def field(names: Names) -> forms.Field:
        return forms.BooleanField(required=False, label=label, initial=default, widget=Checkbox())

    return Column(name, label, field, lambda value, names: value)


def maybe(name: str, label: str) -> Column:
    """Yes, no or not known."""
    return Column(name, label, lambda names: MaybeField(required=False, label=label), lambda value, names: value)


def choice(name: str, label: str, kinds: type[StrEnum], default: StrEnum) -> Column:
    """One of a closed set."""

    def field(names: Names) -> forms.Field:
        return forms.TypedChoiceField(
            choices=[(kind.value, kind.value.replace("_", " ")) for kind in kinds],
            coerce=kinds,
            initial=default.value,
            label=label,
        )

    return Column(name, label, field, lambda value, names: str(value))


def faction(name: str, label: str, *, required: bool = True, empty: Any = "") -> Column:
    """A faction, chosen from a list."""

    def field(names: Names) -> forms.Field:
        known = sorted(names.all(Named.FACTION).items(), key=lambda entry: entry[1])
        return forms.TypedChoiceField(
            choices=[("", "—"), *known],
            required=required,
            empty_value=empty,
            label=label,
            initial="",
        )

    return Column(name, label, field, lambda value, names: value or "")


def coded(
    name: str,
    label: str,
    coding: Coding,
    *,
    empty: Any = (),
    lines: int = 1,
    required: bool = False,
    suggest: str = "",
    help_text: str = "",
    wide: bool = True,
) -> Column:
    """A value with a text of its own. ``lines`` is the least height; ``suggest`` what is offered while typing."""

    def field(names: Names) -> forms.Field:
        attributes = {"class": "wide" if wide else "name", "spellcheck": "false"}
        if suggest:
            attributes |= {"data-suggest": suggest, "autocomplete": "off"}
        widget: forms.Widget = TextInput(attributes)
        if lines > 1:
            widget = Textarea({**attributes, "rows": lines})
        return CodedField(
            coding(names), empty=empty, required=required, label=label, widget=widget, help_text=help_text
        )

    def shown(value: Any, names: Names) -> str:
        return "" if value is None or value == () or value == "" else coding(names).write(value)

    return Column(name, label, field, shown)


def words(name: str, label: str, *, help_text: str = "") -> Column:
    """Keywords, with commas between."""
    return coded(name, label, lambda names: Several(Words(), ","), lines=2, suggest="keyword", help_text=help_text)


def lines(name: str, label: str, *, help_text: str = "One a line.") -> Column:
    """Texts, one a line."""
    return coded(name, label, lambda names: Several(Words(), "\n"), lines=2, help_text=help_text)


def named(name: str, label: str, kind: Named, *, required: bool = True) -> Column:
    """Another entry, by its name; empty means None."""
    return coded(
        name, label, lambda names: OneNamed(kind, names), empty=None, required=required, suggest=kind.value, wide=False
    )


def several_named(name: str, label: str, kind: Named, *, height: int = 2, help_text: str = "One a line.") -> Column:
    """Other entries, by their names, one a line."""
    return coded(
        name,
        label,
        lambda names: Several(OneNamed(kind, names), "\n"),
        lines=height,
        suggest=kind.value,
        help_text=help_text,
    )


def _lines(text: Any) -> list[str]:
    return [line.strip() for line in str(text or "").strip().splitlines() if line.strip()]
