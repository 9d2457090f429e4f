"""The real sources in the tables: one import, looked at from all sides and rolled back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import Count
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from datasheets import models
from datasheets.catalogue.encoding import content_hash
from datasheets.selectors import current_catalogue
from datasheets.services import import_catalogue
from datasheets.services.importing import ImportOutcome
from datasheets.services.manual_work import work_on_waiting_manuals
from datasheets.services.publishing import publish
from datasheets.snapshot import read_catalogue
from datasheets.sources import source_build
from datasheets.sources.build import FIXTURES
from tests.datasheets.workbench import read_back, sent_by

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


@pytest.fixture(scope="module")
def imported(django_db_setup: None, django_db_blocker: Any) -> Iterator[ImportOutcome]:
    """The outcome of a first import of the real sources; it lasts for this module."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield import_catalogue(source_build())
        transaction.set_rollback(True)


@pytest.fixture
def room(imported: ImportOutcome, db: None) -> ImportOutcome:
    """The import, in a transaction of the test's own."""
    return imported


def output(*args: Any, **options: Any) -> list[str]:
    written = StringIO()
    call_command(*args, stdout=written, **options)
    return written.getvalue().splitlines()


def writes(queries: CaptureQueriesContext) -> list[str]:
    return [query["sql"] for query in queries if query["sql"].lstrip().upper().startswith(WRITES)]


def test_tables_hold_what_the_sources_have(room: ImportOutcome) -> None:
    assert content_hash(read_catalogue()) == content_hash(source_build().data)


def test_release_holds_what_the_sources_have(room: ImportOutcome) -> None:
    assert room.published is not None
    assert room.published.is_new
    assert room.published.release.label == "2026.09.1"
    assert current_catalogue().data == source_build().data


def test_counts_of_the_sources_add_up(room: ImportOutcome) -> None:
    assert room.build.counts.rows
    assert [row for row in room.build.counts.rows if not row.adds_up] == []


def test_prices_are_those_of_the_manual(room: ImportOutcome) -> None:
    assert room.build.comparison.rows > 4000
    assert len(room.build.comparison.differences) == 2  # Two units of the Legends that no list has.


def test_second_import_writes_nothing_and_says_so(room: ImportOutcome) -> None:
    with CaptureQueriesContext(connection) as queries:
        lines = output("import_catalogue")

    assert writes(queries) == []
    assert lines[0] == "Sources: wh40kdc 1.4.5; Munitorum Field Manual 1.5 of 2026-09-30."
    assert "The counts add up." in lines
    assert lines[-2] == "Nothing to write: the tables hold what the sources have."
    assert lines[-1].startswith("Release 2026.09.1 (")
    assert lines[-1].endswith(") is in force and stays.")


def test_json_report_is_one_object(room: ImportOutcome) -> None:
    report = json.loads("\n".join(output("import_catalogue", "--json", "--dry-run")))

    assert report["dry_run"] is True
    assert report["manual"] == {"name": "Munitorum Field Manual", "version": "1.5", "date": "2026-09-30"}
    assert report["written"] == []
    comparison = room.build.comparison
    assert report["prices"] == {
        "compared": comparison.rows,
        "by_sort": comparison.by_sort,
        "differences": list(comparison.differences),
    }
    assert report["edited"] == {"entries": 0, "agreed": [], "waiting": []}
    assert len(report["counts"]) == len(room.build.counts.rows)
    assert len(report["findings"]) == len(room.build.findings)


def test_older_manual_prices_the_catalogue_until_the_next_import(room: ImportOutcome) -> None:
    lines = output("import_points", str(FIXTURES / "points" / "v1.1"), "--publish")

    assert lines[:2] == [
        "Munitorum Field Manual 1.1 of 2026-07-22: 30 lists.",
        "It is older than Munitorum Field Manual 1.5 of 2026-09-30: the next import_catalogue goes back to that one.",
    ]
    assert lines[2].startswith("Against 2026.09.1: new ")
    assert lines[-1].startswith("Published release 2026.07.1 (")
    assert current_catalogue().stamp.manual.version == "1.1"

    lines = output("import_catalogue")

    assert lines[-1].startswith("Release 2026.09.1 (")
    assert lines[-1].endswith(") has this content already; it is in force again.")
    assert current_catalogue().data == source_build().data


def test_part_of_a_newer_manual_gives_a_draft_with_its_prices_only(room: ImportOutcome, tmp_path: Path) -> None:
    lines = output("import_points", str(newer_titans(tmp_path)), verbosity=2)

    assert lines[0] == "Munitorum Field Manual 9.0 of 2027-01-31: 1 lists."
    assert lines[1].startswith("29 lists are not in the folder and keep the prices of 1.5: adepta-sororitas, ")
    assert lines[2] == "Against 2026.09.1: prices 1."
    assert lines[3] == "  Titan Legions: Warhound Titan: 1 model 1100 -> 1234 points"
    assert lines[-2].startswith("Compiled 2027.01.1 (")
    assert lines[-2].endswith("); it is not in force. It is a draft, as was asked for.")
    assert lines[-1] == (
        "To be approved: manage.py release_changelog 2026.09.1 2027.01.1, or /releases/2026.09.1/to/2027.01.1/"
    )
    assert current_catalogue().stamp.label == "2026.09.1"
    assert "- Warhound Titan: 1 model 1100 → 1234 points" in output("release_changelog", "2026.09.1", "2027.01.1")


