"""Judged effects: every probe of every file, and that what is judged exists."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from battle.armies.rules import known_keywords
from battle.armies.weapons import weapons_of
from battle.effects.judged import Given, JudgedAbility, judged_abilities
from battle.effects.probing import probed
from battle.effects.reading import KEYWORD_TESTS
from battle.effects.shapes import ProbeShape, Who
from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.names import fold_name

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
        stratagems = [one.id for one in catalogue.data.stratagems if one.ability == ability.id]
        holders = (stored.datasheets, stored.enhancements, stored.detachments, stored.factions, stratagems)
        assert ability.name == stored.name
        assert set(ability.datasheets) <= set(stored.datasheets)
        # The rule of an army is for all its units, though some datasheets name it again.
        assert bool(ability.datasheets) is (bool(stored.datasheets) and not stored.factions)
        assert any(holders)


def test_names_in_effects_are_those_of_the_catalogue(catalogue: Catalogue) -> None:
    """A weapon, item, kind of model or keyword that is misspelt would never be met."""
    keywords = known_keywords(catalogue)
    strange = []
    for ability in judged_abilities().values():
        for given in ability.given:
            asked = {
                value for one in given.effect.conditions if one.test in KEYWORD_TESTS for value in one.values
            } | given.to.keywords
            strange += [(ability.id, keyword) for keyword in asked - keywords]
            for sheet in ability.datasheets:
                strange += [(ability.id, name) for name in _strange(given, catalogue.datasheets[sheet], catalogue)]

    assert strange == []


def _strange(given: Given, sheet: Datasheet, catalogue: Catalogue) -> set[str]:
    """Names that nothing on the datasheet has."""
    items = [catalogue.items[id] for id in sheet.items if id in catalogue.items]
    weapons = {name.casefold() for item in items for one in weapons_of(item) for name in (one.name, one.profile_of)}
    is_own = given.to.who in (Who.BEARER, Who.UNIT)
    filtered = given.effect.weapons.names | given.effect.weapons.except_names
    found: set[str] = set(filtered - weapons) if is_own else set()
    found.update(given.to.carrying - {fold_name(item.name) for item in items})
    found.update(given.to.kinds - {fold_name(kind.name) for kind in sheet.kinds})
    return found
