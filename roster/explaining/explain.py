"""A checked roster explained: prices, limits, what would break it next and what is still possible.

Plain Python: no database, no clock. What is said to be possible or not was tried with
:func:`roster.muster.check_roster`; how often is bounded by the roster's size.
"""

from __future__ import annotations

from collections.abc import Sequence

from datasheets.catalogue import Catalogue
from roster.checking import CheckResult
from roster.explaining.copies import copies_chapter
from roster.explaining.detachments import detachments_chapter, warlord_chapter
from roster.explaining.enhancement_room import enhancements_chapter
from roster.explaining.explanation import Explanation, LimitLine, Topic
from roster.explaining.limits import closest_of, limits_of
from roster.explaining.prices import account_of
from roster.explaining.spending import spending_chapter
from roster.explaining.trials import Trials, trials_of
from roster.explaining.units import unit_outlooks
from roster.explaining.words import points_left
from roster.muster.report import Report, Severity, Stage
from roster.muster.words import counted
from roster.unit_names import unit_names


def explain(result: CheckResult, catalogue: Catalogue, *, most_trials: int | None = None) -> Explanation:
    """The explanation of a checked roster; of a text that could not be read, an empty one.

    ``most_trials`` bounds how many changed rosters are checked, None: by the size of the roster.
    """
    report, document = result.report, result.document
    if report is None or document is None:
        return Explanation(result)
    trials = trials_of(document, catalogue, stage=report.stage, event=report.event, most=most_trials)
    names = unit_names(document, catalogue)
    limits = limits_of(report)
    closest = closest_of(limits)
    account = account_of(trials.army, names)
    if trials.army.is_oversized:
        opening = (
            "The roster is too large to be explained unit by unit; what is wrong with it stands among the verdicts."
        )
        return Explanation(result, account, limits, closest, opening=opening)
    left = _left(trials)
    # What hangs on the units comes first: the least of it can be guessed.
    units = unit_outlooks(trials, names)
    chapters = (
        spending_chapter(trials, left),
        enhancements_chapter(trials, limits, names, left),
        detachments_chapter(trials, limits, left),
        warlord_chapter(trials, names),
        copies_chapter(trials, limits, left),
    )
    told = sorted(chapters, key=lambda chapter: tuple(Topic).index(chapter.topic))
    return Explanation(
        result,
        account,
        limits,
        closest,
        tuple(told),
        units,
        _opening(result, report, closest, left),
        trials.made,
        trials.most,
    )


def _left(trials: Trials) -> int | None:
    """Points up to the limit, None where they are not known."""
    if trials.army.points_limit is None or not trials.army.points.is_complete:
        return None
    return trials.army.points_limit - trials.army.points.total


def _opening(result: CheckResult, report: Report, closest: Sequence[LimitLine], left: int | None) -> str:
    if result.is_legal is False:
        broken = sum(one.severity is Severity.ILLEGAL for one in report.broken)
        return (
            f"This roster is not legal: {counted(broken, 'check')} broken. What follows says what a change would "
            "break beyond that."
        )
    legal = "This draft is legal so far" if report.stage is Stage.DRAFT else "This roster is legal"
    standing = legal if result.is_legal else "Nothing found is against the rules, but not all is known"
    full = [line for line in closest if line.left == 0]
    words = points_left(left)
    if not full:
        return f"{standing}; {words}."
    named = f"{counted(len(full), 'limit')} {'is' if len(full) == 1 else 'are'} reached"
    return f"{standing}; {words}, and {named}."
