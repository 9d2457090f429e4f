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
