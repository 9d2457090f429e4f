"""Texts whose UTF-8 was read as Windows-1252: ``â€¢`` becomes a bullet again, a real ``â`` stays."""

from __future__ import annotations

import re

# A lead byte of UTF-8 as cp1252 shows it, then one to three continuation bytes as it shows those.
_CONTINUATION = (
    "\u0080-\u00bf\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d"
    "\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178"
)
_GARBLED = re.compile(f"[\u00c2-\u00f4][{_CONTINUATION}]{{1,3}}")

# What a list text really holds: accented Latin letters, typographic marks, bullets. Nothing else is
# believed, so that ``É’`` of a French text does not turn into a phonetic letter.
_PLAUSIBLE = re.compile(
    "[\u00a0-\u017f\u2010-\u2015\u2018-\u201f\u2022\u2026\u2032\u2033\u202f\u2212\u25a0-\u25ff\u25e6\u2122\u02bc]+"
)


def repaired(text: str) -> str:
    """The text with every garbled sequence that decodes to a plausible character put right."""
    if _GARBLED.search(text) is None:
        return text
    return _GARBLED.sub(_repair, text)


def _repair(match: re.Match[str]) -> str:
    garbled = match.group()
    # The sequence may have caught a letter too many: the longest that decodes is right.
    for end in range(len(garbled), 1, -1):
        try:
            decoded = b"".join(map(_byte, garbled[:end])).decode("utf-8")
        except (UnicodeDecodeError, UnicodeEncodeError):
            continue
        if len(decoded) == 1 and _PLAUSIBLE.fullmatch(decoded):
            return decoded + garbled[end:]
    return garbled


def _byte(letter: str) -> bytes:
    """The byte cp1252 showed as this letter; its five undefined bytes show as control characters."""
    return letter.encode("latin-1") if letter <= "\u009f" else letter.encode("cp1252")
