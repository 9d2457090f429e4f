"""Cells are written and read without loss, and refused with a reason that says what to write instead."""

from __future__ import annotations

from typing import Any

import pytest

from datasheets.catalogue.datasheet import WarlordRule
from datasheets.spreadsheets.cells import CellRefused, Choice, Counts, Kind, Names, Number, Text, YesNo

WARLORD = Choice(WarlordRule)


@pytest.mark.parametrize(
    ("kind", "value", "cell"),
    [
        (Text(), "Kiln", "Kiln"),
        (Text(), "", None),
        (Text(none_if_empty=True), None, None),
        (Text(), "=SUM(A1)", "'=SUM(A1)"),
        (Text(), "@home", "'@home"),
        (Text(), "-3", "'-3"),
        (Number(), -3, -3),
        (Number(), None, None),
        (YesNo(), True, "yes"),
        (YesNo(), False, "no"),
        (Names(), ("Infantry", "Fly"), "Infantry; Fly"),
        (Names(), ("+one", "two"), "'+one; two"),
        (Names(), (), None),
        (WARLORD, WarlordRule.MUST, "must"),
        (Counts(), (("Cinder Sergeant", 1), ("Cinder", 9)), "Cinder Sergeant 1; Cinder 9"),
    ],
)
def test_what_is_written_is_read_again(kind: Kind, value: Any, cell: Any) -> None:
    assert kind.write(value) == cell
    assert kind.read(cell) == value


@pytest.mark.parametrize(
    ("kind", "cell", "value"),
    [
        (Number(), "80", 80),
        (Number(), " -2 ", -2),
        (Number(), 80.0, 80),
        (Number(), "80.0", 80),
        (Number(), "+5", 5),
        (Number(), "", None),
        (Text(), 7, "7"),
        (Text(), 7.0, "7"),
        (YesNo(), True, True),
        (YesNo(), "TRUE", True),
        (YesNo(), None, False),
        (YesNo(), 0, False),
        (Names(), " Infantry ;; Fly;", ("Infantry", "Fly")),
        (WARLORD, "Never", WarlordRule.NEVER),
        (WARLORD, None, None),
    ],
)
def test_what_programs_make_of_a_cell_is_understood(kind: Kind, cell: Any, value: Any) -> None:
    assert kind.read(cell) == value


@pytest.mark.parametrize(
    ("kind", "cell", "reason"),
    [
        (Number(), "eighty", '"eighty" is no whole number.'),
        (Number(), "80.5", '"80.5" is no whole number.'),
        (Number(), 80.5, "80.5 is no whole number."),
        (Number(), True, "A whole number belongs here, not yes or no."),
        (Number(), "9" * 40, '"' + "9" * 40 + '" is no whole number.'),
        (Number(), "=1+1", '"=1+1" begins like a formula: write the value itself, or \' before a name.'),
        (Text(), "=cmd|x", '"=cmd|x" begins like a formula: write the value itself, or \' before a name.'),
        (Text(), "@x", '"@x" begins like a formula: write the value itself, or \' before a name.'),
        (Text(), "a" * 2001, "2001 characters; 2000 are allowed."),
        (Text(), "a\0b", "It holds a character that cannot be stored (U+0000): type it anew."),
        (Names(), "+a; b", '"+a; b" begins like a formula: write the value itself, or \' before a name.'),
        (YesNo(), "perhaps", '"perhaps" is neither yes nor no.'),
        (WARLORD, "maybe", '"maybe" is none of: must, may, never.'),
        (Counts(), "Cinder nine", '"Cinder nine" is no name with a number behind it.'),
        (Counts(), "Cinder ²", '"Cinder ²" is no name with a number behind it.'),
        (Counts(), "Cinder " + "9" * 16, f'"Cinder {"9" * 16}" is no name with a number behind it.'),
        (Counts(), "9", '"9" is no name with a number behind it.'),
    ],
)
def test_what_cannot_be_taken_is_refused_with_a_reason(kind: Kind, cell: Any, reason: str) -> None:
    with pytest.raises(CellRefused) as refused:
        kind.read(cell)

    assert str(refused.value) == reason
