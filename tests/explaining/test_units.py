"""What hangs on each unit."""

from __future__ import annotations

from tests.explaining.rosters import PATROL, explained, outlook

UNITS = PATROL["units"]


def test_who_has_joined_whom_and_what_removal_breaks():
    explanation = explained(PATROL)
    captain, squad, medic = (outlook(explanation, index) for index in (0, 1, 2))
    assert captain.depends == ("It is attached to Squad.",)
    assert [(one.check, one.sentence) for one in captain.breaks] == [
        ("25.04/warlord-named", "The roster names no Warlord.")
    ]
    assert squad.depends == ("Captain and Medic are attached to it.",)
    assert [one.check for one in squad.breaks] == ["25.04/support-attached"]
    assert (medic.depends, medic.breaks) == (("It is attached to Squad.",), ())


def test_whose_surcharge_it_causes():
    explanation = explained(PATROL)
    assert outlook(explanation, 3).depends == (
        "Without it, Walker, 3rd of 3 would cost 10 less (100).",
        "Without it the army costs 110 points less in all.",
    )
    assert outlook(explanation, 5).depends == ()


def test_whom_a_unit_can_still_take():
    units = [{"unit": "captain", "warlord": True}, "squad", "terminators"]
    explanation = explained({**PATROL, "units": units})
    assert outlook(explanation, 1).can_take == (
        "It can still take a leader: Captain, for one.",
        "It can still take a support unit: a new Judge, for one.",
    )


def test_who_rides_in_it():
    units = [{"unit": "captain", "warlord": True}, "squad", "carrier"]
    explanation = explained({**PATROL, "units": units, "plan": {"embarked": {"u3": ["u1", "u2"]}}})
    assert outlook(explanation, 2).depends == ("Captain and Squad start in it.",)
    assert outlook(explanation, 1).depends == ("It starts in Carrier.",)


def test_what_its_removal_would_mend():
    explanation = explained({**PATROL, "points_limit": 640})
    assert {unit.name: unit.mends for unit in explanation.units if unit.mends} == {
        "Captain": ("The army is within its points limit",),
        "Squad": ("The army is within its points limit",),
        "Walker, 1st of 3": ("The army is within its points limit",),
        "Walker, 2nd of 3": ("The army is within its points limit",),
        "Walker, 3rd of 3": ("The army is within its points limit",),
        "Terminators": ("The army is within its points limit",),
    }


def test_units_that_are_alike_are_told_alike():
    explanation = explained({**PATROL, "units": [*UNITS, "squad", "squad"]})
    assert outlook(explanation, 7).can_take == outlook(explanation, 8).can_take != ()
