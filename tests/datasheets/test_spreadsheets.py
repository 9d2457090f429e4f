"""Spreadsheets into the catalogue: looked at first, taken whole or not at all, and one change in the history."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from datasheets.catalogue.entries import EntryRef
from datasheets.models import EditGroup, EditKind
from datasheets.services.editing import history_of, undo_change, working_data, working_entry
from datasheets.services.refusals import CatalogueBusy
from datasheets.services.roles import NotAllowed, Right
from datasheets.services.spreadsheets import NoSuchSheet, SheetOutcome, export_sheet, import_sheet
from datasheets.spreadsheets.files import Format, read_file, write_csv
from datasheets.spreadsheets.sheets import SHEETS
from tests.datasheets.builders import mini_catalogue
from tests.datasheets.edits import KILN, KILN_PRICE, SQUAD, priced, saved, state
from tests.datasheets.rights import with_rights

pytestmark = pytest.mark.django_db

SQUAD_PRICE = EntryRef("prices", "ash-wardens:cinder-squad|ash-wardens")


@pytest.fixture
def owner(owner: User) -> User:
    """Somebody who may edit."""
    return with_rights(owner, Right.EDIT)


def exported(name: str = "prices") -> list[list[Any]]:
    """A sheet's rows as a person sees them, the header first."""
    table = read_file(export_sheet(name, Format.CSV), Format.CSV)
    return [list(table.header), *(list(cells) for _, cells in table.rows)]


def taken(rows: list[list[Any]], by: User | None, *, name: str = "prices", is_dry_run: bool = False) -> SheetOutcome:
    content = write_csv(rows[0], rows[1:])
    return import_sheet(name, content, Format.CSV, by=by, reason="New manual", is_dry_run=is_dry_run)


def repriced() -> list[list[Any]]:
    """The prices with the squad's first size at 85 and the Kiln at 75 points."""
    rows = exported()
    points = rows[0].index("points")
    for row in rows:
        if row[0] == SQUAD.key and row[points] == "80":
            row[points] = "85"
        if row[0] == KILN.key:
            row[points] = "75"
    return rows


def cells_of(outcome: SheetOutcome) -> list[str]:
    return [f"{cell.row}: {cell}" for cell in outcome.cells]


CHANGES = [
    "2: prices/ash-wardens:cinder-squad|ash-wardens (size, 1, 5), points: 80 -> 85",
    "10: prices/ash-wardens:kiln|ash-wardens (size, 1, 1), points: 70 -> 75",
]


def test_dry_run_tells_every_cell_and_writes_nothing(stored: None, owner: User) -> None:
    before = state()

    outcome = taken(repriced(), owner, is_dry_run=True)

    assert sorted(cells_of(outcome)) == sorted(CHANGES)
    assert (outcome.refused, outcome.change_id, outcome.entries) == ((), None, 5)
    assert state() == before


def test_rows_are_taken_as_one_change_that_can_be_undone(stored: None, owner: User) -> None:
    outcome = taken(repriced(), owner)

    assert sorted(cells_of(outcome)) == sorted(CHANGES)
    assert working_entry(KILN_PRICE).value.tiers == priced(75)
    group = EditGroup.objects.get()
    assert (group.kind, group.by, group.reason, group.pk) == (
        EditKind.SPREADSHEET,
        owner,
        "New manual",
        outcome.change_id,
    )
    assert len(history_of(SQUAD_PRICE)) == 1
    undo_change(group.pk, by=owner)
    assert working_data() == mini_catalogue()


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("file_format", list(Format))
def test_untouched_export_changes_nothing(name: str, file_format: Format, stored: None, owner: User) -> None:
    before = state()

    outcome = import_sheet(name, export_sheet(name, file_format), file_format, by=owner, reason="", is_dry_run=False)

    assert (outcome.cells, outcome.refused, outcome.change_id) == ((), (), None)
    assert state() == before


