"""What an answer comes to, in sentences for whoever decides at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from battle.advice import attacking, crossing, dueling, honesty
from battle.advice.tables import TABLES, view_name


def summary(answer: Mapping[str, Any], view: int | None = None) -> tuple[str, ...]:
    """The sentences, of all views or of one; those of several begin with what the view is called.

    Differences that mean nothing are called none: exact figures within 1 %, sampled ones within two standard errors.
    """
    return tuple(_sentences(answer, view))


def _sentences(answer: Mapping[str, Any], view: int | None) -> Iterator[str]:
    question = answer["question"]
    if question in TABLES:
        wanted = range(len(answer["views"])) if view is None else (view,)
        for place in wanted:
            name = f"{view_name(answer, place)}: " if len(wanted) > 1 else ""
            yield from (f"{name}{said}" for said in crossing.sentences(answer, place))
        yield from honesty.of_answer(answer)
    elif question == "exchange":
        yield from attacking.exchange(answer)
    elif question == "chain":
        yield from dueling.sentences(answer)
    elif question == "pair":
        yield from attacking.pair(answer)
    else:
        yield from attacking.attack(answer)
