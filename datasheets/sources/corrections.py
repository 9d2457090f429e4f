"""Corrections: facts laid over the sources, each with its reason and what it rests on.

One file a topic in ``fixtures/corrections/``. A row that names something the sources do not have is
a fault, so that a correction cannot outlive what it corrects.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct

from datasheets.sources.yaml_file import read_yaml


class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class UnitName(_Row, frozen=True):
    """The manual's ``name`` stands for ``datasheet``; in ``price_list`` only where one is given.

    ``display`` is the datasheet's newer name; its old one then is an alias.
    """

    name: str
    datasheet: str
    reason: str
    price_list: str = ""
    display: str = ""


class DetachmentName(_Row, frozen=True):
    """The manual's ``name`` stands for ``detachment``."""

    name: str
    detachment: str
    reason: str


class TargetName(_Row, frozen=True):
    """An attachment target as the manual writes it, and the datasheets or keywords it stands for."""

    name: str
    reason: str
    datasheets: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()


class Names(_Row, frozen=True):
    """Names that the sources write differently."""

    source: str
    guest_blocks: dict[str, str]
    allied_blocks: tuple[str, ...]
    units: tuple[UnitName, ...] = ()
    detachments: tuple[DetachmentName, ...] = ()
    targets: tuple[TargetName, ...] = ()


class WarlordRow(_Row, frozen=True):
    """What a datasheet's text says of being the Warlord (R-17).

    ``allowed_with`` are detachments with which one that never is may be it.
    """

    datasheet: str
    rule: Literal["must", "never"]
    allowed_with: tuple[str, ...] = ()


class Warlords(_Row, frozen=True):
    """All datasheets with a Warlord rule."""

    source: str
    reason: str
    rows: tuple[WarlordRow, ...] = ()


class DatasheetRow(_Row, frozen=True):
    """Keywords that ``datasheets`` have or have not, and how far their models move, in inches."""

    datasheets: tuple[str, ...]
    reason: str
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    movement: int | None = None


class WarlordKeywordRow(_Row, frozen=True):
    """A keyword that ``datasheets`` have while ``warlord`` is the Warlord, with ``detachment`` if one is given."""

    datasheets: tuple[str, ...]
    keyword: str
    warlord: str
    detachment: str | None = None


class SuccessorRow(_Row, frozen=True):
    """An Epic Hero that no other Epic Hero with ``excluded_epic_heroes`` may stand beside (R-15)."""

    datasheet: str
    excluded_epic_heroes: str
    reason: str


class Datasheets(_Row, frozen=True):
    """Datasheets that the package does not have as their errata or their printed page do."""

    source: str
    rows: tuple[DatasheetRow, ...] = ()
    with_warlord: tuple[WarlordKeywordRow, ...] = ()
    successors: tuple[SuccessorRow, ...] = ()


class CharacterRow(_Row, frozen=True):
    """The kinds of models of ``datasheet`` that are CHARACTERs; its other kinds are not (R-08)."""

    datasheet: str
    characters: tuple[str, ...]


class Characters(_Row, frozen=True):
    """CHARACTER units of several kinds of models."""

    source: str
    reason: str
    rows: tuple[CharacterRow, ...] = ()


class PassengerRow(_Row, frozen=True):
    """Who may ride in ``datasheet``: one group of ``groups`` has all its keywords (R-09)."""

    datasheet: str
    groups: tuple[tuple[str, ...], ...] = ()
    excluded: tuple[str, ...] = ()
    slots: dict[str, int] = {}
    conditions: str = ""
    capacity: int | None = None


class Passengers(_Row, frozen=True):
    """Transport eligibility."""

    source: str
    reason: str
    rows: tuple[PassengerRow, ...] = ()


class EnhancementRow(_Row, frozen=True):
    """What upstream does not say of an enhancement."""

    enhancement: str
    reason: str
    requires: tuple[tuple[str, ...], ...] = ()
    usable_by_epic_hero: bool = False
    usable_by_non_character: bool = False
    is_upgrade: bool | None = None
    aliases: tuple[str, ...] = ()


class BarredRow(_Row, frozen=True):
    """A datasheet whose text bars it from enhancements (R-25)."""

    datasheet: str
    reason: str


class Enhancements(_Row, frozen=True):
    """Enhancements whose bearers upstream does not describe, or names otherwise; who may bear none."""

    source: str
    rows: tuple[EnhancementRow, ...] = ()
    barred: tuple[BarredRow, ...] = ()


class KindRow(_Row, frozen=True):
    """A kind of model the package knows, with its numbers as they are and other names for it.

    ``carries`` are the items one model has unless options change it; empty: as the package says.
    """

    name: str
    minimum: int
    maximum: int
    aliases: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()


class CompositionRow(_Row, frozen=True):
    """The make-up of a datasheet: its kinds (none: as they are) and how many models in all.

    ``tiers`` are the legal make-ups, kind to ``[fewest, most]``.
    """

    datasheet: str
    minimum_models: int
    maximum_models: int
    reason: str
    source: str
    kinds: tuple[KindRow, ...] = ()
    tiers: tuple[dict[str, tuple[int, int]], ...] = ()


