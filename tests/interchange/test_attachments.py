"""Attached units: groups, roles, missing roles, missing headings, names instead of groups."""

from __future__ import annotations

from datasheets.catalogue import Catalogue
from roster.interchange import read_text
from roster.interchange.result import LineStatus, ReadResult
from tests.interchange.texts import meanings, strike_force, units

WARBOSS = ["Warboss (100 points)", "• Attached as: Leader (Character)", "• 1x Power klaw"]
PAINBOY = ["Painboy (45 points)", "• Attached as: Support (Character)", "• 1x Urty Syringe"]
BOYZ = ["Boyz (85 points)", "• Attached as: Bodyguard", "• 1x Nob", "• 1x Choppa", "• 9x Boy", "• 9x Choppa"]


def without_role(lines: list[str]) -> list[str]:
    return [line for line in lines if "Attached as" not in line]


def joined(result: ReadResult) -> dict[str, tuple[str, str | None]]:
    """Attachments by the joining unit's key."""
    return {unit.key: (unit.attached_to, unit.attached_as) for unit in units(result) if unit.attached_to is not None}


def test_two_groups_do_not_mix(catalogue: Catalogue) -> None:
    text = strike_force(
        "Attached Units",
        "Attached Unit 1",
        *WARBOSS,
        *BOYZ,
        "Attached Unit 2",
        *PAINBOY,
        *BOYZ,
        "CHARACTERS",
        *without_role(WARBOSS),
    )
    result = read_text(text, catalogue)
    assert joined(result) == {"u1": ("u2", "leader"), "u3": ("u4", "support")}
    assert result.questions == ()
    assert meanings(result, LineStatus.UNKNOWN) == {}


def test_a_section_between_ends_the_group(catalogue: Catalogue) -> None:
    text = strike_force("ATTACHED UNITS", "Attached unit 1", *WARBOSS, *BOYZ, "BATTLELINE", *without_role(BOYZ))
    assert joined(read_text(text, catalogue)) == {"u1": ("u2", "leader")}


def test_a_unit_after_the_bodyguard_without_a_role_stands_alone(catalogue: Catalogue) -> None:
    text = strike_force("ATTACHED UNITS", "Attached unit 1", *WARBOSS, *BOYZ, *without_role(PAINBOY))
    assert joined(read_text(text, catalogue)) == {"u1": ("u2", "leader")}


def test_the_bodyguard_may_stand_first(catalogue: Catalogue) -> None:
    text = strike_force("ATTACHED UNITS", "Attached unit 1", *BOYZ, *WARBOSS, *PAINBOY)
    assert joined(read_text(text, catalogue)) == {"u2": ("u1", "leader"), "u3": ("u1", "support")}


def test_a_missing_role_is_that_of_the_pair_in_the_catalogue(catalogue: Catalogue) -> None:
    text = strike_force("Attached Units", "Attached Unit 1", *without_role(PAINBOY), *BOYZ)
    result = read_text(text, catalogue)
    assert joined(result) == {"u1": ("u2", "support")}
    assert result.questions == ()


def test_a_missing_role_that_no_data_gives_is_asked_about(catalogue: Catalogue) -> None:
    text = strike_force("Attached Units", "Attached Unit 1", "Trukk (60 points)", *BOYZ)
    result = read_text(text, catalogue)
    assert joined(result) == {"u1": ("u2", "leader")}
    assert result.questions == ("Trukk stands in an attached unit without a role; it was read as a leader of Boyz.",)


def test_the_last_unit_is_the_bodyguard_where_none_says_so(catalogue: Catalogue) -> None:
    text = strike_force("Attached Units", "Attached Unit 1", *WARBOSS, *without_role(BOYZ))
    assert joined(read_text(text, catalogue)) == {"u1": ("u2", "leader")}


def test_a_group_without_a_bodyguard_attaches_nobody_and_asks(catalogue: Catalogue) -> None:
    result = read_text(strike_force("Attached Units", "Attached Unit 1", *WARBOSS, *PAINBOY), catalogue)
    assert joined(result) == {}
    assert result.questions == ("An attached unit names no bodyguard unit (Warboss, Painboy); nobody was attached.",)
    assert meanings(result, LineStatus.UNKNOWN) == {
        11: "names a role, but no unit stands beside it to be attached to",
        14: "names a role, but no unit stands beside it to be attached to",
    }


def test_a_run_of_roles_without_headings_is_one_attached_unit(catalogue: Catalogue) -> None:
    text = strike_force(*WARBOSS, *PAINBOY, *BOYZ, *WARBOSS, *BOYZ, "CHARACTERS", *without_role(WARBOSS))
    assert joined(read_text(text, catalogue)) == {
        "u1": ("u3", "leader"),
        "u2": ("u3", "support"),
        "u4": ("u5", "leader"),
    }


def test_an_unknown_role_is_not_understood(catalogue: Catalogue) -> None:
    text = strike_force("Attached Units", "Attached Unit 1", "Warboss (100 points)", "• Attached as: Mascot", *BOYZ)
    result = read_text(text, catalogue)
    assert joined(result) == {"u1": ("u2", "leader")}
    assert meanings(result, LineStatus.UNKNOWN) == {
        11: '"Mascot" is no role in an attached unit: leader, support or bodyguard'
    }


def test_same_named_squads_keep_their_own_leaders(catalogue: Catalogue) -> None:
    text = strike_force(
        "ATTACHED UNITS",
        *("Attached unit 1", *WARBOSS, "• Warlord", *BOYZ),
        *("Attached unit 2", *WARBOSS, *BOYZ),
        *("Attached unit 3", *WARBOSS, *BOYZ),
    )
    result = read_text(text, catalogue)
    assert joined(result) == {"u1": ("u2", "leader"), "u3": ("u4", "leader"), "u5": ("u6", "leader")}
    assert [unit.key for unit in units(result) if unit.is_warlord] == ["u1"]
