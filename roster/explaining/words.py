"""Turns of phrase that explanations share."""

from __future__ import annotations

from collections.abc import Sequence

from roster.explaining.explanation import Answer, Broken, Possibility
from roster.explaining.trials import POINTS_LIMIT, Trial
from roster.muster.words import abridged

SHOWN_BREACHES = 4


def in_points(points: int) -> str:
    """``"1,295 points"``, ``"1 point"``."""
    return f"{points:,} point" if points == 1 else f"{points:,} points"


def for_points(points: int | None) -> str:
    """``" for 80 points"``; nothing where the price is not known."""
    return "" if points is None else f" for {in_points(points)}"


def points_left(left: int | None) -> str:
    """``"45 points are left"``, ``"1 point is left"``, ``"no points are left"``."""
    if left is None:
        return "the points left are not known"
    if left < 0:
        return f"the army is {in_points(-left)} over its limit"
    if left == 0:
        return "no points are left"
    return f"{in_points(left)} {'is' if left == 1 else 'are'} left"


def because(breaks: Sequence[Broken]) -> str:
    """What speaks against it, in the words of the checks."""
    return " ".join(one.sentence for one in breaks[:SHOWN_BREACHES])


def remarks_on(trial: Trial) -> str:
    """Sentences, after a space, on what comes with it and is no breach: warnings, and a plan that has to follow."""
    warned = f" A warning comes with it: {because(trial.warns)}" if trial.warns else ""
    return (
        f" The deployment plan has to change with it. {because(trial.plan_breaks)}{warned}"
        if trial.plan_breaks
        else warned
    )


def outcome_of(trial: Trial, thing: str, points: int | None, left: int | None) -> Possibility:
    """The answer of one trial: ``thing`` is possible, allowed but too dear, or against the rules."""
    breaks = (*trial.breaks, *trial.warns)
    if trial.rule_breaks:
        sentence = f"{thing} is not possible. {because(trial.rule_breaks)}"
        return Possibility(Answer.NO, sentence, breaks, points)
    if trial.unsure:
        doubt = abridged([f"“{title}”" for title in trial.unsure])
        return Possibility(Answer.NO, f"{thing} would leave open: {doubt}.", breaks, points)
    if POINTS_LIMIT in trial.broken_checks:
        sentence = f"{thing} is allowed and costs {in_points(points or 0)}; {points_left(left)}."
        return Possibility(Answer.NOT_NOW, f"{sentence}{remarks_on(trial)}", breaks, points)
    return Possibility(Answer.YES, f"{thing} is possible{for_points(points)}.{remarks_on(trial)}", breaks, points)
