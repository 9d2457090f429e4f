"""Corrections: facts laid over the sources, each with its reason and what it rests on.

One file a topic in ``fixtures/corrections/``, and in it sections of rows. What a row names and the
sources no longer have is told by name, and so is a row that changes nothing any more, so that a
correction cannot outlive what it corrects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Struct, structs

from datasheets.catalogue.entries import BETWEEN
from datasheets.sources.army_rows import (
    AllegianceRow,
    BearerRow,
    ConditionRow,
    DetachmentPriceRow,
    DetachmentTermsRow,
    GroupRow,
    KeywordRow,
)
from datasheets.sources.correction_rows import (
    AlliedRow,
    BarredRow,
    BudgetsRow,
    CarriedRow,
    CharacterRow,
    CompositionRow,
    DatasheetRow,
    DetachmentName,
    EnhancementRow,
    FieldRow,
    ForeignRow,
    ItemKeywordRow,
    JoinerRow,
    LegendsRow,
    OptionChange,
    OptionRemoval,
    OptionRow,
    OwnItemRow,
    PassengerRow,
    PrintedRow,
    QuarantinedRow,
    Reasoned,
    ReservesRow,
    SharedRoleRow,
    SizeRow,
    SplitRow,
    SuccessorRow,
    TargetName,
    UnitName,
    WarlordKeywordRow,
    WarlordRow,
)
from datasheets.sources.faults import SourceFault
from datasheets.sources.yaml_file import read_yaml

AnyRow = TypeVar("AnyRow", bound=Reasoned, covariant=True)


class Topic(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A file of corrections; its reason and source are those of every row that gives none."""

    reason: str = ""
    source: str = ""


class Noted(NamedTuple, Generic[AnyRow]):
    """A row with the place where it stands, ``"options.yaml#3"``, its reason and its source."""

    place: str
    reason: str
    source: str
    row: AnyRow


class Names(Topic, frozen=True):
    """Names that the sources write differently."""

    guest_blocks: dict[str, str] = {}
    allied_blocks: tuple[str, ...] = ()
    units: tuple[UnitName, ...] = ()
    detachments: tuple[DetachmentName, ...] = ()
    targets: tuple[TargetName, ...] = ()


class Warlords(Topic, frozen=True):
    """All datasheets with a Warlord rule."""

    rows: tuple[WarlordRow, ...] = ()


class Datasheets(Topic, frozen=True):
    """Datasheets that the package does not have as their errata or their printed page do."""

    rows: tuple[DatasheetRow, ...] = ()
    with_warlord: tuple[WarlordKeywordRow, ...] = ()
    carrying: tuple[ItemKeywordRow, ...] = ()
    successors: tuple[SuccessorRow, ...] = ()


class Characters(Topic, frozen=True):
    """CHARACTER units of several kinds of models."""

    rows: tuple[CharacterRow, ...] = ()


class Passengers(Topic, frozen=True):
    """Transport eligibility."""

    rows: tuple[PassengerRow, ...] = ()


class Enhancements(Topic, frozen=True):
    """Enhancements whose bearers upstream does not describe, or names otherwise; who may bear none."""

    rows: tuple[EnhancementRow, ...] = ()
    barred: tuple[BarredRow, ...] = ()


class Compositions(Topic, frozen=True):
    """Datasheets whose make-up changed after the package, or is wrong in it."""

    rows: tuple[CompositionRow, ...] = ()


class Options(Topic, frozen=True):
    """Wargear options that the package lacks, has wrong, or has too much; what models carry beside them."""

    rows: tuple[OptionRow, ...] = ()
    changed: tuple[OptionChange, ...] = ()
    removed: tuple[OptionRemoval, ...] = ()
    carried: tuple[CarriedRow, ...] = ()
    own: tuple[OwnItemRow, ...] = ()
    budgets: tuple[BudgetsRow, ...] = ()


class Sizes(Topic, frozen=True):
    """Price rows that print the fewest models of a span instead of the most."""

    rows: tuple[SizeRow, ...] = ()


class Legends(Topic, frozen=True):
    """Legends marks of entries that are out of date."""

    rows: tuple[LegendsRow, ...] = ()


class Reserves(Topic, frozen=True):
    """Datasheets with a rule about strategic reserves."""

    rows: tuple[ReservesRow, ...] = ()


class Splits(Topic, frozen=True):
    """Who may be split before the battle, and by what."""

    rows: tuple[SplitRow, ...] = ()


class Attachments(Topic, frozen=True):
    """What neither package nor manual says of attaching units."""

    beside_another: tuple[SharedRoleRow, ...] = ()
    joiners: tuple[JoinerRow, ...] = ()


class Allies(Topic, frozen=True):
    """Allied rules that were checked, or say more than upstream's row."""

    rows: tuple[AlliedRow, ...] = ()


class Fields(Topic, frozen=True):
    """Values that no other topic can hold."""

    rows: tuple[FieldRow, ...] = ()


class Quarantine(Topic, frozen=True):
    """What is not offered because no dated source says how it is right (R-11)."""

    rows: tuple[QuarantinedRow, ...] = ()


class DetachmentPrices(Topic, frozen=True):
    """Prices that hang on a detachment (R-10)."""

    rows: tuple[DetachmentPriceRow, ...] = ()


class Conditions(Topic, frozen=True):
    """Conditions of attachments (R-18)."""

    rows: tuple[ConditionRow, ...] = ()


class Terms(Topic, frozen=True):
    """What detachments demand, bar and give."""

    rows: tuple[DetachmentTermsRow, ...] = ()
    keywords: tuple[KeywordRow, ...] = ()


