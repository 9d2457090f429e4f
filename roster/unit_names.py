"""What to call the units of a roster so that a reader can tell them apart."""

from __future__ import annotations

from collections import Counter

from datasheets.catalogue import Catalogue
from roster.document import RosterDocument, UnitEntry
from roster.muster.words import ordinal


def unit_names(document: RosterDocument, catalogue: Catalogue) -> tuple[str, ...]:
    """What to call each unit: its name, and which of them where several have one name (``"Ancient, 2nd of 2"``)."""
    return tuple(
        f"{unit_name(unit, catalogue)}, {which}" if which else unit_name(unit, catalogue)
        for unit, which in zip(document.units, which_of_its_name(document, catalogue), strict=True)
    )


def which_of_its_name(document: RosterDocument, catalogue: Catalogue) -> tuple[str, ...]:
    """For each unit ``"2nd of 3"`` among those of its name, empty where it is the only one."""
    names = [unit_name(unit, catalogue) for unit in document.units]
    totals = Counter(names)
    seen: Counter[str] = Counter()
    answers: list[str] = []
    for name in names:
        seen[name] += 1
        answers.append("" if totals[name] == 1 else f"{ordinal(seen[name])} of {totals[name]}")
    return tuple(answers)


def unit_name(unit: UnitEntry, catalogue: Catalogue) -> str:
    """The datasheet's name, or the words of the text where it is not known."""
    known = catalogue.datasheets.get(unit.datasheet.id or "")
    return (known.name if known is not None else "") or unit.datasheet.name
