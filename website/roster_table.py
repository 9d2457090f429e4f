"""Saved rosters as the pages show them: rows of the list, and what a move to another release changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from roster.comparing import CheckChange, Legality, PriceChange, RosterChange
from roster.models import Roster
from roster.muster import Outcome, Severity
from roster.selectors.rosters import LEGALITY_WORDS, Notice
from roster.services.rosters import Move

LEGALITY_ICONS = {Legality.LEGAL: "legal", Legality.ILLEGAL: "illegal", Legality.OPEN: "unsure"}
OUTCOME_WORDS = {
    Outcome.HELD: "held",
    Outcome.BROKEN: "broken",
    Outcome.NOT_APPLICABLE: "does not apply",
    Outcome.NOT_CHECKED: "not checked",
}


@dataclass(frozen=True, slots=True)
class LegalityWords:
    """A verdict in words, with the icon and the class that go with it."""

    word: str
    icon: str
    css: str


@dataclass(frozen=True, slots=True)
class RosterRow:
    """A saved roster in the list."""

    roster: Roster
    standing: LegalityWords
    notice: Notice | None


@dataclass(frozen=True, slots=True)
class PriceRow:
    """A price before and after, with the difference in words."""

    name: str
    before: int | None
    after: int | None
    difference: str
    reason: str


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A check that ends otherwise: ``word`` says how it ends now."""

    check: str
    title: str
    before: str
    after: str
    icon: str
    sentence: str


@dataclass(frozen=True, slots=True)
class MoveSheet:
    """What moving a roster changes. ``is_change`` is whether anything does."""

    to: str
    change: RosterChange
    before: LegalityWords
    after: LegalityWords
    points_difference: str
    units: tuple[PriceRow, ...]
    detachments: tuple[PriceRow, ...]
    checks: tuple[CheckRow, ...]


def legality_words(roster: Roster) -> LegalityWords:
    """The verdict on a saved roster; a draft is legal so far."""
    words = words_for(Legality(roster.legality))
    if roster.legality == Legality.LEGAL and not roster.is_finished:
        return LegalityWords("Legal so far", words.icon, words.css)
    return words


def words_for(legality: Legality) -> LegalityWords:
    """The verdict in words."""
    css = "undecided" if legality is Legality.OPEN else legality.value
    return LegalityWords(LEGALITY_WORDS[legality], LEGALITY_ICONS[legality], css)


def roster_rows(rosters: Iterable[Roster], notices: Mapping[int, Notice]) -> tuple[RosterRow, ...]:
    """The rows of the list, in its order."""
    return tuple(RosterRow(roster, legality_words(roster), notices.get(roster.pk)) for roster in rosters)


def move_sheet(move: Move, names: Sequence[str]) -> MoveSheet:
    """The move in words; ``names`` tell the roster's units apart, in the document's order."""
    change = move.change
    return MoveSheet(
        to=move.to,
        change=change,
        before=words_for(change.legality_before),
        after=words_for(change.legality_after),
        points_difference=_difference(change.points_before, change.points_after),
        units=tuple(_price_row(replace(row, name=_named(row, names))) for row in change.units),
        detachments=tuple(map(_price_row, change.detachments)),
        checks=tuple(map(_check_row, change.checks)),
    )


def _named(row: PriceChange, names: Sequence[str]) -> str:
    place = row.at.removeprefix("/units/")
    return names[int(place)] if place.isdigit() and int(place) < len(names) else row.name


def _price_row(row: PriceChange) -> PriceRow:
    return PriceRow(row.name, row.before, row.after, _difference(row.before, row.after), row.reason)


def _difference(before: int | None, after: int | None) -> str:
    if before is None or after is None or before == after:
        return ""
    return f"{after - before:+,}"


def _check_row(row: CheckChange) -> CheckRow:
    icon = "legal" if row.after is Outcome.HELD else "none" if row.after is Outcome.NOT_APPLICABLE else "unsure"
    if row.after is Outcome.BROKEN:
        icon = "illegal" if row.severity is Severity.ILLEGAL else "warning"
    return CheckRow(row.check, row.title, OUTCOME_WORDS[row.before], OUTCOME_WORDS[row.after], icon, row.sentence)
