"""The register of muster checks is well formed, proven by specs and documented."""

from __future__ import annotations

from collections import defaultdict
from io import StringIO
from string import Formatter

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from roster.muster.registry import (
    CORE_RULES,
    FAMILIES_WITHOUT_RULE_NUMBER,
    SLUG,
    Check,
    Found,
    all_checks,
    muster_check,
)
from roster.muster.registry import Message as CheckMessage
from tests.muster.specs import all_specs, folders

CHECKS = all_checks()


def each_check() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)


def test_ids_are_unique_and_well_formed() -> None:
    ids = [check.id for check in CHECKS]
    assert len(ids) == len(set(ids))
    malformed = [
        check.id
        for check in CHECKS
        if check.rule not in CORE_RULES | FAMILIES_WITHOUT_RULE_NUMBER
        or not SLUG.fullmatch(check.slug)
        or check.id != f"{check.rule}/{check.slug}"
    ]
    assert malformed == []


@each_check()
def test_check_has_a_broken_and_a_held_spec(check: Check) -> None:
    outcomes = {spec.outcome for spec in all_specs() if spec.check == check.id}
    assert {"broken", "held"} <= outcomes


@each_check()
def test_every_message_is_used_by_a_spec_that_fills_it(check: Check) -> None:
    used: defaultdict[str, set[str]] = defaultdict(set)
    for spec in all_specs():
        if spec.check == check.id:
            for violation in spec.broken:
                used[violation["message"]] |= set(violation.get("params", {}))
    assert set(used) == set(check.messages)
    for key, message in check.messages.items():
        assert _fields(message.text) | _fields(message.hint) <= used[key], key


@each_check()
def test_every_message_is_spelled_out_by_a_spec(check: Check) -> None:
    spelled = {
        violation["message"]
        for spec in all_specs()
        if spec.check == check.id
        for violation in spec.broken
        if "says" in violation
    }
    assert spelled == set(check.messages)


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_every_message_ends_as_a_sentence_and_gives_a_hint() -> None:
    unfinished = [
        f"{check.id} {key}"
        for check in CHECKS
        for key, message in check.messages.items()
        if not message.text.endswith(".") or not message.hint.endswith(".")
    ]
    assert unfinished == []


def test_every_folder_of_specs_belongs_to_a_check() -> None:
    assert sorted(folders()) == sorted(check.id for check in CHECKS)


def test_every_spec_claims_something_else() -> None:
    claims = [(spec.check, spec.content["claim"]) for spec in all_specs()]
    assert len(claims) == len(set(claims))


def test_the_page_of_checks_is_up_to_date() -> None:
    out = StringIO()
    call_command("generate_muster_docs", "--check", stdout=out)
    assert out.getvalue().strip() == "docs/muster-checks.md is up to date."


def test_an_outdated_page_is_refused_and_left_alone(tmp_path, settings) -> None:
    settings.BASE_DIR = tmp_path
    page = tmp_path / "docs" / "muster-checks.md"
    page.parent.mkdir()
    page.write_text("old")

    with pytest.raises(
        CommandError, match=r"docs/muster-checks\.md is out of date\. Run manage\.py generate_muster_docs\."
    ):
        call_command("generate_muster_docs", "--check")

    assert page.read_text() == "old"


@pytest.mark.parametrize(
    ("rule", "slug", "family", "reason"),
    [
        ("25.99", "points-limit", "Roster", "25.99 is neither a rule of mustering nor a family of checks"),
        ("25.03", "Points Limit", "Roster", "a slug is lower-case words with hyphens"),
        ("25.03", "points-limit", "Roster", "is registered already"),
        ("25.03", "another-limit", "Weather", "Weather is no family of checks"),
    ],
)
def test_a_check_with_a_bad_id_is_not_registered(rule: str, slug: str, family: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        muster_check(rule, slug, family=family, title="A title", messages={"no": CheckMessage("No.", "Do.")})
    assert all_checks() == CHECKS


def test_a_check_that_claims_nothing_is_not_registered() -> None:
    register = muster_check(
        "app", "silent", family="Roster", title="A title", messages={"no": CheckMessage("No.", "Do.")}
    )
    with pytest.raises(ValueError, match="app/silent does not say what it claims"):
        register(lambda army: iter([Found("")]))
    assert all_checks() == CHECKS
