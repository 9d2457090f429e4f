"""``manage.py audit_catalogue``: what it audits, what it says, and with which exit code it ends."""

from __future__ import annotations

import json
from dataclasses import dataclass
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError

from datasheets.catalogue import CatalogueData
from datasheets.management.commands import audit_catalogue
from datasheets.sources import SourceFault
from tests.datasheets.audit.specs import changed, small_catalogue

FAULTY = {"set": {"prices/sample-legion:squad|sample-legion": {"/tiers/1/first": 4}}}
WARNED = {"set": {"allied_rules/court-pact": {"/is_confirmed": False}}}


@dataclass(frozen=True)
class Build:
    """As much of a build as the command reads."""

    data: CatalogueData


def run(*options: str) -> tuple[str, int]:
    """What the command says, and its exit code."""
    out = StringIO()
    try:
        call_command("audit_catalogue", *options, stdout=out)
    except SystemExit as end:
        return out.getvalue(), int(end.code or 0)
    return out.getvalue(), 0


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets a test say what the working tables hold."""

    def hold(data: CatalogueData) -> None:
        monkeypatch.setattr(audit_catalogue, "read_catalogue", lambda: data)

    return hold


def test_an_open_error_ends_with_1(tables) -> None:
    tables(changed(FAULTY))
    told, code = run()
    assert code == 1
    assert told.splitlines()[0].startswith("Audit of the working tables: ")
    assert told.splitlines()[-1] == "Open errors: 1."


def test_no_error_ends_with_0_whatever_the_warnings(tables) -> None:
    tables(changed(WARNED))
    told, code = run()
    assert (told.splitlines()[1], code) == ("Found: 0 errors, 1 warning, 0 pieces of advice.", 0)


def test_one_kind_alone_can_be_looked_for(tables) -> None:
    tables(changed(FAULTY))
    told, code = run("--kind", "price/copy-tiers-end", "--kind", "price/empty", "--json")
    assert (json.loads(told)["kinds"], json.loads(told)["faults"], code) == (2, [], 0)


def test_a_kind_that_does_not_exist_ends_with_2() -> None:
    with pytest.raises(
        CommandError, match=r"There is no kind price/gone; docs/catalogue-audit\.md lists them\."
    ) as told:
        run("--kind", "price/gone")
    assert told.value.returncode == 2


def test_empty_tables_end_with_2(tables) -> None:
    tables(CatalogueData())
    with pytest.raises(CommandError, match="There is nothing to audit in the working tables") as told:
        run()
    assert told.value.returncode == 2


@pytest.mark.django_db
def test_tables_that_were_never_filled_end_with_2() -> None:
    with pytest.raises(CommandError, match=r"Run: python manage\.py import_catalogue") as told:
        run()
    assert told.value.returncode == 2


def test_a_database_that_is_not_set_up_ends_with_2(monkeypatch) -> None:
    def read() -> CatalogueData:
        raise OperationalError("no such table")

    monkeypatch.setattr(audit_catalogue, "read_catalogue", read)
    with pytest.raises(CommandError, match="The database is not set up") as told:
        run()
    assert told.value.returncode == 2


@pytest.mark.django_db
def test_a_release_that_does_not_exist_ends_with_2() -> None:
    with pytest.raises(CommandError, match=r'There is no release or draft "2020\.01\.1"') as told:
        run("--release", "2020.01.1")
    assert told.value.returncode == 2


@pytest.mark.parametrize(
    ("option", "with_corrections", "subject"),
    [("--sources", True, "the sources with corrections"), ("--upstream", False, "the sources without corrections")],
)
def test_sources_are_audited_with_or_without_corrections(monkeypatch, option, with_corrections, subject) -> None:
    asked = []

    def build(*, with_corrections: bool = True) -> Build:
        asked.append(with_corrections)
        return Build(small_catalogue())

    monkeypatch.setattr(audit_catalogue, "build_sources", build)
    told, code = run(option, "--json")
    assert (asked, json.loads(told)["subject"], code) == ([with_corrections], subject, 0)


def test_sources_that_cannot_be_read_end_with_2(monkeypatch) -> None:
    def build() -> Build:
        raise SourceFault("corrections/options.yaml: rows[3] has no id.")

    monkeypatch.setattr(audit_catalogue, "build_sources", build)
    with pytest.raises(CommandError, match=r"corrections/options\.yaml: rows\[3\] has no id\.") as told:
        run("--sources")
    assert told.value.returncode == 2


def test_only_one_subject_can_be_named() -> None:
    with pytest.raises(CommandError, match="not allowed with argument"):
        run("--sources", "--upstream")
