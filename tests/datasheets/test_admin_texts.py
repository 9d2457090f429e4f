"""What editors type: names for ids, bundles, make-ups, bases and weapon abilities, and back."""

from __future__ import annotations

import pytest

from datasheets.admin.workbench.names import Named, Names, Unreadable
from datasheets.admin.workbench.texts import (
    Base,
    Bundle,
    Composition,
    Granted,
    Limit,
    Minimum,
    Several,
    Tier,
    Words,
)
from datasheets.admin.workbench.transport_texts import Holds, OtherCapacity, Slots, SparedUnits
from datasheets.admin.workbench.weapon_texts import Ability
from datasheets.catalogue.attachment import LimitBySize
from datasheets.catalogue.datasheet import BaseSize, CompositionTier, KindCount
from datasheets.catalogue.detachment import GrantedKeyword, UnitMinimum
from datasheets.catalogue.transport import CapacityWith, Hold, SlotCost, Spared
from datasheets.catalogue.wargear import WeaponKeyword

NAMES = Names(
    {
        Named.ITEM: {
            "ash:blade": "Blade",
            "ash:blade-squad": "Blade",
            "other:blade": "Blade",
            "other:hook": "Hook",
            "wargear:hook": "Hook",
            "ash:2-kings": "2 Kings",
        },
        Named.BATTLE_SIZE: {"strike-force": "Strike Force"},
    },
    faction="ash",
    near=["ash:blade-squad"],
)


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("Blade", "ash:blade-squad"),
        ("blade", "ash:blade-squad"),
        ("Blade [ash:blade]", "ash:blade"),
        ("ash:blade", "ash:blade"),
        ("Hook", "wargear:hook"),
        ("Hook [other:hook]", "other:hook"),
    ],
)
def test_a_name_means_what_is_nearest(text: str, entry: str) -> None:
    assert NAMES.id_of(Named.ITEM, text) == entry


def test_a_label_is_the_name_where_that_is_enough_and_has_the_id_where_not() -> None:
    assert NAMES.label(Named.ITEM, "ash:blade-squad") == "Blade"
    assert NAMES.label(Named.ITEM, "ash:blade") == "Blade [ash:blade]"
    assert NAMES.label(Named.ITEM, "gone:item") == "[gone:item]"


@pytest.mark.parametrize(
    ("names", "text", "said"),
    [
        (NAMES, "Sword", 'There is no item called "Sword". Pick one of the names offered while you type.'),
        (NAMES, "Sword [x:y]", 'There is no item with the id "x:y".'),
        (
            Names({Named.ITEM: {"a:x": "X", "b:x": "X"}}, faction="c"),
            "X",
            '"X" is the name of 2: write X [a:x], X [b:x].',
        ),
    ],
)
def test_a_name_that_says_nothing_certain_is_refused_with_what_to_write(names: Names, text: str, said: str) -> None:
    with pytest.raises(Unreadable) as refused:
        names.id_of(Named.ITEM, text)
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (("ash:blade-squad", "ash:blade-squad", "wargear:hook"), "2 Blade + Hook"),
        (("wargear:hook", "ash:blade-squad", "wargear:hook"), "Hook + Blade + Hook"),
        (("ash:2-kings", "ash:2-kings"), "2 2 Kings"),
        (("ash:2-kings",), "2 Kings"),
        ((), ""),
    ],
)
def test_bundles_count_what_comes_in_a_row(value: tuple[str, ...], text: str) -> None:
    assert Bundle(NAMES).write(value) == text
    assert Bundle(NAMES).read(text) == value


