"""Every limit as used of allowed, and the closest ones in order."""

from __future__ import annotations

from roster.explaining.explanation import LimitLine, Room
from tests.explaining.rosters import PATROL, explained


def sentences(lines: tuple[LimitLine, ...]) -> list[str]:
    return [line.sentence for line in lines]


def test_limits_of_the_army_and_of_each_datasheet():
    assert sentences(explained(PATROL).limits) == [
        "Points: 705 of 2,000, 1,295 left.",
        "Detachment Points: 2 of 3, 1 left.",
        "Captain: 1 of 3 units, 2 left.",
        "Medic: 1 of 3 units, 2 left.",
        "Walker: 3 of 3 units, none left.",
        "Terminators: 1 of 3 units, 2 left.",
        "Squad: 1 of 6 units, 5 left.",
        "Enhancements: 1 of 4, 3 left.",
    ]


def test_the_closest_limit_comes_first_and_heroes_are_left_out():
    spec = {**PATROL, "size": "incursion", "units": [*PATROL["units"], "red-hero"]}
    explanation = explained(spec)
    assert sentences(explanation.closest) == [
        "Walker: 3 of 2 units, 1 too many.",
        "Detachment Points: 2 of 2, none left.",
        "Points: 825 of 1,000, 175 left.",
    ]
    assert [line.room for line in explanation.closest] == [Room.OVER, Room.FULL, Room.FREE]
    assert "Red Hero: 1 of 1 unit, none left." in sentences(explanation.limits)


def test_a_limit_names_the_units_that_use_it():
    (walkers,) = [line for line in explained(PATROL).limits if line.of == "Walker"]
    assert (walkers.check, walkers.units, walkers.left) == ("25.03/unit-limit", (3, 4, 5), 0)


def test_transports_reserves_allies_groups_and_upgrades_have_theirs():
    plan = {"embarked": {"u3": ["u1", "u2"]}, "reserves": ["u4"]}
    captain = {"unit": "captain", "attached_to": "u2", "as": "leader"}
    units = [captain, "squad", "carrier", {"unit": "walker", "enhancements": ["banner"]}, "veteran-walker"]
    court = [{"unit": "sample-court:imps", "times": 2}, "sample-court:herald"]
    limits = explained({"size": "incursion", "units": [*units, *court], "plan": plan}).limits
    assert sentences(tuple(line for line in limits if not line.check.startswith("25.03/"))) == [
        "Walkers of old: 1 of 1 unit, none left.",
        "Sample Banner: 1 of 3 copies, 2 left.",
        "the Court Pact: 240 of 250 points, 10 left.",
        "Carrier: 6 of 12 slots, 6 left.",
        "Points in reserves: 110 of 500, 390 left.",
    ]


def test_further_copies_of_an_upgrade_that_are_free_are_told():
    banners = {"unit": "walker", "times": 2, "enhancements": ["banner"]}
    (line,) = [one for one in explained({"units": [banners]}).limits if one.of == "Enhancements"]
    assert (line.used, line.limit) == (1, 4)
    assert line.note == "1 of 4 enhancements, 1 further copy of an Upgrade not counted."


def test_figures_of_this_program_are_no_limits_of_the_game():
    assert [line.check for line in explained(PATROL).limits if line.check.startswith(("app/", "data/"))] == []
