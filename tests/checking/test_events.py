"""A list judged for an event: by its restrictions, with the checks its organiser lowered, and saying so everywhere."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings

from datasheets.catalogue import Catalogue
from roster.checking import CheckResult, check_document, check_text
from roster.list_report import report_lines
from roster.muster import EventProfile, LoweredCheck, Outcome, Severity, Stage, check_roster
from roster.muster.profiles import ProfileFault, profile_faults
from roster.muster.registry import all_checks, may_be_lowered
from roster.presentation import result_as_dict
from tests.muster.rosters import roster_of
from tests.muster.spec_catalogue import spec_catalogue
from tests.muster.specs import profile_of

LEGAL: dict[str, Any] = {
    "dispositions": ["take-and-hold"],
    "units": [{"unit": "captain", "warlord": True}, {"unit": "squad", "times": 1}],
}
FOUR_WALKERS = {**LEGAL, "units": [*LEGAL["units"], {"unit": "walker", "times": 4}]}
UNIT_LIMIT = "25.03/unit-limit"
HOUSE_RULE = LoweredCheck(UNIT_LIMIT, Severity.WARNING, "House rule of the club.")


def event(**values: object) -> EventProfile:
    return EventProfile("autumn-open", "Autumn Open", **values)  # type: ignore[arg-type]


def judged(
    roster: dict[str, object], profile: EventProfile | None, catalogue: Catalogue, **more: Stage | None
) -> CheckResult:
    return check_document(roster_of(roster, catalogue), catalogue, event=profile, **more)


def illegal(result: CheckResult) -> list[str]:
    assert result.report is not None
    return [row.check for row in result.report.broken if row.severity is Severity.ILLEGAL]


def test_a_roster_for_an_event_is_taken_as_one_unless_a_stage_is_named() -> None:
    catalogue = spec_catalogue()
    stages = {
        (profile is not None, stage): judged(LEGAL, profile, catalogue, stage=stage).report.stage  # type: ignore[union-attr]
        for profile in (None, event())
        for stage in (None, Stage.DRAFT)
    }
    assert stages == {
        (False, None): Stage.FINAL,
        (False, Stage.DRAFT): Stage.DRAFT,
        (True, None): Stage.EVENT,
        (True, Stage.DRAFT): Stage.DRAFT,
    }


def test_a_text_is_judged_for_the_event_too(catalogue: Catalogue) -> None:
    text = "Patrol (100 points)\n\nOrks\nIncursion (1000 points)\nWar Horde (3 Detachment Points)\n\n"
    text += "CHARACTERS\n\nWarboss (100 points)\n  • Warlord\n  • 1x Kustom shoota\n    1x Power klaw\n"
    result = check_text(text, catalogue, event=event(minimum_points=900, factions=("orks",)))
    assert {"25.04/disposition-chosen", "event/minimum-points", "event/disposition-written"} == set(illegal(result))
    assert result.is_legal is False
    assert check_text(text, catalogue).is_legal is True


def test_a_lowered_check_weighs_less_and_the_roster_is_legal_there() -> None:
    catalogue = spec_catalogue()
    assert illegal(judged(FOUR_WALKERS, event(), catalogue)) == [UNIT_LIMIT]
    result = judged(FOUR_WALKERS, event(lowered=(HOUSE_RULE,)), catalogue)
    assert result.report is not None
    verdict = next(row for row in result.report.verdicts if row.check == UNIT_LIMIT)
    assert (illegal(result), result.is_legal) == ([], True)
    assert (verdict.outcome, verdict.severity, verdict.lowered_from) == (
        Outcome.BROKEN,
        Severity.WARNING,
        Severity.ILLEGAL,
    )


def test_nothing_is_made_to_weigh_more_and_nothing_that_guards_the_reading_less() -> None:
    catalogue = spec_catalogue()
    lowered = tuple(LoweredCheck(check.id, Severity.ILLEGAL) for check in all_checks())
    raised = judged(LEGAL, event(lowered=lowered), catalogue).report
    assert raised is not None
    assert {row.lowered_from for row in raised.verdicts} == {None}
    advised = tuple(LoweredCheck(check.id, Severity.ADVICE) for check in all_checks())
    report = judged(LEGAL, event(lowered=advised), catalogue).report
    assert report is not None
    weights = {check.id: check.severity.event for check in all_checks()}
    kept = {row.check for row in report.verdicts if row.severity is weights[row.check]}
    assert kept == {
        check.id for check in all_checks() if check.severity.event is Severity.ADVICE or not may_be_lowered(check)
    }
    assert {check.id for check in all_checks() if not may_be_lowered(check)} >= {"app/roster-size", "data/recognised"}


def test_a_check_that_could_not_be_made_stays_open_however_it_is_lowered() -> None:
    catalogue = spec_catalogue()
    roster = {**LEGAL, "units": [*LEGAL["units"], "prototype"]}
    lowered = tuple(LoweredCheck(check.id, Severity.ADVICE) for check in all_checks() if may_be_lowered(check))
    assert judged(roster, event(lowered=lowered), catalogue).is_legal is None


def test_the_report_as_data_says_what_was_lowered_and_by_whom() -> None:
    catalogue = spec_catalogue()
    values = result_as_dict(judged(FOUR_WALKERS, event(lowered=(HOUSE_RULE,)), catalogue), catalogue)
    lowered = {
        "from": "illegal",
        "reason": "House rule of the club.",
        "text": "Lowered by Autumn Open from illegal to a warning: House rule of the club.",
    }
    assert values["event"] == {
        "id": "autumn-open",
        "name": "Autumn Open",
        "lowered": [
            {
                "check": UNIT_LIMIT,
                "title": next(check.title for check in all_checks() if check.id == UNIT_LIMIT),
                "severity": "warning",
                **lowered,
            }
        ],
    }
    told = {row["check"]: row["lowered"] for row in values["verdicts"] if row["lowered"]}
    assert told == {UNIT_LIMIT: lowered}
    assert result_as_dict(judged(LEGAL, None, catalogue), catalogue)["event"] is None


def test_the_report_in_lines_says_it_too() -> None:
    catalogue = spec_catalogue()
    lines = report_lines(judged(FOUR_WALKERS, event(lowered=(HOUSE_RULE,)), catalogue), catalogue, file="x.txt")
    assert "  Judged for Autumn Open as a roster handed in there." in lines
    assert "  Lowered by Autumn Open: 25.03/unit-limit." in lines
    place = next(place for place, line in enumerate(lines) if line.startswith("  Warning 25.03/unit-limit: "))
    assert lines[place + 1] == "    Lowered by Autumn Open from illegal to a warning: House rule of the club."


def test_every_violation_of_the_family_names_the_event() -> None:
    catalogue = spec_catalogue()
    profile = profile_of(
        {
            "battle_size": "strike-force",
            "points_limit": 1,
            "factions": ["sample-court"],
            "detachments": ["sample-legion:watch"],
            "barred_detachments": ["sample-legion:spear"],
            "barred_datasheets": ["sample-legion:captain", "gone:gone"],
            "dispositions": ["disruption"],
            "requires_plan": True,
            "lowered": {"app/roster-size": "advice"},
        }
    )
    roster = {"size": "incursion", "units": ["captain", "relic"]}
    report = check_roster(roster_of(roster, catalogue), catalogue, event=profile)
    found = [(row.check, violation) for row in report.broken for violation in row.violations]
    of_the_event = [violation for check, violation in found if check.startswith("event/")]
    assert len(of_the_event) == 12
    assert {violation.params.get("event") for violation in of_the_event} == {"Autumn Open"}


@pytest.mark.parametrize(
    ("written", "faults"),
    [
        ({}, []),
        (
            {"factions": ["sample-legion", "x"]},
            [("/factions/1", 'There is no faction "x" in release sample-1.')],
        ),
        ({"battle_size": "duel"}, [("/battle_size", 'There is no battle size "duel" in release sample-1.')]),
        (
            {"barred_datasheets": ["y" * 100]},
            [("/barred_datasheets/0", f'There is no datasheet "{"y" * 59}…" in release sample-1.')],
        ),
        (
            {"dispositions": ["disruption", "disruption"]},
            [("/dispositions/1", '"disruption" stands here twice. Leave one out.')],
        ),
        (
            {"minimum_points": 11, "points_limit": 10},
            [("/minimum_points", "A minimum of 11 points is above the limit of 10: no roster could hold.")],
        ),
        (
            {"detachments": ["sample-legion:line"], "barred_detachments": ["sample-legion:line"]},
            [
                (
                    "/barred_detachments/0",
                    '"sample-legion:line" is among those allowed, too. Leave it out of one.',
                )
            ],
        ),
        ({"lowered": {"9.9/nothing": "advice"}}, [("/lowered/0/check", 'There is no check "9.9/nothing".')]),
        (
            {"lowered": {"data/recognised": "warning"}},
            [
                (
                    "/lowered/0/check",
                    "data/recognised cannot be lowered: it says whether the roster was read whole, and without it no "
                    "other verdict could be trusted.",
                )
            ],
        ),
        (
            {"lowered": {UNIT_LIMIT: "illegal"}},
            [
                (
                    "/lowered/0/severity",
                    "25.03/unit-limit is illegal at events: it can be lowered to a warning or to advice, not kept or "
                    "raised.",
                )
            ],
        ),
        (
            {"lowered": {"18.01/passengers-for-transports": "warning"}},
            [
                (
                    "/lowered/0/severity",
                    "18.01/passengers-for-transports is a warning at events: it can be lowered to advice, not kept or "
                    "raised.",
                )
            ],
        ),
        (
            {"lowered": {"datasheet/wargear-written": "advice"}},
            [
                (
                    "/lowered/0/severity",
                    "datasheet/wargear-written is advice at events, and nothing weighs less. Leave it out.",
                )
            ],
        ),
    ],
)
def test_what_an_organiser_may_not_write_is_refused_with_its_place(
    written: dict[str, object], faults: list[tuple[str, str]]
) -> None:
    assert profile_faults(profile_of(written), spec_catalogue()) == tuple(ProfileFault(*row) for row in faults)


def test_a_check_is_lowered_once() -> None:
    profile = event(lowered=(HOUSE_RULE, LoweredCheck(UNIT_LIMIT, Severity.ADVICE)))
    assert profile_faults(profile, spec_catalogue()) == (
        ProfileFault("/lowered/0/check", '"25.03/unit-limit" is lowered 2 times.'),
        ProfileFault("/lowered/1/check", '"25.03/unit-limit" is lowered 2 times.'),
    )


def test_an_id_without_its_faction_is_answered_with_the_ids_it_may_have_meant(catalogue: Catalogue) -> None:
    profile = EventProfile(id="autumn-open", name="Autumn Open", barred_datasheets=("deathmarks",))
    assert [fault.message for fault in profile_faults(profile, catalogue)] == [
        f'There is no datasheet "deathmarks" in release {catalogue.stamp.label}. Meant: necrons:deathmarks?'
    ]


def test_what_reads_alike_is_one_line_with_its_count(catalogue: Catalogue) -> None:
    profile = EventProfile(id="autumn-open", name="Autumn Open", barred_datasheets=("necrons:deathmarks",))
    text = (settings.BASE_DIR / "fixtures" / "demo" / "an-illegal-roster.txt").read_text(encoding="utf-8")
    lines = report_lines(check_text(text, catalogue, event=profile), catalogue, file="list.txt")
    assert [line for line in lines if "event/datasheets-barred" in line] == [
        "  Illegal event/datasheets-barred: Autumn Open bars Deathmarks. Replace it. (3 times)"
    ]
