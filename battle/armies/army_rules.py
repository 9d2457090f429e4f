"""Which units have the rules of their army: those of its faction, but for datasheets without them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from battle.armies.abilities import abilities_in
from battle.armies.pieces import Crew
from datasheets.catalogue.ability import Ability
from datasheets.sources.yaml_file import read_yaml
from roster.muster.army import Army

FILE = Path(__file__).resolve().parents[2] / "fixtures" / "effects" / "without_army_rule.yaml"


def army_rules(crews: Sequence[Crew], army: Army) -> Iterator[Ability]:
    """The rules of the army's faction that one of the crews has; of an army of no known faction, those of their own.

    Allies have them not: they are of another faction.
    """
    index = abilities_in(army.catalogue)
    lineages = [army.catalogue.lineage(crew.datasheet.faction) for crew in crews]
    factions = army.lineage or tuple(faction for lineage in lineages for faction in lineage)
    found: dict[str, Ability] = {}
    for faction in factions:
        for ability in index.factions.get(faction, ()):
            without = without_rule().get(ability.id, ())
            for crew, lineage in zip(crews, lineages, strict=True):
                if not set(lineage).isdisjoint(factions) and crew.datasheet.id not in without:
                    found[ability.id] = ability
    yield from found.values()


@lru_cache(maxsize=1)
def without_rule() -> dict[str, tuple[str, ...]]:
    """The datasheets that have not the rule of their army, by the rule's id."""
    return read_yaml(FILE, dict[str, tuple[str, ...]])
