"""Characteristics as cards print them, brought to one form, so that ``6"``, ``6+`` and ``6`` compare."""

from __future__ import annotations

import re

from datasheets.catalogue.names import fold_keyword, fold_name
from datasheets.sources.slugs import without_tags

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


_WHICH_HALF = re.compile(r"\s*[-–]?\s*\(?(?:ranged|melee|ref\. only)\)?\s*$", re.IGNORECASE)


def weapon_key(text: str) -> str:
    """The key of a weapon's name in singular or plural, without a word that tells which half of it is meant."""
    return fold_keyword(line_key(_WHICH_HALF.sub("", text))).removeprefix("the ")


def kind_key(text: str) -> str:
    """The key of a kind of model, each word of it in the singular: ``Veterans with Jump Packs``."""
    return " ".join(fold_keyword(word) for word in fold_name(text).split())


_BEFORE_ITEM = re.compile(r"^\s*(?:\d+|an?|the|two|one|three)\s+", re.IGNORECASE)


def item_key(text: str) -> str:
    """The key of a piece of equipment in singular or plural, without number, article and tags."""
    return fold_keyword(_BEFORE_ITEM.sub("", without_tags(text.strip(" .*▪■◦"))))
