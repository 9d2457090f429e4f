"""Reading what happens in play: who has which ability, stratagems, phases, missions, terrain."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from datasheets.catalogue.ability import AbilityKind, AbilityStatus
from datasheets.catalogue.catalogue import Catalogue
from datasheets.sources import SourceBuild, SourceFault
from datasheets.sources.package import Package, read_package
from datasheets.sources.slugs import from_capitals
from tests.datasheets.sources.play_rows import VERSION, bundle, read, row, stratagem, unit

# Who has what ----------------------------------------------------------------------------------


def test_an_ability_names_everything_that_has_it() -> None:
    rows = bundle(
        units=[unit("squad", "shared"), unit("barge", "shared")],
        abilities=[
            row("oath", ability_type="faction"),
            row("slow-fire", ability_type="detachment"),
            row("coal-slow-burn", ability_type="enhancement"),
            row("shared"),
        ],
    )
    abilities = {ability.id: ability for ability in read(rows).abilities}
    assert abilities["ash-wardens:shared"].datasheets == ("ash-wardens:squad", "ash-wardens:barge")
    assert abilities["ash-wardens:oath"].factions == ("ash-wardens",)
    assert abilities["ash-wardens:slow-fire"].detachments == ("ash-wardens:slow-burn",)
    assert abilities["ash-wardens:coal-slow-burn"].enhancements == ("ash-wardens:slow-burn:coal",)
    assert abilities["ash-wardens:shared"].kind is AbilityKind.UNIT
    assert {ability.status for ability in abilities.values()} == {AbilityStatus.UNVERIFIED}


def test_what_only_combat_patrol_units_have_is_left_out_and_counted() -> None:
    rows = bundle(
        units=[unit("squad", "shared"), unit("patrol", "shared", "patrol-only", game_modes=["combat-patrol"])],
        abilities=[row("oath"), row("slow-fire"), row("coal-slow-burn"), row("shared"), row("patrol-only")],
    )
    play = read(rows)
    assert "ash-wardens:patrol-only" not in {ability.id for ability in play.abilities}
    counts = {count.kind: count for count in play.counts}
    assert counts["abilities"].excluded == (("Combat Patrol", 1),)
    assert all(count.adds_up for count in play.counts)


def test_an_ability_that_nothing_encodes_is_a_finding() -> None:
    findings = read(bundle(abilities=[row("slow-fire"), row("coal-slow-burn")])).findings
    assert [(found.subject, found.text) for found in findings if found.subject == "ash-wardens"] == [
        ("ash-wardens", 'has "oath", which the package encodes nowhere.'),
        ("ash-wardens", "1 abilities that no record of the package has; kept without a holder."),
    ]


# Stratagems and phases -------------------------------------------------------------------------


def test_a_stratagem_is_stored_once_with_its_detachment_and_what_it_does() -> None:
    twice = stratagem("heart-slow-burn", ability_id="oath", target_restrictions={"required_keywords": ["Infantry"]})
    core = stratagem("hold", detachment_id=None, category="core", name="Hold")
    of_patrol = stratagem("odd-patrol", detachment_id="patrol")
    phases = [
        {
            "source_id": "heart",
            "source_type": "stratagem",
            "phases": ["shooting"],
            "authored_by": "x",
            "game_version": VERSION,
        },
        {
            "source_id": "oath",
            "source_type": "ability",
            "phases": ["charge"],
            "authored_by": "x",
            "game_version": VERSION,
        },
        {
            "source_id": "gone",
            "source_type": "enhancement",
            "phases": ["charge"],
            "authored_by": "x",
            "game_version": VERSION,
        },
    ]
    play = read(bundle(stratagems=[twice, twice, core, of_patrol], phase_mappings=phases))
    heart, hold = play.stratagems
    assert (heart.id, heart.name, heart.ability) == ("ash-wardens:slow-burn:heart", "Heart of Ash", "ash-wardens:oath")
    assert (heart.phases, heart.keywords_all) == (("fight", "shooting"), ("Infantry",))
    assert (hold.id, hold.detachment) == ("core:hold", None)
    assert next(each for each in play.abilities if each.id == "ash-wardens:oath").phases == ("charge",)
    counts = {count.kind: count for count in play.counts}
    assert (counts["stratagems"].stored, counts["stratagems"].merged) == (2, 1)
    assert counts["stratagems"].excluded == (("Combat Patrol", 1),)
    assert counts["phase mappings"].excluded == (("of what the package does not encode", 1),)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("ARMOUR OF CONTEMPT", "Armour of Contempt"),
        ("MORTARION'S HAMMER", "Mortarion's Hammer"),
        ("COUNTER-OFFENSIVE", "Counter-Offensive"),
        ("OF ASH", "Of Ash"),
        ("A Grim Warning", "A Grim Warning"),
    ],
)
def test_names_in_capitals_are_shown_as_people_write_them(name: str, shown: str) -> None:
    assert from_capitals(name) == shown


# Missions and the battlefield ------------------------------------------------------------------

MISSION = {
    "id": "burn",
    "name": "Burn",
    "deployment_pattern_ids": [],
    "vp_per_round_cap": 15,
    "vp_per_game_cap": 45,
    "secondary_vp_per_round_cap": 15,
    "secondary_vp_per_game_cap": 40,
    "source": "made-up",
    "game_version": VERSION,
}
PAIRING = {
    "id": "a-vs-b",
    "disposition": "a",
    "opponent_disposition": "b",
    "mission_id": "burn",
    "game_version": VERSION,
}
CARD = {
    "id": "burn",
    "name": "Burn",
    "card_type": "primary",
    "text": "Words of a rule, which are not stored",
    "awards": [{"trigger": {"timing": "end-of-turn", "player_turn": "either"}, "vp": 4}],
    "game_version": VERSION,
}


def test_a_mission_has_its_pairing_its_card_and_its_caps() -> None:
    (mission,) = read(bundle(missions=[MISSION], mission_matchups=[PAIRING], mission_cards=[CARD])).missions
    assert (mission.disposition, mission.opponent_disposition, mission.card) == ("a", "b", "burn")
    assert (mission.primary_per_round, mission.primary_per_game, mission.secondary_per_game) == (15, 45, 40)


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ({"missions": [], "mission_matchups": [PAIRING]}, "pairing a-vs-b names mission burn, or names it again"),
        ({"missions": [MISSION], "mission_matchups": [PAIRING]}, "mission burn has no primary mission card"),
        ({"missions": [MISSION]}, "no pairing of dispositions plays burn"),
        (
            {
                "terrain_layouts": [
                    {
                        "id": "one",
                        "name": "One",
                        "deployment_pattern_id": "nowhere",
                        "pieces": [],
                        "source": "made-up",
                        "game_version": VERSION,
                    }
                ]
            },
            "terrain layout one names the deployment pattern nowhere, which is not there",
        ),
        (
            {
                "target_profiles": [
                    {"id": "t", "name": "T", "unit_id": "ghost", "faction_id": "ash-wardens", "game_version": VERSION}
                ]
            },
            "target profile t names the datasheet ash-wardens:ghost, which is not there",
        ),
    ],
)
def test_a_reference_to_nothing_stops_the_build_by_name(rows: dict[str, Any], told: str) -> None:
    with pytest.raises(SourceFault, match=told):
        read(bundle(**rows))


# The installed package -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def package() -> Package:
    """The installed package."""
    return read_package()


def test_every_row_on_play_is_accounted_for(build: SourceBuild, package: Package) -> None:
    counts = {count.kind: count for count in build.counts.rows if count.faction == ""}
    rows = package.bundle
    assert {kind: counts[kind].package for kind in ("abilities", "stratagems", "phase mappings", "missions")} == {
        "abilities": len(rows.abilities),
        "stratagems": len(rows.stratagems),
        "phase mappings": len(rows.phase_mappings),
        "missions": 25,
    }
    assert all(count.adds_up for count in counts.values())
    stored = Counter({kind: counts[kind].stored for kind in ("abilities", "stratagems", "terrain layouts")})
    assert stored == {
        "abilities": len(build.data.abilities),
        "stratagems": len(build.data.stratagems),
        "terrain layouts": 46,
    }


def test_every_pairing_of_dispositions_has_a_mission(catalogue: Catalogue) -> None:
    pairings = {(each.disposition, each.opponent_disposition) for each in catalogue.data.missions}
    assert pairings == {(mine, theirs) for mine in catalogue.dispositions for theirs in catalogue.dispositions}
    cards = {card.id for card in catalogue.data.mission_cards}
    assert {each.card for each in catalogue.data.missions} <= cards


def test_no_text_of_a_rule_is_stored(build: SourceBuild, package: Package) -> None:
    content = msgspec.json.encode(replace(build.data, past_prices=())).decode()
    texts = {card.text for card in package.bundle.mission_cards} | {
        ability.community_notes for ability in package.bundle.abilities if len(ability.community_notes) > 60
    }
    assert len(texts) > 500
    assert [text for text in texts if text and msgspec.json.encode(text).decode()[1:-1] in content] == []
