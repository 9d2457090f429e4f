"""Our ids never change: what upstream renames keeps its id and goes by its old name, too (R-06)."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from datasheets import import_report
from datasheets.catalogue.catalogue import Catalogue, CatalogueData
from datasheets.catalogue.identity import EntryKind
from datasheets.identity.keeping import Renamed
from datasheets.identity.rewriting import rewritten
from datasheets.selectors import current_catalogue
from datasheets.services import import_catalogue
from datasheets.services.importing import ImportOutcome
from datasheets.snapshot import read_catalogue
from datasheets.sources import source_build
from roster.interchange import read_text
from tests.datasheets.builders import mini_catalogue
from tests.datasheets.renaming import (
    COAL,
    KILN,
    REFERENCES,
    SLOW_BURN,
    SQUAD,
    WILDFIRE,
    build,
    first_import,
    flat,
    stored_references,
    substituted,
)

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE", "TRUNCATE")


def with_aliases(data: CatalogueData, aliases: dict[str, str]) -> CatalogueData:
    """``data`` with a further alias of the datasheets, detachments and enhancements with these ids."""
    known = [row.id for row in data.datasheets] + [row.id for row in data.detachments]
    assert set(aliases) <= {*known, *(row.id for row in data.enhancements)}
    return replace(
        data,
        datasheets=tuple(
            replace(row, aliases=(*row.aliases, aliases[row.id])) if row.id in aliases else row
            for row in data.datasheets
        ),
        detachments=tuple(
            replace(row, aliases=(*row.aliases, aliases[row.id])) if row.id in aliases else row
            for row in data.detachments
        ),
        enhancements=tuple(
            replace(row, aliases=(*row.aliases, aliases[row.id])) if row.id in aliases else row
            for row in data.enhancements
        ),
    )


RENAMES = {
    "datasheet": (
        {SQUAD: "ash-wardens:clinker-squad"},
        {"Cinder Squad": "Clinker Squad"},
        {SQUAD: "Cinder Squad"},
        [Renamed(EntryKind.DATASHEET, SQUAD, "Cinder Squad", "Clinker Squad")],
        {("datasheet", SQUAD, "upstream-id:ash-wardens:clinker-squad")},
    ),
    "detachment with enhancements": (
        {SLOW_BURN: "ash-wardens:long-glow"},
        {"Slow Burn": "Long Glow"},
        {SLOW_BURN: "Slow Burn"},
        [Renamed(EntryKind.DETACHMENT, SLOW_BURN, "Slow Burn", "Long Glow")],
        {("detachment", SLOW_BURN, "upstream-id:ash-wardens:long-glow")},
    ),
    "enhancement": (
        {COAL: f"{SLOW_BURN}:undying-coal"},
        {"Living Coal": "Undying Coal"},
        {COAL: "Living Coal"},
        [Renamed(EntryKind.ENHANCEMENT, COAL, "Living Coal", "Undying Coal")],
        {("enhancement", COAL, f"upstream-id:{SLOW_BURN}:undying-coal")},
    ),
    "all of them at once": (
        {
            SQUAD: "ash-wardens:clinker-squad",
            COAL: f"{SLOW_BURN}:undying-coal",
            SLOW_BURN: "ash-wardens:long-glow",
        },
        {"Cinder Squad": "Clinker Squad", "Slow Burn": "Long Glow", "Living Coal": "Undying Coal"},
        {SQUAD: "Cinder Squad", SLOW_BURN: "Slow Burn", COAL: "Living Coal"},
        [
            Renamed(EntryKind.DATASHEET, SQUAD, "Cinder Squad", "Clinker Squad"),
            Renamed(EntryKind.DETACHMENT, SLOW_BURN, "Slow Burn", "Long Glow"),
            Renamed(EntryKind.ENHANCEMENT, COAL, "Living Coal", "Undying Coal"),
        ],
        {
            ("datasheet", SQUAD, "upstream-id:ash-wardens:clinker-squad"),
            ("detachment", SLOW_BURN, "upstream-id:ash-wardens:long-glow"),
            ("enhancement", COAL, f"upstream-id:{SLOW_BURN}:undying-coal"),
        },
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize("case", list(RENAMES))
def test_renamed_entry_keeps_its_id_everywhere_and_its_old_name(case: str) -> None:
    ids, names, aliases, renamed, remembered = RENAMES[case]
    first_import()
    expected = substituted(mini_catalogue(), {f'"{old}"': f'"{new}"' for old, new in names.items()})

    outcome = import_catalogue(build(ids, names))

    assert read_catalogue() == with_aliases(expected, aliases)
    assert outcome.after == read_catalogue()
    assert list(outcome.renamed) == renamed
    assert outcome.build.findings == ()
    assert stored_references() == flat(REFERENCES) | remembered


@pytest.mark.django_db
@pytest.mark.parametrize("case", list(RENAMES))
def test_import_after_a_rename_writes_nothing(case: str) -> None:
    ids, names, _, _, _ = RENAMES[case]
    first_import()
    import_catalogue(build(ids, names))
    kept = read_catalogue()

    with CaptureQueriesContext(connection) as queries:
        outcome = import_catalogue(build(ids, names))

    assert [query["sql"] for query in queries if query["sql"].lstrip().upper().startswith(WRITES)] == []
    assert (outcome.difference.count, outcome.references.count, outcome.renamed) == (0, 0, ())
    assert read_catalogue() == kept


@pytest.mark.django_db
def test_dry_run_tells_of_a_rename_and_writes_nothing() -> None:
    ids, names, aliases, renamed, _ = RENAMES["datasheet"]
    first_import()

    outcome = import_catalogue(build(ids, names), is_dry_run=True)

    assert list(outcome.renamed) == renamed
    assert [row.aliases[-1] for row in outcome.after.datasheets if row.id == SQUAD] == [aliases[SQUAD]]
    assert read_catalogue() == mini_catalogue()
    assert stored_references() == flat(REFERENCES)


@pytest.mark.django_db
def test_entry_renamed_twice_keeps_its_id_and_both_names() -> None:
    first_import()
    import_catalogue(build({SQUAD: "ash-wardens:clinker-squad"}, {"Cinder Squad": "Clinker Squad"}))

    outcome = import_catalogue(build({SQUAD: "ash-wardens:slag-squad"}, {"Cinder Squad": "Slag Squad"}))

    squad = next(row for row in read_catalogue().datasheets if row.name == "Slag Squad")
    assert squad.id == SQUAD
    assert squad.aliases == ("Cinders", "Cinder Brothers", "Cinder Squad", "Clinker Squad")
    assert list(outcome.renamed) == [Renamed(EntryKind.DATASHEET, SQUAD, "Clinker Squad", "Slag Squad")]


@pytest.mark.django_db
def test_renamed_entry_stays_known_when_upstream_drops_its_references() -> None:
    ids, names, _, _, remembered = RENAMES["datasheet"]
    first_import()
    import_catalogue(build(ids, names))
    kept = read_catalogue()

    import_catalogue(build(ids, names, {}))

    assert read_catalogue() == kept
    assert stored_references() == remembered


@pytest.mark.django_db
def test_lists_with_the_old_and_with_the_new_name_are_read_alike() -> None:
    ids, names, _, _, _ = RENAMES["all of them at once"]
    first_import()
    import_catalogue(build(ids, names))
    catalogue = current_catalogue()

    assert [
        read_ids(catalogue, "Slow Burn", "Cinder Squad", "Living Coal"),
        read_ids(catalogue, "Long Glow", "Clinker Squad", "Undying Coal"),
    ] == [(SLOW_BURN, SQUAD, COAL)] * 2


def read_ids(catalogue: Catalogue, detachment: str, unit: str, enhancement: str) -> tuple[str | None, ...]:
    """The ids that a list text of one unit with an enhancement is read as."""
    text = "\n".join(
        [
            "Sample (105 points)",
            "",
            "Ash Wardens",
            "Incursion (1000 points)",
            f"{detachment} (2 Detachment Points)",
            "Take and Hold",
            "",
            "BATTLELINE",
            "",
            f"{unit} (105 points)",
            "• 1x Cinder Sergeant",
            "• 4x Cinder",
            f"• Enhancement: {enhancement}",
            "",
        ]
    )
    document = read_text(text, catalogue).document
    assert document is not None
    (entry,) = document.units
    (chosen,) = document.detachments
    (enhanced,) = entry.enhancements
    return chosen.id, entry.datasheet.id, enhanced.id


@pytest.mark.django_db
def test_report_names_what_was_renamed() -> None:
    ids, names, _, _, _ = RENAMES["datasheet"]
    first_import()
    outcome = import_catalogue(build(ids, names))

    lines = list(import_report.lines(outcome, outcome.build.comparison, 1))
    report = import_report.as_json(outcome, outcome.build.comparison)

    assert "Renamed upstream: Cinder Squad -> Clinker Squad (id stays ash-wardens:cinder-squad)." in lines
    assert "external references: 1 created, 0 deleted." in lines
    assert report["renamed"] == [
        {"kind": "datasheet", "id": SQUAD, "old_name": "Cinder Squad", "new_name": "Clinker Squad"}
    ]
    assert report["external_references"] == {"created": 1, "deleted": 0}


def test_kinds_with_equal_ids_are_told_apart() -> None:
    data = substituted(mini_catalogue(), {f'"{KILN}"': f'"{WILDFIRE}"'})
    expected = substituted(mini_catalogue(), {f'"{KILN}"': '"ash-wardens:forge"'})

    assert rewritten(data, {EntryKind.DATASHEET: {WILDFIRE: "ash-wardens:forge"}}) == expected


def test_package_gives_references_for_most_entries() -> None:
    references = source_build().external_refs
    entries = {
        EntryKind.DATASHEET: {row.id for row in source_build().data.datasheets},
        EntryKind.DETACHMENT: {row.id for row in source_build().data.detachments},
        EntryKind.ENHANCEMENT: {row.id for row in source_build().data.enhancements},
    }

    assert {kind: set(told) - entries[kind] for kind, told in references.items()} == {kind: set() for kind in EntryKind}
    assert {kind: len(told) for kind, told in references.items()} == {
        EntryKind.DATASHEET: 989,
        EntryKind.DETACHMENT: 263,
        EntryKind.ENHANCEMENT: 932,
    }


@pytest.mark.django_db
def test_rename_in_the_real_sources_changes_nothing_but_the_name() -> None:
    sources = source_build()
    first = import_catalogue(sources)
    old, new = "orks:war-horde", "orks:green-tide-of-war"
    told = {
        kind: {
            new + entry_id.removeprefix(old) if is_below(entry_id, old) else entry_id: refs
            for entry_id, refs in rows.items()
        }
        for kind, rows in sources.external_refs.items()
    }
    data = substituted(
        sources.data,
        {f'"{old}"': f'"{new}"', f'"{old}:': f'"{new}:', '"name":"War Horde"': '"name":"Green Tide of War"'},
    )

    outcome = import_catalogue(replace(sources, data=data, external_refs=told))

    assert list(outcome.renamed) == [Renamed(EntryKind.DETACHMENT, old, "War Horde", "Green Tide of War")]
    assert written(outcome) == {"detachments": (0, 1, 0), "detachment aliases": (1, 0, 0)}
    assert outcome.build.counts == first.build.counts
    assert outcome.build.counts.adds_up
    assert import_report.compare_with_manual(outcome) == import_report.compare_with_manual(first)
    back = StringIO()
    call_command("import_catalogue", stdout=back)
    assert "detachment aliases: 0 created, 0 updated, 1 deleted." in back.getvalue().splitlines()


def is_below(entry_id: str, owner: str) -> bool:
    return entry_id == owner or entry_id.startswith(f"{owner}:")


def written(outcome: ImportOutcome) -> dict[str, tuple[int, int, int]]:
    return {
        found.table.name: (len(found.created), len(found.updated), len(found.deleted))
        for found in outcome.difference.tables
    }
