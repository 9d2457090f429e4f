"""Factions, battle sizes and force dispositions, and which points list belongs to which faction."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from datasheets.catalogue.faction import BattleSize, Faction, ForceDisposition
from datasheets.sources import manual, records
from datasheets.sources.faults import SourceFault
from datasheets.sources.yaml_file import read_yaml

SPACE_MARINES = "adeptus-astartes"

FACTION_OF_LIST = {"space-marines": SPACE_MARINES, "imperial-agents": "agents-of-the-imperium"}
"""Points lists whose slug is not the id of their faction."""

TITAN_FACTIONS = (
    Faction(
        id="titan-legions",
        name="Titan Legions",
        keyword="Adeptus Titanicus",
        keywords=("Imperium", "Adeptus Titanicus"),
        aliases=("Adeptus Titanicus",),
        price_list="titan-legions",
        has_detachments=False,
        source="supplement",
    ),
    Faction(
        id="chaos-titan-legions",
        name="Chaos Titan Legions",
        keyword="Titanicus Traitoris",
        keywords=("Chaos", "Titanicus Traitoris"),
        aliases=("Titanicus Traitoris", "Titan Legions (Chaos)"),
        price_list="chaos-titan-legions",
        has_detachments=False,
        source="supplement",
    ),
)
"""The two factions the package lacks (R-04); the manual gives them no detachments."""

ARMY_KEYWORD = {
    "aeldari": "Asuryani",
    "chaos-daemons": "Legiones Daemonica",
    "chaos-space-marines": "Heretic Astartes",
}
"""The keyword an army's units need, where it is not the last one upstream lists."""


def list_faction(slug: str) -> str:
    """The faction id of a points list."""
    return FACTION_OF_LIST.get(slug, slug)


def factions_of(rows: Sequence[records.Faction], lists: Sequence[manual.PriceList]) -> tuple[Faction, ...]:
    """The package's factions and the Titans', in the order of their names."""
    priced = {list_faction(price_list.slug) for price_list in lists}
    names = {list_faction(price_list.slug): price_list.name for price_list in lists}
    by_id = {row.id: row for row in rows}
    factions = [_faction(row, by_id, priced, names) for row in rows]
    factions += TITAN_FACTIONS
    unknown = priced - {faction.id for faction in factions}
    if unknown:
        raise SourceFault(f"points lists of no faction: {', '.join(sorted(unknown))}; name them in FACTION_OF_LIST.")
    return tuple(sorted(factions, key=lambda faction: faction.name))


def _faction(
    row: records.Faction, by_id: dict[str, records.Faction], priced: set[str], names: dict[str, str]
) -> Faction:
    parent = row.parent_faction_id
    keyword = ARMY_KEYWORD.get(row.id, row.keywords[-1])
    aliases = [*row.aliases]
    if row.id in names and names[row.id] not in (row.name, *aliases):
        aliases.append(names[row.id])
    return Faction(
        id=row.id,
        name=row.name,
        keyword=by_id[parent].keywords[-1] if parent else keyword,
        parent=parent,
        chapter_keyword=row.keywords[-1] if parent else None,
        keywords=row.keywords,
        aliases=tuple(aliases),
        price_list=row.id if row.id in priced or parent is None else parent,
    )


class _BattleSize(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    points_limit: Annotated[int, Meta(ge=1)]
    detachment_points: Annotated[int, Meta(ge=1)]
    enhancement_limit: Annotated[int, Meta(ge=1)]
    unit_limit: Annotated[int, Meta(ge=1)]
    solo_detachment_points: Annotated[int, Meta(ge=1)] | None = None


class _BattleSizes(Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    battle_sizes: tuple[_BattleSize, ...]


class _Disposition(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str


class _Dispositions(Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    dispositions: tuple[_Disposition, ...]


def battle_sizes_of(path: Path) -> tuple[BattleSize, ...]:
    """The rows of the battle size table (25.03) in ``path``."""
    return tuple(
        BattleSize(
            row.id,
            row.name,
            row.points_limit,
            row.detachment_points,
            row.enhancement_limit,
            row.unit_limit,
            row.solo_detachment_points,
        )
        for row in read_yaml(path, _BattleSizes).battle_sizes
    )


def dispositions_of(path: Path) -> tuple[ForceDisposition, ...]:
    """The force dispositions (25.04.06) in ``path``."""
    return tuple(ForceDisposition(row.id, row.name) for row in read_yaml(path, _Dispositions).dispositions)
