"""Where values come from, as the import stores it beside the tables."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from datasheets import corrections_report
from datasheets.catalogue.entries import EntryRef
from datasheets.catalogue.origin import WHOLE, Origin, OriginLayer, Origins
from datasheets.models import FieldOrigin
from datasheets.services import import_catalogue
from datasheets.services.origins import OriginsWritten, every_origin_of, stored_origins_of, write_origins
from datasheets.snapshot import read_catalogue
from datasheets.sources import Finding, FindingKind
from tests.datasheets.builders import mini_build
from tests.datasheets.renaming import SQUAD
from tests.datasheets.renaming import build as renamed_build

SHEET = EntryRef("datasheets", SQUAD)
KILN = EntryRef("datasheets", "ash-wardens:kiln")
KEYWORDS = Origin(OriginLayer.CORRECTION, "a datasheet of July 2026", "It has it.", ["Infantry"], "datasheets.yaml#1")
MADE = Origin(OriginLayer.SUPPLEMENT, "a supplement", "The package lacks it.")
ORIGINS: Origins = {SHEET: {"keywords": KEYWORDS}, KILN: {WHOLE: MADE}}


@pytest.mark.django_db
def test_import_stores_where_values_come_from() -> None:
    import_catalogue(replace(mini_build(), origins=ORIGINS))
    assert stored_origins_of(SHEET) == {"keywords": KEYWORDS}
    assert stored_origins_of(KILN) == {WHOLE: MADE}


@pytest.mark.django_db
def test_dry_run_stores_nothing() -> None:
    import_catalogue(replace(mini_build(), origins=ORIGINS), is_dry_run=True)
    assert FieldOrigin.objects.count() == 0


@pytest.mark.django_db
def test_only_rows_that_differ_are_written() -> None:
    assert write_origins(ORIGINS) == OriginsWritten(created=2)
    with CaptureQueriesContext(connection) as queries:
        assert write_origins(ORIGINS) == OriginsWritten()
    assert len(queries) == 1

    other = replace(KEYWORDS, reason="It has it still.")
    assert write_origins({SHEET: {"keywords": other, "name": KEYWORDS}}) == OriginsWritten(1, 1, 1)
    assert stored_origins_of(SHEET) == {"keywords": other, "name": KEYWORDS}
    assert stored_origins_of(KILN) == {}


@pytest.mark.django_db
def test_every_field_has_an_origin_and_what_nobody_set_is_the_packages() -> None:
    import_catalogue(replace(mini_build(), origins=ORIGINS))
    sheet = next(row for row in read_catalogue().datasheets if row.id == SQUAD)
    told = every_origin_of(SHEET, sheet)
    assert told.keys() == sheet.__dataclass_fields__.keys()
    assert told["keywords"] == KEYWORDS
    assert told["profiles"] == Origin(OriginLayer.UPSTREAM, "builders 1")
    kiln = next(row for row in read_catalogue().datasheets if row.id == KILN.key)
    assert set(map(repr, every_origin_of(KILN, kiln).values())) == {repr(MADE)}


@pytest.mark.django_db
def test_origins_stand_under_the_id_that_a_renamed_entry_keeps() -> None:
    import_catalogue(replace(renamed_build({}, {}), origins=ORIGINS))
    renamed = renamed_build({SQUAD: "ash-wardens:clinker-squad"}, {"Cinder Squad": "Clinker Squad"})
    new = EntryRef("datasheets", "ash-wardens:clinker-squad")
    import_catalogue(replace(renamed, origins={new: {"keywords": KEYWORDS}}))
    assert stored_origins_of(SHEET) == {"keywords": KEYWORDS}
    assert stored_origins_of(new) == {}


def test_report_names_corrections_that_are_out_of_date_and_counts_what_is_not_offered() -> None:
    findings = (
        Finding(FindingKind.CORRECTION_GONE, "corrections/warlords.yaml#1", "x is no datasheet."),
        Finding(FindingKind.CORRECTION_FIXED, "corrections/datasheets.yaml#2", "y is so without it."),
    )
    build = replace(mini_build(), origins=ORIGINS, findings=findings, corrections=7)
    assert list(corrections_report.lines(build)) == [
        "Corrections: 7 rows set 1 fields of 1 entries.",
        "Corrections of something the sources do not have: 1.",
        "  corrections/warlords.yaml#1: x is no datasheet.",
        "Corrections of something upstream has fixed: 1.",
        "  corrections/datasheets.yaml#2: y is so without it.",
        "Quarantined, so not offered: 2 options, items or kinds of 1 datasheets.",
        "Not offered as a whole, unpriced or quarantined: 1 datasheets, 1 detachments, 1 enhancements.",
    ]
    told = corrections_report.as_json(build)
    assert told["out_of_date"] == [
        {"kind": "correction-gone", "row": "corrections/warlords.yaml#1", "text": "x is no datasheet."},
        {"kind": "correction-fixed", "row": "corrections/datasheets.yaml#2", "text": "y is so without it."},
    ]
    assert [part["id"] for part in told["quarantined"]] == ["cinder-squad-9", "Cinder Hound"]
