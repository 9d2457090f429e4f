"""English sentences of faults: templates filled with what was found.

In a template ``{count:model|models}`` gives a number its noun and ``{names:or}`` a list its "or"; a list
without more is joined by "and".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter

NAMES_SHOWN = 8
"""Longer lists in sentences are cut to this many names and a count; params keep them all."""


class _Sentence(Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, tuple):
            return _listed([str(part) for part in value], format_spec or "and")
        if isinstance(value, int) and "|" in format_spec:
            singular, plural = format_spec.split("|", 1)
            return f"{value} {singular if value == 1 else plural}"
        return str(value)


_SENTENCE = _Sentence()


def fill(template: str, params: Mapping[str, object]) -> str:
    """The template with these params; KeyError if it asks for one that is not there."""
    return _SENTENCE.vformat(template, (), params)


def _listed(names: Sequence[str], conjunction: str) -> str:
    if len(names) > NAMES_SHOWN:
        return f"{', '.join(names[:NAMES_SHOWN])} and {len(names) - NAMES_SHOWN} more"
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {conjunction} {names[-1]}"