def test_one_bad_row_keeps_all_from_being_written(stored: None, owner: User) -> None:
    rows = repriced()
    rows[3][rows[0].index("points")] = "=80+5"
    before = state()

    outcome = taken(rows, owner)

    assert [(each.row, each.column) for each in outcome.refused] == [(4, "points")]
    assert outcome.change_id is None
    assert sorted(cells_of(outcome)) == sorted(CHANGES)
    assert state() == before


def test_value_that_does_not_fit_is_refused_with_its_row(stored: None, owner: User) -> None:
    rows = exported("datasheets")
    for row in rows:
        if row[0] == KILN.key:
            row[rows[0].index("faction")] = "nobody"
    before = state()

    outcome = taken(rows, owner, name="datasheets")

    assert [str(each) for each in outcome.refused] == [
        "Row 5, faction: datasheets/ash-wardens:kiln: It names nobody, which is not among the factions:"
        " add that first, or name another."
    ]
    assert state() == before


def test_what_others_saved_since_the_export_is_not_overwritten(stored: None, owner: User) -> None:
    rows = repriced()
    saved(KILN_PRICE, None, block="Vehicles")

    outcome = taken(rows, owner)

    assert outcome.merged == {KILN_PRICE: ("block",)}
    kiln = working_entry(KILN_PRICE).value
    assert (kiln.block, kiln.tiers) == ("Vehicles", priced(75))


def test_what_others_set_otherwise_since_the_export_is_refused(stored: None, owner: User) -> None:
    rows = repriced()
    saved(KILN_PRICE, None, tiers=priced(72))
    before = state()

    outcome = taken(rows, owner)

    (refused,) = outcome.refused
    assert (refused.row, refused.column) == (10, "tiers")
    assert refused.reason.endswith("Export the sheet anew.")
    assert state() == before


def test_new_entries_come_from_rows(stored: None, owner: User) -> None:
    header = ["datasheet", "price_list", "row", "from_copy", "models", "points"]

    outcome = taken([header, ["ash-wardens:flame-marshal", "ash-wardens", "size", 1, 1, 60]], owner)

    assert outcome.refused == ()
    made = working_entry(EntryRef("prices", "ash-wardens:flame-marshal|ash-wardens"))
    assert made.is_handmade
    assert made.value.tiers == priced(60)


def test_text_that_looks_like_a_formula_goes_out_harmless_and_comes_back_whole(stored: None, owner: User) -> None:
    saved(KILN, owner, name="=HYPERLINK(1)")

    content = export_sheet("datasheets", Format.CSV)

    assert b",'=HYPERLINK(1)," in content
    assert import_sheet("datasheets", content, Format.CSV, by=owner, reason="", is_dry_run=True).cells == ()


def test_export_of_one_faction_has_its_entries_only(stored: None) -> None:
    content = export_sheet("prices", Format.CSV, faction="walkers")

    table = read_file(content, Format.CSV)
    assert [cells[0] for _, cells in table.rows] == ["walkers:strider", "walkers:strider"]


def test_unknown_sheet_is_said_to_be_none(stored: None) -> None:
    with pytest.raises(NoSuchSheet, match='There is no sheet "wishes"; there are datasheets, weapons, prices'):
        export_sheet("wishes", Format.CSV)


def test_file_that_is_none_is_refused_as_a_whole(stored: None, owner: User) -> None:
    outcome = import_sheet("prices", b"PK\x03\x04", Format.XLSX, by=owner, reason="", is_dry_run=False)

    assert [str(each) for each in outcome.refused] == [
        "The file: This is no XLSX workbook: save the file as XLSX, or as CSV."
    ]


def test_who_is_no_editor_imports_nothing(stored: None, stranger: User) -> None:
    before = state()

    with pytest.raises(NotAllowed):
        taken(repriced(), stranger)

    assert state() == before


# The commands -------------------------------------------------------------------------------------


