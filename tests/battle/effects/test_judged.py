"""Judged effects: every probe of every file, and that what is judged exists."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from battle.effects.judged import JudgedAbility, judged_abilities
from battle.effects.probing import probed
from battle.effects.shapes import ProbeShape
from datasheets.catalogue import Catalogue

EXACT = 1e-6


def _probes() -> Iterator[tuple[JudgedAbility, ProbeShape]]:
    for ability in judged_abilities().values():
        for probe in ability.probes:
            yield ability, probe


def _id(value: object) -> str:
    return value.id if isinstance(value, JudgedAbility) else value.says if isinstance(value, ProbeShape) else ""


@pytest.mark.parametrize(("ability", "probe"), list(_probes()), ids=_id)
def test_an_ability_does_what_was_worked_out_by_hand(ability: JudgedAbility, probe: ProbeShape) -> None:
    found = probed(ability, probe)

    assert found.without == pytest.approx(found.expected_without, abs=EXACT)
    assert found.with_it == pytest.approx(found.expected_with, abs=EXACT)


@pytest.mark.parametrize("ability", list(judged_abilities().values()), ids=_id)
def test_probes_show_an_ability_at_work_and_where_it_does_nothing(ability: JudgedAbility) -> None:
    found = [probed(ability, probe) for probe in ability.probes]
    changing = [one for one in found if abs(one.expected_with - one.expected_without) > EXACT]
    is_bound = all(given.effect.switch or given.effect.conditions for given in ability.given)

    assert bool(changing) is bool(ability.given)
    if ability.given and is_bound:
        assert len(changing) < len(found), "no probe shows where its conditions do not hold"


def test_what_is_judged_stands_in_the_catalogue(catalogue: Catalogue) -> None:
    known = {ability.id: ability for ability in catalogue.data.abilities}

    for ability in judged_abilities().values():
        assert ability.id in known
        stored = known[ability.id]
        holders = (stored.datasheets, stored.enhancements, stored.detachments, stored.factions)
        assert ability.name == stored.name
        assert set(ability.datasheets) <= set(stored.datasheets)
        assert bool(ability.datasheets) is bool(stored.datasheets)
        assert any(holders)
