"""One entry on a page: its forms, what was typed into them, and what stands beside each field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.forms import BoundField

from datasheets.admin.workbench.marks import Mark
from datasheets.admin.workbench.names import Names
from datasheets.admin.workbench.plan import Part, Plan, blank
from datasheets.admin.workbench.rows import Rows, ValueForm, rows_of
from datasheets.catalogue.entries import EntryRef, Value


@dataclass(frozen=True)
class Remark:
    """A sentence beside a field: a fault that the audit found, or why a value was not taken."""

    weight: str
    """``error``, ``warning`` or ``advice``."""
    message: str
    hint: str = ""
    where: str = ""


Place = tuple[EntryRef, str]
"""A field of an entry; the field ``""`` is the whole entry."""


@dataclass(frozen=True)
class Beside:
    """What stands beside fields: where values come from, and what is said of them."""

    marks: Mapping[Place, Mark] = field(default_factory=dict)
    remarks: Mapping[Place, list[Remark]] = field(default_factory=dict)


@dataclass(frozen=True)
class ShownField:
    """A single field as the page shows it."""

    bound: BoundField
    name: str
    mark: Mark | None
    remarks: list[Remark]


@dataclass(frozen=True)
class ShownRows:
    """A field of rows as the page shows it."""

    part: Part
    rows: Rows
    mark: Mark | None
    remarks: list[Remark]


@dataclass(frozen=True)
class ShownSection:
    """A section as the page shows it."""

    title: str
    fields: list[ShownField]
    rows: list[ShownRows]


class EntryEditor:
    """The forms of one entry. ``value`` is what the page began with; None where a new one may be typed."""

    def __init__(
        self,
        plan: Plan,
        ref: EntryRef | None,
        value: Value | None,
        *,
        names: Names,
        prefix: str,
        data: Any = None,
        locked: bool = False,
    ) -> None:
        self.plan, self.ref, self.before, self.prefix = plan, ref, value, prefix
        columns = (*plan.key, *plan.columns) if value is None else plan.columns
        self.form = ValueForm(
            data,
            prefix=prefix,
            columns=columns,
            names=names,
            value=value,
            locked=locked,
            empty_permitted=value is None,
            use_required_attribute=False,
        )
        self.parts: dict[str, Rows] = {
            part.field: rows_of(
                prefix=f"{prefix}-{part.field}",
                columns=part.columns,
                names=names,
                values=part.rows(getattr(value, part.field)) if value is not None else (),
                data=data,
                locked=locked,
                extra=part.extra,
                most=part.most,
            )
            for part in plan.parts
        }

    @property
    def is_used(self) -> bool:
        """Whether there is an entry here: one that was there, or something typed for a new one."""
        return self.before is not None or self.has_changed()

    def has_changed(self) -> bool:
        """Whether anything was typed."""
        return self.form.has_changed() or any(rows.has_changed() for rows in self.parts.values())

    def is_valid(self) -> bool:
        """Whether everything typed can be read; all of it is looked at."""
        return all([self.form.is_valid(), *(rows.is_valid() for rows in self.parts.values())])

    def value(self, known: Mapping[str, Any]) -> Value:
        """The entry as typed. ``known`` are fields of a new one that are not typed."""
        typed = self.form.read()
        for part in self.plan.parts:
            rows = self.parts[part.field]
            if not rows.has_changed():
                continue
            before = getattr(self.before, part.field) if self.before is not None else None
            typed[part.field] = part.value(before, rows.rows())
        if self.before is None:
            return blank(self.plan.collection, {**known, **typed})
        return replace(self.before, **typed)

    def sections(self, beside: Beside) -> Iterator[ShownSection]:
        """The sections with what stands beside each field."""
        shown = set()
        for section in self.plan.sections:
            shown |= {column.name for column in section.columns} | {part.field for part in section.parts}
            yield ShownSection(
                section.title,
                [
                    ShownField(
                        self.form[column.name],
                        column.name,
                        self._mark(beside, column.name),
                        self._remarks(beside, column.name),
                    )
                    for column in section.columns
                ],
                [
                    ShownRows(
                        part, self.parts[part.field], self._mark(beside, part.field), self._remarks(beside, part.field)
                    )
                    for part in section.parts
                ],
            )

    def key_fields(self) -> list[BoundField]:
        """The fields that name a new entry."""
        return [self.form[column.name] for column in self.plan.key] if self.before is None else []

    def loose_remarks(self, beside: Beside) -> list[Remark]:
        """What is said of the whole entry, or of a field that the page does not show."""
        shown = {column.name for column in self.plan.columns} | {part.field for part in self.plan.parts}
        return [
            remark
            for (ref, name), remarks in beside.remarks.items()
            if ref == self.ref and name not in shown
            for remark in remarks
        ]

    def _mark(self, beside: Beside, name: str) -> Mark | None:
        return beside.marks.get((self.ref, name)) if self.ref is not None else None

    def _remarks(self, beside: Beside, name: str) -> list[Remark]:
        return beside.remarks.get((self.ref, name), []) if self.ref is not None else []
