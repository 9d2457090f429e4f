"""One army in six shapes is one roster: indentation, bullets, titles and labels make no difference."""

from __future__ import annotations

from dataclasses import replace

import pytest

from datasheets.catalogue import Catalogue
from roster.document import Reference, RosterDocument
from roster.interchange import read_text
from roster.interchange.result import LineStatus, ReadResult
from tests.interchange.texts import items, meanings, models, text_of, units


def read(name: str, catalogue: Catalogue) -> ReadResult:
    return read_text(text_of(name), catalogue)


def document_of(name: str, catalogue: Catalogue) -> RosterDocument:
    document = read(name, catalogue).document
    assert document is not None
    return document


def test_dialect_a_is_read_in_full(catalogue: Catalogue) -> None:
    result = read("dialect_a", catalogue)
    assert result.document is not None
    assert replace(result.document, units=()) == RosterDocument(
        faction=Reference("orks", "Orks"),
        battle_size=Reference("incursion", "Incursion"),
        detachments=(Reference("orks:war-horde", "War Horde"),),
        dispositions=(Reference("take-and-hold", "Take and Hold"),),
        name="Scrap Sermon",
        stated_points=955,
    )
    assert [
        (unit.key, unit.datasheet.id, unit.stated_points, unit.attached_to, unit.attached_as) for unit in units(result)
    ] == [
        ("u1", "orks:warboss", 120, "u3", "leader"),
        ("u2", "orks:painboy", 45, "u3", "support"),
        ("u3", "orks:boyz", 170, None, None),
        ("u4", "orks:beastboss", 85, None, None),
        ("u5", "orks:beast-snagga-boyz", 80, None, None),
        ("u6", "orks:boyz", 85, None, None),
        ("u7", "orks:trukk", 60, None, None),
        ("u8", "orks:deffkoptas", 85, None, None),
        ("u9", "orks:gretchin", 45, None, None),
        ("u10", "orks:meganobz", 110, None, None),
        ("u11", "orks:stormboyz", 70, None, None),
    ]
    assert [unit.key for unit in units(result) if unit.is_warlord] == ["u1"]
    assert [(unit.key, row.name) for unit in units(result) for row in unit.enhancements] == [("u1", "Follow Me Ladz")]
    warboss, painboy, boyz = units(result)[:3]
    assert models(warboss) == {"Warboss": (1, {"Kombi-rokkit": 1, "Power klaw": 1})}
    assert models(painboy) == {"Painboy": (1, {"Dok’s Toolz": 1, "Urty Syringe": 1})}
    assert models(boyz) == {
        "Nob": (2, {"Kombi-skorcha": 1, "Kustom Choppa": 1, "Kustom Shoota": 1, "Power Klaw": 1}),
        "Boy": (18, {"Big Shoota": 2, "Choppa": 18, "Shoota": 16, "Slugga": 18}),
    }
    assert [items(unit) for unit in units(result)] == [{}] * 11


@pytest.mark.parametrize(
    ("name", "format_name", "app_version"),
    [
        ("dialect_a", "gw-app-11e-a", "v2.6.0 (140)"),
        ("dialect_a_flattened", "gw-app-11e-a", "v2.6.0 (140)"),
        ("dialect_b", "gw-app-11e-b", "v2.6.0 (3)"),
        ("dialect_b_flattened", "gw-app-11e-b", "v2.6.0 (3)"),
        ("french", "gw-app-11e-a", "v2.6.0 (140)"),
        ("page_copy", "gw-app-11e-b", "v2.6.0 (3)"),
    ],
)
def test_every_shape_of_one_army_is_the_same_roster(
    catalogue: Catalogue, name: str, format_name: str, app_version: str
) -> None:
    result = read(name, catalogue)
    expected = document_of("dialect_a", catalogue)
    if name == "page_copy":
        # A copy of the rendered page has no title and with it no total.
        expected = replace(expected, name="", stated_points=None)
    assert result.document == expected
    assert (result.format, result.app_version, result.data_version) == (format_name, app_version, "v960")
    assert (result.refusal, result.questions, result.stated_detachment_points) == (None, (), 3)
    assert meanings(result, LineStatus.IGNORED) == {}
    assert meanings(result, LineStatus.UNKNOWN) == {}


@pytest.mark.parametrize("name", ["dialect_a", "dialect_a_flattened", "dialect_b", "dialect_b_flattened"])
@pytest.mark.parametrize(
    "pasted",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace(" ", "\u00a0"),
        lambda text: text.replace("-", "\u2011"),
        lambda text: text.replace("’", "'"),
        lambda text: text.replace("•", "*"),
        lambda text: text.replace("\n\n", "\n"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace("x ", " x  "),
        lambda text: text.replace("• ", "").replace("◦ ", ""),
        lambda text: text.replace("◦", "•"),
        lambda text: text.replace("◦", "-").replace("•", "-"),
        lambda text: text.replace("  ", "\t"),
        lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
        lambda text: f"```\n{text}```\n",
        lambda text: text.replace("BATTLELINE\n", "").replace("CHARACTERS\n", "").replace("OTHER DATASHEETS\n", ""),
        lambda text: text.replace("Attached Unit 1\n", "").replace("Attached unit 1\n", ""),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("(955 points)", "(955 pts)").upper().replace("10X ", "10x "),
    ],
    ids=[
        "crlf",
        "nbsp",
        "hyphens",
        "quotes",
        "stars",
        "no blank lines",
        "blank lines",
        "spaces",
        "no bullets",
        "solid bullets",
        "dashes",
        "tabs",
        "quoted",
        "fenced",
        "no sections",
        "no group headings",
        "mark",
        "capitals",
    ],
)
def test_what_a_paste_does_to_characters_makes_no_difference(catalogue: Catalogue, name: str, pasted) -> None:
    document = read_text(pasted(text_of(name)), catalogue).document
    assert document is not None
    expected = document_of("dialect_a", catalogue)
    assert replace(document, name="") == replace(expected, name="")


def test_every_line_of_a_shape_says_what_it_was_read_as(catalogue: Catalogue) -> None:
    used = meanings(read("dialect_a_flattened", catalogue), LineStatus.USED)
    assert [used[number] for number in (1, 3, 4, 5, 6, 8, 9, 11, 12, 13, 14, 15, 16, 23, 25, 26)] == [
        "name of the list and stated total",
        "army faction: Orks",
        "battle size: Incursion",
        "detachments: War Horde (3 Detachment Points stated)",
        "force dispositions: Take and Hold",
        "section: attached units",
        "heading of attached unit 1",
        "unit: Warboss",
        "attached as leader",
        "Warlord",
        "wargear: 1 × Kombi-rokkit",
        "wargear: 1 × Power klaw",
        "enhancement: Follow Me Ladz",
        "unit: Boyz",
        "models: 2 × Nob",
        "wargear: 1 × Kombi-skorcha",
    ]
