"""Texts of other tools, editions and games are named, not misread."""

from __future__ import annotations

import pytest

from datasheets.catalogue import Catalogue
from roster.interchange import read_text
from roster.interchange.result import LineStatus
from tests.interchange.texts import meanings, strike_force, text_of, units

ADVICE = "Export the list from the official app (Share, as text) and paste that."
PARTLY = "only what looks like the app's text was read, so there is no verdict."

FENCE = "+" * 40
EVENT = (
    f"{FENCE}\n+ FACTION KEYWORD: Xenos - Orks\n+ DETACHMENT: Bully Boyz, Wreckas (Some Rule)\n"
    f"+ TOTAL ARMY POINTS: 185pts\n{FENCE}\n\n"
)


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ('{"roster": {"name": "x"}}', "a JSON file (New Recruit, ListForge, Rosterizer or a roster document)"),
        ("[\n  1\n]", "a JSON file (New Recruit, ListForge, Rosterizer or a roster document)"),
        ('<?xml version="1.0"?><roster/>', "an XML file (a .ros roster of BattleScribe or New Recruit)"),
        ("<!DOCTYPE html><p>Boyz (85 points)", "the source of a web page"),
        ("H4sIAAAAAAAAA6tWKkktLlGyUlAqS", "a ListForge link with packed data"),
        (
            EVENT + "Char1: 1x Warboss (100 pts): Warlord, Power klaw\n10x Boyz (85 pts)\n",
            "New Recruit's tournament text",
        ),
        ("Char1: 1x Warboss (100 pts): Power klaw\n10x Boyz (85 pts)\n", "New Recruit's tournament text"),
        ("# ++ Army Roster ++ [185 pts]\n## Character\nWarboss [100 pts]: Power klaw\n", "New Recruit's simple text"),
        ("Warboss [100 pts]: Power klaw\nBoyz [85 pts]\nTrukk [60 pts]\n", "New Recruit's simple text"),
        ("**Configuration**\n- **Detachment:** War Horde\n", "New Recruit's text for Discord"),
        ("Warboss (100pts): Power klaw\n10x Boyz (85pts)\n10x Boyz (85pts)\n", "New Recruit's short text"),
        ("++ Army Roster (Orks) [185pts] ++\n+ Character +\nWarboss [100pts]\n", "BattleScribe's text"),
        ("Fun [185 points]\nOrks\nBattle Size: Incursion\n\nWarboss [100 points]\n", "a WarOrgan export"),
        ("Points d'armée : 185\nInfanterie 1 : Boyz [85pts]\n", "a French team template"),
    ],
)
def test_another_tools_text_is_refused_by_name(catalogue: Catalogue, text: str, tool: str) -> None:
    result = read_text(text, catalogue)
    assert result.refusal == f"This looks like {tool}, which is not read yet. {ADVICE}"
    assert (result.document, result.format) == (None, None)
    assert set(meanings(result, LineStatus.UNKNOWN).values()) == {"not read: the text is refused as a whole"}
    assert [line.text for line in result.lines] == [line for line in text.split("\n") if line.strip()]


UNITS = "CHARACTERS\n\nWarboss (100 pts)\n• 1x Power klaw\n\nBATTLELINE\n\nBoyz (85 pts)\n• 1x Nob\n• 9x Boy\n"


@pytest.mark.parametrize(
    ("text", "tool", "faction", "detachments"),
    [
        (EVENT + UNITS, 'New Recruit\'s "GW" text under an event header', "orks", ["Bully Boyz", "Wreckas"]),
        (
            f"List Name: Fun\nFactions Used: Orks\nArmy Points: 185\nDetachment(s): War Horde\n\n{UNITS}",
            "ListForge's event text",
            "orks",
            ["War Horde"],
        ),
        (
            "Fun - Orks - War Horde (185 Points)\n\nCharacter:\nWarboss (100 pts)\n  • Power klaw\n\n"
            "Battleline:\nBoyz (85 pts)\n",
            "ListForge's text",
            None,
            [],
        ),
        (
            f"Fun (185 Points)\n\nOrks\nWar Horde (3 Detachment Points)\nIncursion (1,000 Points)\n\n{UNITS}\n"
            "Exported with BattleBase, Data Version: v20261001\n",
            "a BattleBase export",
            "orks",
            ["War Horde"],
        ),
    ],
    ids=["New Recruit", "ListForge event", "ListForge", "BattleBase"],
)
def test_an_app_like_text_of_another_tool_is_read_in_part_and_refused(
    catalogue: Catalogue, text: str, tool: str, faction: str | None, detachments: list[str]
) -> None:
    result = read_text(text, catalogue)
    assert result.refusal == f"This looks like {tool}: {PARTLY} {ADVICE}"
    assert result.format is None
    assert [unit.datasheet.id for unit in units(result)] == ["orks:warboss", "orks:boyz"]
    assert result.document is not None
    assert (result.document.faction.id if result.document.faction else None) == faction
    assert [row.name for row in result.document.detachments] == detachments


