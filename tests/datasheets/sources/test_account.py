"""The account of a build: what became of every record, and that the content is always the same."""

from __future__ import annotations

import os
import subprocess
import sys

from datasheets.catalogue import Catalogue
from datasheets.catalogue.encoding import content_hash, decode_data, encode_data
from datasheets.sources import SourceBuild, build_sources
from datasheets.sources.build import FIXTURES
from datasheets.sources.findings import FindingKind


def test_every_record_of_the_package_is_stored_merged_or_excluded(build: SourceBuild) -> None:
    assert [row for row in build.counts.rows if not row.adds_up] == []
    totals = {
        kind: (row.package, row.stored, row.merged, dict(row.excluded), row.supplements)
        for kind in ("datasheets", "weapons", "wargear", "options", "detachments", "enhancements", "abilities")
        for row in (build.counts.total(kind),)
    }
    assert totals == {
        "datasheets": (1096, 998, 0, {"Combat Patrol": 98}, 274),
        "weapons": (3365, 3365, 0, {}, 70),
        "wargear": (250, 208, 42, {}, 7),
        "options": (
            1350,
            1317,
            0,
            {"Combat Patrol": 2, "quarantined": 2, "removed by corrections": 29},
            65,
        ),
        "detachments": (484, 270, 191, {"Combat Patrol": 23}, 16),
        "enhancements": (1667, 952, 669, {"Combat Patrol": 46}, 32),
        "abilities": (3920, 3713, 0, {"Combat Patrol": 82, "removed by corrections": 125}, 0),
    }


def test_what_is_stored_is_what_the_counts_say(build: SourceBuild) -> None:
    for kind, stored in (
        ("datasheets", len(build.data.datasheets)),
        ("detachments", len(build.data.detachments)),
        ("enhancements", len(build.data.enhancements)),
        ("options", sum(len(sheet.options) for sheet in build.data.datasheets)),
    ):
        total = build.counts.total(kind)
        assert total.stored + total.supplements == stored, kind
    items = [build.counts.total(kind) for kind in ("weapons", "wargear")]
    assert sum(total.stored + total.supplements for total in items) == len(build.data.items)


def test_no_combat_patrol_entry_is_in_the_catalogue(catalogue: Catalogue) -> None:
    assert [sheet.id for sheet in catalogue.data.datasheets if "sanctuary-guardians" in sheet.id] == []


def test_datasheets_the_manual_does_not_price_are_reported(build: SourceBuild) -> None:
    assert [each.subject for each in build.findings if each.kind is FindingKind.UNPRICED_UNIT] == [
        "adeptus-astartes:death-company-marines-with-bolt-rifles",
        "adeptus-astartes:devastator-squad",
        "adeptus-astartes:lieutenant-in-reiver-armour",
        "adeptus-astartes:pedro-kantor",
        "adeptus-astartes:suppressor-squad",
        "adeptus-astartes:tactical-squad",
        "adeptus-astartes:uriel-ventris",
        "imperial-knights:sir-hekhtur",
    ]


def test_building_twice_gives_the_same_content(build: SourceBuild) -> None:
    again = build_sources()
    assert again.data == build.data
    assert content_hash(again.data) == content_hash(build.data)


def test_the_content_does_not_depend_on_the_order_of_hashes() -> None:
    program = "from datasheets.sources import source_catalogue; print(source_catalogue().stamp.content_hash)"
    hashes = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=FIXTURES.parent,
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(hashes) == 1


def test_content_is_encoded_and_decoded_without_loss(build: SourceBuild) -> None:
    assert decode_data(encode_data(build.data)) == build.data
    assert len(content_hash(build.data)) == 64


def test_the_stamp_names_manual_and_package(catalogue: Catalogue) -> None:
    stamp = catalogue.stamp
    assert (stamp.upstream, stamp.manual.name, stamp.manual.version, stamp.manual.date) == (
        "wh40kdc 1.4.5",
        "Munitorum Field Manual",
        "1.5",
        "2026-09-30",
    )
