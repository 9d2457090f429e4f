"""Forms for values and for rows of values; what is not changed on a form keeps its value to the letter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.forms.formsets import BaseFormSet, formset_factory
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from datasheets.admin.workbench.columns import Column
from datasheets.admin.workbench.names import Names

if TYPE_CHECKING:
    FormSet = BaseFormSet["ValueForm"]
else:
    # It takes the form as a parameter for the type checker only.
    FormSet = BaseFormSet

MOST_ROWS = 200
"""Rows of one kind that a page takes."""


class ValueForm(forms.Form):
    """The columns of one value. ``number`` is the row's among its neighbours, as people count."""

    number: int | str = "new"

    def __init__(
        self,
        *args: Any,
        columns: Sequence[Column],
        names: Names,
        value: Any = None,
        locked: bool = False,
        **kwargs: Any,
    ) -> None:
        self.value = value
        if value is not None:
            kwargs["initial"] = {column.name: column.shown(getattr(value, column.name), names) for column in columns}
        super().__init__(*args, **kwargs)
        for column in columns:
            field = column.field(names)
            field.disabled = locked
            self.fields[column.name] = field

    def read(self) -> dict[str, Any]:
        """The attributes that were typed: all of a new row, those that changed of a row that was there."""
        if self.value is None:
            return {name: self.cleaned_data[name] for name in self.fields if name not in ("DELETE",)}
        return {name: self.cleaned_data[name] for name in self.changed_data if name != "DELETE"}

    def cells(self) -> Iterator[Cell]:
        """Each field as a cell of a table; a template for every cell of a page would take a second."""
        for bound in self.visible_fields():
            if bound.name == "DELETE":
                checked = SafeString(" checked") if bound.value() else ""
                yield Cell(format_html(_REMOVE, bound.html_name, bound.auto_id, checked, self.number), False)
            else:
                told = format_html_join("", _ERROR, ((error,) for error in bound.errors))
                yield Cell(
                    format_html(_FIELD, bound.auto_id, bound.label, self.number, bound, told), bool(bound.errors)
                )


_FIELD = '<label class="qm-hide" for="{}">{}, row {}</label>{}{}'
_ERROR = '<p class="qm-remark qm-error">{}</p>'
_REMOVE = (
    '<label class="qm-remove"><input type="checkbox" name="{}" id="{}"{}>'
    '<span class="qm-hide">Remove row {}</span></label>'
)


@dataclass(frozen=True)
class Cell:
    """A field within a table."""

    html: SafeString
    is_bad: bool


@dataclass(frozen=True)
class Row:
    """A row as it was typed: the value it began with, if any, and the attributes that were set."""

    value: Any
    typed: dict[str, Any]


class Rows(FormSet):
    """Rows of values; ``values`` are those that were there when the page was made."""

    def __init__(
        self,
        *args: Any,
        columns: Sequence[Column],
        names: Names,
        values: Sequence[Any],
        locked: bool = False,
        **kwargs: Any,
    ) -> None:
        self.columns, self.names, self.values, self.locked = columns, names, values, locked
        super().__init__(*args, **{**kwargs, "initial": [{} for _ in values]})

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        """What the form of a row needs; a row beyond those that were there is new."""
        there = index is not None and index < len(self.values)
        return {
            "columns": self.columns,
            "names": self.names,
            "locked": self.locked,
            **({"value": self.values[index]} if there and index is not None else {}),
        }

    def initial_form_count(self) -> int:
        """How many rows were there; what a form says of it does not count."""
        return len(self.values)

    def _construct_form(self, i: int, **kwargs: Any) -> ValueForm:
        # A formset hands each form its initial values; ours take them from the value itself.
        form: ValueForm = super()._construct_form(i, **{**kwargs, "initial": None})  # type: ignore[misc]
        form.number = i + 1
        return form

    def rows(self) -> list[Row]:
        """The rows that stay, in order."""
        kept = []
        for index, form in enumerate(self.forms):
            if form.cleaned_data.get("DELETE") or (index >= len(self.values) and not form.has_changed()):
                continue
            kept.append(Row(form.value, form.read()))
        return kept


def rows_of(
    *,
    prefix: str,
    columns: Sequence[Column],
    names: Names,
    values: Sequence[Any],
    data: Any = None,
    locked: bool = False,
    extra: int = 1,
    most: int = MOST_ROWS,
) -> Rows:
    """The rows for ``values``; ``extra`` blank ones wait below them."""
    blank = 0 if locked else min(extra, max(most - len(values), 0))
    made: Any = formset_factory(
        ValueForm, formset=Rows, extra=blank, can_delete=not locked, max_num=most, absolute_max=most, validate_max=True
    )
    rows: Rows = made(data=data, prefix=prefix, columns=columns, names=names, values=values, locked=locked)
    return rows
