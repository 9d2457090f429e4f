"""Slugs: the last part of an id, made from a name."""

from __future__ import annotations

from datasheets.catalogue.names import fold_name


def slug_of(name: str) -> str:
    """``"Gladius Task Force"`` as ``"gladius-task-force"``."""
    return fold_name(name).replace(" ", "-")
