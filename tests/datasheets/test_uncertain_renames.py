"""Where references do not tell, nothing is guessed: a new record is new, and the import says so (R-06)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from datasheets import models
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.identity import EntryKind, References
from datasheets.catalogue.order import in_order
from datasheets.services import import_catalogue
from datasheets.snapshot import read_catalogue
from datasheets.sources import Finding, FindingKind
from tests.datasheets.builders import mini_build
from tests.datasheets.renaming import (
    KILN,
    OLD_KILN,
    REFERENCES,
    SQUAD,
    WILDFIRE,
    build,
    first_import,
    stored_references,
)


@pytest.mark.django_db
def test_reference_of_two_stored_entries_decides_nothing() -> None:
    shared: References = {EntryKind.DATASHEET: {KILN: ("mfm:2",), OLD_KILN: ("mfm:2",)}}
    first_import(shared)
    sources = build({OLD_KILN: "ash-wardens:furnace"}, {"Old Kiln": "Furnace"}, shared)

    outcome = import_catalogue(sources)

    assert read_catalogue() == sources.data
    assert outcome.renamed == ()
    assert outcome.build.findings == (
        Finding(
            FindingKind.IDENTITY,
            "ash-wardens:furnace",
            "may be ash-wardens:old-kiln under another name, but the external references are ambiguous;"
            " it is a new record.",
        ),
    )


@pytest.mark.django_db
def test_record_with_references_of_two_lost_entries_is_new() -> None:
    first_import()
    sources = build(
        {KILN: "ash-wardens:forge", OLD_KILN: "ash-wardens:furnace"}, {"Kiln": "Forge", "Old Kiln": "Furnace"}, {}
    )
    sources = replace(
        sources, external_refs={EntryKind.DATASHEET: {"ash-wardens:furnace": ("mfm:2", "mfm:3"), SQUAD: ("mfm:1",)}}
    )

    outcome = import_catalogue(sources)

    assert read_catalogue() == sources.data
    assert [(finding.subject, finding.text.partition(" under")[0]) for finding in outcome.build.findings] == [
        ("ash-wardens:furnace", "may be ash-wardens:kiln or ash-wardens:old-kiln")
    ]


@pytest.mark.django_db
def test_two_records_with_references_of_one_lost_entry_are_new() -> None:
    first_import()
    sources = build({KILN: "ash-wardens:forge", SQUAD: "ash-wardens:furnace"}, {}, {})
    told = {"ash-wardens:forge": ("mfm:1",), "ash-wardens:furnace": ("other:1",)}

    outcome = import_catalogue(replace(sources, external_refs={EntryKind.DATASHEET: told}))

    assert read_catalogue() == sources.data
    assert [finding.subject for finding in outcome.build.findings] == ["ash-wardens:forge", "ash-wardens:furnace"]


@pytest.mark.django_db
def test_reference_of_another_faction_or_kind_decides_nothing() -> None:
    first_import({EntryKind.DATASHEET: {SQUAD: ("mfm:1",)}, EntryKind.DETACHMENT: {WILDFIRE: ("mfm:2",)}})
    sources = build({SQUAD: "walkers:cinder-squad", KILN: "ash-wardens:forge"}, {}, {})
    told = {"walkers:cinder-squad": ("mfm:1",), "ash-wardens:forge": ("mfm:2",)}

    outcome = import_catalogue(replace(sources, external_refs={EntryKind.DATASHEET: told}))

    assert read_catalogue() == sources.data
    assert outcome.build.findings == ()


@pytest.mark.django_db
def test_old_name_that_is_another_entry_s_by_now_is_no_alias() -> None:
    first_import()
    sources = build(
        {KILN: "ash-wardens:forge", OLD_KILN: "ash-wardens:kiln-mark-one"}, {"Kiln": "Forge", "Old Kiln": "Kiln"}
    )

    import_catalogue(sources)

    names = {row.id: (row.name, row.aliases) for row in read_catalogue().datasheets}
    assert (names[KILN], names[OLD_KILN]) == (("Forge", ()), ("Kiln", ("Old Kiln",)))


@pytest.mark.django_db
def test_kept_id_that_upstream_gives_to_another_record_is_a_finding() -> None:
    first_import()
    import_catalogue(build({OLD_KILN: "ash-wardens:furnace"}, {"Old Kiln": "Furnace"}))
    later = build({}, {})
    furnace = next(row for row in later.data.datasheets if row.id == OLD_KILN)
    furnace = replace(furnace, id="ash-wardens:furnace", name="Furnace", keywords=("Furnace",))
    data = in_order(replace(later.data, datasheets=(*later.data.datasheets, furnace)))

    outcome = import_catalogue(replace(later, data=data))

    assert outcome.build.findings == (
        Finding(
            FindingKind.IDENTITY,
            "ash-wardens:furnace",
            "kept the id ash-wardens:old-kiln, which the sources give to another record now; it is a new record.",
        ),
    )
    assert read_catalogue() == data


@pytest.mark.django_db
def test_references_go_with_their_entry() -> None:
    first_import()

    import_catalogue(replace(mini_build(CatalogueData()), external_refs=REFERENCES))

    assert stored_references() == set()


@pytest.mark.parametrize(
    "row",
    [
        {"kind": "weapon", "public_id": SQUAD, "reference": "mfm:1"},
        {"kind": "datasheet", "public_id": "", "reference": "mfm:1"},
        {"kind": "datasheet", "public_id": SQUAD, "reference": "mfm"},
        {"kind": "datasheet", "public_id": SQUAD, "reference": "known:1"},
    ],
)
@pytest.mark.django_db
def test_table_refuses_a_reference_that_is_none_or_stands_there(row: dict[str, str]) -> None:
    models.ExternalReference.objects.create(kind="datasheet", public_id=SQUAD, reference="known:1")

    with pytest.raises(IntegrityError), transaction.atomic():
        models.ExternalReference.objects.create(**row)
