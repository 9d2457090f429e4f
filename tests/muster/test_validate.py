"""The report over all checks: one verdict each, one word on legality, within bounds whatever comes in."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roster.document import (
    DeploymentPlan,
    Embarkation,
    ItemCount,
    ModelEntry,
    Reference,
    RosterDocument,
    SplitPart,
    UnitEntry,
    UnitSplit,
)
from roster.muster import Outcome, Report, Severity, Stage, check_roster
from roster.muster.army import assemble
from roster.muster.coverage import NOT_COVERED
from roster.muster.registry import all_checks
from roster.wording import violation_text
from tests.muster.rosters import roster_of
from tests.muster.spec_catalogue import DETACHMENTS, ENHANCEMENTS, FACTIONS, spec_catalogue
from tests.muster.spec_datasheets import DATASHEETS

LEGAL: dict[str, Any] = {
    "detachments": ["spear", "line"],
    "dispositions": ["take-and-hold"],
    "units": [
        {"unit": "captain", "warlord": True, "attached_to": "u3", "as": "leader", "enhancements": ["blade"]},
        {"unit": "lieutenant", "attached_to": "u3", "as": "support"},
        "squad",
        "veterans",
        "carrier",
        {"unit": "walker", "times": 3},
    ],
}


def check(roster: dict[str, Any], stage: Stage = Stage.FINAL) -> Report:
    catalogue = spec_catalogue()
    return check_roster(roster_of(roster, catalogue), catalogue, stage=stage)


def broken(report: Report) -> list[str]:
    """Ids of the broken checks but for advice."""
    return [verdict.check for verdict in report.broken if verdict.severity is not Severity.ADVICE]


def test_a_legal_roster_is_legal_and_explained() -> None:
    report = check(LEGAL)
    assert report.is_legal is True
    assert [verdict.check for verdict in report.broken] == ["app/points-left", "mfm/copy-surcharge"]
    assert {verdict.severity for verdict in report.broken} == {Severity.ADVICE}
    assert [verdict.check for verdict in report.verdicts] == [check.id for check in all_checks()]
    others = [verdict for verdict in report.verdicts if verdict not in report.broken]
    assert [verdict.check for verdict in others if not verdict.reason] == []
    assert {verdict.outcome for verdict in others} == {Outcome.HELD, Outcome.NOT_APPLICABLE}
    assert (report.release, report.not_covered) == (spec_catalogue().stamp, NOT_COVERED)


def test_one_illegal_violation_makes_it_illegal() -> None:
    report = check({**LEGAL, "detachments": ["spear", "line", "hunt"]})
    assert (report.is_legal, broken(report)) == (False, ["25.03/detachment-points"])


def test_a_warning_does_not() -> None:
    report = check({**LEGAL, "dispositions": []})
    assert (report.is_legal, broken(report)) == (True, ["25.04/disposition-chosen"])


def test_the_same_warning_is_illegal_at_an_event() -> None:
    assert check({**LEGAL, "dispositions": []}, Stage.EVENT).is_legal is False


def test_a_draft_may_be_unfinished() -> None:
    unfinished: dict[str, Any] = {"detachments": [], "units": []}
    lacking = ["25.04/army-has-units", "25.04/detachment-chosen", "25.04/warlord-named"]
    draft, final = check(unfinished, Stage.DRAFT), check(unfinished)
    assert (draft.is_legal, [verdict.check for verdict in draft.broken]) == (True, lacking)
    assert (final.is_legal, [verdict.check for verdict in final.broken]) == (False, lacking)


def test_nothing_broken_and_something_not_known_is_neither() -> None:
    report = check({**LEGAL, "units": [*LEGAL["units"], "?Sample Wakler"]})
    assert report.is_legal is None
    held = {verdict.check for verdict in report.verdicts if verdict.outcome is Outcome.HELD}
    assert "25.03/points-limit" not in held
    assert "25.04/unit-faction" not in held
    assert "25.03/detachment-points" in held


def test_something_broken_counts_though_something_else_is_not_known() -> None:
    report = check({**LEGAL, "units": [*LEGAL["units"], "?Sample Wakler", "walker"]})
    assert report.is_legal is False


def test_the_wargear_of_a_stub_leaves_it_unknown_and_nothing_else_does() -> None:
    report = check({**LEGAL, "units": [*LEGAL["units"], "relic"]})
    open_checks = [verdict.check for verdict in report.verdicts if verdict.outcome is Outcome.NOT_CHECKED]
    assert (report.is_legal, broken(report)) == (None, ["event/legends"])
    assert open_checks == ["datasheet/wargear-loadout"]


def test_a_unit_without_a_price_does() -> None:
    report = check({**LEGAL, "units": [*LEGAL["units"], "prototype"]})
    assert report.is_legal is None


def test_ten_thousand_units_are_refused_at_once() -> None:
    report = check({"units": [{"unit": "walker", "times": 10_000}]})
    [size] = report.broken
    assert [violation_text(size, violation) for violation in size.violations] == [
        "The roster has 10000 units; rosters of up to 200 are checked. "
        "Split it, or remove 9800 units: every battle size is full long before."
    ]
    assert report.is_legal is False
    others = [verdict for verdict in report.verdicts if verdict is not size]
    assert {(verdict.outcome, verdict.reason) for verdict in others} == {
        (Outcome.NOT_CHECKED, "The roster is too large to be checked.")
    }
    assert (report.points.total, report.points.is_complete, report.points.units) == (0, False, ())


def test_two_hundred_units_of_one_key_that_all_lead_each_other_are_checked() -> None:
    catalogue = spec_catalogue()
    unit = UnitEntry("u", Reference("sample-legion:lieutenant"), attached_to="u", attached_as="support")
    document = RosterDocument(Reference("sample-legion"), Reference("strike-force"), units=(unit,) * 200)
    report = check_roster(document, catalogue)
    assert {"app/unit-keys", "19.01/no-chain"} <= {verdict.check for verdict in report.broken}


# Whatever is written down is answered -----------------------------------------------------------------

KEYS = st.sampled_from(["u1", "u2", "u3", "u4", "", "nobody", "p"])
NAMES = st.sampled_from(["", "Sample Wakler", "<b>Walker</b>", "'; DROP TABLE units; --", "{count}", "戦"])


def references(ids: list[str]) -> st.SearchStrategy[Reference]:
    return st.builds(Reference, st.sampled_from([*ids, "nothing:such", None]), NAMES)


ITEMS = st.lists(
    st.builds(ItemCount, references(["wargear:sample-cannon", "wargear:sample-gun"]), st.integers(-5, 10**9)),
    max_size=2,
)
MODELS = st.lists(
    st.builds(
        ModelEntry,
        st.sampled_from(["Trooper", "Sergeant", "Hunter", "Guard", ""]),
        st.integers(-5, 10**9),
        ITEMS.map(tuple),
    ),
    max_size=3,
)
UNITS = st.builds(
    UnitEntry,
    key=KEYS,
    datasheet=references([sheet.id for sheet in DATASHEETS]),
    models=MODELS.map(tuple),
    items=ITEMS.map(tuple),
    enhancements=st.lists(references([one.id for one in ENHANCEMENTS]), max_size=2).map(tuple),
    bearer=st.sampled_from([None, "Guard", "Nobody"]),
    is_warlord=st.booleans(),
    warlord_model=st.sampled_from([None, "Guard", "Commander"]),
    attached_to=st.none() | KEYS,
    attached_as=st.sampled_from([None, "leader", "support", "joiner", "mascot"]),
)
PARTS = st.lists(st.builds(SplitPart, KEYS, st.integers(-1, 12)), max_size=3).map(tuple)
PLANS = st.builds(
    DeploymentPlan,
    st.lists(st.builds(Embarkation, KEYS, st.lists(KEYS, max_size=3).map(tuple)), max_size=3).map(tuple),
    st.lists(KEYS, max_size=3).map(tuple),
    st.lists(st.builds(UnitSplit, KEYS, PARTS), max_size=2).map(tuple),
)
ROSTERS = st.builds(
    RosterDocument,
    faction=st.none() | references([faction.id for faction in FACTIONS]),
    battle_size=st.none() | references(["incursion", "strike-force", "onslaught"]),
    detachments=st.lists(references([one.id for one in DETACHMENTS]), max_size=4).map(tuple),
    dispositions=st.lists(references(["take-and-hold", "disruption"]), max_size=3).map(tuple),
    units=st.lists(UNITS, max_size=8).map(tuple),
    plan=st.none() | PLANS,
    points_limit=st.none() | st.integers(-(10**12), 10**12),
    release=st.sampled_from([None, "sample-1", "other"]),
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ROSTERS, st.sampled_from(Stage))
def test_every_roster_gets_a_verdict_of_every_check_in_words(document: RosterDocument, stage: Stage) -> None:
    report = check_roster(document, spec_catalogue(), stage=stage)

    assert [verdict.check for verdict in report.verdicts] == [check.id for check in all_checks()]
    for verdict in report.verdicts:
        assert (verdict.outcome is Outcome.BROKEN) == bool(verdict.violations)
        assert verdict.outcome is Outcome.BROKEN or verdict.reason
        for violation in verdict.violations:
            assert violation_text(verdict, violation).endswith(".")
            assert all(isinstance(value, str | int | tuple) for value in violation.params.values())
    assert report == check_roster(document, spec_catalogue(), stage=stage)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ROSTERS)
def test_a_price_is_the_sum_of_its_parts_or_unknown(document: RosterDocument) -> None:
    army = assemble(document, spec_catalogue())
    for price in army.points.units:
        whole = sum(part.points for part in price.parts)
        assert price.points == (None if price.missing else whole)
    assert army.points.total == sum(part.points for price in army.points.units for part in price.parts)
