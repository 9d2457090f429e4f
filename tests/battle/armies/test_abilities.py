"""Core abilities are read by their names."""

from __future__ import annotations

import pytest

from battle.armies.abilities import CoreAbilities, core_abilities_named
from battle.armies.damaged import damaged_rows
from battle.engine.dice import dice
from datasheets.catalogue import Catalogue
from datasheets.catalogue.ability import AbilityKind


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("Feel No Pain 5+", CoreAbilities(feel_no_pain=5)),
        ("Stealth", CoreAbilities(has_stealth=True)),
        ("Fights First", CoreAbilities(fights_first=True)),
        ("Lone Operative", CoreAbilities(lone_operative=12)),
        ('Lone Operative 15"', CoreAbilities(lone_operative=15)),
        ("Deadly Demise D6+2", CoreAbilities(deadly_demise=dice("D6+2"))),
        (
            "Deadly Demise D6+3 (Szarekh model only)",
            CoreAbilities(deadly_demise=dice("D6+3"), demise_kind="Szarekh"),
        ),
        ("Firing Deck 12", CoreAbilities(firing_deck=12)),
        ('Scouts 6"', CoreAbilities()),
        ("Deep Strike", CoreAbilities()),
        ("Sample Ability", CoreAbilities(unread=("Sample Ability",))),
        ("Feel No Pain 9+", CoreAbilities(unread=("Feel No Pain 9+",))),
        ("Deadly Demise 99D6", CoreAbilities(unread=("Deadly Demise 99D6",))),
    ],
)
def test_a_core_ability_by_its_name(name: str, meaning: CoreAbilities) -> None:
    assert core_abilities_named([name]) == meaning


def test_of_duplicates_the_better_counts() -> None:
    """24.02."""
    found = core_abilities_named(["Feel No Pain 6+", "Feel No Pain 5+", "Deadly Demise D6", "Deadly Demise D3"])

    assert (found.feel_no_pain, found.deadly_demise) == (5, dice("D6"))


def test_every_core_ability_of_the_catalogue_is_understood(catalogue: Catalogue) -> None:
    names = {row.name for row in catalogue.data.abilities if row.kind is AbilityKind.CORE and row.datasheets}

    assert core_abilities_named(sorted(names)).unread == ()


def test_damaged_rows_name_datasheets_with_more_wounds(catalogue: Catalogue) -> None:
    rows = damaged_rows()
    wounds = {sheet.id: max((one.W for one in sheet.profiles), default=0) for sheet in catalogue.data.datasheets}

    assert len(rows.damaged) == 221
    assert [id for id, left in {**rows.damaged, **rows.otherwise}.items() if not 0 < left < wounds[id]] == []