def ran(*args: str) -> str:
    out = StringIO()
    call_command(*args, stdout=out, skip_checks=True)
    return out.getvalue()


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_commands_export_look_and_import(ending: str, stored: None, owner: User, tmp_path: Path) -> None:
    path = tmp_path / f"prices.{ending}"
    told = ran("export_catalogue", str(path), "--collection", "prices")
    assert told == f"Wrote prices to prices.{ending}: {path.stat().st_size} bytes.\n"
    with pytest.raises(CommandError, match="is there already"):
        ran("export_catalogue", str(path), "--collection", "prices")
    rows = repriced()
    path = tmp_path / "changed.csv"
    path.write_bytes(write_csv(rows[0], rows[1:]))

    looked = ran("import_spreadsheet", str(path), "--collection", "prices", "--dry-run")
    assert "Row 10: prices/ash-wardens:kiln|ash-wardens (size, 1, 1), points: 70 -> 75\n" in looked
    assert looked.endswith("Would change 2 cells of 2 entries, of 5 in the file.\n")
    assert working_data() == mini_catalogue()
    done = ran("import_spreadsheet", str(path), "--collection", "prices", "--user", "owner", "--reason", "New manual")
    assert "Changed 2 cells of 2 entries, of 5 in the file. It is change " in done
    assert working_entry(KILN_PRICE).value.tiers == priced(75)


def test_command_tells_what_is_to_be_put_right(stored: None, tmp_path: Path) -> None:
    path = tmp_path / "prices.csv"
    path.write_text("datasheet,price_list,row,from_copy,models,points\nash-wardens:kiln,ash-wardens,size,1,1,much\n")

    with pytest.raises(CommandError) as refused:
        ran("import_spreadsheet", str(path), "--collection", "prices", "--dry-run")

    assert str(refused.value) == (
        'Nothing was imported; to be put right: 1.\nRow 2, points: "much" is no whole number.'
    )


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "Say whose edit it is and why"),
        (["--user", "owner"], "Say whose edit it is and why"),
        (["--user", "nobody", "--reason", "x"], 'There is no user "nobody" who may sign in.'),
        (["--user", "stranger", "--reason", "x"], "stranger may not edit the catalogue"),
        (["--dry-run", "--format", "xlsx"], "This is no XLSX workbook"),
    ],
)
def test_command_wants_somebody_who_may(
    args: list[str], message: str, stored: None, owner: User, stranger: User, tmp_path: Path
) -> None:
    path = tmp_path / "prices.csv"
    path.write_bytes(export_sheet("prices", Format.CSV))

    with pytest.raises(CommandError, match=message):
        ran("import_spreadsheet", str(path), "--collection", "prices", *args)


def test_command_wants_a_file_that_is_there_and_a_format(stored: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"none\.csv cannot be read: No such file or directory\."):
        ran("import_spreadsheet", str(tmp_path / "none.csv"), "--collection", "prices", "--dry-run")
    with pytest.raises(CommandError, match=r"prices\.ods: name a file that ends in \.csv or \.xlsx"):
        ran("export_catalogue", str(tmp_path / "prices.ods"), "--collection", "prices")


def test_command_tells_that_the_catalogue_is_busy(
    stored: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "prices.csv"
    path.write_bytes(export_sheet("prices", Format.CSV))

    def busy(*args: Any, **kwargs: Any) -> None:
        raise CatalogueBusy("An import is writing the catalogue.")

    monkeypatch.setattr("datasheets.management.commands.import_spreadsheet.import_sheet", busy)
    with pytest.raises(CommandError, match=r"Nothing was imported: An import is writing the catalogue\."):
        ran("import_spreadsheet", str(path), "--collection", "prices", "--dry-run")


def test_deep_change_of_a_stat_line_is_told_by_cell(stored: None, owner: User) -> None:
    rows = exported("datasheets")
    for row in rows:
        if row[0] == SQUAD.key and row[rows[0].index("profile")] == "Cinder":
            row[rows[0].index("W")] = "3"

    outcome = taken(rows, owner, name="datasheets")

    assert cells_of(outcome) == ["2: datasheets/ash-wardens:cinder-squad (Cinder), W: 2 -> 3"]
    profiles = next(row for row in mini_catalogue().datasheets if row.id == SQUAD.key).profiles
    assert working_entry(SQUAD).value.profiles == (replace(profiles[0], W=3), *profiles[1:])
