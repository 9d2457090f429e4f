"""Which violations of an edited roster were there before: by what they are about, not by place, as places shift."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from roster.document import Reference, RosterDocument
from roster.muster.report import Outcome, Report, Severity, Violation

AMOUNTS = ("surplus", "lacking", "least", "empty")
"""Params that say how much is wrong; where a violation has none of them, ``count`` does."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A violation with what it is about: ``subject`` and ``causes`` by keys and names, ``names`` its words."""

    check: str
    place: int
    violation: Violation
    severity: Severity
    subject: tuple[str, ...]
    names: tuple[tuple[str, str], ...]
    causes: frozenset[tuple[str, ...]]

    @property
    def weighs(self) -> bool:
        """Whether it is more than advice."""
        return self.severity is not Severity.ADVICE


def violations_of(report: Report, document: RosterDocument) -> tuple[Found, ...]:
    """All violations of a report on this document."""
    return tuple(
        Found(
            verdict.check,
            place,
            violation,
            verdict.severity,
            _subject(violation.at, document),
            tuple(sorted((name, value) for name, value in violation.params.items() if isinstance(value, str))),
            frozenset(_subject(cause, document) for cause in violation.causes),
        )
        for verdict in report.verdicts
        for place, violation in enumerate(verdict.violations)
    )


def _subject(pointer: str, document: RosterDocument) -> tuple[str, ...]:
    """The pointer with keys and names in place of numbers."""
    _, *steps = pointer.split("/")
    if len(steps) < 2 or not steps[1].isdigit():
        return tuple(step for step in steps if not step.isdigit())
    place, rest = int(steps[1]), tuple(step for step in steps[2:] if not step.isdigit())
    if steps[0] == "units" and place < len(document.units):
        return ("units", document.units[place].key, *rest)
    references: Sequence[Reference] = {
        "detachments": document.detachments,
        "dispositions": document.dispositions,
    }.get(steps[0], ())
    if place < len(references):
        return (steps[0], references[place].id or references[place].name, *rest)
    return (steps[0], *rest)


Likeness = Callable[[Found, Found], bool]

_LIKENESSES: tuple[Likeness, ...] = (
    lambda one, other: one.subject == other.subject and one.names == other.names,
    lambda one, other: one.subject == other.subject,
    lambda one, other: one.names == other.names,
    lambda one, other: not one.causes.isdisjoint(other.causes),
)
"""How a violation is found again, the surest way first; check and message are the same."""


class Comparison:
    """What an edited roster has that the one before had not."""

    def __init__(self, report: Report, before: Sequence[Found]) -> None:
        self._before = before
        self._held = frozenset(verdict.check for verdict in report.verdicts if verdict.outcome is Outcome.HELD)

    def new_without(self, target: Found, report: Report, after: Sequence[Found]) -> tuple[Found, ...] | None:
        """The violations that are new or worse, advice left out.

        None where the target is still there, or where something that held can no longer be checked.
        """
        if any(one.outcome is Outcome.NOT_CHECKED and one.check in self._held for one in report.verdicts):
            return None
        matched = _matched(self._before, after)
        if target in matched.values():
            return None
        return tuple(one for one in after if one.weighs and (one not in matched or _is_worse(one, matched[one])))


def _matched(before: Sequence[Found], after: Sequence[Found]) -> dict[Found, Found]:
    """For violations after the one it was before, each used once."""
    by_message: dict[tuple[str, str], list[Found]] = {}
    for one in before:
        by_message.setdefault((one.check, one.violation.message), []).append(one)
    matched: dict[Found, Found] = {}
    for is_like in _LIKENESSES:
        for one in after:
            if one in matched:
                continue
            free = by_message.get((one.check, one.violation.message), [])
            same = next((other for other in free if is_like(one, other)), None)
            if same is not None:
                free.remove(same)
                matched[one] = same
    return matched


def _is_worse(after: Found, before: Found) -> bool:
    """Whether its numbers are: more surplus, more lacking, more pieces of wargear at fault."""
    if after.severity is Severity.ILLEGAL and before.severity is not Severity.ILLEGAL:
        return True
    new, old = after.violation.params, before.violation.params
    named = [name for name in AMOUNTS if name in new and name in old] or ["count"]
    if any(_amount(new.get(name)) > _amount(old.get(name)) for name in named):
        return True
    return _pieces(new.get("excess")) > _pieces(old.get("excess"))


def _amount(value: object) -> int:
    if isinstance(value, int):
        return value
    return len(value) if isinstance(value, tuple) else 0


def _pieces(value: object) -> int:
    """Pieces of ``("2 × Sample Gun", ...)``."""
    if not isinstance(value, tuple):
        return 0
    counts = (str(one).partition(" ")[0] for one in value)
    return sum(int(count) for count in counts if count.isdigit())
