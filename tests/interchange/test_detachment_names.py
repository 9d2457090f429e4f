"""Detachments in one line: known names decide, because names hold "and" and commas themselves."""

from __future__ import annotations

import pytest

from datasheets.catalogue import Catalogue
from roster.interchange.detachment_names import split_detachments
from roster.interchange.names_index import index_of


@pytest.mark.parametrize(
    ("line", "faction", "names", "leftovers"),
    [
        ("War Horde", "orks", ["War Horde"], []),
        (
            "Brazen Engines, Butchers of Khorne, and Vessels of Wrath",
            "world-eaters",
            ["Brazen Engines", "Butchers of Khorne", "Vessels of Wrath"],
            [],
        ),
        (
            "Legends of Saga and Song and Saga of the Great Wolf",
            "space-wolves",
            ["Legends of Saga and Song", "Saga of the Great Wolf"],
            [],
        ),
        (
            "Ordo Xenos, Alien Hunters and Veiled Blade Elimination Force",
            "agents-of-the-imperium",
            ["Ordo Xenos, Alien Hunters", "Veiled Blade Elimination Force"],
            [],
        ),
        ("Bully Boyz et Kult of Speed", "orks", ["Bully Boyz", "Kult of Speed"], []),
        ("bully  boyz & KULT OF SPEED", "orks", ["Bully Boyz", "Kult of Speed"], []),
        ("Marshal's Household", "black-templars", ["Marshal's Household"], []),
        (
            "War Horde and Fancy Fellas, Bully Boyz",
            "orks",
            ["War Horde", "Fancy Fellas", "Bully Boyz"],
            ["Fancy Fellas"],
        ),
        ("Rust and Ruin", "orks", ["Rust and Ruin"], ["Rust and Ruin"]),
        ("Rust, Ruin", "orks", ["Rust", "Ruin"], ["Rust", "Ruin"]),
        ("and", "orks", [], []),
    ],
)
def test_known_names_are_found_and_the_rest_is_kept_as_written(
    catalogue: Catalogue, line: str, faction: str, names: list[str], leftovers: list[str]
) -> None:
    split = split_detachments(line, index_of(catalogue), catalogue.lineage(faction))
    assert [reference.name for reference in split.references] == names
    assert [reference.name for reference in split.references if reference.id is None] == leftovers
    assert list(split.leftovers) == leftovers


def test_a_name_of_several_factions_is_that_of_the_army(catalogue: Catalogue) -> None:
    index = index_of(catalogue)
    shared = [
        (name, rows)
        for name, rows in catalogue.detachments_by_name.items()
        if len(rows) > 1 and all(len(row.offers) == 1 for row in rows)
    ]
    for name, rows in shared:
        for row in rows:
            lineage = catalogue.lineage(row.offers[0].faction)
            assert split_detachments(name, index, lineage).known == (row.id,)
