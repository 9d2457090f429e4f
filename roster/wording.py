"""English sentences for what checks find: templates filled with a violation's params (R-20).

In a template ``{count:model|models}`` gives a number its noun and ``{names:or}`` a list its "or";
a list without more is joined by "and".
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

from roster.muster.fixes.sentences import SENTENCES
from roster.muster.registry import Message, check_named
from roster.muster.report import Fix, Verdict, Violation
from roster.muster.words import counted, listed


class _Sentence(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:  # Any: as Formatter has it
        if isinstance(value, tuple):
            return listed([str(item) for item in value], conjunction=format_spec or "and")
        if isinstance(value, int) and "|" in format_spec:
            singular, plural = format_spec.split("|", 1)
            return counted(value, singular, plural)
        return str(value)


_SENTENCE = _Sentence()


def fill(template: str, params: dict[str, object]) -> str:
    """The template with these params; KeyError if it asks for one that is not there."""
    return _SENTENCE.vformat(template, (), params)


def _message(verdict: Verdict, violation: Violation) -> Message:
    return check_named(verdict.check).messages[violation.message]


def violation_text(verdict: Verdict, violation: Violation) -> str:
    """What is wrong and what to do: ``"3 × Sample Walker; Incursion allows 2. Remove 1."``"""
    return f"{violation_problem(verdict, violation)} {violation_hint(verdict, violation)}".strip()


def violation_problem(verdict: Verdict, violation: Violation) -> str:
    """What is wrong, without the hint."""
    return fill(_message(verdict, violation).text, dict(violation.params))


def violation_hint(verdict: Verdict, violation: Violation) -> str:
    """What to do about it; empty if the check has no advice."""
    return fill(_message(verdict, violation).hint, dict(violation.params))


def fix_text(fix: Fix) -> str:
    """What the fix does: ``"Remove Sample Walker (90 points)."``, a sentence for each step."""
    steps = fix.params.get("steps")
    if isinstance(steps, tuple):
        return " ".join(_step_text(str(step["kind"]), step["params"]) for step in steps)
    return _step_text(fix.kind, fix.params)


def _step_text(kind: str, params: Mapping[str, object]) -> str:
    return fill(SENTENCES[kind], dict(params))
