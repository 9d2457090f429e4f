"""Real lists of strangers, where they lie beside the project: every unit found, no line lost."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from datasheets.catalogue import Catalogue
from roster.interchange import read_text
from roster.interchange.result import LineStatus, ReadResult
from tests.interchange.texts import meanings, models, units

pytestmark = pytest.mark.reference


@dataclass(frozen=True)
class Expected:
    """What stands in a list. ``attached`` are pairs of datasheet names: who joined, and whom, as what."""

    file: str
    format: str
    faction: str
    detachments: tuple[str, ...]
    units: int
    stated: int | None
    warlord: str | None
    attached: tuple[tuple[str, str, str], ...] = ()
    ignored: dict[int, str] = field(default_factory=dict)
    sum_of_units: int | None = None


LISTS = (
    Expected(
        "01-gw-app-11e-a.txt",
        "gw-app-11e-a",
        "dark-angels",
        ("Darkflight Pursuit", "Inner Circle Task Force"),
        16,
        1995,
        "Lion El’Jonson",
        (
            ("Ancient in Terminator Armour", "Deathwing Knights", "support"),
            ("Ancient in Terminator Armour", "Deathwing Terminator Squad", "support"),
        ),
        {78: "no words"},
    ),
    Expected(
        "02-gw-app-11e-b.txt",
        "gw-app-11e-b",
        "tau-empire",
        ("Advanced Acquisition Cadre", "Retaliation Cadre"),
        20,
        1990,
        "Commander Farsight",
        (
            ("Commander Farsight", "Crisis Sunforge Battlesuits", "leader"),
            ("Commander in Enforcer Battlesuit", "Crisis Fireknife Battlesuits", "leader"),
            ("Commander in Coldstar Battlesuit", "Crisis Starscythe Battlesuits", "leader"),
            ("Commander in Enforcer Battlesuit", "Crisis Starscythe Battlesuits", "leader"),
            ("Commander in Coldstar Battlesuit", "Crisis Sunforge Battlesuits", "leader"),
            ("Commander in Coldstar Battlesuit", "Crisis Sunforge Battlesuits", "leader"),
        ),
    ),
    Expected(
        "04-gw-app-11e-a-french.txt",
        "gw-app-11e-a",
        "tau-empire",
        ("Retaliation Cadre",),
        19,
        2000,
        "Commander Farsight",
        (
            ("Commander Farsight", "Crisis Sunforge Battlesuits", "leader"),
            ("Commander in Enforcer Battlesuit", "Crisis Fireknife Battlesuits", "leader"),
            ("Commander in Coldstar Battlesuit", "Crisis Starscythe Battlesuits", "leader"),
            ("Commander in Coldstar Battlesuit", "Crisis Starscythe Battlesuits", "leader"),
            ("Commander in Coldstar Battlesuit", "Crisis Sunforge Battlesuits", "leader"),
        ),
    ),
    Expected(
        "07-gw-app-11e-b-flat.txt",
        "gw-app-11e-b",
        "adeptus-custodes",
        ("Lions of the Emperor", "Might of the Moritoi"),
        11,
        1995,
        "Shield-Captain in Allarus Terminator Armour",
        (
            ("Shield-Captain in Allarus Terminator Armour", "Allarus Custodians", "leader"),
            *(("Shield-Captain on Dawneagle Jetbike", "Vertus Praetors", "leader"),) * 3,
        ),
    ),
    Expected(
        "08-gw-app-11e-a-flat-note.txt",
        "gw-app-11e-a",
        "leagues-of-votann",
        ("Hearthguard Covenant", "Mercenary Oathband"),
        18,
        1995,
        "Memnyr Strategist",
        (
            ("Memnyr Strategist", "Ironkin Steeljacks with Heavy Volkanite Disintegrators", "leader"),
            ("Einhyr Champion", "Einhyr Hearthguard", "leader"),
            ("Kâhl", "Einhyr Hearthguard", "leader"),
            ("Kâhl", "Einhyr Hearthguard", "leader"),
        ),
        {3: "a note above the faction"},
    ),
    Expected(
        "09-gw-app-11e-b-flat-dot-thousands.txt",
        "gw-app-11e-b",
        "adeptus-mechanicus",
        ("Eradication Cohort",),
        13,
        1985,
        "Belisarius Cawl",
    ),
    Expected(
        "11-gw-app-11e-b-flat-repeat-weapon.txt",
        "gw-app-11e-b",
        "imperial-knights",
        ("Freeblade Company",),
        6,
        2000,
        "Knight Castellan",
    ),
    Expected(
        "12-gw-app-11e-a-flat-extra-disposition.txt",
        "gw-app-11e-a",
        "thousand-sons",
        ("Hexwarp Thrallband", "Sekhetar Cohort"),
        12,
        2000,
        "Magnus the Red",
    ),
    Expected(
        "13-gw-app-11e-b-nested-warlord.txt",
        "gw-app-11e-b",
        "black-templars",
        ("Ironstorm Spearhead", "Marshal's Household"),
        5,
        1990,
        "Chaplain Grimaldus",
        (
            ("Chaplain Grimaldus", "Sword Brethren Squad", "leader"),
            ("Apothecary", "Sword Brethren Squad", "support"),
        ),
        sum_of_units=590,
    ),
    Expected(
        "15-gw-app-11e-b-nbsp-three-detachments-allied.txt",
        "gw-app-11e-b",
        "world-eaters",
        ("Brazen Engines", "Butchers of Khorne", "Vessels of Wrath"),
        5,
        1995,
        None,
        ignored={3: "a note above the faction"},
    ),
    Expected(
        "16-gw-app-11e-b-page-copy-no-brackets.txt",
        "gw-app-11e-b",
        "grey-knights",
        ("Argent Assault", "Banishers"),
        12,
        None,
        "Brotherhood Librarian",
        (("Brotherhood Librarian", "Paladin Squad", "leader"), ("Grand Master", "Paladin Squad", "leader")),
        sum_of_units=2000,
    ),
    Expected(
        "60-gw-app-11e-a-flat-attached-printed-twice-EXCERPT.txt",
        "gw-app-11e-a",
        "tyranids",
        ("Talons of the Norn Queen",),
        4,
        745,
        None,
        (("Hive Tyrant", "Tyrant Guard", "leader"),),
        dict.fromkeys((27, 28, 29), "printed twice: the same unit as in line 15; the stated total counts it once"),
    ),
)


def read(file: str, reference_lists: Path, catalogue: Catalogue) -> ReadResult:
    path = reference_lists / file
    if not path.is_file():
        pytest.skip(f"{file} is not on this machine")
    return read_text(path.read_text(encoding="utf-8"), catalogue)


@pytest.mark.parametrize("expected", LISTS, ids=lambda expected: expected.file[:2])
def test_a_real_list_is_read_in_full(expected: Expected, reference_lists: Path, catalogue: Catalogue) -> None:
    result = read(expected.file, reference_lists, catalogue)
    document = result.document
    assert document is not None
    assert document.faction is not None
    names = {unit.key: unit.datasheet.name for unit in document.units}
    assert (result.format, result.refusal, result.questions) == (expected.format, None, ())
    assert document.faction.id == expected.faction
    assert tuple(row.name for row in document.detachments if row.id) == expected.detachments
    assert all(row.id for row in document.detachments)
    assert len(document.units) == expected.units
    assert all(unit.datasheet.id for unit in document.units)
    assert document.stated_points == expected.stated
    total = expected.sum_of_units if expected.sum_of_units is not None else expected.stated
    assert sum(unit.stated_points or 0 for unit in document.units) == total
    assert [unit.datasheet.name for unit in document.units if unit.is_warlord] == (
        [expected.warlord] if expected.warlord else []
    )
    assert (
        tuple(
            (unit.datasheet.name, names[unit.attached_to], unit.attached_as)
            for unit in document.units
            if unit.attached_to is not None
        )
        == expected.attached
    )
    assert meanings(result, LineStatus.UNKNOWN) == {}
    assert meanings(result, LineStatus.IGNORED) == expected.ignored


def test_the_same_weapon_on_two_lines_of_a_real_list_adds_up(reference_lists: Path, catalogue: Catalogue) -> None:
    result = read("11-gw-app-11e-b-flat-repeat-weapon.txt", reference_lists, catalogue)
    crusader = next(unit for unit in units(result) if unit.datasheet.name == "Knight Crusader")
    assert models(crusader)["Knight Crusader"][1]["Questoris heavy stubber"] == 2


def test_a_chosen_disposition_above_the_faction_is_the_choice(reference_lists: Path, catalogue: Catalogue) -> None:
    result = read("12-gw-app-11e-a-flat-extra-disposition.txt", reference_lists, catalogue)
    assert result.document is not None
    assert [row.id for row in result.document.dispositions] == ["take-and-hold"]


@pytest.mark.parametrize("file", ["18-gw-app-10e-b.txt", "19-gw-app-10e-a.txt"])
def test_a_real_list_of_the_tenth_edition_is_refused(file: str, reference_lists: Path, catalogue: Catalogue) -> None:
    result = read(file, reference_lists, catalogue)
    assert result.format is None
    assert result.refusal is not None
    assert result.refusal.startswith("This is a list of the 10th edition (app version v1.")


def test_every_other_real_text_is_refused_by_the_name_of_its_tool(reference_lists: Path, catalogue: Catalogue) -> None:
    read_here = {expected.file for expected in LISTS}
    accepted = [
        path.name
        for path in sorted(reference_lists.glob("*.txt"))
        if path.name not in read_here and read_text(path.read_text(encoding="utf-8"), catalogue).refusal is None
    ]
    assert accepted == []
