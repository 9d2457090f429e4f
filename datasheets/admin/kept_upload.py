"""What a person uploaded, kept for the time between the look at what it changes and the yes."""

from __future__ import annotations

import uuid
import zlib
from typing import Any

from django.core.cache import cache

SECONDS = 60 * 60
MOST_BYTES = 2_500_000
"""What is kept is no larger than what a form may send."""


def keep(user: Any, content: bytes) -> str:
    """Keep ``content`` for its user for an hour; the name to ask for it by."""
    name = uuid.uuid4().hex
    cache.set(_key(user, name), zlib.compress(content), SECONDS)
    return name


def kept(user: Any, name: str) -> bytes | None:
    """What the same user uploaded under that name; None where it is gone."""
    if not (len(name) == 32 and name.isalnum()):
        return None
    found = cache.get(_key(user, name))
    return None if found is None else zlib.decompress(found)


def forget(user: Any, name: str) -> None:
    """Keep it no longer."""
    cache.delete(_key(user, name))


def _key(user: Any, name: str) -> str:
    return f"admin-upload:{user.pk}:{name}"
