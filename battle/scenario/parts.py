"""A question in parts that can be answered one by one, by whoever has time, and joined to the whole answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from battle.engine.work import TooLarge, TooSlow, hurried
from battle.scenario.answers import Answer, TableAnswer
from battle.scenario.as_json import answer_as_dict
from battle.scenario.attacking import AskedAttack, asked_attack
from battle.scenario.canonical import canonical, cell_question
from battle.scenario.dueling import AskedDuel, asked_duel
from battle.scenario.exchanging import AskedExchange, asked_exchange
from battle.scenario.pairing import AskedPair, asked_pair
from battle.scenario.rolling import NO_ROLLS, Rolls, refuse_rolls
from battle.scenario.settling import too_large
from battle.scenario.shapes import (
    AttackShape,
    ChainShape,
    ComparisonShape,
    ExchangeShape,
    FieldShape,
    MatrixShape,
    PairShape,
    ScenarioShape,
)
from battle.scenario.switches import Offer
from battle.scenario.tables import AskedTable, Row, asked_table
from battle.scenario.tables_as_json import table_as_dict
from datasheets.catalogue import Catalogue
from roster.document_faults import DocumentError

__all__ = ["Failed", "Part", "Prepared", "canonical", "cell_question", "prepared"]

WORK_AT_ONCE = 5e7
"""What an answer takes at most for which somebody waits: about a quarter of a second on one core of today."""

MOST_CELLS_AT_ONCE = 100
"""More cells than this nearly always take longer, so that nobody has to try."""

Asked = AskedAttack | AskedExchange | AskedDuel | AskedPair
Fragment = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """One unit on the whole other side in one view, so many cells; or the whole of a question that has no parts."""

    position: int
    cells: int
    label: str


@dataclass(frozen=True, slots=True)
class Failed:
    """A part that was given up."""

    reason: str


class Prepared:
    """A question whose units are fielded and in which everything that is named exists, kept while it is answered.

    ``offers`` are the switches of its units with the unit that each is of.
    """

    def __init__(self, asked: Asked | AskedTable, rolls: Rolls) -> None:
        self._asked = asked
        self._rolls = rolls
        self._rows: tuple[Row, ...] = tuple(asked.rows()) if isinstance(asked, AskedTable) else ()
        self.question = asked.question
        self.offers: tuple[Offer, ...] = asked.offers
        self.parts = tuple(_parts(asked, self._rows))
        self.cells = sum(part.cells for part in self.parts)

    def part_answer(self, position: int) -> Fragment:
        """The answer to one part as plain JSON values; raises :class:`DocumentError` where it is refused."""
        if isinstance(self._asked, AskedTable):
            return self._asked.answer(self._rows[position], self._rolls.seed)
        return answer_as_dict(self._whole(self._asked))

    def joined(self, fragments: Sequence[Fragment | Failed]) -> dict[str, Any]:
        """The answer, ``quartermaster.answer/1``, from those to all parts in their order.

        Raises :class:`DocumentError` where nothing is left of it.
        """
        if isinstance(self._asked, AskedTable):
            found = [one.reason if isinstance(one, Failed) else one for one in fragments]
            return table_as_dict(self._asked, list(zip(self._rows, found, strict=True)))
        [whole] = fragments
        if isinstance(whole, Failed):
            raise DocumentError("", whole.reason)
        return whole

    def answer(self) -> Answer:
        """The whole answer, for people to read; raises :class:`DocumentError`."""
        if isinstance(self._asked, AskedTable):
            return TableAnswer(self.joined([self.part_answer(part.position) for part in self.parts]))
        return self._whole(self._asked)

    def at_once(self) -> dict[str, Any] | None:
        """The whole answer if it takes well below a second, None if it takes longer; raises :class:`DocumentError`."""
        if self._rolls.samples is not None or self.cells > MOST_CELLS_AT_ONCE:
            return None
        try:
            with hurried(WORK_AT_ONCE):
                return answer_as_dict(self.answer())
        except TooSlow:
            return None

    def _whole(self, asked: Asked) -> Answer:
        try:
            return asked.answer(self._rolls)
        except TooLarge as error:
            # Not even dice can be rolled for it: what is too large is a number, and not the number of cases.
            raise too_large(
                error, "Ask with smaller numbers, fewer weapons, or fewer effects that are rolled for."
            ) from error


def prepared(scenario: ScenarioShape, catalogue: Catalogue | None, rolls: Rolls = NO_ROLLS) -> Prepared:
    """The question with its units fielded; raises :class:`DocumentError` for what cannot be, with its place.

    ``catalogue`` is needed where units are named and not given by their profiles. ``rolls`` says what is asked of
    dice; where the exact answer would not fit it is sampled.
    """
    refuse_rolls(scenario, rolls)
    match scenario:
        case AttackShape():
            return Prepared(asked_attack(scenario, catalogue), rolls)
        case ExchangeShape():
            return Prepared(asked_exchange(scenario, catalogue), rolls)
        case ChainShape():
            return Prepared(asked_duel(scenario, catalogue), rolls)
        case PairShape():
            return Prepared(asked_pair(scenario, catalogue), rolls)
        case MatrixShape() | FieldShape() | ComparisonShape():
            return Prepared(asked_table(scenario, catalogue), rolls)


def _parts(asked: Asked | AskedTable, rows: Sequence[Row]) -> list[Part]:
    if isinstance(asked, AskedTable):
        return [Part(place, len(asked.attacked_in(row)), _label(asked, row)) for place, row in enumerate(rows)]
    return [Part(0, 1, f"{asked.attacker.name} and {asked.target.name}")]


def _label(asked: AskedTable, row: Row) -> str:
    """Who attacks in the row, of which side and in which view, as far as there are several."""
    words = [asked.attacker_of(row).name, asked.sides[row.side].name, asked.views[row.view].name]
    return ", ".join(word for word in words if word)
