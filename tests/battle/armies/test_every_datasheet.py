"""Every datasheet that is known in full can be sent into a battle."""

from __future__ import annotations

import pytest

from battle.armies import Fielded, field_unit
from battle.engine.attacks import resolve
from battle.engine.policies import Policies
from battle.engine.situation import Phase, Situation
from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Knowledge
from tests.battle.armies.entries import entry

UNARMED = {
    "adeptus-astartes:drop-pod",
    "adeptus-astartes:kaius-konorius",
    "astra-militarum:aegis-defence-line",
    "astra-militarum:cyclops-demolition-vehicle",
    "chaos-daemons:feculent-gnarlmaw",
    "chaos-daemons:skull-altar",
    "tau-empire:tidewall-shieldline",
    "tyranids:mucolid-spores",
    "tyranids:spore-mines",
}
"""Datasheets without a weapon."""

EVERY = 25
"""In the suite one datasheet of so many attacks; ``python -m tests.bench.datasheets`` has them all attack."""


@pytest.fixture(scope="module")
def fielded(catalogue: Catalogue) -> dict[str, Fielded]:
    sheets = [sheet for sheet in catalogue.data.datasheets if sheet.knowledge is Knowledge.FULL]
    return {sheet.id: field_unit((entry(sheet.id),), catalogue) for sheet in sheets}


def test_every_datasheet_becomes_fighters(fielded: dict[str, Fielded]) -> None:
    assert len(fielded) >= 1000
    assert {id for id, unit in fielded.items() if not unit.fighters.weapons} == UNARMED
    for id, unit in fielded.items():
        names = [profile.name for profile in unit.fighters.profiles]
        assert len(set(names)) == len(names), id
        assert all(2 <= profile.save <= 7 and profile.wounds >= 1 for profile in unit.fighters.profiles), id
        assert {loadout.group for loadout in unit.fighters.loadouts} <= set(names), id
        models = dict.fromkeys(names, 0)
        for loadout in unit.fighters.loadouts:
            models[loadout.group] += loadout.models
        assert models == {profile.name: profile.models for profile in unit.fighters.profiles}, id


def test_nothing_of_a_datasheet_is_assumed_but_what_the_entry_leaves_open(fielded: dict[str, Fielded]) -> None:
    told = {
        id: [words for words in unit.assumptions if "is written down" not in words and "not written down" not in words]
        for id, unit in fielded.items()
    }

    assert {id: words for id, words in told.items() if words and "no price" not in words[0]} == {}


@pytest.mark.parametrize("phase", list(Phase))
def test_datasheets_attack_a_standard_target(fielded: dict[str, Fielded], phase: Phase) -> None:
    target = fielded["necrons:necron-warriors"].fighters

    for id in sorted(fielded.keys() - UNARMED)[::EVERY]:
        found = resolve(fielded[id].fighters, target, Situation(phase=phase), Policies())
        assert sum(found.states.values()) == pytest.approx(1.0, abs=1e-12), id
        assert 0 <= found.measures.expected_kills <= 10 + 1e-12, id
