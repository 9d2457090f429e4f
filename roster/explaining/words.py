"""Turns of phrase that explanations share."""

from __future__ import annotations

from collections.abc import Sequence

from roster.explaining.explanation import Answer, Broken, Possibility
from roster.explaining.trials import POINTS_LIMIT, Trial
from roster.muster.words import abridged, counted

SHOWN_BREACHES = 4


def for_points(points: int | None) -> str:
    """``" for 80 points"``; nothing where the price is not known."""
    return "" if points is None else f" for {counted(points, 'point')}"


def points_left(left: int | None) -> str:
    """``"45 points are left"``, ``"1 point is left"``, ``"no points are left"``."""
    if left is None:
        return "the points left are not known"
    if left < 0:
        return f"the army is {counted(-left, 'point')} over its limit"
    if left == 0:
        return "no points are left"
    return f"{counted(left, 'point')} {'is' if left == 1 else 'are'} left"


def because(breaks: Sequence[Broken]) -> str:
    """What speaks against it, in the words of the checks; the points only where nothing else does."""
    others = [one for one in breaks if one.check != POINTS_LIMIT]
    return " ".join(one.sentence for one in (others or breaks)[:SHOWN_BREACHES])


def warning_of(trial: Trial) -> str:
    """A sentence on the warnings that come with it, after a space; nothing where there is none."""
    return f" A warning comes with it: {because(trial.warns)}" if trial.warns else ""


def outcome_of(trial: Trial, thing: str, points: int | None, left: int | None) -> Possibility:
    """The answer of one trial: ``thing`` is possible, allowed but too dear, or against the rules."""
    breaks = (*trial.breaks, *trial.warns)
    warned = warning_of(trial)
    if trial.breaks_points_alone:
        sentence = f"{thing} is allowed and costs {counted(points or 0, 'point')}; {points_left(left)}."
        return Possibility(Answer.NOT_NOW, f"{sentence}{warned}", breaks, points)
    if trial.breaks:
        return Possibility(Answer.NO, f"{thing} is not possible. {because(trial.breaks)}", breaks, points)
    if trial.unsure:
        doubt = abridged([f"“{title}”" for title in trial.unsure])
        return Possibility(Answer.NO, f"{thing} would leave open: {doubt}.", breaks, points)
    return Possibility(Answer.YES, f"{thing} is possible{for_points(points)}.{warned}", breaks, points)
