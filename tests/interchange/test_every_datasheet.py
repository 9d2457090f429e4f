"""Every datasheet of the catalogue, printed as the app prints it, is read back as it was: in four shapes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet, Knowledge
from roster.interchange import read_text
from roster.interchange.result import LineStatus
from tests.interchange.texts import items, meanings, models, only_unit

Expected = dict[str, tuple[int, Counter[str]]]


def smallest(datasheet: Datasheet) -> dict[str, int]:
    """Models by kind in the smallest unit."""
    tier = min(datasheet.tiers, key=lambda tier: tier.minimum)
    return {row.kind: row.minimum for row in tier.counts if row.minimum}


def expected(datasheet: Datasheet, catalogue: Catalogue) -> Expected:
    """The smallest unit with what its models carry from the start."""
    kinds = {kind.name: kind for kind in datasheet.kinds}
    return {
        name: (
            count,
            Counter(
                {
                    catalogue.items[item].name: number * count
                    for item, number in Counter(kinds[name].default_items).items()
                }
            ),
        )
        for name, count in smallest(datasheet).items()
    }


def printed(datasheet: Datasheet, army: Expected, *, dialect: str) -> Iterator[str]:
    """The unit's lines, indented."""
    single = datasheet.maximum_models == 1
    yield f"{datasheet.name} (100 {'points' if dialect == 'a' else 'Points'})"
    for kind, (count, carried) in army.items():
        if not single:
            yield f"  • {count}x {kind}"
        for position, (name, number) in enumerate(sorted(carried.items())):
            if dialect == "b":
                yield f"{'  • ' if single else '     ◦ '}{number}x {name}"
            elif single:
                yield f"{'  • ' if position == 0 else '    '}{number}x {name}"
            else:
                yield f"{'    • ' if position == 0 else '      '}{number}x {name}"


@pytest.mark.parametrize("is_flattened", [False, True], ids=["indented", "flattened"])
@pytest.mark.parametrize("dialect", ["a", "b"])
def test_every_datasheet_is_read_back(catalogue: Catalogue, dialect: str, is_flattened: bool) -> None:
    wrong: dict[str, object] = {}
    read = 0
    for datasheet in catalogue.data.datasheets:
        if datasheet.knowledge is not Knowledge.FULL or not datasheet.tiers:
            continue
        army = expected(datasheet, catalogue)
        lines = list(printed(datasheet, army, dialect=dialect))
        if is_flattened:
            lines = [line.strip() for line in lines]
        faction = catalogue.factions[datasheet.faction].name
        text = "\n".join(
            ["Sample (100 points)", "", faction, "Strike Force (2000 points)", "", "CHARACTERS", "", *lines]
        )
        result = read_text(text, catalogue)
        unit = only_unit(result)
        read += 1
        found = {kind: (count, Counter(carried)) for kind, (count, carried) in models(unit).items()}
        if (unit.datasheet.id, found, items(unit), meanings(result, LineStatus.UNKNOWN)) != (
            datasheet.id,
            army,
            {},
            {},
        ):
            wrong[datasheet.id] = (unit.datasheet.id, found, items(unit), meanings(result, LineStatus.UNKNOWN), army)
    assert read > 900
    assert wrong == {}
