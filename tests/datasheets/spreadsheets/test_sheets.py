"""Every sheet holds its entries whole: what is exported and read again changes nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from datasheets.catalogue import Catalogue
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.entries import entries_of
from datasheets.catalogue.points import CopyTier, SizeRow
from datasheets.spreadsheets.cells import Cell
from datasheets.spreadsheets.files import Format, read_file, write_csv, write_xlsx
from datasheets.spreadsheets.layout import Sheet
from datasheets.spreadsheets.reading import Reading, Table, read_sheet
from datasheets.spreadsheets.sheets import PRICES, SHEETS
from tests.datasheets.builders import mini_catalogue

BY_NAME = pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
KILN = "ash-wardens:kiln"


def rows_of(sheet: Sheet, data: CatalogueData) -> list[list[Cell]]:
    return [row for value in entries_of(data, sheet.collection).values() for row in sheet.rows_of(value, "v1")]


def read(sheet: Sheet, header: list[str], *rows: list[Cell]) -> Reading:
    numbered = tuple((number, tuple(row)) for number, row in enumerate(rows, start=2))
    return read_sheet(sheet, Table(tuple(header), numbered))


def told(reading: Reading, data: CatalogueData | None = None) -> list[str]:
    _, faults = reading.laid_over(entries_of(data or mini_catalogue()))
    return [str(row) for row in (*reading.refused, *faults)]


@BY_NAME
@pytest.mark.parametrize("file_format", list(Format))
def test_made_up_catalogue_is_read_as_it_was_exported(sheet: Sheet, file_format: Format) -> None:
    rows = rows_of(sheet, mini_catalogue())
    written = write_csv(sheet.header, rows) if file_format is Format.CSV else write_xlsx("x", sheet.header, rows)
    entries = entries_of(mini_catalogue(), sheet.collection)

    reading = read_sheet(sheet, read_file(written, file_format))
    wanted, faults = reading.laid_over(entries)

    assert (reading.refused, faults) == ((), [])
    assert wanted == entries
    assert reading.versions == dict.fromkeys(entries, "v1")


@BY_NAME
def test_whole_catalogue_is_read_as_it_was_exported(sheet: Sheet, catalogue: Catalogue) -> None:
    entries = entries_of(catalogue.data, sheet.collection)
    written = write_csv(sheet.header, rows_of(sheet, catalogue.data))

    reading = read_sheet(sheet, read_file(written, Format.CSV))
    wanted, faults = reading.laid_over(entries)

    assert ([str(row) for row in reading.refused], faults) == ([], [])
    assert {ref: value for ref, value in wanted.items() if value != entries[ref]} == {}
    assert wanted.keys() == entries.keys()


@pytest.mark.parametrize("name", ["weapons", "prices", "attachments", "enhancements"])
def test_entry_is_made_anew_of_its_rows(name: str) -> None:
    sheet = SHEETS[name]
    entries = entries_of(mini_catalogue(), sheet.collection)

    reading = read(sheet, list(sheet.header), *rows_of(sheet, mini_catalogue()))
    wanted, faults = reading.laid_over({})

    kept = {"weapons": {"abilities"}}.get(name, set())
    told = {fault.column for fault in faults}
    assert told == kept
    for ref, value in wanted.items():
        assert sheet.rows_of(value) == sheet.rows_of(entries[ref])


def test_one_price_is_changed_by_one_row() -> None:
    reading = read(
        PRICES,
        ["datasheet", "price_list", "row", "from_copy", "models", "points"],
        [KILN, "ash-wardens", "size", 1, 1, "75"],
    )
    wanted, faults = reading.laid_over(entries_of(mini_catalogue()))

    (ref,) = wanted
    assert faults == []
    assert str(ref) == "prices/ash-wardens:kiln|ash-wardens"
    assert wanted[ref] == replace(entries_of(mini_catalogue())[ref], tiers=(CopyTier(1, None, (SizeRow(1, 75),)),))


def test_line_is_added_and_another_removed() -> None:
    header = ["datasheet", "price_list", "row", "from_copy", "models", "points", "remove"]
    reading = read(
        PRICES,
        header,
        [KILN, "ash-wardens", "size", 1, 1, None, "yes"],
        [KILN, "ash-wardens", "size", 1, 2, 140, None],
    )

    # What is removed needs no price.
    wanted, faults = reading.laid_over(entries_of(mini_catalogue()))

    assert faults == []
    assert [value.tiers for value in wanted.values()] == [(CopyTier(1, None, (SizeRow(2, 140),)),)]


def test_columns_and_rows_left_out_change_nothing() -> None:
    wanted, faults = read(SHEETS["datasheets"], ["id", "is_legends"], [KILN, "yes"]).laid_over(
        entries_of(mini_catalogue())
    )

    (ref,) = wanted
    assert faults == []
    assert wanted[ref] == replace(entries_of(mini_catalogue())[ref], is_legends=True)


@pytest.mark.parametrize(
    ("header", "rows", "refused"),
    [
        (["id", "nam"], [[KILN, "x"]], ["Row 1, nam: There is no such column; there are: "]),
        (["id", "name", "name"], [[KILN, "x", "y"]], ["Row 1, name: The column stands twice."]),
        (["name"], [["x"]], ["Row 1, id: The column is missing: it says which entry a row is about."]),
        (["id", "", "name"], [], ["Row 1: A column has no name; there are: "]),
        (["id", "name"], [[None, "x"]], ["Row 2, id: It is empty: it says which entry the row is about."]),
        (["id", "name"], [[KILN, ""]], ["Row 2, name: It must not be empty."]),
        (["id", "name"], [[KILN, "x", "y"]], ["Row 2: It has 3 cells; the header has 2 columns."]),
        (["id", "name"], [[KILN, "=A1"]], ['Row 2, name: "=A1" begins like a formula: ']),
        (["id", "minimum_models"], [[KILN, "two"]], ['Row 2, minimum_models: "two" is no whole number.']),
        (["id", "warlord"], [[KILN, "maybe"]], ['Row 2, warlord: "maybe" is none of: must, may, never.']),
        (
            ["id", "name"],
            [[KILN, "x"], [], [KILN, "x"]],
            ["Row 4: It stands twice: row 2 is the same one."],
        ),
        (
            ["id", "name", "profile"],
            [[KILN, "x", "a"], [KILN, "y", "b"]],
            ["Row 3, name: It says otherwise than row 2, which is about the same entry.", "Row 2, M: The line is new"],
        ),
        (["id", "M"], [[KILN, 6]], ["Row 2, profile: It is empty: it says which line of the entry the row is about."]),
        (
            ["id", "profile", "M"],
            [[KILN, "Kiln", 6]],
            ["Row 2, T: The line is new, and the column is missing that it needs."],
        ),
        (
            ["id", "profile", "remove"],
            [[KILN, "Kiln", "yes"]],
            ["Row 2, remove: There is no such line to remove."],
        ),
        (
            ["id", "name"],
            [["ash-wardens:oven", "Oven"]],
            ["Row 2, faction: datasheets/ash-wardens:oven is new, and the column is missing that it needs."],
        ),
    ],
)
def test_bad_rows_are_refused_with_row_column_and_reason(
    header: list[str], rows: list[list[Cell]], refused: list[str]
) -> None:
    found = told(read(SHEETS["datasheets"], header, *rows))

    assert len(found) == len(refused)
    for line, start in zip(found, refused, strict=True):
        assert line.startswith(start)


@pytest.mark.parametrize(
    ("row", "refused"),
    [
        (["size", None, 5, "", 90], "Row 2, from_copy: A size is priced from a copy on: write 1 for the first."),
        (["size", 1, None, "", 90], "Row 2, models: A size needs the number of models."),
        (["wargear", None, None, "", 5], "Row 2, what: Write the name of the wargear or model that has the price."),
        (["weapon", None, None, "Lance", 5], 'Row 2, row: "weapon" is none of: size, wargear, model.'),
        (["size", 1, 5, "", -5.5], "Row 2, points: -5.5 is no whole number."),
        (["size", 1, 5, "", None], "Row 2, points: It must not be empty."),
    ],
)
def test_bad_prices_are_refused(row: list[Cell], refused: str) -> None:
    header = ["datasheet", "price_list", "row", "from_copy", "models", "what", "points"]

    assert told(read(PRICES, header, [KILN, "ash-wardens", *row])) == [refused]


def test_abilities_of_weapons_are_shown_and_not_changed() -> None:
    sheet = SHEETS["weapons"]
    rows = rows_of(sheet, mini_catalogue())
    place = sheet.header.index("abilities")
    assert rows[0][place] == (
        "Rapid Fire 2; Anti-Infantry 4+; Lethal Hits against Vehicle, Monster but not Titanic, Aircraft;"
        " only against Vehicle, Fly"
    )
    rows[0][place] = "Rapid Fire 3"

    assert told(read(sheet, list(sheet.header), *rows)) == [
        "Row 2, abilities: The column is there to be seen; change it on the page of the entry,"
        " and leave it here as it was."
    ]


def test_after_very_many_faults_the_rest_is_not_read() -> None:
    bad: list[list[Cell]] = [[f"x{number}", "=1"] for number in range(500)]
    reading = read(SHEETS["datasheets"], ["id", "name"], *bad)

    assert len(reading.refused) == 201
    assert str(reading.refused[-1]) == "Row 201: 200 faults so far; the rows after this were not read."