def test_attachments_by_name_are_read(catalogue: Catalogue) -> None:
    text = (
        "Fun (185 Points)\n\nOrks\nIncursion (1,000 Points)\n\n"
        "CHARACTERS\n\nWarboss (100 Points)\n    • Leading: Boyz\n\n"
        "BATTLELINE\n\nBoyz (85 Points)\n    • Leader: Warboss\n    • 10x Choppa\n\n"
        "Exported with BattleBase, Data Version: v1\n"
    )
    assert [(unit.key, unit.attached_to, unit.attached_as) for unit in units(read_text(text, catalogue))] == [
        ("u1", "u2", "leader"),
        ("u2", None, None),
    ]


def test_the_tenth_edition_is_known_by_its_app(catalogue: Catalogue) -> None:
    result = read_text(text_of("tenth_edition"), catalogue)
    assert result.refusal == (
        "This is a list of the 10th edition (app version v1.44.0 (2)): its units were read as far as the 11th edition "
        "knows them, but there is no verdict. Build the list in the app's 11th edition and paste that."
    )
    assert (result.format, result.app_version, result.data_version) == (None, "v1.44.0 (2)", "v690")
    assert [unit.datasheet.name for unit in units(result)] == ["Warboss", "Boyz", "Deffkoptas"]


def test_the_tenth_edition_is_known_by_a_detachment_without_points(catalogue: Catalogue) -> None:
    text = "Old (85 points)\n\nOrks\nWaaagh! Something\nStrike Force (2000 points)\n\nBATTLELINE\n\nBoyz (85 points)\n"
    result = read_text(text, catalogue)
    assert result.refusal is not None
    assert result.refusal.startswith("This is a list of the 10th edition (its detachment has no Detachment Points)")


def test_a_known_detachment_without_points_is_not_yet_the_tenth_edition(catalogue: Catalogue) -> None:
    text = "New (85 points)\n\nOrks\nWar Horde\nStrike Force (2000 points)\n\nBATTLELINE\n\nBoyz (85 points)\n"
    assert read_text(text, catalogue).format == "gw-app-11e-a"


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("My army 1990/2000 pts\nGrand Alliance Order | Seraphon\nDrops: 2\nSkink Starpriest (150)\n", "Age of Sigmar"),
        ("Warhammer: The Old World\nOrc & Goblin Tribes\nBlack Orc Mob [240 pts]\n", "The Old World"),
        ("Kill Team\nKommandos\nBoss Nob\n", "Kill Team"),
    ],
)
def test_a_list_of_another_game_is_refused(catalogue: Catalogue, text: str, game: str) -> None:
    result = read_text(text, catalogue)
    assert result.refusal is not None
    assert f"This looks like a list of another game ({game}, line " in result.refusal
    assert result.document is None


@pytest.mark.parametrize(
    "title",
    ["[TTS] Fun", "<3 Fun", "{Fun}", "Kill Team night", "RTT - round 1 - final", "Age of Sigmar is over", "++ Fun ++"],
)
def test_a_title_alone_makes_no_other_tool_or_game(catalogue: Catalogue, title: str) -> None:
    text = strike_force("BATTLELINE", "Boyz (85 points)", "• 1x Nob", "• 9x Boy")
    result = read_text(text.replace("Sample", title), catalogue)
    assert (result.format, result.refusal) == ("gw-app-11e-a", None)
    assert result.document is not None
    assert result.document.name == title


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", "The text is empty. Paste the export of an army list."),
        (" \n\t\r\n\u00a0", "The text is empty. Paste the export of an army list."),
        (
            "\x89PNG\r\n\x1a\n\x00\x00",
            "This is not text but the content of a file (a picture, a document or a program). Paste the list as text.",
        ),
        (
            "\x01\x02\x03Boyz",
            "This is not text but the content of a file (a picture, a document or a program). Paste the list as text.",
        ),
        ("hello", f"Nothing in this text looks like an army list: no unit with its points. {ADVICE}"),
        (
            "Fun (2000 points)\n",
            "No unit was found in this text. Paste the whole export of the official app, from title to footer.",
        ),
    ],
)
def test_what_is_no_list_is_refused_in_one_sentence(catalogue: Catalogue, text: str, refusal: str) -> None:
    result = read_text(text, catalogue)
    assert (result.refusal, result.document, result.format) == (refusal, None, None)
