"""Reading points manuals in the project's own shape: values out, and named faults for anything odd."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from datasheets.sources import SourceFault
from datasheets.sources.manual import AddedModel, Manual, PriceList, Row, Tier, Unit, read_manual

HEAD = "name: Sample Manual\nversion: '2.0'\ndate: 2026-10-01\nlists: [walkers]\n"
LIST = """\
slug: walkers
name: Walkers
units:
- name: Sample Walker
  tiers:
  - {copies: 1-2, rows: [{models: 1, points: 100}]}
  - {copies: 3+, rows: [{models: 1, points: 120}]}
  add_ons: [{model: Trailer, points: 20}]
"""


def folder_with(tmp_path: Path, text: str, head: str = HEAD) -> Path:
    """A manual of one list."""
    folder = tmp_path / "v2.0"
    folder.mkdir()
    (folder / "manual.yaml").write_text(head, encoding="utf-8")
    (folder / "walkers.yaml").write_text(text, encoding="utf-8")
    return folder


def fault_of(folder: Path) -> str:
    """The words of the fault that reading the folder ends in."""
    with pytest.raises(SourceFault) as caught:
        read_manual(folder)
    return str(caught.value)


def test_a_manual_is_read_into_values(tmp_path: Path) -> None:
    assert read_manual(folder_with(tmp_path, LIST)) == Manual(
        name="Sample Manual",
        version="2.0",
        date=date(2026, 10, 1),
        lists=(
            PriceList(
                slug="walkers",
                name="Walkers",
                units=(
                    Unit(
                        name="Sample Walker",
                        tiers=(Tier("1-2", (Row(1, 100),)), Tier("3+", (Row(1, 120),))),
                        add_ons=(AddedModel("Trailer", 20),),
                    ),
                ),
            ),
        ),
    )


def test_copies_are_spans() -> None:
    assert [Tier(copies, ()).span for copies in ("1+", "1", "1-3", "4+")] == [(1, None), (1, 1), (1, 3), (4, None)]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "points: 100",
            "points: 100, price: 5",
            'v2.0/walkers.yaml: units "Sample Walker", tiers[0], rows[0]: Object contains unknown field `price`.',
        ),
        (
            "points: 100",
            "points: -5",
            'v2.0/walkers.yaml: units "Sample Walker", tiers[0], rows[0], points: Expected `int` >= 0.',
        ),
        (
            "points: 100",
            "points: cheap",
            'v2.0/walkers.yaml: units "Sample Walker", tiers[0], rows[0], points: Expected `int`, got `str`.',
        ),
        (
            "copies: 3+",
            "copies: 4+",
            'v2.0/walkers.yaml: units "Sample Walker": copies "4+" does not follow the tier before it.',
        ),
        (
            "copies: 3+",
            "copies: many",
            'v2.0/walkers.yaml: units "Sample Walker": copies "many" is not "1+", "1-2" or "2".',
        ),
        (
            "copies: 3+",
            "copies: '3'",
            'v2.0/walkers.yaml: units "Sample Walker": no tier says what copy 4 costs.',
        ),
        (
            "[{models: 1, points: 120}]",
            "[{models: 1, points: 120}, {models: 1, points: 130}]",
            'v2.0/walkers.yaml: units "Sample Walker": copies "3+": stands twice: 1 models.',
        ),
        ("slug: walkers", "slug: tanks", 'v2.0/walkers.yaml: slug "tanks" should be "walkers" like the file.'),
        (
            "name: Walkers",
            "name: Walkers\nname: Tanks",
            "v2.0/walkers.yaml: not valid YAML: key 'name' stands twice, line 3.",
        ),
    ],
)
def test_a_fault_names_file_and_entry(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in LIST
    assert fault_of(folder_with(tmp_path, LIST.replace(old, new, 1))) == words


def test_a_unit_that_stands_twice_is_a_fault(tmp_path: Path) -> None:
    twice = LIST + "- name: Sample Walker\n  tiers:\n  - {copies: 1+, rows: [{models: 1, points: 90}]}\n"
    assert fault_of(folder_with(tmp_path, twice)) == "v2.0/walkers.yaml: units: stands twice: Sample Walker."


def test_two_blocks_may_hold_a_unit_of_one_name(tmp_path: Path) -> None:
    twice = (
        LIST + "- name: Sample Walker\n  block: Guests\n  tiers:\n  - {copies: 1+, rows: [{models: 1, points: 90}]}\n"
    )
    units = read_manual(folder_with(tmp_path, twice)).lists[0].units
    assert [(unit.name, unit.block) for unit in units] == [("Sample Walker", ""), ("Sample Walker", "Guests")]


def test_a_unit_without_prices_must_say_that_they_are_missing(tmp_path: Path) -> None:
    unpriced = LIST + "- name: Sample Hero\n"
    assert fault_of(folder_with(tmp_path, unpriced)) == (
        'v2.0/walkers.yaml: units "Sample Hero": has no tiers; give them, or list tiers under missing.'
    )


def test_a_unit_may_say_that_its_prices_are_missing(tmp_path: Path) -> None:
    unpriced = LIST + "- name: Sample Hero\n  missing: [tiers]\n"
    assert read_manual(folder_with(tmp_path, unpriced)).lists[0].units[1] == Unit("Sample Hero", missing=("tiers",))


def test_a_file_the_manual_does_not_name_is_a_fault(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, LIST)
    (folder / "tanks.yaml").write_text("slug: tanks\nname: Tanks\n", encoding="utf-8")
    assert fault_of(folder) == "v2.0/manual.yaml: does not name tanks; name the file or remove it."


def test_a_list_without_its_file_is_a_fault(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, LIST, HEAD.replace("[walkers]", "[walkers, tanks]"))
    assert fault_of(folder) == "v2.0/tanks.yaml: cannot be read (No such file or directory)."


def test_a_file_that_is_no_text_is_a_fault(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, LIST)
    (folder / "walkers.yaml").write_bytes(b"name: \xff\xfe")
    assert fault_of(folder) == "v2.0/walkers.yaml: not UTF-8 text (byte 6)."


def test_yaml_that_would_make_objects_is_refused(tmp_path: Path) -> None:
    words = fault_of(folder_with(tmp_path, "!!python/object/apply:os.getcwd []\n"))
    assert words.startswith("v2.0/walkers.yaml: not valid YAML: could not determine a constructor")


@pytest.mark.parametrize("key", ["? [a, b]\n: 1\n", "{a: b}: 1\n"])
def test_a_key_that_is_no_word_is_a_fault(tmp_path: Path, key: str) -> None:
    folder = folder_with(tmp_path, LIST + key)
    assert "a key is a list or a mapping, line" in fault_of(folder)