class Compositions(_Row, frozen=True):
    """Datasheets whose make-up changed after the package, or is wrong in it."""

    rows: tuple[CompositionRow, ...] = ()


class OptionRow(_Row, frozen=True):
    """A wargear option that the package lacks. Items are ids the package has."""

    datasheet: str
    id: str
    choices: tuple[tuple[str, ...], ...]
    reason: str
    replaces: tuple[str, ...] = ()
    kind: str | None = None
    per_model: int | None = None
    per_models: int | None = None
    limit: int | None = None
    required_faction: str | None = None


class Options(_Row, frozen=True):
    """Wargear options laid beside the package's."""

    source: str
    rows: tuple[OptionRow, ...] = ()


class SizeRow(_Row, frozen=True):
    """A manual's row for ``models`` models that holds up to ``covers``."""

    price_list: str
    unit: str
    models: int
    covers: int
    reason: str


class Sizes(_Row, frozen=True):
    """Price rows that print the fewest models of a span instead of the most."""

    source: str
    rows: tuple[SizeRow, ...] = ()


class LegendsRow(_Row, frozen=True):
    """Whether an entry of one version of the manual is Legends, where its mark is out of date."""

    manual: str
    price_list: str
    unit: str
    is_legends: bool
    reason: str


class Legends(_Row, frozen=True):
    """Legends marks of entries that are out of date."""

    source: str
    rows: tuple[LegendsRow, ...] = ()


class ReservesRow(_Row, frozen=True):
    """What a datasheet says of strategic reserves (R-24)."""

    datasheet: str
    must_start: bool = False
    is_exempt: bool = False
    passengers_exempt: bool = False


class Reserves(_Row, frozen=True):
    """Datasheets with a rule about strategic reserves."""

    source: str
    reason: str
    rows: tuple[ReservesRow, ...] = ()


class SplitRow(_Row, frozen=True):
    """Units of ``datasheets`` that ``transport``, ``detachment`` or their own text splits in two (01.02.06)."""

    datasheets: tuple[str, ...]
    transport: str | None = None
    detachment: str | None = None
    equal_parts: bool = True


class Splits(_Row, frozen=True):
    """Who may be split before the battle, and by what."""

    source: str
    reason: str
    rows: tuple[SplitRow, ...] = ()


class SharedRoleRow(_Row, frozen=True):
    """Pairs whose joining unit may share its role with another: of one unit, or at one bodyguard."""

    joining: str = ""
    bodyguard: str = ""
    unless_keyword: str = ""


class JoinerRow(_Row, frozen=True):
    """Who joins which units beside leader and support: ``bodyguards``, or units led by a keyword's.

    ``is_mandatory``: it must join one. A unit may have one joined of each ``group``.
    """

    joining: str
    group: str
    bodyguards: tuple[str, ...] = ()
    led_by: str | None = None
    is_mandatory: bool = False


class Attachments(_Row, frozen=True):
    """What neither package nor manual says of attaching units."""

    source: str
    reason: str
    beside_another: tuple[SharedRoleRow, ...] = ()
    joiners: tuple[JoinerRow, ...] = ()


class AlliedRow(_Row, frozen=True):
    """A row of the allied rules with what differs, and whether it was checked against the rule's text (R-16)."""

    rule: str
    basis: str
    is_confirmed: bool = True
    guests: tuple[str, ...] = ()
    exclusive_bucket: str | None = None
    cannot_be_warlord: bool | None = None
    cannot_take_enhancements: bool | None = None
    all_models_keywords: tuple[str, ...] = ()
    uncounted_if: tuple[str, ...] = ()


class Allies(_Row, frozen=True):
    """Allied rules that were checked, or say more than upstream's row."""

    source: str
    rows: tuple[AlliedRow, ...] = ()


class Corrections(_Row, frozen=True):
    """All corrections."""

    names: Names
    datasheets: Datasheets
    warlords: Warlords
    characters: Characters
    passengers: Passengers
    enhancements: Enhancements
    compositions: Compositions
    options: Options
    sizes: Sizes
    legends: Legends
    reserves: Reserves
    splits: Splits
    allies: Allies
    attachments: Attachments


def read_corrections(folder: Path) -> Corrections:
    """The corrections in ``folder``; raises :class:`SourceFault` naming file and entry."""
    return Corrections(
        names=read_yaml(folder / "names.yaml", Names),
        datasheets=read_yaml(folder / "datasheets.yaml", Datasheets),
        warlords=read_yaml(folder / "warlords.yaml", Warlords),
        characters=read_yaml(folder / "characters.yaml", Characters),
        passengers=read_yaml(folder / "passengers.yaml", Passengers),
        enhancements=read_yaml(folder / "enhancements.yaml", Enhancements),
        compositions=read_yaml(folder / "compositions.yaml", Compositions),
        options=read_yaml(folder / "options.yaml", Options),
        sizes=read_yaml(folder / "sizes.yaml", Sizes),
        legends=read_yaml(folder / "legends.yaml", Legends),
        reserves=read_yaml(folder / "reserves.yaml", Reserves),
        splits=read_yaml(folder / "splits.yaml", Splits),
        allies=read_yaml(folder / "allies.yaml", Allies),
        attachments=read_yaml(folder / "attachments.yaml", Attachments),
    )
