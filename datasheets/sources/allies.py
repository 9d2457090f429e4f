"""Allied rules: the package's rows and the Titan pools (R-16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from datasheets.catalogue.attachment import AlliedRule, LimitBySize
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.faction import BattleSize, Faction
from datasheets.catalogue.names import fold_keyword
from datasheets.sources import records
from datasheets.sources.findings import Finding, FindingKind

TITAN_POOLS = {"titan-legions": "Imperium", "chaos-titan-legions": "Chaos"}
"""Titan faction id to the super-faction whose armies may take one of its Titans."""


def allied_rules_of(
    bundle: records.Bundle,
    datasheets: Mapping[str, Datasheet],
    detachment_ids: Mapping[str, str],
    factions: Mapping[str, Faction],
    sizes: Sequence[BattleSize],
    label: str,
    findings: list[Finding],
) -> Iterator[AlliedRule]:
    """Every allied rule. ``detachment_ids`` maps upstream ids to ours."""
    for row in bundle.allied_rules:
        yield AlliedRule(
            id=row.id,
            name=row.name,
            host_keywords=row.army_keywords_any,
            guests=tuple(_guests(row, datasheets, findings)),
            detachments=tuple(detachment_ids[detachment] for detachment in row.detachment_ids),
            points_limits=tuple(LimitBySize(limit.battle_size, limit.max_points) for limit in row.points_limits),
            count_limits=tuple(
                LimitBySize(limit.battle_size, limit.max_count, limit.keyword) for limit in row.keyword_limits
            ),
            cannot_be_warlord=row.cannot_be_warlord,
            cannot_take_enhancements=row.cannot_take_enhancements,
            warlord_required_keyword=row.warlord_required_keyword,
            ratio_keywords=row.battleline_ratio_keywords,
            source=label,
        )
    for faction_id, super_faction in TITAN_POOLS.items():
        guests = tuple(sorted(sheet.id for sheet in datasheets.values() if sheet.faction == faction_id))
        hosts = sorted(
            {
                faction.keyword
                for faction in factions.values()
                if fold_keyword(super_faction) in {fold_keyword(keyword) for keyword in faction.keywords}
                and faction.id != faction_id
            }
        )
        yield AlliedRule(
            id=f"{faction_id}-pool",
            name=factions[faction_id].name,
            host_keywords=tuple(hosts),
            guests=guests,
            count_limits=tuple(LimitBySize(size.id, 1, "Titanic") for size in sizes),
            cannot_take_enhancements=True,
            source="supplement",
        )


def _guests(row: records.AlliedRule, datasheets: Mapping[str, Datasheet], findings: list[Finding]) -> Iterator[str]:
    for slug in row.source_datasheet_ids:
        if row.source_faction_id is not None:
            found = [f"{row.source_faction_id}:{slug}"] if f"{row.source_faction_id}:{slug}" in datasheets else []
        else:
            found = [sheet for sheet in datasheets if sheet.partition(":")[2] == slug]
        if len(found) != 1:
            text = f'guest "{slug}" is {"no datasheet" if not found else "several datasheets: " + ", ".join(found)}.'
            findings.append(Finding(FindingKind.CORRECTION, f"allied rule {row.id}", text))
        yield from found
