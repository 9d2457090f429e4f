"""What a line of an app-like list is by its shape alone: a price at its end, a count at its start."""

from __future__ import annotations

import re
from dataclasses import dataclass

from datasheets.catalogue.names import fold_name
from roster.interchange.labels import (
    DETACHMENT_POINTS_WORDS,
    FOOTERS,
    GROUP_HEADINGS,
    LABELS,
    OTHER_FOOTERS,
    POINTS_WORDS,
    SECTIONS,
    Label,
    Section,
)

# Points beyond this are a joke or an attack; no army comes near.
MAX_POINTS = 100_000

_GROUPED = re.compile(r"[+-]?\d{1,3}(?:[.,' ]\d{3})+")
_PLAIN = re.compile(r"[+-]?\d{1,9}")
_SEPARATORS = re.compile(r"[.,' ]")
_PRICE = re.compile(r"([+-]?\d[\d.,' ]{0,15}?) ?([^\W\d_]+)\.?", re.IGNORECASE)
_BARE_PRICE = re.compile(r"([^\d.,' -])[ :-]{0,3}(\d[\d.,' ]{0,12}?) ?(points|pts)$", re.IGNORECASE)
_COUNTED = re.compile(r"(\d{1,6}) ?[x×] ?(?=\S)(.+)", re.IGNORECASE)
_DETACHMENT_POINTS = re.compile(r"(?:\d{1,2} ?/ ?)?(\d{1,2}) ?(\D+)")
_NUMBER = re.compile(r"\d+")
_FOOTER_STARTS = frozenset(footer[:3] for footer in OTHER_FOOTERS)
_LONGEST_BRACKET = 48
_LONGEST_LABEL = 48


@dataclass(frozen=True, slots=True)
class Priced:
    """``Name (120 points)``. ``points`` is None where the figure is no whole number."""

    name: str
    points: int | None
    figure: str
    word: str
    is_bracketed: bool = True


def points_of(figure: str) -> int | None:
    """Whole points in a figure with any thousands separator; ``"1.985"`` is 1985; None for ``"1.5"``."""
    figure = figure.strip()
    if _PLAIN.fullmatch(figure):
        return int(figure)
    if _GROUPED.fullmatch(figure):
        return int(_SEPARATORS.sub("", figure))
    return None


def is_credible(points: int | None) -> bool:
    """Whether a stated figure can be points of something: not negative, not absurd."""
    return points is not None and 0 <= points <= MAX_POINTS


def priced(content: str) -> Priced | None:
    """The name and price of a line that ends in one, in round or square brackets or in none."""
    last = content[-1:]
    if last in ")]":
        start = content.rfind("(" if last == ")" else "[")
        inner = content[start + 1 : -1].strip()
        if start <= 0 or len(inner) > _LONGEST_BRACKET:
            return None
        match = _PRICE.fullmatch(inner)
        if match is None or fold_name(match[2]) not in POINTS_WORDS or match[1].startswith("+"):
            return None
        return Priced(content[:start].strip(), points_of(match[1]), match[1].strip(), match[2])
    if last in "sS":
        tail = content[-_LONGEST_BRACKET:]
        match = _BARE_PRICE.search(tail)
        if match is None:
            return None
        name = (content[: len(content) - len(tail)] + tail[: match.end(1)]).strip()
        return Priced(name, points_of(match[2]), match[2].strip(), match[3], is_bracketed=False)
    return None


def counted(content: str) -> tuple[int, str] | None:
    """``(4, "Power weapon")`` of ``4x Power weapon``."""
    if not content[:1].isdecimal():
        return None
    match = _COUNTED.match(content)
    return (int(match[1]), match[2]) if match else None


def labelled(content: str) -> tuple[Label | None, str, str] | None:
    """Known label (or None), the label as written and the value of ``Label: value``; None without a colon."""
    head, colon, value = content.partition(":")
    if not colon or not head or len(head) > _LONGEST_LABEL:
        return None
    return LABELS.get(fold_name(head)), head.strip(), value.strip()


def section_of(content: str) -> Section | None:
    """The section this line opens, in any case, with or without a colon."""
    if len(content) > _LONGEST_LABEL:
        return None
    return SECTIONS.get(fold_name(content))


def is_group_heading(content: str) -> bool:
    """Whether the line opens one attached unit (``Attached Unit 2``)."""
    if len(content) > _LONGEST_LABEL or not any(letter.isdecimal() for letter in content):
        return False
    return _NUMBER.sub("#", fold_name(content)) in GROUP_HEADINGS


def detachment_points(content: str) -> tuple[str, int] | None:
    """The names and the stated figure of ``A and B (3 Detachment Points)``."""
    if not content.endswith(")"):
        return None
    start = content.rfind("(")
    inner = content[start + 1 : -1].strip()
    if start <= 0 or len(inner) > _LONGEST_BRACKET:
        return None
    match = _DETACHMENT_POINTS.fullmatch(inner)
    if match is None or fold_name(match[2]) not in DETACHMENT_POINTS_WORDS:
        return None
    return content[:start].strip(), int(match[1])


def has_words(content: str) -> bool:
    """Whether the line says anything: a line of dots, dashes or crosses does not."""
    return any(letter.isalnum() for letter in content)


def is_footer(content: str) -> bool:
    """Whether the line is the app's footer."""
    return content[:3].casefold() == "exp" and fold_name(content[:_LONGEST_BRACKET]).startswith(FOOTERS)


def is_other_footer(content: str) -> bool:
    """Whether the line is the footer of another tool than the app."""
    return content[:3].casefold() in _FOOTER_STARTS and fold_name(content[:_LONGEST_BRACKET]).startswith(OTHER_FOOTERS)


def is_role(content: str) -> bool:
    """Whether the line says what the unit is in an attached unit."""
    found = labelled(content)
    return found is not None and found[0] is Label.ATTACHED_AS
