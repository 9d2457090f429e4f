"""The digest by which the text of an ability is known again without being kept."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_DASHES = re.compile("[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]")
_ELSE = re.compile(r"[^a-z0-9+\-=<>/%]")
_SIGNS = re.compile(r"([+\-=<>/%])")


def digest_of(text: str) -> str:
    """SHA-256 of the text without case, accents, markup, and with every dash alike, as hexadecimal digits.

    Texts that differ in words, numbers or signs differ; it is the digest that the upstream package keeps.
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    plain = "".join(one for one in folded if not unicodedata.combining(one))
    words = _SIGNS.sub(r" \1 ", _ELSE.sub(" ", _DASHES.sub("-", plain)))
    return hashlib.sha256(" ".join(words.split()).encode()).hexdigest()
