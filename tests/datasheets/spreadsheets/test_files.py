"""Files are read in every shape that spreadsheet programs write, and within bounds that no file gets around."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from typing import Any

import openpyxl
import pytest

from datasheets.spreadsheets import files
from datasheets.spreadsheets.files import FileRefused, Format, read_file, write_csv, write_xlsx
from datasheets.spreadsheets.reading import Table

HEADER = ("id", "name", "points")
ROWS: list[list[Any]] = [["kiln", "Kiln; the “big” one", 70], ["squad", None, -3]]


def book_of(*rows: list[Any]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    return saved(book)


def saved(book: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def with_sheet(sheet: str) -> bytes:
    """A workbook whose sheet is this XML."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book_of(["id"]))) as whole, zipfile.ZipFile(out, "w") as package:
        for part in whole.namelist():
            package.writestr(part, sheet if part.endswith("sheet1.xml") else whole.read(part))
    return out.getvalue()


def refusal_of(content: bytes, file_format: Format) -> str:
    with pytest.raises(FileRefused) as refused:
        read_file(content, file_format)
    return str(refused.value)


def test_csv_is_read_as_it_was_written() -> None:
    found = read_file(write_csv(HEADER, ROWS), Format.CSV)

    assert found == Table(HEADER, ((2, ("kiln", "Kiln; the “big” one", "70")), (3, ("squad", None, "-3"))))


def test_xlsx_is_read_as_it_was_written() -> None:
    found = read_file(write_xlsx("prices", HEADER, ROWS), Format.XLSX)

    assert found == Table(HEADER, ((2, ("kiln", "Kiln; the “big” one", 70)), (3, ("squad", None, -3))))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_of_other_programs_is_read(encoding: str, delimiter: str) -> None:
    text = delimiter.join(HEADER) + "\n" + delimiter.join(["kiln", "Köhler", "70"]) + "\n"

    assert read_file(text.encode(encoding), Format.CSV) == Table(HEADER, ((2, ("kiln", "Köhler", "70")),))


def test_csv_in_an_encoding_nobody_told_is_refused_with_the_line() -> None:
    content = "id,name\nkiln,Kiln\nko,Köhler\n".encode("cp1252")

    assert refusal_of(content, Format.CSV) == ('Line 3 is not UTF-8: save the file as "CSV UTF-8", or as XLSX.')


@pytest.mark.parametrize("file_format", list(Format))
@pytest.mark.parametrize("content", [b"", b"  \n "])
def test_empty_file_is_refused(content: bytes, file_format: Format) -> None:
    assert refusal_of(content, file_format) == "The file is empty: export a sheet and fill that in."


def test_file_without_columns_is_refused() -> None:
    assert refusal_of(b",,\n1,2,3\n", Format.CSV) == (
        "The first row names no columns: export a sheet and fill that in."
    )


def test_half_a_csv_is_refused_with_the_line() -> None:
    told = refusal_of(b'id,name\nkiln,"Kiln\n', Format.CSV)

    assert told == "Line 2 is no CSV (unexpected end of data): export a sheet and fill that in."


def test_csv_with_null_characters_is_refused() -> None:
    assert refusal_of(b"id\n\0\n", Format.CSV) == "The file holds characters that no text has: is it a CSV file?"


def test_too_many_bytes_rows_and_columns_are_refused() -> None:
    rows = b"id\n" + b"x\n" * files.MOST_ROWS

    assert refusal_of(rows, Format.CSV) == "The file has more than 20000 rows: split it by faction."
    assert refusal_of(b"id\n" + b"," * 60, Format.CSV) == "Row 2 has 61 cells; 60 are read."
    assert refusal_of(b"x" * (files.LARGEST_FILE_BYTES + 1), Format.CSV) == (
        "The file has 8388609 bytes; 8 MB are read. Split it by faction."
    )


def test_row_far_down_a_workbook_is_refused_and_not_waited_for() -> None:
    book = openpyxl.Workbook()
    book.worksheets[0].cell(1, 1, "id")
    book.worksheets[0].cell(1_048_576, 1, "kiln")

    assert refusal_of(saved(book), Format.XLSX) == "The file has more than 20000 rows: split it by faction."


def test_cell_far_to_the_right_is_refused() -> None:
    book = openpyxl.Workbook()
    book.worksheets[0].cell(1, 1, "id")
    book.worksheets[0].cell(2, 16_000, "kiln")

    assert refusal_of(saved(book), Format.XLSX) == "Row 2 has 16000 cells; 60 are read."


