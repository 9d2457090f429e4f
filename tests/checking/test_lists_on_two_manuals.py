"""Real lists priced by the manuals 1.1 and 1.5: what is not as stated is named unit by unit, to the point.

Lists of data version 925 were made with manual 1.1 and meet it. Those of June (up to 895) were made
before it, those of 946 after; every unit whose figure is another one on 1.1 stands here.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from datasheets.catalogue import Catalogue
from tests.bench.two_manuals import EARLIER, LATER, Priced, catalogue_by, priced

pytestmark = pytest.mark.reference


@dataclass(frozen=True)
class Expected:
    """A list: what its units state together, what both manuals ask, and each unit that differs on 1.1."""

    file: str
    data_version: str
    units_stated: int
    earlier: int
    later: int
    remaining: tuple[tuple[str, int, int], ...] = ()


LISTS = (
    Expected(
        "01-gw-app-11e-a.txt",
        "v886",
        1995,
        2025,
        2350,
        (
            ("Lion El’Jonson", 285, 265),
            ("Eradicator Squad with Heavy Bolters", 70, 80),
            ("Inceptor Squad", 120, 125),
            ("Inceptor Squad", 120, 125),
            ("Land Speeder", 110, 120),
            ("Land Speeder", 95, 105),
            ("Land Speeder Vengeance", 120, 130),
        ),
    ),
    Expected(
        "02-gw-app-11e-b.txt",
        "v879",
        1990,
        2025,
        2065,
        (
            ("Commander Farsight", 80, 70),
            ("The Twin Lance", 205, 220),
            ("Pathfinder Team", 80, 85),
            ("Pathfinder Team", 80, 85),
            ("Pathfinder Team", 80, 100),
        ),
    ),
    Expected("04-gw-app-11e-a-french.txt", "v925", 2000, 2000, 2040),
    Expected(
        "07-gw-app-11e-b-flat.txt",
        "v875",
        1995,
        1980,
        2120,
        (("Shield-Captain in Allarus Terminator Armour", 150, 160), ("Telemon Heavy Dreadnought", 250, 225)),
    ),
    Expected("08-gw-app-11e-a-flat-note.txt", "v867", 1995, 1985, 1995, (("Buri Aegnirssen", 95, 85),)),
    Expected(
        "09-gw-app-11e-b-flat-dot-thousands.txt", "v875", 1985, 1995, 1995, (("Ironstrider Ballistarii", 240, 250),)
    ),
    Expected("11-gw-app-11e-b-flat-repeat-weapon.txt", "v875", 2000, 2025, 2040, (("Knight Castellan", 435, 460),)),
    Expected(
        "12-gw-app-11e-a-flat-extra-disposition.txt",
        "v875",
        2000,
        2065,
        2065,
        (
            ("Sekhetar Robots", 160, 175),
            ("Sekhetar Robots", 160, 175),
            ("Sekhetar Robots", 160, 190),
            ("Tzaangor Enlightened", 45, 50),
        ),
    ),
    Expected("13-gw-app-11e-b-nested-warlord.txt", "v895", 590, 580, 570, (("Chaplain Grimaldus", 110, 100),)),
    Expected(
        "15-gw-app-11e-b-nbsp-three-detachments-allied.txt",
        "v886",
        1995,
        1950,
        1950,
        (("Angron", 350, 330), ("Khorne Berzerkers", 345, 330), ("Chaos Rhino", 85, 75)),
    ),
    Expected(
        "16-gw-app-11e-b-page-copy-no-brackets.txt",
        "v946",
        2000,
        1985,
        2130,
        (("Paladin Squad", 485, 475), ("Paladin Squad", 480, 470), ("Purgation Squad", 105, 110)),
    ),
    Expected(
        "60-gw-app-11e-a-flat-attached-printed-twice-EXCERPT.txt",
        "not stated",
        745,
        725,
        745,
        (("Tyrant Guard", 170, 160), ("Norn Assimilator", 280, 275), ("Pyrovores", 100, 95)),
    ),
)


@pytest.fixture(scope="module")
def manuals() -> tuple[Catalogue, Catalogue]:
    """The catalogue priced by both manuals."""
    return catalogue_by(EARLIER), catalogue_by(LATER)


def of_list(folder: Path, file: str, manuals: tuple[Catalogue, Catalogue]) -> Priced:
    (found,) = priced([folder / file], *manuals)
    return found


@pytest.mark.parametrize("expected", LISTS, ids=lambda each: each.file)
def test_list_is_priced_by_both_and_every_difference_is_named(
    reference_lists: Path, manuals: tuple[Catalogue, Catalogue], expected: Expected
) -> None:
    found = of_list(reference_lists, expected.file, manuals)

    assert (
        found.data_version,
        found.units_stated,
        found.earlier.computed_points,
        found.later.computed_points,
    ) == (expected.data_version, expected.units_stated, expected.earlier, expected.later)
    assert tuple((each.name, each.stated, each.computed) for each in found.remaining) == expected.remaining
    assert expected.earlier - expected.units_stated == sum(
        computed - stated for _, stated, computed in expected.remaining
    )


@pytest.mark.parametrize("expected", LISTS, ids=lambda each: each.file)
def test_every_difference_is_put_down_to_another_manual(
    reference_lists: Path, manuals: tuple[Catalogue, Catalogue], expected: Expected
) -> None:
    found = of_list(reference_lists, expected.file, manuals)

    assert {each.cause.value for each in found.remaining} <= {"older_price"}


def test_every_list_that_can_be_read_is_among_them(reference_lists: Path, manuals: tuple[Catalogue, Catalogue]) -> None:
    read = [each.name for each in priced(sorted(reference_lists.glob("*.txt")), *manuals)]

    assert read == [expected.file for expected in LISTS]
