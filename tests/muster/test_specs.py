"""Every check does what its specs say: exactly these violations, in these words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from roster.muster import Stage, Usage, Verdict, Violation, check_roster
from roster.wording import violation_text
from tests.muster.rosters import roster_of
from tests.muster.spec_catalogue import spec_catalogue
from tests.muster.specs import Spec, all_specs


def _plain(value: object) -> object:
    """As YAML would write it."""
    return list(value) if isinstance(value, tuple) else value


def _as_data(violation: Violation) -> dict[str, Any]:
    params = {name: _plain(value) for name, value in violation.params.items()}
    return {"message": violation.message, "at": violation.at, "params": params}


def _usage(usage: Usage) -> dict[str, Any]:
    return {"of": usage.of, "used": usage.used, "limit": usage.limit, "at": list(usage.at)}


def _expected(written: Mapping[str, Any]) -> dict[str, Any]:
    return {"message": written["message"], "at": written["at"], "params": written.get("params", {})}


def _sorted(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: (row["at"], row["message"]))


@pytest.mark.parametrize("spec", all_specs(), ids=lambda spec: f"{spec.check}/{spec.name}")
def test_check_finds_exactly_what_the_spec_says(spec: Spec, request: pytest.FixtureRequest) -> None:
    is_real = spec.content.get("catalogue") == "real"
    catalogue = request.getfixturevalue("catalogue") if is_real else spec_catalogue()
    stage = Stage(spec.content["stage"]) if "stage" in spec.content else None

    document, event = roster_of(spec.content["roster"], catalogue), spec.event
    report = check_roster(document, catalogue, stage=stage, event=event)

    verdict = next(verdict for verdict in report.verdicts if verdict.check == spec.check)
    found = _sorted([_as_data(violation) for violation in verdict.violations])
    assert found == _sorted([_expected(written) for written in spec.broken])
    assert verdict.outcome == spec.outcome, verdict.reason
    for name in ("reason", "used", "limit", "severity"):
        if name in spec.content:
            assert getattr(verdict, name) == spec.content[name]
    if "usages" in spec.content:
        assert [_usage(usage) for usage in verdict.usages] == spec.content["usages"]
    if "is_legal" in spec.content:
        assert report.is_legal is spec.content["is_legal"]
    _assert_words_and_causes(spec, verdict)


def _assert_words_and_causes(spec: Spec, verdict: Verdict) -> None:
    by_place = {(violation.at, violation.message): violation for violation in verdict.violations}
    for written in spec.broken:
        violation = by_place[written["at"], written["message"]]
        if "says" in written:
            assert violation_text(verdict, violation) == written["says"]
        if "causes" in written:
            assert list(violation.causes) == written["causes"]
