"""The answers that scenarios have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from battle.scenario.attacking import AttackAnswer
from battle.scenario.dueling import ChainAnswer
from battle.scenario.exchanging import ExchangeAnswer
from battle.scenario.pairing import PairAnswer

SCHEMA = "quartermaster.answer/1"


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """A table joined from its rows, as programs read it: rows are worked out apart, and travel as such values."""

    document: dict[str, Any]


Answer = AttackAnswer | ExchangeAnswer | ChainAnswer | PairAnswer | TableAnswer
