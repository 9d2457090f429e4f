"""What is still possible and what would be broken next, each as it was tried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from roster.explaining.explanation import Topic
from roster.muster import Stage
from tests.explaining.rosters import PATROL, answers, chapter, explained

UNITS = PATROL["units"]


def one(spec: Mapping[str, Any], topic: Topic, start: str) -> tuple[str, str]:
    (found,) = [answer for answer in answers(explained(spec), topic) if answer[1].startswith(start)]
    return found


def test_another_copy_is_possible_until_the_limit():
    assert answers(explained(PATROL), Topic.COPIES) == [
        ("yes", "Captain, 1 of 3: a 2nd is possible for 80 points. A 4th is not: the limit is 3."),
        ("yes", "Squad, 1 of 6: a 2nd is possible for 75 points. A 7th is not: the limit is 6."),
        (
            "no",
            "Medic, 1 of 3: a 2nd is not possible. Medic is a support unit and stands alone; "
            "Squad cannot take 2 support units.",
        ),
        ("no", "Walker, 3 of 3: a 4th is not possible. 4 × Walker; Strike Force allows 3."),
        ("yes", "Terminators, 1 of 3: a 2nd is possible for 170 points. A 4th is not: the limit is 3."),
    ]
    assert chapter(explained(PATROL), Topic.COPIES).summary == (
        "3 datasheets here can be taken once more as things are."
    )


def test_another_support_unit_is_tried_with_the_bodyguards_here():
    spec = {**PATROL, "units": [*UNITS, "squad"]}
    assert one(spec, Topic.COPIES, "Medic") == (
        "yes",
        "Medic, 1 of 3: a 2nd is possible for 50 points. A 4th is not: the limit is 3.",
    )


def test_the_next_copy_is_told_at_its_own_price():
    spec = {**PATROL, "units": [*UNITS[:3], {"unit": "walker", "times": 2}]}
    assert one(spec, Topic.COPIES, "Walker")[1].startswith("Walker, 2 of 3: a 3rd is possible for 110 points.")


def test_an_epic_hero_can_be_there_once_only():
    summary = chapter(explained({**PATROL, "units": [*UNITS, "red-hero"]}), Topic.COPIES).summary
    assert summary.endswith("Red Hero can be here once only.")


def test_a_copy_that_is_too_dear_is_allowed_all_the_same():
    spec = {**PATROL, "points_limit": 750}
    assert one(spec, Topic.COPIES, "Captain") == (
        "not_now",
        "Captain, 1 of 3: a 2nd is allowed and costs 80 points; 45 points are left. A 4th is not: the limit is 3.",
    )


def test_points_left_buy_the_cheapest_and_the_dearest_that_fit():
    explanation = explained({**PATROL, "points_limit": 750})
    assert chapter(explanation, Topic.POINTS).summary.startswith("45 points are left. Of ")
    found = answers(explanation, Topic.POINTS)
    assert [answer for answer, _ in found] == ["yes"] * len(found)
    assert found[0] == ("yes", "Acolyte is possible for 40 points.")


def test_points_that_buy_nothing_say_what_the_cheapest_costs():
    made = chapter(explained({**PATROL, "points_limit": 710}), Topic.POINTS)
    assert (made.summary, made.possibilities) == ("5 points are left. The cheapest unit of the faction costs 20.", ())


def test_points_over_the_limit_are_told():
    assert chapter(explained({**PATROL, "points_limit": 700}), Topic.POINTS).summary.startswith(
        "The army is 5 points over its limit."
    )


def test_points_left_are_not_guessed_where_a_price_is_missing():
    made = chapter(explained({**PATROL, "units": [*UNITS, "?Nobody"]}), Topic.POINTS)
    assert made.summary == "What is left of the points is not known, so nothing was tried."


def test_an_enhancement_goes_to_a_unit_that_may_bear_it():
    assert one(PATROL, Topic.ENHANCEMENTS, "Sample Seal") == (
        "yes",
        "Sample Seal on Walker, 1st of 3 is possible for 5 points.",
    )
    assert one(PATROL, Topic.ENHANCEMENTS, "Sample Plate") == (
        "no",
        "Sample Plate is not possible: no other unit here can bear it. Sample Plate is for Sample Legion Terminator "
        "or Sample Legion Mounted; Medic is not.",
    )
    assert one(PATROL, Topic.ENHANCEMENTS, "Sample Crown") == (
        "no",
        "Sample Crown on Medic is not possible. Squad, Captain and Medic are one attached unit and bear 2 "
        "enhancements: Sample Blade and Sample Crown.",
    )
    assert chapter(explained(PATROL), Topic.ENHANCEMENTS).summary == "1 of 4 enhancements taken. More are possible."


def test_the_last_enhancement_and_the_one_beyond():
    bearers = [
        {"unit": name, "enhancements": [enhancement]}
        for name, enhancement in (("champion", "blade"), ("lieutenant", "crown"))
    ]
    one_left = {**PATROL, "size": "incursion", "units": [{"unit": "captain", "warlord": True}, bearers[0]]}
    full = {**PATROL, "size": "incursion", "units": [{"unit": "captain", "warlord": True}, "scribe", *bearers[:2]]}
    assert chapter(explained(one_left), Topic.ENHANCEMENTS).summary == (
        "1 of 2 enhancements taken. One more is possible."
    )
    assert one(full, Topic.ENHANCEMENTS, "Sample Mantle") == (
        "no",
        "Sample Mantle on Captain is not possible. 3 enhancements (Sample Mantle, Sample Blade and Sample Crown); "
        "Incursion allows 2.",
    )


def test_a_further_copy_of_an_upgrade_is_free_of_the_limit():
    units = [
        {"unit": "captain", "warlord": True, "enhancements": ["blade"]},
        {"unit": "walker", "enhancements": ["banner"]},
        "stalker",
    ]
    spec = {**PATROL, "size": "incursion", "units": units}
    assert one(spec, Topic.ENHANCEMENTS, "Sample Banner")[0] == "yes"
    assert one(spec, Topic.ENHANCEMENTS, "Sample Torch")[0] == "no"


def test_dropping_a_detachment_says_what_goes_and_what_breaks():
    assert one(PATROL, Topic.DETACHMENTS, "Without") == (
        "no",
        "Without Sample Spear and with it Sample Blade, this is broken: The roster has no detachment.",
    )
    spec = {**PATROL, "detachments": ["spear", "line"]}
    assert one(spec, Topic.DETACHMENTS, "Without Sample Line") == (
        "yes",
        "Without Sample Line, nothing more is broken.",
    )


def test_detachments_that_fit_the_points_left_are_told_together():
    assert one(PATROL, Topic.DETACHMENTS, "With the") == (
        "yes",
        "With the 1 Detachment Point left, any one of these could be added: Sample Accord (1), Sample Choir (1), "
        "Sample Court (1), Sample Hunt (1), Sample Levy (1), Sample Line (1), Sample Watch (1) and Sample Woe (1).",
    )


def test_who_else_could_be_the_warlord():
    spec = {**PATROL, "units": [*UNITS, "saint"]}
    made = chapter(explained(spec), Topic.WARLORD)
    assert made.summary == "The Warlord is Captain."
    assert [(one.answer.value, one.sentence.split(". ")[0]) for one in made.possibilities] == [
        ("yes", "Medic could be the Warlord."),
        ("no", "Saint could not be the Warlord"),
    ]


def test_a_new_unit_that_the_plan_does_not_speak_of_is_possible_with_another_plan():
    units = [{"unit": "captain", "warlord": True}, "squad", "carrier"]
    spec = {**PATROL, "units": units, "plan": {"embarked": {"u3": ["u2"]}}}
    assert one(spec, Topic.COPIES, "Carrier") == (
        "yes",
        "Carrier, 1 of 6: a 2nd is possible for 65 points. The deployment plan has to change with it. Carrier starts "
        "without passengers and will be destroyed before the battle. A 7th is not: the limit is 6.",
    )


def test_a_warning_is_no_bar():
    spec = {**PATROL, "units": [{"unit": "captain", "warlord": True}, "carrier"]}
    answer, sentence = one(spec, Topic.COPIES, "Carrier")
    assert answer == "yes"
    assert "A warning comes with it: 2 Dedicated Transports and 1 unit that could ride" in sentence


def test_a_draft_is_tried_as_a_finished_roster():
    draft = explained(PATROL, stage=Stage.DRAFT)
    assert answers(draft, Topic.COPIES) == answers(explained(PATROL), Topic.COPIES)


def test_a_draft_is_legal_so_far():
    opening = explained(PATROL, stage=Stage.DRAFT).opening
    assert opening == "This draft is legal so far; 1,295 points are left, and 1 limit is reached."
