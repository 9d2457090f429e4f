"""The top of a list: titles that joke, factions on two lines, sizes, detachments and dispositions in any order."""

from __future__ import annotations

import itertools

import pytest

from datasheets.catalogue import Catalogue
from roster.document import Reference, RosterDocument
from roster.interchange import read_text
from roster.interchange.result import LineStatus, ReadResult
from tests.interchange.texts import meanings, suggestions, text_of

BODY = ["", "CHARACTERS", "", "Warboss (100 points)", "• 1x Kombi-rokkit", ""]


def read(*header: str, catalogue: Catalogue) -> ReadResult:
    return read_text("\n".join([*header, *BODY]), catalogue)


def document_of(result: ReadResult) -> RosterDocument:
    assert result.document is not None
    return result.document


@pytest.mark.parametrize(
    "order",
    list(itertools.permutations(["Strike Force (2000 points)", "War Horde (3 Detachment Points)", "Purge the Foe"])),
)
def test_lines_of_the_header_may_stand_in_any_order(catalogue: Catalogue, order: tuple[str, ...]) -> None:
    document = document_of(read("Name (100 points)", "", "Orks", *order, catalogue=catalogue))
    assert document.name == "Name"
    assert document.faction == Reference("orks", "Orks")
    assert document.battle_size == Reference("strike-force", "Strike Force")
    assert document.detachments == (Reference("orks:war-horde", "War Horde"),)
    assert document.dispositions == (Reference("purge-the-foe", "Purge the Foe"),)
    assert (document.points_limit, document.stated_points) == (None, 100)


@pytest.mark.parametrize(
    ("lines", "faction"),
    [
        (["Space Marines", "Dark Angels"], "dark-angels"),
        (["Space Marines"], "adeptus-astartes"),
        (["Adeptus Astartes"], "adeptus-astartes"),
        (["Chaos Space Marines"], "chaos-space-marines"),
        (["T\u2019au  Empire"], "tau-empire"),
        (["Empire T\u2019au"], "tau-empire"),
        (["LEAGUES OF VOTANN"], "leagues-of-votann"),
    ],
)
def test_the_whole_name_decides_and_the_most_specific_wins(
    catalogue: Catalogue, lines: list[str], faction: str
) -> None:
    document = document_of(read("Name (100 points)", "", *lines, "Strike Force (2000 points)", catalogue=catalogue))
    assert document.faction is not None
    assert document.faction.id == faction


@pytest.mark.parametrize(
    "title", ["Orks Orks Orks (100 points)", "Orks (100 points)", "Chaos Space Marines (100 points)"]
)
def test_the_title_never_decides_the_faction(catalogue: Catalogue, title: str) -> None:
    result = read(title, "", "Adeptus Custodes", "Strike Force (2000 points)", catalogue=catalogue)
    document = document_of(result)
    assert document.faction == Reference("adeptus-custodes", "Adeptus Custodes")
    assert (document.name, document.stated_points) == (title.removesuffix(" (100 points)"), 100)


def test_a_faction_as_title_without_points_is_left_aside(catalogue: Catalogue) -> None:
    result = read("Orks", "", "a note", "", "Adeptus Custodes", "Strike Force (2000 points)", catalogue=catalogue)
    assert document_of(result).faction == Reference("adeptus-custodes", "Adeptus Custodes")
    assert document_of(result).name == "Orks"


def test_a_title_over_several_lines_has_its_total_on_the_last(catalogue: Catalogue) -> None:
    result = read("A list so long", "it needs", "three lines -- … (1,995 points)", "", "Orks", catalogue=catalogue)
    document = document_of(result)
    assert (document.name, document.stated_points) == ("A list so long it needs three lines -- …", 1995)
    assert document.faction == Reference("orks", "Orks")


def test_notes_between_title_and_faction_are_ignored_with_a_reason(catalogue: Catalogue) -> None:
    result = read("Name (100 points)", "***USING THIS***", "Rhino is not my unit.", "", "Orks", catalogue=catalogue)
    assert meanings(result, LineStatus.IGNORED) == {2: "a note above the faction", 3: "a note above the faction"}
    assert len(document_of(result).units) == 1


def test_a_disposition_chosen_by_the_player_is_the_choice_among_those_offered(catalogue: Catalogue) -> None:
    result = read(
        "Name (100 points)",
        "Disposition: Purge the Foe",
        "Orks",
        "War Horde (3 Detachment Points)",
        "Force Dispositions: Take and Hold, Purge the Foe",
        catalogue=catalogue,
    )
    assert document_of(result).dispositions == (Reference("purge-the-foe", "Purge the Foe"),)
    assert document_of(result).faction == Reference("orks", "Orks")


def test_several_dispositions_without_a_choice_stay_several(catalogue: Catalogue) -> None:
    result = read("Name (1 points)", "Orks", "Force Dispositions: Take and Hold, Purge the Foe", catalogue=catalogue)
    assert [row.id for row in document_of(result).dispositions] == ["take-and-hold", "purge-the-foe"]


def test_another_limit_than_the_battle_sizes_is_kept(catalogue: Catalogue) -> None:
    document = document_of(read("Name (1 points)", "Orks", "Strike Force (1,500 points)", catalogue=catalogue))
    assert (document.battle_size, document.points_limit) == (Reference("strike-force", "Strike Force"), 1500)