class Bearers(Topic, frozen=True):
    """What enhancements ask of their bearers."""

    rows: tuple[BearerRow, ...] = ()


class Groups(Topic, frozen=True):
    """Groups of units that limit each other (R-18)."""

    rows: tuple[GroupRow, ...] = ()


class Allegiances(Topic, frozen=True):
    """Choices that are made for units when the army is mustered (R-18)."""

    rows: tuple[AllegianceRow, ...] = ()


class HeldAbilities(Topic, frozen=True):
    """Abilities that the package gives to a datasheet and the datasheet has not, and the reverse."""

    rows: tuple[ForeignRow, ...] = ()
    added: tuple[PrintedRow, ...] = ()


class Corrections(Struct, frozen=True, forbid_unknown_fields=True):
    """All corrections. Without its names the points manual cannot be read against the package."""

    names: Names = Names()
    datasheets: Datasheets = Datasheets()
    warlords: Warlords = Warlords()
    characters: Characters = Characters()
    passengers: Passengers = Passengers()
    enhancements: Enhancements = Enhancements()
    compositions: Compositions = Compositions()
    options: Options = Options()
    sizes: Sizes = Sizes()
    legends: Legends = Legends()
    reserves: Reserves = Reserves()
    splits: Splits = Splits()
    allies: Allies = Allies()
    attachments: Attachments = Attachments()
    fields: Fields = Fields()
    quarantine: Quarantine = Quarantine()
    detachment_prices: DetachmentPrices = DetachmentPrices()
    conditions: Conditions = Conditions()
    terms: Terms = Terms()
    bearers: Bearers = Bearers()
    groups: Groups = Groups()
    allegiances: Allegiances = Allegiances()
    abilities: HeldAbilities = HeldAbilities()

    def notes(self, topic: str, section: str = "rows") -> tuple[Noted[Any], ...]:  # the rows of that section
        """The rows of a section of a topic, each with its place, reason and source."""
        return tuple(_notes(topic, getattr(self, topic), section))

    @property
    def count(self) -> int:
        """How many rows there are."""
        topics = [getattr(self, name) for name in self.__struct_fields__]
        return sum(len(_rows(topic, section)) for topic in topics for section in sections_of(topic))

    @property
    def only_names(self) -> Corrections:
        """What is needed to read the sources at all, and nothing that changes a value of theirs.

        The names stay: by them units, detachments and enhancements of the manual are found in the
        package. So do Legends marks and the sizes of price rows, which correct the manual.
        """
        named = tuple(
            EnhancementRow(row.enhancement, aliases=row.aliases) for row in self.enhancements.rows if row.aliases
        )
        return Corrections(
            names=self.names, sizes=self.sizes, legends=self.legends, enhancements=Enhancements(rows=named)
        )


def read_corrections(folder: Path) -> Corrections:
    """The corrections in ``folder``; raises :class:`SourceFault` naming file and entry.

    Every row has a reason and a source, of its own or of its file.
    """
    topics = {field.name: read_yaml(folder / f"{field.name}.yaml", field.type) for field in structs.fields(Corrections)}
    corrections = Corrections(**topics)
    for name, topic in topics.items():
        for section in sections_of(topic):
            for note in corrections.notes(name, section):
                _refuse_unfounded(note)
    return corrections


def sections_of(topic: Topic) -> tuple[str, ...]:
    """The names of the topic's sections of rows."""
    return tuple(
        field.name
        for field in structs.fields(topic)
        if any(isinstance(row, Reasoned) for row in _rows(topic, field.name))
    )


def followed(corrections: Corrections, renamed: Mapping[str, str]) -> Corrections:
    """The corrections, naming by their new ids what upstream ``renamed``, old id to new (R-06)."""
    if not renamed:
        return corrections
    return msgspec.convert(_followed(msgspec.to_builtins(corrections), renamed), Corrections)


def _followed(value: Any, renamed: Mapping[str, str]) -> Any:  # what YAML can hold
    if isinstance(value, dict):
        return {key: _followed(each, renamed) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_followed(each, renamed) for each in value]
    return new_id(value, renamed) if isinstance(value, str) else value


def new_id(text: str, renamed: Mapping[str, str]) -> str:
    """``text`` with the ids by now, if it is an id or a reference; an enhancement's begins with its detachment's."""
    collection, slash, key = text.rpartition("/")
    parts: list[str] = []
    for part in key.split(BETWEEN):
        owner, _, slug = part.rpartition(":")
        parts.append(renamed.get(part) or (f"{renamed[owner]}:{slug}" if owner in renamed else part))
    return f"{collection}{slash}{BETWEEN.join(parts)}"


def _rows(topic: Topic, section: str) -> tuple[Any, ...]:  # rows, or what else a field of a topic holds
    rows = getattr(topic, section)
    return rows if isinstance(rows, tuple) else ()


def _notes(name: str, topic: Topic, section: str) -> Iterator[Noted[Any]]:
    file = f"{name}.yaml" if section == "rows" else f"{name}.yaml, {section}"
    for number, row in enumerate(_rows(topic, section), start=1):
        yield Noted(f"{file}#{number}", row.reason or topic.reason, row.source or topic.source, row)


def _refuse_unfounded(note: Noted[Any]) -> None:
    for what, told in (("reason", note.reason), ("source", note.source)):
        if not told.strip():
            raise SourceFault(f"corrections/{note.place}: no {what}; give the row one, or its file.")
