"""What an answer leaves open, said in sentences."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from battle.advice.figures import number
from battle.advice.measures import STANDARD_ERRORS
from battle.advice.tables import Table
from roster.muster.words import abridged, counted


def of_answer(answer: Mapping[str, Any]) -> Iterator[str]:
    """How it was found, and what is not in it."""
    sampling = answer.get("sampling")
    if sampling is not None:
        # Rounded up: less than it is what is said.
        off = number(math.ceil(100 * STANDARD_ERRORS * sampling["standard_errors"]["expected_models"]) / 100)
        yield (
            f"These figures come from {sampling['samples']:,} rolls of the dice, not from all cases: "
            f"{_reason(sampling.get('reason'))}models destroyed are off by chance, mostly by less than {off} (two "
            "standard errors), and what never came up may still happen."
        )
    missing = tuple(answer.get("not_modelled") or ())
    if missing:
        names = abridged(list(dict.fromkeys(one.partition(":")[0].rstrip(".") for one in missing)))
        yield f"Not in these figures, though it might matter: {names}."


def of_table(table: Table, whose: str) -> Iterator[str]:
    """Pairs that were sampled or could not be had, and units that attack nobody; ``whose``: ``"your"``, ``"their"``."""
    cells = [cell for row in table.cells for cell in row]
    pairs = counted(len(cells), "pair")
    refused = [cell.refused for cell in cells if cell.refused]
    if refused:
        what = f"{len(refused)} of {pairs} of {whose} units and their targets could not be computed and count nowhere"
        yield f"{what}. {next(iter(dict.fromkeys(refused)))}"
    unpriced = [target.name for target in table.targets if not target.points]
    if unpriced:
        yield f"Without a price, so that none of {whose} points destroyed are of them: {abridged(unpriced)}."
    sampled = sum(cell.is_sampled for cell in cells)
    if sampled:
        yield (
            f"{sampled} of {pairs} of {whose} units and their targets were sampled; what differs by less than two "
            "standard errors is called the same."
        )
    idle = [
        unit.name
        for unit, row in zip(table.attackers, table.cells, strict=True)
        if row and all(cell.is_idle for cell in row)
    ]
    if idle:
        yield f"Without a weapon for this, of {whose} units: {abridged(idle)}."


def _reason(reason: str | None) -> str:
    if not reason:
        return ""
    words = reason.rstrip(".")
    return f"{words[:1].lower()}{words[1:]}; "
