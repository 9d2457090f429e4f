"""Which tool a text comes from, by its shape: what is not the official app's is named and refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from datasheets.catalogue.names import fold_name
from roster.interchange import grammar
from roster.interchange.labels import Section
from roster.interchange.normalise import SourceLine

_HEAD = 60
_ADVICE = "Export the list from the official app (Share, as text) and paste that."


@dataclass(frozen=True, slots=True)
class Foreign:
    """A shape that is not the official app's 11th-edition text.

    ``refusal`` is the sentence for people. ``is_app_like`` says that the units at least can be read.
    """

    tool: str
    refusal: str
    is_app_like: bool = False


def _foreign(tool: str, what: str, *, is_app_like: bool = False) -> Foreign:
    partly = "only what looks like the app's text was read, so there is no verdict. " if is_app_like else ""
    joint = ": " if is_app_like else ", which is not read yet. "
    return Foreign(tool, f"This looks like {what}{joint}{partly}{_ADVICE}", is_app_like)


_GAMES: tuple[tuple[str, str], ...] = (
    ("grand alliance", "Age of Sigmar"),
    ("age of sigmar", "Age of Sigmar"),
    ("generals handbook", "Age of Sigmar"),
    ("battle formation", "Age of Sigmar"),
    ("generals regiment", "Age of Sigmar"),
    ("kill team", "Kill Team"),
    ("old world builder", "The Old World"),
    ("warhammer the old world", "The Old World"),
    ("horus heresy", "The Horus Heresy"),
    ("crusade primary detachment", "The Horus Heresy"),
    ("necromunda", "Necromunda"),
    ("blood bowl", "Blood Bowl"),
    ("warcry", "Warcry"),
)
_EVENT_HEADER = ("faction keyword", "total army points", "number of units")
_EVENT_LINE = re.compile(r"(?:[A-Z][a-z]{3}\d{1,3}: )?\d{1,3}x [^:()]{1,80} \(\d[\d,. ]{0,6} pts\)", re.IGNORECASE)
_SHORT_LINE = re.compile(r"(?:\d{1,3}x )?[^:()\[\]]{2,80} \(\d{1,4}pts\)(?::|$)")
_JSON = re.compile(r"[\[{]\s*(?:[\[{\"]|$)")
_XML_ROSTER = ("<?xml", "<roster")
_WEB_PAGE = ("<!doctype html", "<html")
_SQUARE_TITLE = re.compile(r"\[\d[\d,. ]{0,6} ?points\]$", re.IGNORECASE)
_SQUARE_PRICE = re.compile(r"\[\d[\d,. ]{0,6} ?pts\]", re.IGNORECASE)


def foreign_shape(lines: Sequence[SourceLine]) -> Foreign | None:
    """The tool a text looks like, or None where it looks like the official app's."""
    first = lines[0].content
    head = lines[:_HEAD]
    return (
        _data_file(first, lines[0].text.lstrip("\ufeff \t"))
        or _battlescribe_family(head)
        or _event_header(head, lines)
        or _labelled_header(head)
        or _by_footer(lines)
        or _warorgan(head)
        or _other_game(lines)
        or _unit_lines(lines)
    )


def _data_file(content: str, raw: str) -> Foreign | None:
    if _JSON.match(raw):
        return _foreign("JSON", "a JSON file (New Recruit, ListForge, Rosterizer or a roster document)")
    if raw.startswith(_XML_ROSTER):
        return _foreign("XML", "an XML file (a .ros roster of BattleScribe or New Recruit)")
    if raw[:14].casefold().startswith(_WEB_PAGE):
        return _foreign("web page", "the source of a web page")
    if content.startswith("H4sI") or "#/listforge/H4sI" in content:
        return _foreign("ListForge", "a ListForge link with packed data")
    return None


def _battlescribe_family(head: Sequence[SourceLine]) -> Foreign | None:
    for line in head:
        text = line.text
        if "++ Army Roster ++" in text:
            return _foreign("New Recruit", "New Recruit's simple text")
        if "++ Army Roster (" in text or "Created with BattleScribe" in text:
            return _foreign("BattleScribe", "BattleScribe's text")
        if fold_name(line.content) == "configuration" and ("#" in text or "**" in text):
            return _foreign("New Recruit", "New Recruit's text for Discord")
    return None


