"""Characteristics as cards print them, brought to one form, so that ``6"``, ``6+`` and ``6`` compare."""

from __future__ import annotations

import re

from datasheets.catalogue.names import fold_keyword, fold_name

NONE = "-"
"""How every source's way of saying "none" is written."""

_NOTHING = frozenset({"", "-", "–", "—", "n/a", "none", "melee", "*"})
_MARKS = re.compile(r"[\"”″+*\s]")


def figure(text: object) -> str:
    """A characteristic without its unit: ``6"`` and ``6+`` are ``6``; nothing at all is ``-``."""
    told = "" if text is None else str(text).strip().lower()
    if told in _NOTHING:
        return NONE
    return _MARKS.sub("", told).replace("−", "-").replace("‑", "-").replace("inches", "")


def dice(text: object) -> str:
    """A number or dice as printed, in capitals: ``d6 + 1`` is ``D6+1``."""
    told = "" if text is None else str(text).strip()
    if told.lower() in _NOTHING:
        return NONE
    return re.sub(r"\s", "", told).upper()


def weapon_keyword(text: str) -> str:
    """A weapon ability's key: case, brackets and dashes make no difference, its value does."""
    return fold_name(text.strip(" []*"))


def keyword_key(text: str) -> str:
    """A keyword's key (R-07)."""
    return fold_keyword(text.strip(" *"))


def line_key(text: str) -> str:
    """The key of a weapon's or model's name: a leading number, marks and dashes make no difference."""
    return fold_name(re.sub(r"^[\s➤*▪■]+", "", text).strip())


def item_key(text: str) -> str:
    """The key of a piece of equipment, whatever number of it is told and in singular or plural."""
    return fold_keyword(re.sub(r"^\s*(?:\d+|an?|two|one|three)\s+", "", text.strip(" .*▪■◦"), flags=re.IGNORECASE))
