"""Corrections: facts laid over the sources, each with its reason and what it rests on.

One file a topic in ``fixtures/corrections/``. A row that names something the sources do not have is
a fault, so that a correction cannot outlive what it corrects.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeVar

from msgspec import Struct

from datasheets.sources.yaml_file import read_yaml


class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class UnitName(_Row):
    """The manual's ``name`` stands for ``datasheet``; in ``price_list`` only where one is given."""

    name: str
    datasheet: str
    reason: str
    price_list: str = ""


class DetachmentName(_Row):
    """The manual's ``name`` stands for ``detachment``."""

    name: str
    detachment: str
    reason: str


class TargetName(_Row):
    """An attachment target as the manual writes it, and the datasheets or keywords it stands for."""

    name: str
    reason: str
    datasheets: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()


class ItemName(_Row):
    """The manual's paid wargear ``name`` is ``items`` on ``datasheet``."""

    datasheet: str
    name: str
    items: tuple[str, ...]
    reason: str


class Names(_Row):
    """Names that the sources write differently."""

    source: str
    guest_blocks: dict[str, str]
    allied_blocks: tuple[str, ...]
    units: tuple[UnitName, ...] = ()
    detachments: tuple[DetachmentName, ...] = ()
    targets: tuple[TargetName, ...] = ()
    wargear: tuple[ItemName, ...] = ()


class WarlordRow(_Row):
    """What a datasheet's text says of being the Warlord (R-17)."""

    datasheet: str
    rule: Literal["must", "never"]


class Warlords(_Row):
    """All datasheets with a Warlord rule."""

    source: str
    reason: str
    rows: tuple[WarlordRow, ...] = ()


class CharacterRow(_Row):
    """The kinds of models of ``datasheet`` that are CHARACTERs; its other kinds are not (R-08)."""

    datasheet: str
    characters: tuple[str, ...]


class Characters(_Row):
    """CHARACTER units of several kinds of models."""

    source: str
    reason: str
    rows: tuple[CharacterRow, ...] = ()


class PassengerRow(_Row):
    """Who may ride in ``datasheet``: one group of ``groups`` has all its keywords (R-09)."""

    datasheet: str
    groups: tuple[tuple[str, ...], ...] = ()
    excluded: tuple[str, ...] = ()
    slots: dict[str, int] = {}
    conditions: str = ""


class Passengers(_Row):
    """Transport eligibility."""

    source: str
    reason: str
    rows: tuple[PassengerRow, ...] = ()


class LegendsRow(_Row):
    """Whether ``datasheet`` is Legends where the manual's flag is out of date."""

    datasheet: str
    is_legends: bool
    reason: str


class Legends(_Row):
    """Legends flags known to be out of date."""

    source: str
    rows: tuple[LegendsRow, ...] = ()


class Corrections(_Row):
    """All corrections."""

    names: Names
    warlords: Warlords
    characters: Characters
    passengers: Passengers
    legends: Legends


Topic = TypeVar("Topic", bound=_Row)


def read_corrections(folder: Path) -> Corrections:
    """The corrections in ``folder``; raises :class:`SourceFault` naming file and entry."""
    return Corrections(
        names=read_yaml(folder / "names.yaml", Names),
        warlords=read_yaml(folder / "warlords.yaml", Warlords),
        characters=read_yaml(folder / "characters.yaml", Characters),
        passengers=read_yaml(folder / "passengers.yaml", Passengers),
        legends=read_yaml(folder / "legends.yaml", Legends),
    )
