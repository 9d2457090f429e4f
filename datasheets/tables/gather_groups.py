"""Rows of group limits and allegiances as catalogue values."""

from __future__ import annotations

from datasheets import models
from datasheets.catalogue.group import Allegiance, AllegianceChoice, GroupLimit, GroupOverride
from datasheets.tables.rows import Rows
from datasheets.tables.table import Key, Row


def gather_group_limit(rows: Rows, key: Key, row: Row) -> GroupLimit:
    """The group limit whose row has this key."""
    members = [member for _, member in rows.below(key, models.GroupMember)]
    return GroupLimit(
        id=row.public_id,
        name=row.name,
        members=tuple(member.datasheet for member in members if not member.is_excluded),
        minimum=row.minimum,
        maximum=row.maximum,
        excludes=tuple(member.datasheet for member in members if member.is_excluded),
        faction=row.faction,
        detachment=row.detachment,
        overrides=tuple(
            GroupOverride(override.detachment, override.minimum, override.maximum)
            for _, override in rows.below(key, models.GroupOverride)
        ),
        basis=row.basis,
        source=row.source,
    )


def gather_allegiance(rows: Rows, key: Key, row: Row) -> Allegiance:
    """The allegiance whose row has this key."""
    keywords = [keyword for _, keyword in rows.below(key, models.AllegianceKeyword)]
    return Allegiance(
        id=row.public_id,
        name=row.name,
        choices=tuple(
            AllegianceChoice(
                choice.name, rows.values_below(choice_key, models.AllegianceChoiceKeyword, "keyword"), choice.maximum
            )
            for choice_key, choice in rows.below(key, models.AllegianceChoice)
        ),
        to_keywords=tuple(each.keyword for each in keywords if not each.is_excluded),
        members=rows.values_below(key, models.AllegianceMember, "datasheet"),
        excludes=tuple(each.keyword for each in keywords if each.is_excluded),
        detachment=row.detachment,
        is_mandatory=row.is_mandatory,
        minimum=row.minimum,
        maximum=row.maximum,
        basis=row.basis,
        source=row.source,
    )
