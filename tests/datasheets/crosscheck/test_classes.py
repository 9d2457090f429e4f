"""Why a difference is one: corrections of ours, rows of what is newer, words."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from datasheets.catalogue.entries import EntryRef, encoded
from datasheets.catalogue.origin import Origin, OriginLayer
from datasheets.crosscheck.account import Field
from datasheets.crosscheck.newer import NewerRow
from datasheets.crosscheck.vocabulary import Topic
from tests.datasheets.crosscheck import shelf

ROW = NewerRow(
    source="Codex Lamplighters",
    date=date(2026, 9, 1),
    evidence="made up",
    sources=("gdc",),
    factions=("lamplighters",),
    fields=(Field.T,),
)


def tougher(tmp_path: Path) -> Path:
    """Datacards on which guard and captain are tougher than here, and the guard worth more Wounds."""
    cards = shelf.datacards()
    for sheet in cards["datasheets"][:2]:
        sheet["stats"][0]["t"] = "5"
    cards["datasheets"][0]["stats"][0]["w"] = "2"
    return shelf.write_json(tmp_path, "lamplighters.json", cards)


def differences(folder: Path, **more: object) -> set[tuple[str, str, str]]:
    """Class, entry and field of every difference that is more than a word."""
    checked = shelf.check("gdc", folder, rests_on=shelf.grounds(**more))  # type: ignore[arg-type]
    return {row[:3] for row in shelf.told(checked.outcomes) if row[0] != "vocabulary"}


def test_a_row_explains_only_the_fields_it_names(tmp_path: Path) -> None:
    assert differences(tougher(tmp_path), newer=(ROW,)) == {
        ("newer", shelf.GUARD, "T"),
        ("newer", shelf.CAPTAIN, "T"),
        ("unresolved", shelf.GUARD, "W"),
    }


def test_a_row_explains_only_the_datasheets_it_names(tmp_path: Path) -> None:
    row = NewerRow("Errata", date(2026, 9, 1), "made up", ("gdc",), entries=(shelf.GUARD,), fields=(Field.T,))

    assert differences(tougher(tmp_path), newer=(row,)) == {
        ("newer", shelf.GUARD, "T"),
        ("unresolved", shelf.CAPTAIN, "T"),
        ("unresolved", shelf.GUARD, "W"),
    }


def test_a_row_that_is_older_than_the_source_or_of_another_source_explains_nothing(tmp_path: Path) -> None:
    older = NewerRow("Errata", date(2026, 7, 1), "made up", ("gdc",), fields=(Field.T,))
    other = NewerRow("Errata", date(2026, 9, 1), "made up", ("bsdata",), fields=(Field.T,))

    assert differences(tougher(tmp_path), newer=(older, other)) == {
        ("unresolved", shelf.GUARD, "T"),
        ("unresolved", shelf.CAPTAIN, "T"),
        ("unresolved", shelf.GUARD, "W"),
    }


def test_the_reason_and_its_date_are_told(tmp_path: Path) -> None:
    checked = shelf.check("gdc", tougher(tmp_path), rests_on=shelf.grounds(newer=(ROW,)))

    (toughness,) = shelf.compared(checked, shelf.GUARD, Field.T)
    assert (toughness.kind, toughness.reason, toughness.date) == ("newer", "Codex Lamplighters", "2026-09-01")


def test_what_a_correction_set_is_corrected_here_and_gives_its_reason(tmp_path: Path) -> None:
    before = [encoded(replace(shelf.guard().profiles[0], T=4))]
    told = Origin(OriginLayer.CORRECTION, "Errata of May", "The package has the old card.", replaced=before)
    origins = {EntryRef("datasheets", shelf.GUARD): {"profiles": told}}

    checked = shelf.check("gdc", tougher(tmp_path), rests_on=shelf.grounds(origins=origins))

    (toughness,) = shelf.compared(checked, shelf.GUARD, Field.T)
    assert (toughness.kind, toughness.reason, toughness.date) == (
        "corrected here",
        "The package has the old card.",
        "Errata of May",
    )
    (other,) = shelf.compared(checked, shelf.CAPTAIN, Field.T)
    assert other.kind == "unresolved"


def test_a_correction_that_left_the_figure_as_it_was_explains_nothing(tmp_path: Path) -> None:
    profiles = encoded(replace(shelf.guard().profiles[0], M=5))
    told = Origin(OriginLayer.CORRECTION, "made up", "The Move was wrong.", replaced=[profiles])
    origins = {EntryRef("datasheets", shelf.GUARD): {"profiles": told}}
    cards = shelf.datacards()
    cards["datasheets"][0]["stats"][0].update({"m": '5"', "t": "5"})

    assert differences(shelf.write_json(tmp_path, "lamplighters.json", cards), origins=origins) == {
        ("corrected here", shelf.GUARD, "M"),
        ("unresolved", shelf.GUARD, "T"),
    }


def test_a_corrected_set_explains_only_what_the_correction_put_in_or_took_out(tmp_path: Path) -> None:
    told = Origin(OriginLayer.CORRECTION, "made up", "It is a battleline unit.", replaced=["Infantry", "Explosives"])
    origins = {EntryRef("datasheets", shelf.GUARD): {"keywords": told}}
    cards = shelf.datacards()
    cards["datasheets"][0]["keywords"] = ["Infantry", "Explosives"]
    plain = differences(shelf.write_json(tmp_path, "lamplighters.json", cards), origins=origins)
    cards["datasheets"][0]["keywords"] = ["Infantry", "Explosives", "Smoke"]
    more = differences(shelf.write_json(tmp_path, "lamplighters.json", cards), origins=origins)

    assert plain == {("corrected here", shelf.GUARD, "keywords")}
    assert more == {("unresolved", shelf.GUARD, "keywords")}


def test_a_supplement_or_another_field_is_no_correction_of_the_field(tmp_path: Path) -> None:
    supplement = Origin(OriginLayer.SUPPLEMENT, "made up", "made up")
    correction = Origin(OriginLayer.CORRECTION, "made up", "made up")
    origins = {EntryRef("datasheets", shelf.GUARD): {"profiles": supplement, "keywords": correction}}

    assert ("unresolved", shelf.GUARD, "T") in differences(tougher(tmp_path), origins=origins)


def test_a_corrected_weapon_is_corrected_wherever_it_is_carried(tmp_path: Path) -> None:
    cards = shelf.datacards()
    for sheet in cards["datasheets"][:2]:
        sheet["meleeWeapons"][0]["profiles"][0]["strength"] = "6"
    blade = next(item for item in shelf.items() if item.id == "lamplighters:wick-blade")
    before = [encoded(replace(blade.profiles[0], strength="5"))]
    told = Origin(OriginLayer.EDIT, "edit", "It was wrong.", replaced=before)
    origins = {EntryRef("items", blade.id): {"profiles": told}}

    assert differences(shelf.write_json(tmp_path, "lamplighters.json", cards), origins=origins) == {
        ("corrected here", shelf.GUARD, "S"),
        ("corrected here", shelf.CAPTAIN, "S"),
    }


def test_a_word_of_one_topic_or_datasheet_says_nothing_of_another(tmp_path: Path) -> None:
    cards = shelf.datacards()
    cards["datasheets"][0]["keywords"] = ["Infantry", "Battleline", "Grenades"]
    folder = shelf.write_json(tmp_path, "lamplighters.json", cards)

    assert differences(folder, words={Topic.KEYWORDS: {"Grenades": "Explosives"}}) == set()
    assert differences(folder, words={Topic.ITEMS: {"Grenades": "Explosives"}}) == {
        ("unresolved", shelf.GUARD, "keywords")
    }


def test_figures_that_mean_the_same_are_words(tmp_path: Path) -> None:
    cards = shelf.datacards()
    cards["datasheets"][2]["stats"][0]["oc"] = "-"
    folder = shelf.write_json(tmp_path, "lamplighters.json", cards)

    assert differences(folder, words={Topic.FIGURES: {"OC -": "OC 2"}}) == set()
    assert differences(folder, words={Topic.FIGURES: {"M -": "M 2"}}) == {("unresolved", shelf.WAGON, "OC")}
