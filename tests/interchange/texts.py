"""Our own list texts, and short ways to look at what was read from one."""

from __future__ import annotations

from pathlib import Path

from roster.document import UnitEntry
from roster.interchange.result import LineStatus, ReadResult

FOLDER = Path(__file__).resolve().parents[1] / "fixtures_lists"


def text_of(name: str) -> str:
    """The text of one of our own lists."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def strike_force(*body: str, faction: str = "Orks", detachments: str = "War Horde (3 Detachment Points)") -> str:
    """A text with an ordinary header above these lines."""
    header = ["Sample (2000 points)", "", faction, "Strike Force (2000 points)", detachments, "Take and Hold", ""]
    return "\n".join([*header, *body]) + "\n"


def meanings(result: ReadResult, status: LineStatus) -> dict[int, str]:
    """Meanings of the lines that ended this way, by line number."""
    return {line.number: line.meaning for line in result.lines if line.status is status}


def suggestions(result: ReadResult) -> dict[int, tuple[str, ...]]:
    """Suggestions by line number, where there are any."""
    return {line.number: line.suggestions for line in result.lines if line.suggestions}


def units(result: ReadResult) -> tuple[UnitEntry, ...]:
    """Units of the document read."""
    assert result.document is not None
    return result.document.units


def only_unit(result: ReadResult) -> UnitEntry:
    """The unit of a list of one."""
    (unit,) = units(result)
    return unit


def models(unit: UnitEntry) -> dict[str, tuple[int, dict[str, int]]]:
    """Models by kind: their number and their items by name."""
    return {row.kind: (row.count, {item.item.name: item.count for item in row.items}) for row in unit.models}


def items(unit: UnitEntry) -> dict[str, int]:
    """Items at the unit itself, by name."""
    return {row.item.name: row.count for row in unit.items}
