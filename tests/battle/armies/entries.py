"""Entries of rosters for tests of armies, from a few words."""

from __future__ import annotations

from roster.document import ItemCount, ModelEntry, Reference, UnitEntry


def entry(
    datasheet: str,
    *,
    key: str = "u1",
    models: dict[str, int] | None = None,
    items: dict[str, dict[str, int]] | None = None,
    enhancements: tuple[str, ...] = (),
    attached_to: str | None = None,
    attached_as: str | None = None,
) -> UnitEntry:
    """A unit; ``items`` by kind of model, by id."""
    rows = tuple(
        ModelEntry(
            kind,
            count,
            tuple(ItemCount(Reference(item), number) for item, number in (items or {}).get(kind, {}).items()),
        )
        for kind, count in (models or {}).items()
    )
    return UnitEntry(
        key,
        Reference(datasheet),
        rows,
        enhancements=tuple(Reference(id) for id in enhancements),
        attached_to=attached_to,
        attached_as=attached_as,
    )