def _event_header(head: Sequence[SourceLine], lines: Sequence[SourceLine]) -> Foreign | None:
    if not any(line.content.startswith("+") and fold_name(line.content).startswith(_EVENT_HEADER) for line in head):
        return None
    if any(_EVENT_LINE.match(line.content) for line in lines):
        return _foreign("New Recruit", "New Recruit's tournament text")
    return _foreign("New Recruit", 'New Recruit\'s "GW" text under an event header', is_app_like=True)


def _labelled_header(head: Sequence[SourceLine]) -> Foreign | None:
    for line in head:
        key, colon, _ = line.content.partition(":")
        if not colon:
            continue
        folded = fold_name(key[:60])
        if folded in ("factions used", "army enhancements list on which model", "interactive list link"):
            return _foreign("ListForge", "ListForge's event text", is_app_like=True)
        if folded in ("factions utilisees", "points darmee"):
            return _foreign("team template", "a French team template")
    return None


def _by_footer(lines: Sequence[SourceLine]) -> Foreign | None:
    for line in lines[-12:]:
        if not grammar.is_other_footer(line.content):
            continue
        footer = fold_name(line.content[:80])
        if "battlebase" in footer:
            return _foreign("BattleBase", "a BattleBase export", is_app_like=True)
        if "warorgan" in footer:
            return _foreign("WarOrgan", "a WarOrgan export")
        if "listhammer" in footer:
            return _foreign("listhammer", "a listhammer export", is_app_like=True)
        if "newrecruit" in footer:
            return _foreign("New Recruit", "a New Recruit export")
    return None


def _warorgan(head: Sequence[SourceLine]) -> Foreign | None:
    has_size = any(fold_name(line.content).startswith("battle size ") for line in head[:12])
    has_square = any(_SQUARE_TITLE.search(line.content[-32:]) for line in head)
    return _foreign("WarOrgan", "a WarOrgan export") if has_size and has_square else None


def _other_game(lines: Sequence[SourceLine]) -> Foreign | None:
    if any(_is_of_this_game(line) for line in lines):
        return None
    for line in lines:
        folded = f" {fold_name(line.content[:200])} "
        for mark, game in _GAMES:
            if f" {mark} " in folded and grammar.priced(line.content) is None:
                return Foreign(
                    game,
                    f"This looks like a list of another game ({game}, line {line.number}); "
                    "lists of Warhammer 40,000, 11th edition, are checked here.",
                )
    return None


def _is_of_this_game(line: SourceLine) -> bool:
    """Whether only a list of this game has such a line; Battleline is a heading of others too."""
    content = line.content
    section = grammar.section_of(content)
    return (
        grammar.is_footer(content)
        or grammar.detachment_points(content) is not None
        or grammar.is_role(content)
        or (section is not None and section is not Section.BATTLELINE)
    )


def _unit_lines(lines: Sequence[SourceLine]) -> Foreign | None:
    """Shapes that only their unit lines give away."""
    event = short = square = app = 0
    for line in lines:
        content = line.content
        if _EVENT_LINE.match(content):
            event += 1
        elif _SHORT_LINE.match(content):
            short += 1
        elif _SQUARE_PRICE.search(content[:200]):
            square += 1
        elif grammar.priced(content) is not None or grammar.section_of(content) is not None:
            app += 1
    if event and event > app:
        return _foreign("New Recruit", "New Recruit's tournament text")
    if square > 1 and square > app:
        return _foreign("New Recruit", "New Recruit's simple text")
    if short > 2 and short > app:
        return _foreign("New Recruit", "New Recruit's short text")
    title = grammar.priced(lines[0].content)
    has_colons = any(line.content.endswith(":") and grammar.section_of(line.content) for line in lines)
    if title is not None and title.name.count(" - ") >= 2 and has_colons:
        return _foreign("ListForge", "ListForge's text", is_app_like=True)
    if app == 0:
        return Foreign("", f"Nothing in this text looks like an army list: no unit with its points. {_ADVICE}")
    return None
