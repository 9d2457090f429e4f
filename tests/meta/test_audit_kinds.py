"""The register of audit kinds is well formed, proven by specs and documented."""

from __future__ import annotations

from io import StringIO
from string import Formatter

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from datasheets.audit.registry import AREAS, SLUG, AuditKind, Severity, all_kinds, audit_kind
from datasheets.catalogue.entries import COLLECTIONS
from tests.datasheets.audit.specs import all_specs, folders

KINDS = all_kinds()


def each_kind() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)


def test_ids_are_unique_and_well_formed() -> None:
    ids = [kind.id for kind in KINDS]
    assert len(ids) == len(set(ids))
    assert len(ids) >= 30
    malformed = [
        kind.id
        for kind in KINDS
        if kind.area not in AREAS or not SLUG.fullmatch(kind.id.removeprefix(f"{kind.area}/")) or not kind.collections
    ]
    assert malformed == []


@each_kind()
def test_kind_has_a_spec_with_the_fault_and_one_without(kind: AuditKind) -> None:
    has_fault = {bool(spec.faults) for spec in all_specs() if spec.kind == kind.id}
    assert has_fault == {True, False}


@each_kind()
def test_the_message_is_spelled_out_with_all_it_names(kind: AuditKind) -> None:
    told = [fault for spec in all_specs() if spec.kind == kind.id for fault in spec.faults]
    assert all("says" in fault and "params" in fault for fault in told)
    used = {name for fault in told for name in fault["params"]}
    assert _fields(kind.message) | _fields(kind.hint) <= used


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_every_message_and_hint_ends_as_a_sentence() -> None:
    unfinished = [kind.id for kind in KINDS if not kind.message.endswith(".") or not kind.hint.endswith(".")]
    assert unfinished == []


def test_every_title_says_something_else() -> None:
    titles = [kind.title for kind in KINDS]
    assert sorted({title for title in titles if titles.count(title) > 1}) == []


def test_every_folder_of_specs_belongs_to_a_kind() -> None:
    assert sorted(folders()) == sorted(kind.id for kind in KINDS)


def test_every_spec_of_a_kind_claims_something_else() -> None:
    claims = [(spec.kind, spec.content["claim"]) for spec in all_specs()]
    assert len(claims) == len(set(claims))


def test_every_collection_that_can_go_wrong_is_looked_at() -> None:
    # Nothing but ids is judged of: what older manuals asked, scoring, shapes, and what they stand on.
    looked_at = {collection for kind in KINDS if len(kind.collections) < 6 for collection in kind.collections}
    assert sorted(set(COLLECTIONS) - looked_at) == [
        "benchmark_targets",
        "deployments",
        "hulls",
        "mission_cards",
        "past_prices",
        "terrain_templates",
    ]


def test_the_page_of_kinds_is_up_to_date() -> None:
    out = StringIO()
    call_command("generate_audit_docs", "--check", stdout=out)
    assert out.getvalue().strip() == "docs/catalogue-audit.md is up to date."


def test_an_outdated_page_is_refused_and_left_alone(tmp_path, settings) -> None:
    settings.BASE_DIR = tmp_path
    page = tmp_path / "docs" / "catalogue-audit.md"
    page.parent.mkdir()
    page.write_text("old")

    with pytest.raises(
        CommandError, match=r"docs/catalogue-audit\.md is out of date\. Run manage\.py generate_audit_docs\."
    ):
        call_command("generate_audit_docs", "--check")

    assert page.read_text() == "old"


@pytest.mark.parametrize(
    ("identifier", "collection", "reason"),
    [
        ("weather/rain", "datasheets", "weather is no area of the audit"),
        ("option/Replaces Nothing", "datasheets", "a slug is lower-case words with hyphens"),
        ("option/replaces-nothing", "datasheets", "is registered already"),
        ("option/another", "weathers", "the catalogue has no collection weathers"),
    ],
)
def test_a_kind_with_a_bad_id_is_not_registered(identifier: str, collection: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        audit_kind(
            identifier,
            collection=collection,
            title="A title",
            severity=Severity.ERROR,
            message="It is so.",
            hint="Do that.",
        )
    assert all_kinds() == KINDS


def test_a_kind_that_claims_nothing_is_not_registered() -> None:
    register = audit_kind(
        "option/silent",
        collection="datasheets",
        title="A title",
        severity=Severity.ERROR,
        message="It is so.",
        hint="Do that.",
    )
    with pytest.raises(ValueError, match="option/silent does not say what it claims"):
        register(lambda sheet, lookup: iter(()))
    assert all_kinds() == KINDS
