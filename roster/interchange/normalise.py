"""A pasted text as numbered lines: look-alike characters folded on a copy, the original kept."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from roster.interchange.mojibake import repaired


class Bullet(StrEnum):
    """What mark stands before a line: the official app nests hollow bullets under solid ones."""

    NONE = "none"
    SOLID = "solid"
    HOLLOW = "hollow"


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line. ``text`` is as pasted; ``content`` is cleaned, without its bullet; ``indent`` in columns."""

    number: int
    text: str
    content: str
    bullet: Bullet
    indent: int
    is_repaired: bool = False


_SPACES = (
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
    "\x85\x1c\x1d\x1e\x1f"
)
_NOTHING = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufe0e\ufe0f"
_LOOK_ALIKES = {
    **dict.fromkeys(map(ord, _SPACES), " "),
    **dict.fromkeys(map(ord, _NOTHING), None),
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u02bc\u2032\u00b4`"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u2033"), '"'),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-"),
    **dict.fromkeys(map(ord, "\uff08"), "("),
    **dict.fromkeys(map(ord, "\uff09"), ")"),
    **dict.fromkeys(map(ord, "\uff1a"), ":"),
}
_BREAKS = re.compile("\r\n|[\n\r\x0b\x0c\u2028\u2029]")
_SOLID = frozenset("•*·●▪■‣∙-")
_HOLLOW = frozenset("◦○▫□⚬")
_LETTER_BULLET = re.compile(r"o\s+(?=\d)")
_MARKDOWN_ESCAPE = re.compile(r"\\([+*_#>&~.()\[\]-])")
_TAB_COLUMNS = 4


def source_lines(text: str) -> tuple[SourceLine, ...]:
    """The lines of the text that hold anything, in order, numbered over all lines from 1."""
    originals = _BREAKS.split(text)
    mended = repaired(text)
    cleaned = unicodedata.normalize("NFC", mended.translate(_LOOK_ALIKES))
    mended_lines = originals if mended is text or mended == text else _BREAKS.split(mended)
    lines: list[SourceLine] = []
    for number, (original, whole, clean) in enumerate(
        zip(originals, mended_lines, _BREAKS.split(cleaned), strict=True), start=1
    ):
        if original and not original.isspace():
            lines.append(_line(number, original, clean, is_repaired=whole != original))
    return tuple(lines)


def _line(number: int, original: str, clean: str, *, is_repaired: bool) -> SourceLine:
    content = clean.lstrip()
    indent = len(clean) - len(content)
    if "\t" in clean[:indent]:
        indent = len(clean[:indent].expandtabs(_TAB_COLUMNS))
    if "\\" in content:
        content = _MARKDOWN_ESCAPE.sub(r"\1", content)
    if content[:1] in "#>":
        content = content.lstrip("#> ")
    bullet = Bullet.NONE
    first = content[:1]
    if first in _HOLLOW:
        bullet, content = Bullet.HOLLOW, content[1:]
    elif first in _SOLID and content[1:2] != first:
        bullet, content = Bullet.SOLID, content[1:]
    elif first == "o" and _LETTER_BULLET.match(content):
        bullet, content = Bullet.HOLLOW, content[1:]
    elif content.startswith(("**", "__")):
        content = content.strip("*_ ")
    return SourceLine(number, original, " ".join(content.split()), bullet, indent, is_repaired)
