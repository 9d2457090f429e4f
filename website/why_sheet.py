"""An explanation as its page shows it: a card for each unit, limits with what they link to, answers with words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from datasheets.catalogue import Catalogue
from roster.explaining import Explanation
from roster.explaining.explanation import Answer, Broken, LimitLine, Possibility, UnitAccount, UnitOutlook
from roster.muster.report import PriceKind
from website.result import ResultSheet, result_sheet
from website.result.army import PRICE_WORDS, UnitCard, unit_anchor
from website.result.rules import UnitLink, check_anchor

ANSWER_WORDS = {Answer.YES: "Possible", Answer.NOT_NOW: "Allowed, not paid for", Answer.NO: "Not possible"}
ANSWER_ICONS = {Answer.YES: "legal", Answer.NOT_NOW: "waiting", Answer.NO: "illegal"}
SHOWN_AT_ONCE = 5
"""Possibilities of a chapter that are shown; where there are more, the rest is folded away."""


@dataclass(frozen=True, slots=True)
class BrokenLine:
    """What a change would break, and where the page says more about the check."""

    check: str
    title: str
    sentence: str
    anchor: str
    is_illegal: bool


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """What was tried, and what came of it in a word."""

    word: str
    icon: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ChapterSheet:
    """A topic; ``shown`` possibilities stand open, ``folded`` ones behind a summary."""

    anchor: str
    title: str
    summary: str
    shown: tuple[AnswerLine, ...]
    folded: tuple[AnswerLine, ...]
    untried: str


@dataclass(frozen=True, slots=True)
class LimitRow:
    """A limit with its figures; ``anchor`` is that of its check, ``room`` a word for how it stands."""

    name: str
    used: int
    limit: int
    rest: str
    room: str
    note: str
    anchor: str
    check: str
    units: tuple[UnitLink, ...]


@dataclass(frozen=True, slots=True)
class PriceRow:
    """A part of a price in words."""

    kind: str
    label: str
    note: str
    points: int


@dataclass(frozen=True, slots=True)
class UnitWhy:
    """A unit: its card from the result page, its price in parts, and what hangs on it."""

    card: UnitCard
    account: UnitAccount
    prices: tuple[PriceRow, ...]
    outlook: UnitOutlook | None
    breaks: tuple[BrokenLine, ...]

    @property
    def is_needed(self) -> bool:
        """Whether something would be broken without it."""
        return any(one.is_illegal for one in self.breaks)


@dataclass(frozen=True, slots=True)
class WhySheet:
    """The page. ``result`` is what the result page would show; without an account nothing could be read."""

    result: ResultSheet
    opening: str
    closest: tuple[LimitRow, ...]
    limits: tuple[LimitRow, ...]
    chapters: tuple[ChapterSheet, ...]
    by_kind: tuple[tuple[str, int], ...]
    total: int
    is_complete: bool
    units: tuple[UnitWhy, ...]
    trials: int


def why_sheet(explanation: Explanation, catalogue: Catalogue, *, open_lines: int = 0) -> WhySheet:
    """The page of an explanation; ``open_lines`` are those a saved roster keeps unread."""
    result = result_sheet(explanation.result, catalogue, open_lines=open_lines)
    account = explanation.account
    units = tuple(_units(explanation, result))
    links = {unit.account.index: UnitLink(unit.account.name, unit.card.anchor) for unit in units}
    return WhySheet(
        result=result,
        opening=explanation.opening,
        closest=tuple(_limit(line, links) for line in explanation.closest),
        limits=tuple(_limit(line, links) for line in explanation.limits),
        chapters=tuple(
            ChapterSheet(
                anchor=f"may-{chapter.topic.value}",
                title=chapter.title,
                summary=chapter.summary,
                shown=tuple(map(_answer, chapter.possibilities[:SHOWN_AT_ONCE])),
                folded=tuple(map(_answer, chapter.possibilities[SHOWN_AT_ONCE:])),
                untried=chapter.untried,
            )
            for chapter in explanation.chapters
        ),
        by_kind=tuple((PRICE_WORDS[kind], points) for kind, points in account.by_kind.items()) if account else (),
        total=account.total if account else 0,
        is_complete=account.is_complete if account else False,
        units=units,
        trials=explanation.trials,
    )


def _units(explanation: Explanation, result: ResultSheet) -> Iterator[UnitWhy]:
    cards = {card.anchor: card for card in _all_cards(result.army.units)} if result.army else {}
    outlooks = {outlook.index: outlook for outlook in explanation.units}
    for account in explanation.account.units if explanation.account else ():
        card = cards.get(unit_anchor(account.index))
        if card is None:
            continue
        outlook = outlooks.get(account.index)
        yield UnitWhy(
            card=card,
            account=account,
            prices=tuple(PriceRow(_kind(row.kind), row.label, row.note, row.points) for row in account.rows),
            outlook=outlook,
            breaks=tuple(map(_broken, outlook.breaks)) if outlook is not None else (),
        )


def _all_cards(cards: Iterable[UnitCard]) -> Iterator[UnitCard]:
    for card in cards:
        yield card
        yield from _all_cards(card.joined)


def _kind(kind: PriceKind) -> str:
    return PRICE_WORDS[kind]


def _broken(one: Broken) -> BrokenLine:
    return BrokenLine(one.check, one.title, one.sentence, check_anchor(one.check), one.is_illegal)


def _answer(one: Possibility) -> AnswerLine:
    return AnswerLine(ANSWER_WORDS[one.answer], ANSWER_ICONS[one.answer], one.sentence)


def _limit(line: LimitLine, links: dict[int, UnitLink]) -> LimitRow:
    rest = f"{line.left:,} left" if line.left > 0 else "reached"
    if line.left < 0:
        rest = f"{-line.left:,} too many"
    return LimitRow(
        name=line.of or line.title,
        used=line.used,
        limit=line.limit,
        rest=rest,
        room=line.room.value,
        note=line.note,
        anchor=check_anchor(line.check),
        check=line.check,
        units=tuple(links[index] for index in line.units if index in links),
    )
