"""Names without their tags, and slugs: the last part of an id, made from a name."""

from __future__ import annotations

import re

from datasheets.catalogue.names import fold_name

_TAGS = re.compile(r"(?:\s*\((?:aura|psychic|upgrade)\))+\s*$", re.IGNORECASE)
_UPGRADE = re.compile(r"\s*\(upgrade\)\s*$", re.IGNORECASE)


def slug_of(name: str) -> str:
    """``"Gladius Task Force"`` as ``"gladius-task-force"``."""
    return fold_name(name).replace(" ", "-")


def without_tags(name: str) -> str:
    """``"Venerable Champion (Aura) (Upgrade)"`` as ``"Venerable Champion"``: sources differ in tags."""
    return _TAGS.sub("", name).strip()


def without_upgrade_tag(name: str) -> str:
    """The name without the tag that marks an Upgrade, which is a field of its own."""
    return _UPGRADE.sub("", name).strip()


def without_detachment(slug: str, detachment: str | None) -> str:
    """An upstream slug without the detachment's, which upstream puts behind those that recur."""
    return slug.removesuffix(f"-{detachment}") if detachment else slug


_SMALL_WORDS = frozenset(["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"])


def from_capitals(name: str) -> str:
    """``"ARMOUR OF CONTEMPT"`` as ``"Armour of Contempt"``; a name with small letters as it is."""
    if not name.isupper():
        return name
    words = [word.lower() for word in name.split()]
    return " ".join(
        word if place and word in _SMALL_WORDS else "-".join(part[:1].upper() + part[1:] for part in word.split("-"))
        for place, word in enumerate(words)
    )