def test_empty_cells_without_end_are_refused() -> None:
    rows = "".join(f"<row r='{row}'><c r='XFD{row}'/></row>" for row in range(1, 200))
    sheet = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f"<sheetData>{rows}</sheetData></worksheet>"
    )

    assert refusal_of(with_sheet(sheet), Format.XLSX) == (
        "The workbook has more than 2000000 cells: split it by faction."
    )


def test_workbook_that_unpacks_to_very_much_is_refused() -> None:
    out = io.BytesIO()
    name = "xl/worksheets/sheet1.xml"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package, package.open(name, "w") as part:
        for _ in range(90):
            part.write(b"0" * 1024 * 1024)
    assert len(out.getvalue()) < 200_000

    assert refusal_of(out.getvalue(), Format.XLSX) == ("The workbook unpacks to more than 80 MB: split it by faction.")


def test_workbook_of_very_many_parts_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        for number in range(files.MOST_PARTS + 1):
            package.writestr(str(number), b"")

    assert refusal_of(out.getvalue(), Format.XLSX) == "The workbook has 201 parts; 200 are read."


@pytest.mark.parametrize("content", [b"PK\x03\x04 and no more", b"id,name\n", b"\xd0\xcf\x11\xe0 an old workbook"])
def test_what_is_no_workbook_is_refused(content: bytes) -> None:
    assert refusal_of(content, Format.XLSX) == "This is no XLSX workbook: save the file as XLSX, or as CSV."


def test_workbook_cut_short_or_damaged_is_refused() -> None:
    whole = book_of(["id"], ["kiln"])
    for end in (len(whole) // 4, len(whole) // 2, len(whole) - 10):
        assert "workbook" in refusal_of(whole[:end], Format.XLSX)
    for place in range(40, len(whole), 97):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        try:
            read_file(bytes(damaged), Format.XLSX)
        except FileRefused:
            continue


@pytest.mark.parametrize("packing", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_packing_that_is_damaged_is_refused(packing: int) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packing) as package:
        package.writestr("xl/workbook.xml", str(list(range(200))))
    for place in range(45, 200, 3):
        damaged = bytearray(out.getvalue())
        damaged[place] ^= 0xFF

        assert "This is no XLSX workbook" in refusal_of(bytes(damaged), Format.XLSX)


def test_part_that_says_to_begin_before_the_file_is_refused() -> None:
    content = book_of(["id"])
    at = content.rindex(b"PK\x01\x02")
    damaged = content[: at + 42] + b"\xff\xff\xff\x7f" + content[at + 46 :]

    assert refusal_of(damaged, Format.XLSX) == "This is no XLSX workbook: save the file as XLSX, or as CSV."


def test_cell_that_names_a_text_there_is_none_of_is_refused() -> None:
    sheet = """<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
        <row r="1"><c r="A1" t="s"><v>99</v></c></row></sheetData></worksheet>"""

    assert refusal_of(with_sheet(sheet), Format.XLSX) == "The workbook is damaged (IndexError): save it anew."


def test_package_that_is_no_workbook_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr("readme.txt", "nothing")

    assert refusal_of(out.getvalue(), Format.XLSX) == "This is no XLSX workbook that can be read (KeyError)."


def test_entities_that_expand_without_end_are_refused() -> None:
    bomb = (
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">'
        + "".join(f'<!ENTITY {new} "{f"&{old};" * 10}">' for old, new in zip("abcdefgh", "bcdefghi", strict=True))
        + ']><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        "<row r='1'><c t='inlineStr'><is><t>&i;</t></is></c></row></sheetData></worksheet>"
    )

    assert openpyxl.DEFUSEDXML
    assert refusal_of(with_sheet(bomb), Format.XLSX) == "This is no XLSX workbook that can be read (ValueError)."


def test_text_that_a_program_made_a_date_of_is_refused_with_its_row() -> None:
    assert refusal_of(book_of(["id", "attacks"], ["lance", date(2026, 3, 4)]), Format.XLSX) == (
        "Row 2: the spreadsheet program made a date of a text (2026-03-04 00:00:00):"
        " format the column as text, and write anew what stood there."
    )


def test_formula_is_read_as_the_formula_it_is() -> None:
    assert read_file(book_of(["id"], ["=1+1"]), Format.XLSX).rows == ((2, ("=1+1",)),)
