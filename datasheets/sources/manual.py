"""Points manuals in the project's own shape (see ``fixtures/points/README.md``) as plain values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from datasheets.catalogue.points import PointsManual
from datasheets.sources.faults import SourceFault
from datasheets.sources.yaml_file import read_yaml, read_yaml_once

Name = Annotated[str, Meta(min_length=1, max_length=120)]
Points = Annotated[int, Meta(ge=0, le=10_000)]
Count = Annotated[int, Meta(ge=1, le=100)]

_COPIES = re.compile(r"([1-9]\d?)(?:-([1-9]\d?)|(\+))?")


class Row(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A price for a size; ``composition`` (kind: models) where the manual names the models."""

    models: Count
    points: Points
    composition: dict[Name, Count] = {}


class Tier(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rows for some copies of a unit: ``"1+"`` all, ``"1-2"`` the first two, ``"3+"`` the rest."""

    copies: str
    rows: tuple[Row, ...]

    @property
    def span(self) -> tuple[int, int | None]:
        """First and last copy; last None means no end."""
        match = _COPIES.fullmatch(self.copies)
        if match is None:
            raise SourceFault(f'copies "{self.copies}" is not "1+", "1-2" or "2"')
        first = int(match[1])
        if match[3]:
            return first, None
        return first, int(match[2] or first)


class PaidWargear(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Wargear with a price, per item taken."""

    name: Name
    points: Points
    source: str = ""


class AddedModel(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A model priced beside the unit's size row."""

    model: Name
    points: Points


class Unit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit's entry. ``tiers`` is empty only where ``missing`` names the prices."""

    name: Name
    block: str = ""
    tiers: tuple[Tier, ...] = ()
    add_ons: tuple[AddedModel, ...] = ()
    wargear: tuple[PaidWargear, ...] = ()
    leads: tuple[Name, ...] = ()
    supports: tuple[Name, ...] = ()
    legends: bool = False
    source: str = ""
    missing: tuple[str, ...] = ()


class Enhancement(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An enhancement's entry; ``leads`` and ``supports`` are units its bearer may then join."""

    name: Name
    points: Points
    upgrade: bool = False
    leads: tuple[Name, ...] = ()
    supports: tuple[Name, ...] = ()
    source: str = ""


class Detachment(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A detachment's entry; ``points`` (Detachment Points) is None where ``missing`` says so."""

    name: Name
    points: Annotated[int, Meta(ge=1, le=9)] | None = None
    dispositions: tuple[str, ...] = ()
    unique: tuple[Name, ...] = ()
    enhancements: tuple[Enhancement, ...] = ()
    source: str = ""
    missing: tuple[str, ...] = ()


class PriceList(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One faction's list; ``parent`` is the slug of the list it extends."""

    slug: Name
    name: Name
    parent: str = ""
    detachments: tuple[Detachment, ...] = ()
    units: tuple[Unit, ...] = ()


class _Head(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    version: Name
    date: date
    lists: tuple[Name, ...]


class Manual(Struct, frozen=True):
    """A whole manual, its lists in the manual's order."""

    name: str
    version: str
    date: date
    lists: tuple[PriceList, ...]

    @property
    def stamp(self) -> PointsManual:
        """Name, version and date as releases and reports carry them."""
        return PointsManual(name=self.name, version=self.version, date=self.date.isoformat())


def read_manual(folder: Path) -> Manual:
    """The manual in ``folder``: ``manual.yaml`` and one file for each list it names.

    Raises :class:`SourceFault` with file and entry for an unknown key, a bad number, a missing or
    surplus file, and anything that stands twice.
    """
    head = read_yaml(folder / "manual.yaml", _Head)
    where = f"{folder.name}/manual.yaml"
    _once(f"{where}: lists", head.lists)
    surplus = {path.stem for path in folder.glob("*.yaml")} - {"manual", *head.lists}
    if surplus:
        raise SourceFault(f"{where}: does not name {', '.join(sorted(surplus))}; name the file or remove it.")
    lists = tuple(read_yaml_once(folder / f"{slug}.yaml", PriceList) for slug in head.lists)
    for slug, price_list in zip(head.lists, lists, strict=True):
        check_price_list(f"{folder.name}/{slug}.yaml", price_list, slug)
    return Manual(head.name, head.version, head.date, lists)


def check_price_list(where: str, price_list: PriceList, slug: str) -> None:
    """Raise :class:`SourceFault` where entries contradict themselves or each other."""
    if price_list.slug != slug:
        raise SourceFault(f'{where}: slug "{price_list.slug}" should be "{slug}" like the file.')
    _once(f"{where}: units", [_unit_key(unit) for unit in price_list.units])
    _once(f"{where}: detachments", [detachment.name for detachment in price_list.detachments])
    for unit in price_list.units:
        _check_unit(f'{where}: units "{unit.name}"', unit)
    for detachment in price_list.detachments:
        at = f'{where}: detachments "{detachment.name}"'
        _once(f"{at}: enhancements", [row.name for row in detachment.enhancements])
        if detachment.points is None and "points" not in detachment.missing:
            raise SourceFault(f"{at}: has no points; give them, or list points under missing.")


def _unit_key(unit: Unit) -> str:
    return f"{unit.name} ({unit.block})" if unit.block else unit.name


def _check_unit(at: str, unit: Unit) -> None:
    if not unit.tiers and "tiers" not in unit.missing:
        raise SourceFault(f"{at}: has no tiers; give them, or list tiers under missing.")
    expected: int | None = 1
    for tier in unit.tiers:
        try:
            first, last = tier.span
        except SourceFault as fault:
            raise SourceFault(f"{at}: {fault}.") from fault
        if first != expected or (last is not None and last < first):
            raise SourceFault(f'{at}: copies "{tier.copies}" does not follow the tier before it.')
        expected = None if last is None else last + 1
        if not tier.rows:
            raise SourceFault(f'{at}: copies "{tier.copies}" has no rows.')
        _once(
            f'{at}: copies "{tier.copies}"',
            [f"{row.models} models {dict(row.composition) or ''}".strip() for row in tier.rows],
        )
    if unit.tiers and expected is not None:
        raise SourceFault(f"{at}: no tier says what copy {expected} costs.")
    _once(f"{at}: wargear", [item.name for item in unit.wargear])


def _once(where: str, names: Iterable[str]) -> None:
    repeated = sorted(name for name, count in Counter(names).items() if count > 1)
    if repeated:
        raise SourceFault(f"{where}: stands twice: {', '.join(repeated)}.")