def test_an_unknown_battle_size_is_kept_as_written(catalogue: Catalogue) -> None:
    result = read("Name (1 points)", "Orks", "Backyard Brawl (750 points)", catalogue=catalogue)
    document = document_of(result)
    assert (document.battle_size, document.points_limit) == (Reference(None, "Backyard Brawl"), 750)
    assert meanings(result, LineStatus.UNKNOWN) == {
        3: '"Backyard Brawl" is not a battle size; there are Incursion, Strike Force, Onslaught'
    }


def test_a_second_battle_size_is_not_taken_in_silence(catalogue: Catalogue) -> None:
    result = read(
        *("Name (1 points)", "Orks", "Strike Force (2000 points)", "Strike Force (2000 points)"),
        "Incursion (1000 points)",
        catalogue=catalogue,
    )
    assert document_of(result).battle_size == Reference("strike-force", "Strike Force")
    assert meanings(result, LineStatus.IGNORED) == {4: "battle size, named before"}
    assert meanings(result, LineStatus.UNKNOWN) == {
        5: '"Incursion" would be a second battle size; "Strike Force" was taken'
    }


def test_a_unit_nobody_knows_is_a_unit_even_without_a_section_and_without_lines(catalogue: Catalogue) -> None:
    text = "Name (1 points)\nOrks\nStrike Force (2000 points)\nWar Horde (3 Detachment Points)\nBig Bug (100 points)\n"
    result = read_text(text, catalogue)
    assert [unit.datasheet for unit in document_of(result).units] == [Reference(None, "Big Bug")]


def test_an_unknown_faction_is_kept_as_written_and_the_units_are_read(catalogue: Catalogue) -> None:
    result = read("Name (1 points)", "", "Orcs", "Strike Force (2000 points)", catalogue=catalogue)
    document = document_of(result)
    assert document.faction == Reference(None, "Orcs")
    assert [unit.datasheet.id for unit in document.units] == ["orks:warboss"]
    assert meanings(result, LineStatus.UNKNOWN) == {3: '"Orcs" is not a faction of the catalogue'}
    assert suggestions(result) == {3: ("Orks",)}


def test_a_faction_that_is_not_named_stays_open(catalogue: Catalogue) -> None:
    document = document_of(read("Name (1 points)", "Strike Force (2000 points)", catalogue=catalogue))
    assert document.faction is None
    assert document.name == "Name"


def test_an_unknown_chapter_is_not_lost(catalogue: Catalogue) -> None:
    result = read("Name (1 points)", "Space Marines", "Raven Gard", "Strike Force (2000 points)", catalogue=catalogue)
    assert document_of(result).faction == Reference("adeptus-astartes", "Adeptus Astartes")
    assert meanings(result, LineStatus.UNKNOWN) == {3: "not a faction, detachment, battle size or force disposition"}


@pytest.mark.parametrize("figure", ["-5", "999999", "1.5"])
def test_an_absurd_total_is_left_out_and_asked_about(catalogue: Catalogue, figure: str) -> None:
    result = read(f"Name ({figure} points)", "Orks", "Strike Force (2000 points)", catalogue=catalogue)
    assert document_of(result).stated_points is None
    assert result.questions == (
        f'Line 1 states a total of "{figure}" points, which no army has; the figure was left out.',
    )


def test_detachments_without_points_are_known_by_their_names(catalogue: Catalogue) -> None:
    result = read("Name (1 points)", "Orks", "Bully Boyz and Wreckas", "Incursion (1000 points)", catalogue=catalogue)
    assert [row.id for row in document_of(result).detachments] == ["orks:bully-boyz", "orks:wreckas"]
    assert result.stated_detachment_points is None
    assert result.format == "gw-app-11e-a"


def test_detachments_on_lines_of_their_own_are_all_taken(catalogue: Catalogue) -> None:
    result = read(
        "Name (1 points)",
        "Orks",
        "Bully Boyz (1 Detachment Points)",
        "Wreckas (1 Detachment Points)",
        catalogue=catalogue,
    )
    assert [row.id for row in document_of(result).detachments] == ["orks:bully-boyz", "orks:wreckas"]
    assert result.stated_detachment_points == 2


def test_three_detachments_thousands_with_nbsp_prose_and_allies(catalogue: Catalogue) -> None:
    result = read_text(text_of("three_detachments"), catalogue)
    document = document_of(result)
    assert [row.name for row in document.detachments] == [
        "Champions of Fenris",
        "Saga of the Beastslayer",
        "Tactical Brethren",
    ]
    assert document.faction == Reference("space-wolves", "Space Wolves")
    assert (document.stated_points, document.points_limit) == (995, None)
    assert meanings(result, LineStatus.IGNORED) == {3: "a note above the faction"}
    assert meanings(result, LineStatus.UNKNOWN) == {}
    assert meanings(result, LineStatus.USED)[5] == "parent faction of Space Wolves: Adeptus Astartes"
    assert meanings(result, LineStatus.USED)[62] == "unit: Imperial Rhino, of Agents of the Imperium"
