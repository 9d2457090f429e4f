"""What happens in play, read from the package as a whole: abilities, stratagems, missions, battlefields."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from datasheets.catalogue.ability import Ability, ResourcePool, Stratagem
from datasheets.catalogue.battlefield import (
    BenchmarkTarget,
    Deployment,
    Hull,
    TerrainLayout,
    TerrainTemplate,
)
from datasheets.catalogue.faction import Faction
from datasheets.catalogue.mission import Mission, MissionCard
from datasheets.sources import records
from datasheets.sources.abilities import Abilities, Holders
from datasheets.sources.battlefields import (
    benchmark_targets_of,
    deployments_of,
    hulls_of,
    terrain_layouts_of,
    terrain_templates_of,
)
from datasheets.sources.counts import CountRow
from datasheets.sources.findings import Finding
from datasheets.sources.missions import mission_cards_of, missions_of
from datasheets.sources.vocabulary import Words


@dataclass(frozen=True)
class Play:
    """Everything on play, with what could not be settled and the account of what became of the rows."""

    abilities: tuple[Ability, ...]
    stratagems: tuple[Stratagem, ...]
    resource_pools: tuple[ResourcePool, ...]
    missions: tuple[Mission, ...]
    mission_cards: tuple[MissionCard, ...]
    deployments: tuple[Deployment, ...]
    terrain_templates: tuple[TerrainTemplate, ...]
    terrain_layouts: tuple[TerrainLayout, ...]
    hulls: tuple[Hull, ...]
    benchmark_targets: tuple[BenchmarkTarget, ...]
    findings: tuple[Finding, ...]
    counts: tuple[CountRow, ...]


def play_of(
    bundle: records.Bundle,
    *,
    factions: Mapping[str, Faction],
    datasheets: Collection[str],
    detachments: Mapping[str, str],
    enhancements: Mapping[str, str],
    vocabulary: Words,
    label: str,
) -> Play:
    """Everything on play. ``detachments`` and ``enhancements`` map upstream ids to ours.

    Raises :class:`~datasheets.sources.faults.SourceFault` for a construct or reference that is not known.
    """
    read = Abilities(bundle, Holders(factions, datasheets, detachments, enhancements), vocabulary, label)
    read.read()
    stored: dict[str, tuple[int, tuple[Any, ...]]] = {
        "resource pools": (len(bundle.resource_pools), tuple(read.pools())),
        "missions": (len(bundle.missions), tuple(missions_of(bundle, label))),
        "mission cards": (len(bundle.mission_cards), tuple(mission_cards_of(bundle, vocabulary, label))),
        "deployment patterns": (len(bundle.deployment_patterns), tuple(deployments_of(bundle, label))),
        "terrain templates": (len(bundle.terrain_templates), tuple(terrain_templates_of(bundle, label))),
        "terrain layouts": (len(bundle.terrain_layouts), tuple(terrain_layouts_of(bundle, label))),
        "hulls": (len(bundle.hull_shapes), tuple(hulls_of(bundle, label))),
        "benchmark targets": (len(bundle.target_profiles), tuple(benchmark_targets_of(bundle, datasheets, label))),
    }
    return Play(
        abilities=tuple(read.abilities.values()),
        stratagems=tuple(read.stratagems.values()),
        resource_pools=stored["resource pools"][1],
        missions=stored["missions"][1],
        mission_cards=stored["mission cards"][1],
        deployments=stored["deployment patterns"][1],
        terrain_templates=stored["terrain templates"][1],
        terrain_layouts=stored["terrain layouts"][1],
        hulls=stored["hulls"][1],
        benchmark_targets=stored["benchmark targets"][1],
        findings=tuple(read.findings),
        counts=(
            *read.accounts(),
            *(CountRow("", kind, package, len(values)) for kind, (package, values) in stored.items()),
        ),
    )
