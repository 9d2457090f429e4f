"""How names are compared: every look-alike spelling of a name folds to one key."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import wraps

_APOSTROPHES = dict.fromkeys(map(ord, "'’‘ʼ`´′"), None)
_NOT_WORD = re.compile(r"[^a-z0-9]+")


LONGEST_REMEMBERED = 200
"""Characters of the longest name whose key is kept: strangers' texts must not fill the memory."""


class _Remembered(dict[str, str]):
    """Keys of names, worked out once; too many are forgotten together. A look-up is one of a plain dictionary."""

    def __init__(self, fold: Callable[[str], str], entries: int) -> None:
        super().__init__()
        self._fold = fold
        self._entries = entries

    def __missing__(self, text: str) -> str:
        key = self._fold(text)
        if len(text) <= LONGEST_REMEMBERED:
            if len(self) >= self._entries:
                self.clear()
            self[text] = key
        return key


def remembered(entries: int) -> Callable[[Callable[[str], str]], Callable[[str], str]]:
    """Keep the keys of up to ``entries`` names, but of none that no catalogue would have."""

    def keep(fold: Callable[[str], str]) -> Callable[[str], str]:
        kept = _Remembered(fold, entries)

        @wraps(fold)
        def key(text: str) -> str:
            return kept[text]

        return key

    return keep


@remembered(entries=65536)
def fold_name(text: str) -> str:
    """Key under which two spellings of one name are equal.

    Case, accents, kinds of apostrophe and dash, ``&`` for "and", non-breaking and repeated spaces
    make no difference: ``"T’au  Empire"`` and ``"tau empire"`` fold alike. The empty string means
    that nothing nameable was left.
    """
    text = unicodedata.normalize("NFKC", text).translate(_APOSTROPHES).replace("&", " and ")
    text = unicodedata.normalize("NFKD", text.casefold())
    text = "".join(letter for letter in text if not unicodedata.combining(letter))
    return _NOT_WORD.sub(" ", text).strip()


@remembered(entries=16384)
def fold_keyword(keyword: str) -> str:
    """Key under which a keyword matches: whole, whatever its case, singular or plural (R-07).

    ``COMMISSAR`` does not match ``Commissar Graves``; ``Tzaangors`` matches ``Tzaangor``.
    """
    folded = fold_name(keyword)
    if len(folded) <= 3 or not folded.endswith("s") or folded.endswith("ss"):
        return folded
    if folded.endswith("ies"):
        return f"{folded[:-3]}y"
    return folded[:-2] if folded.endswith("oes") else folded[:-1]
