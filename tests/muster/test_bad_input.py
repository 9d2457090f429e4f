"""Rosters that make no sense: every way in answers with verdicts or a clear error, and never falls over."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from api.problems import Kind
from datasheets.catalogue import Catalogue
from roster.checking import CheckResult, check_document
from roster.document import (
    DeploymentPlan,
    Embarkation,
    ItemCount,
    ModelEntry,
    Reference,
    RosterDocument,
    SplitPart,
    UnitChoice,
    UnitEntry,
    UnitSplit,
)
from roster.list_report import report_lines
from roster.muster import Outcome, Severity
from roster.muster.army import MAXIMUM_UNITS
from roster.muster.registry import all_checks
from roster.presentation import result_as_dict
from tests.api.problem import problem_of
from tests.muster.rosters import roster_of
from tests.muster.spec_catalogue import spec_catalogue
from tests.releases import release

__all__ = ["release"]

NOTHING = RosterDocument(faction=None, battle_size=None)
CAPTAIN = {"unit": "captain", "warlord": True}
CHECK = "/api/v1/muster/check"


def document(**values: Any) -> RosterDocument:
    return roster_of(values, spec_catalogue())


def answered(roster: RosterDocument, catalogue: Catalogue | None = None, **more: Any) -> CheckResult:
    """The result, with every way of showing it made: a verdict for each check, as data and as lines."""
    catalogue = catalogue or spec_catalogue()
    result = check_document(roster, catalogue, **more)
    assert result.report is not None
    assert [row.check for row in result.report.verdicts] == [check.id for check in all_checks()]
    json.dumps(result_as_dict(result, catalogue), allow_nan=False)
    assert report_lines(result, catalogue, file="x")
    return result


def broken(result: CheckResult) -> dict[str, list[str]]:
    """Places by the id of the check that is broken and illegal there."""
    assert result.report is not None
    return {
        row.check: [violation.at for violation in row.violations]
        for row in result.report.broken
        if row.severity is Severity.ILLEGAL
    }


# What refers to nothing ---------------------------------------------------------------------------


def test_a_roster_of_nothing_is_illegal_for_what_it_lacks() -> None:
    assert set(broken(answered(NOTHING))) == {
        "25.02/army-faction",
        "25.03/battle-size",
        "25.04/army-has-units",
        "25.04/detachment-chosen",
        "25.04/warlord-named",
    }


def test_ids_that_are_in_no_release_are_not_recognised_and_leave_no_word_of_legal() -> None:
    ghost = Reference("ghost:ghost", "Ghost")
    roster = RosterDocument(
        faction=ghost,
        battle_size=ghost,
        detachments=(ghost,),
        dispositions=(ghost,),
        units=(
            UnitEntry(
                "u1",
                ghost,
                (ModelEntry("Ghost", 3, (ItemCount(ghost, 3),)),),
                enhancements=(ghost,),
                choices=(UnitChoice(ghost, "Boo"),),
            ),
        ),
    )
    result = answered(roster)
    assert result.is_legal is not True
    assert result.computed_points == 0
    assert result.report is not None
    assert not result.report.points.is_complete


def test_the_units_of_another_faction_are_illegal_each() -> None:
    result = answered(document(faction="sample-horde", detachments=[], units=["captain", "walker"]))
    assert broken(result)["25.04/unit-faction"] == ["/units/0", "/units/1"]


def test_a_detachment_and_an_enhancement_of_another_faction_are_illegal() -> None:
    result = answered(document(faction="sample-court", units=[{"unit": "captain", "enhancements": ["blade"]}]))
    assert broken(result)["25.04/detachment-available"] == ["/detachments/0"]


def test_a_release_there_is_not_is_told_and_the_newest_judges() -> None:
    result = answered(replace(document(units=[CAPTAIN]), release="1999.01.1"))
    assert result.report is not None
    (verdict,) = [row for row in result.report.verdicts if row.check == "data/release"]
    assert verdict.outcome is Outcome.BROKEN
    assert result.report.release.label == "sample-1"


# Attachments ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "targets",
    [("u1",), ("u2", "u1"), ("u2", "u3", "u1"), ("nobody", "u1"), ("u2", "u2", "u2")],
    ids=["itself", "each-other", "round", "nobody", "all-to-one"],
)
@pytest.mark.parametrize("way", ["leader", "support", "joiner", None, "passenger"])
def test_attachments_that_lead_nowhere_get_verdicts(targets: tuple[str, ...], way: str | None) -> None:
    roster = document(units=["captain"] * len(targets))
    units = tuple(
        replace(unit, attached_to=target, attached_as=way) for unit, target in zip(roster.units, targets, strict=True)
    )
    result = answered(replace(roster, units=units))
    assert result.is_legal is False
    assert any(at.startswith("/units/") for places in broken(result).values() for at in places)


def test_a_chain_through_every_unit_that_is_checked_ends() -> None:
    roster = document(units=[{"unit": "captain", "times": MAXIMUM_UNITS}])
    units = tuple(
        replace(unit, attached_to=f"u{(place + 1) % MAXIMUM_UNITS + 1}", attached_as="leader")
        for place, unit in enumerate(roster.units)
    )
    assert answered(replace(roster, units=units)).is_legal is False


def test_two_units_of_one_key_are_told_apart_by_place() -> None:
    roster = document(units=["captain", {"unit": "squad", "key": "u1"}])
    assert broken(answered(roster))["app/unit-keys"] == ["/units/1"]


# Numbers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, -1, -1_000_000, 1_000_000, 10**30])
def test_a_count_that_no_unit_has_is_illegal(count: int) -> None:
    roster = document(units=[{"unit": "squad", "models": {"Trooper": count, "Sergeant": 1}}])
    found = broken(answered(roster))
    assert found.keys() & {"datasheet/unit-size", "datasheet/composition", "mfm/size-priced"}


@pytest.mark.parametrize(
    ("count", "check"),
    [
        (0, "datasheet/wargear-written"),
        (-3, "datasheet/wargear-written"),
        (10**6, "datasheet/wargear-loadout"),
        (10**30, "datasheet/wargear-loadout"),
    ],
)
def test_a_count_of_items_that_nobody_carries_is_told(count: int, check: str) -> None:
    gunners = {"Corporal": {"count": 1, "items": {"pistol": 1, "rifle": 1}}}
    gunners["Gunner"] = {"count": 4, "items": {"pistol": 4, "rifle": count}}
    result = answered(document(units=[{"unit": "gunners", "models": gunners}]))
    assert result.report is not None
    found = {row.check: [violation.at for violation in row.violations] for row in result.report.broken}
    assert found[check] == ["/units/0"]


@pytest.mark.parametrize("limit", [0, -1, -(10**30), 10**30])
def test_a_points_limit_that_is_none_is_told(limit: int) -> None:
    result = answered(document(units=[CAPTAIN], points_limit=limit))
    expected = ["/points_limit"] if limit <= 0 else []
    assert broken(result).get("25.03/battle-size", []) == expected


def test_more_units_than_are_checked_are_refused_as_one_verdict() -> None:
    result = answered(document(units=[{"unit": "captain", "times": MAXIMUM_UNITS + 1}]))
    assert result.report is not None
    assert broken(result) == {"app/roster-size": ["/units"]}
    assert {row.outcome for row in result.report.verdicts} == {Outcome.BROKEN, Outcome.NOT_CHECKED}


# Plans ---------------------------------------------------------------------------------------------


def test_a_plan_of_units_there_are_not_gets_verdicts() -> None:
    plan = DeploymentPlan(
        embarked=(Embarkation("nobody", ("u1", "ghost", "u1")), Embarkation("u1", ("u1",))),
        reserves=("ghost", "u1", "u1"),
        splits=(UnitSplit("ghost", (SplitPart("a", -1), SplitPart("a", 10**9))), UnitSplit("u1", ())),
    )
    assert answered(replace(document(units=["carrier"]), plan=plan)).report is not None


# The API and the command ----------------------------------------------------------------------------

_ORK = {"key": "u1", "datasheet": {"id": "orks:warboss"}, "models": [{"kind": "Warboss", "count": 1}]}
_ROSTER = {
    "schema": "quartermaster.roster/1",
    "faction": {"id": "orks"},
    "battle_size": {"id": "incursion"},
    "units": [_ORK],
}


@pytest.mark.django_db
@pytest.mark.usefixtures("release")
@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"models": [{"kind": "Warboss", "count": 0}]}, "/roster/units/0/models/0/count"),
        ({"models": [{"kind": "Warboss", "count": -1}]}, "/roster/units/0/models/0/count"),
        ({"models": [{"kind": "Warboss", "count": "one"}]}, "/roster/units/0/models/0/count"),
        ({"models": [{"kind": "Warboss", "count": 1.5}]}, "/roster/units/0/models/0/count"),
        ({"models": [{"kind": "Warboss", "count": True}]}, "/roster/units/0/models/0/count"),
        ({"models": [{"kind": "Warboss", "count": 10**10}]}, "/roster/units/0/models/0/count"),
        ({"models": [{"kind": 7, "count": 1}]}, "/roster/units/0/models/0/kind"),
        ({"stated_points": "many"}, "/roster/units/0/stated_points"),
        ({"stated_points": -1}, "/roster/units/0/stated_points"),
        ({"attached_to": "u1"}, "/roster/units/0/attached_to"),
        ({"attached_to": "nobody"}, "/roster/units/0/attached_to"),
        ({"attached_as": "friend"}, "/roster/units/0/attached_as"),
        ({"datasheet": "orks:warboss"}, "/roster/units/0/datasheet"),
        ({"key": ""}, "/roster/units/0/key"),
        ({"items": [{"item": {"id": "orks:power-klaw"}, "count": "2"}]}, "/roster/units/0/items/0/count"),
    ],
)
def test_the_api_names_the_place_of_what_is_no_roster(changes: dict[str, object], pointer: str) -> None:
    body = {"roster": {**_ROSTER, "units": [{**_ORK, **changes}]}}
    response = APIClient().post(CHECK, json.dumps(body), content_type="application/json")
    problem = problem_of(response, Kind.INVALID)
    assert [fault["pointer"] for fault in problem["errors"]] == [pointer]


@pytest.mark.django_db
@pytest.mark.usefixtures("release")
@pytest.mark.parametrize(
    "changes",
    [
        {"datasheet": {"id": "orks:ghost", "name": "Ghost"}},
        {"datasheet": {"id": None, "name": "a\0b"}},
        {"datasheet": {"id": "necrons:overlord"}},
        {"models": [{"kind": "Warboss", "count": 1_000_000}]},
        {"models": [{"kind": "Ghost", "count": 1_000_000_000}]},
    ],
)
def test_the_api_has_verdicts_for_what_is_a_roster_and_no_army(changes: dict[str, object]) -> None:
    body = {"roster": {**_ROSTER, "units": [{**_ORK, **changes}], "release": "1999.01.1"}}
    response = APIClient().post(CHECK, json.dumps(body), content_type="application/json")
    assert response.status_code == 200
    assert len(response.json()["verdicts"]) == len(all_checks())
    assert response.json()["is_legal"] is not True


@pytest.mark.django_db
@pytest.mark.usefixtures("release")
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0",
        b"\xff" * 100,
        b"Orks\nOrks\nOrks\n" * 1000,
        b"A (-5 points)\n\nOrks\nIncursion (-1 points)\nWar Horde\n\nCHARACTERS\n\n-3x Warboss (-100 points)\n",
        b"A (99999999999999999999999 points)\n\nOrks\nIncursion (1000 points)\n\nCHARACTERS\n\nWarboss (0 points)\n"
        b"  \xe2\x80\xa2 999999999999999999999x Kustom shoota\n",
    ],
    ids=["empty", "nul", "bytes", "names", "negative", "huge"],
)
def test_the_command_ends_with_a_code_for_every_file(
    content: bytes, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "list.txt"
    file.write_bytes(content)
    with pytest.raises(SystemExit) as ended:
        call_command("check_list", str(file))
    assert ended.value.code in (1, 2)
    said = capsys.readouterr()
    assert (said.out + said.err).startswith(str(file))
