"""How names are compared: every look-alike spelling of a name folds to one key."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_APOSTROPHES = dict.fromkeys(map(ord, "'’‘ʼ`´′"), None)
_NOT_WORD = re.compile(r"[^a-z0-9]+")


@lru_cache(maxsize=65536)
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


@lru_cache(maxsize=16384)
def fold_keyword(keyword: str) -> str:
    """Key under which a keyword matches: whole, whatever its case, singular or plural (R-07).

    ``COMMISSAR`` does not match ``Commissar Graves``; ``Tzaangors`` matches ``Tzaangor``.
    """
    folded = fold_name(keyword)
    if folded.endswith("s") and not folded.endswith("ss") and len(folded) > 3:
        return folded[:-1]
    return folded