def test_draft_of_a_newer_manual_waits_for_its_publisher_through_imports(room: ImportOutcome, tmp_path: Path) -> None:
    output("import_points", str(newer_titans(tmp_path)))

    lines = output("import_catalogue")

    assert "Nothing to write: the tables hold what the sources have." in lines
    assert lines[-1].startswith("Compiled 2027.01.1 (")
    assert " is in force and not 2027.01.1, which the import of " in lines[-1]
    assert current_catalogue().stamp.label == "2026.09.1"

    publish(models.Release.objects.get(label="2027.01.1"), by=None)

    assert output("import_catalogue")[-1].endswith(") is in force and stays.")
    assert current_catalogue().stamp.label == "2027.01.1"


def test_newer_manual_may_be_put_in_force_at_once(room: ImportOutcome, tmp_path: Path) -> None:
    lines = output("import_points", str(newer_titans(tmp_path)), "--publish")

    assert lines[-1].startswith("Published release 2027.01.1 (")
    assert current_catalogue().stamp.label == "2027.01.1"


def test_manual_that_was_refused_is_forgotten(room: ImportOutcome, tmp_path: Path) -> None:
    output("import_points", str(newer_titans(tmp_path)))

    assert output("import_points", "--forget", "9.0") == [
        "Manual 9.0 is forgotten; the next import_catalogue goes by the newest one left."
    ]
    output("import_catalogue")
    assert current_catalogue().data == room.after

    with pytest.raises(CommandError) as refusal:
        call_command("import_points", "--forget", "9.0")
    assert str(refusal.value) == "No manual 9.0 was given here; given were: none."


def test_dry_run_of_a_manual_writes_nothing(room: ImportOutcome, tmp_path: Path) -> None:
    with CaptureQueriesContext(connection) as queries:
        lines = output("import_points", str(newer_titans(tmp_path)), "--dry-run")

    assert writes(queries) == []
    assert lines[2:4] == ["Against 2026.09.1: prices 1.", "  Titan Legions: prices 1"]
    assert lines[-1] == "Dry run: nothing was written. A release would be compiled."
    assert models.StoredManual.objects.count() == 0


def test_manual_of_an_unknown_faction_is_refused(room: ImportOutcome, tmp_path: Path) -> None:
    (tmp_path / "squats.yaml").write_text(
        'name: Squats\nslug: squats\nversion: "9.0"\nfirstSeen: 2027-01-31\ndetachments: []\nunits: []\n'
    )

    with pytest.raises(CommandError) as refusal:
        call_command("import_points", str(tmp_path))

    assert "squats" in str(refusal.value)
    assert models.StoredManual.objects.count() == 0
    assert current_catalogue().stamp.label == "2026.09.1"


def newer_titans(folder: Path) -> Path:
    """A newer manual, as it is published, that holds the Titan Legions only and asks more for one of them."""
    units = [
        ("Reaver Titan", 2200),
        ("Warbringer Nemesis Titan", 2600),
        ("Warhound Titan", 1234),
        ("Warlord Titan", 3500),
    ]
    told = "".join(
        f'  - name: {name}\n    pricing:\n      - range: "[1,)"\n        label: Your Unit Costs\n'
        f"        costs:\n          - {{ models: 1, points: {points} }}\n"
        for name, points in units
    )
    head = 'name: Titan Legions\nslug: titan-legions\nversion: "9.0"\nfirstSeen: 2027-01-31\ndetachments: []\nunits:\n'
    (folder / "titan-legions.yaml").write_text(head + told)
    return folder


def test_page_of_the_largest_datasheet_opens_in_few_queries_and_sends_no_more_than_is_read(
    room: ImportOutcome, client: Client, django_assert_max_num_queries: Any
) -> None:
    client.force_login(User.objects.create_superuser("editor"))
    largest = models.Datasheet.objects.annotate(parts=Count("item_rows")).order_by("-parts")[0]
    address = reverse("admin:datasheets_datasheet_change", args=[largest.pk])
    client.get(address)

    # One for each table of a datasheet, its weapons, prices and attachments; none for each row.
    with django_assert_max_num_queries(75):
        answer = client.get(address)

    sent = sent_by(answer)
    assert read_back(answer) == {}
    assert len(sent) > 300
    assert len(sent) < settings.DATA_UPLOAD_MAX_NUMBER_FIELDS / 2


TITANS = """name: Titan Legions
slug: titan-legions
version: "9.0"
firstSeen: 2027-01-31
detachments: []
units:
  - name: Warhound Titan
    pricing:
      - range: "[1,)"
        label: Your Unit Costs
        costs:
          - { models: 1, points: 1234 }
"""


def test_a_manual_given_in_the_admin_is_compared_first_and_becomes_a_draft_on_a_yes(
    room: ImportOutcome, client: Client
) -> None:
    client.force_login(User.objects.create_superuser("editor"))
    before, drafts = content_hash(read_catalogue()), models.Release.objects.count()
    address = reverse("admin:manual-upload")

    file = SimpleUploadedFile("titan-legions.yaml", TITANS.encode())
    handed_in = client.post(address, {"manual": file})
    page = handed_in["Location"]
    assert client.get(page).context["is_at_work"]
    assert work_on_waiting_manuals(seconds=60) is False
    looked = client.get(page).context["upload"]
    assert (looked.status, looked.found["manual"]) == ("done", "Munitorum Field Manual 9.0")
    assert any("1234" in change for faction in looked.found["factions"] for change in faction["changes"])
    assert (content_hash(read_catalogue()), models.Release.objects.count()) == (before, drafts)

    client.post(page)
    assert work_on_waiting_manuals(seconds=60) is False
    draft = models.Release.objects.order_by("-pk")[0]
    assert f'href="/admin/datasheets/release/{draft.pk}/change/"' in client.get(page).content.decode()
    assert draft.label.startswith("2027.01.")
    assert not draft.publications.exists()
    warhound = models.SizeRow.objects.filter(tier__table__datasheet__name="Warhound Titan")
    assert set(warhound.values_list("points", flat=True)) == {1234}
