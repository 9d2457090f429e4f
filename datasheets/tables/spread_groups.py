"""Group limits and allegiances as rows of the tables."""

from __future__ import annotations

from datasheets import models
from datasheets.catalogue.group import Allegiance, GroupLimit
from datasheets.tables.rows import Rows


def spread_group_limit(rows: Rows, group: GroupLimit) -> None:
    """Add the rows of a group limit."""
    key = rows.add(
        models.GroupLimit,
        public_id=group.id,
        name=group.name,
        minimum=group.minimum,
        maximum=group.maximum,
        faction=group.faction,
        detachment=group.detachment,
        basis=group.basis,
        source=group.source,
    )
    for is_excluded, members in ((False, group.members), (True, group.excludes)):
        for position, member in enumerate(members):
            rows.add(models.GroupMember, key, position=position, datasheet=member, is_excluded=is_excluded)
    for position, override in enumerate(group.overrides):
        rows.add(
            models.GroupOverride,
            key,
            position=position,
            detachment=override.detachment,
            minimum=override.minimum,
            maximum=override.maximum,
        )


def spread_allegiance(rows: Rows, allegiance: Allegiance) -> None:
    """Add the rows of an allegiance."""
    key = rows.add(
        models.Allegiance,
        public_id=allegiance.id,
        name=allegiance.name,
        detachment=allegiance.detachment,
        is_mandatory=allegiance.is_mandatory,
        minimum=allegiance.minimum,
        maximum=allegiance.maximum,
        basis=allegiance.basis,
        source=allegiance.source,
    )
    for is_excluded, keywords in ((False, allegiance.to_keywords), (True, allegiance.excludes)):
        for position, keyword in enumerate(keywords):
            rows.add(
                models.AllegianceKeyword,
                key,
                position=position,
                keyword=rows.keyword(keyword),
                is_excluded=is_excluded,
            )
    for position, member in enumerate(allegiance.members):
        rows.add(models.AllegianceMember, key, position=position, datasheet=member)
    for position, choice in enumerate(allegiance.choices):
        choice_key = rows.add(models.AllegianceChoice, key, position=position, name=choice.name, maximum=choice.maximum)
        for place, keyword in enumerate(choice.keywords):
            rows.add(models.AllegianceChoiceKeyword, choice_key, position=place, keyword=rows.keyword(keyword))