@pytest.mark.parametrize(
    ("codec", "value", "text"),
    [
        (Tier(), CompositionTier((KindCount("Sergeant", 1, 1), KindCount("Cinder", 4, 9))), "1 Sergeant + 4-9 Cinder"),
        (Composition(), (("Sergeant", 1), ("Cinder", 9)), "1 Sergeant + 9 Cinder"),
        (Slots(), SlotCost("Gravis", 2), "2 Gravis"),
        (Slots(), SlotCost("Infantry", 3, 2), "3 Infantry from 2 wounds"),
        (OtherCapacity(NAMES), CapacityWith(12, "wargear:hook"), "12 with Hook"),
        (OtherCapacity(NAMES), CapacityWith(22, kind="Platform"), "22 with a model Platform"),
        (Holds(), Hold(1, (("Ash", "Monster"),), 12, 0), "1 Ash + Monster of at most 12 wounds, leaves 0"),
        (Holds(), Hold(4, (("Walker",), ("Sky Ray",))), "4 Walker or Sky Ray"),
        (SparedUnits(), Spared("Ynnari", ("Asuryani",)), "Ynnari: Asuryani"),
        (SparedUnits(), Spared("Ash", ("Ash", "Character"), has_joined=True), "Ash: Ash + Character, if joined"),
        (Limit(NAMES), LimitBySize("strike-force", 500), "Strike Force 500"),
        (Limit(NAMES), LimitBySize("strike-force", 1, "Character"), "Strike Force 1 Character"),
        (Granted(), GrantedKeyword("Battleline", "Warriors"), "Battleline to Warriors"),
        (Granted(), GrantedKeyword("Battleline", "Warriors", 3), "Battleline to Warriors, at most 3"),
        (Minimum(), UnitMinimum("Character", 1), "1 Character"),
        (Base(), BaseSize("round", diameter=28.5), "round 28.5"),
        (Base(), BaseSize("oval", length=60.5, width=35.0, draft=True), "oval 60.5 x 35 (draft)"),
        (Base(), BaseSize("flying-base", size="large"), "flying-base large"),
        (Several(Several(Words(), "+"), "\n"), (("Infantry", "Ash"), ("Walker",)), "Infantry + Ash\nWalker"),
        (Ability(), WeaponKeyword("Rapid Fire", "2"), "Rapid Fire 2"),
        (Ability(), WeaponKeyword("Sustained Hits", "D3"), "Sustained Hits D3"),
        (Ability(), WeaponKeyword("Rapid Fire", "D6+3"), "Rapid Fire D6+3"),
        (Ability(), WeaponKeyword("Anti", "4+", "Infantry"), "Anti-Infantry 4+"),
        (Ability(), WeaponKeyword("Twin-linked"), "Twin-linked"),
        (
            Ability(),
            WeaponKeyword("Lethal Hits", None, None, ("Vehicle", "Monster"), ("Titanic",)),
            "Lethal Hits against Vehicle, Monster but not Titanic",
        ),
    ],
)
def test_values_are_read_from_the_text_that_shows_them(codec, value, text) -> None:
    assert codec.write(value) == text
    assert codec.read(text) == value


@pytest.mark.parametrize(
    ("codec", "text", "said"),
    [
        (Tier(), "Cinder", '"Cinder" has no number: write "1 Sergeant" or, from fewest to most, "4-9 Cinder".'),
        (Tier(), "9-4 Cinder", '"9-4 Cinder": the fewest (9) must not be above the most (4).'),
        (Tier(), "99999999999 Cinder", "99999999999 is too much: at most 1,000."),
        (Composition(), "Cinder", '"Cinder" has no number: write how many models and of what kind, as in "9 Cinder".'),
        (Slots(), "Gravis", '"Gravis" has no number of slots: write "2 Gravis".'),
        (
            OtherCapacity(NAMES),
            "Hook",
            '"Hook": write "12 with Killkannon" or, for a kind of model, "22 with a model Platform".',
        ),
        (Holds(), "Walker", '"Walker": write how many models and who, as in "1 Dreadnought" or "4 Walker or Tank".'),
        (SparedUnits(), "Ash", '"Ash": write the excluded keyword and who is spared, as in "Ynnari: Asuryani".'),
        (Base(), "32mm round", '"32mm round" is no base: write "round 32", "oval 60 x 35" or "flying-base large".'),
        (Ability(), "Anti- 4+", '"Anti- 4+" names no target: write "Anti-Infantry 4+".'),
        (
            Limit(NAMES),
            "Strike Force",
            '"Strike Force" is no limit: write the battle size and the number, as in "Incursion 250".',
        ),
    ],
)
def test_unreadable_texts_are_told_as_what_to_write(codec, text: str, said: str) -> None:
    with pytest.raises(Unreadable) as refused:
        codec.read(text)
    assert str(refused.value) == said
