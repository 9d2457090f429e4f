"""Groups of units that limit each other, and choices made for units (marks, allegiances)."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Place, Severity, audit_kind, found
from datasheets.catalogue.group import Allegiance, GroupLimit


@audit_kind(
    "group/names-nothing",
    collection=("group_limits", "allegiances"),
    title="A group or choice that names what is not there",
    severity=Severity.ERROR,
    message="{group} names {what}, which is not in the catalogue.",
    hint="Name the id of what is meant, or the keyword as datasheets have it.",
)
def names_nothing(group: GroupLimit | Allegiance, lookup: Lookup) -> Iterator[Found]:
    """Datasheets, detachments, factions and keywords that a group or choice names exist."""
    for index, member in enumerate(group.members):
        if member not in lookup.datasheets:
            yield found("members", index, group=group.name, what=f"the datasheet {member}")
    if group.detachment is not None and group.detachment not in lookup.detachments:
        yield found("detachment", group=group.name, what=f"the detachment {group.detachment}")
    if isinstance(group, GroupLimit):
        for index, datasheet in enumerate(group.excludes):
            if datasheet not in lookup.datasheets:
                yield found("excludes", index, group=group.name, what=f"the datasheet {datasheet}")
        if group.faction is not None and group.faction not in lookup.factions:
            yield found("faction", group=group.name, what=f"the faction {group.faction}")
        for index, override in enumerate(group.overrides):
            if override.detachment not in lookup.detachments:
                what = f"the detachment {override.detachment}"
                yield found("overrides", index, "detachment", group=group.name, what=what)
    else:
        for field in ("to_keywords", "excludes"):
            for index, keyword in enumerate(getattr(group, field)):
                if not lookup.is_keyword(keyword):
                    yield found(field, index, group=group.name, what=f"the keyword {keyword}")


@audit_kind(
    "group/impossible",
    collection=("group_limits", "allegiances"),
    title="A group or choice that no army can satisfy",
    severity=Severity.ERROR,
    message="{group} asks for at least {minimum} and at most {maximum} units.",
    hint="Correct the two numbers.",
)
def impossible(group: GroupLimit | Allegiance, lookup: Lookup) -> Iterator[Found]:
    """The least number of a group or choice is not above the most."""
    spans: list[tuple[Place, int, int | None]] = [(("maximum",), group.minimum, group.maximum)]
    if isinstance(group, GroupLimit):
        spans += [(("overrides", index), row.minimum, row.maximum) for index, row in enumerate(group.overrides)]
    for place, minimum, maximum in spans:
        if maximum is not None and not 0 <= minimum <= maximum:
            yield found(*place, group=group.name, minimum=minimum, maximum=maximum)


@audit_kind(
    "group/no-members",
    collection=("group_limits", "allegiances"),
    title="A group or choice for nobody",
    severity=Severity.ERROR,
    message="{group} is for no datasheet.",
    hint="Name its members, or keywords that some datasheet has.",
)
def no_members(group: GroupLimit | Allegiance, lookup: Lookup) -> Iterator[Found]:
    """A group has members, and a choice is for units that there are."""
    if group.members:
        return
    if isinstance(group, GroupLimit) or not group.to_keywords:
        yield found("members", group=group.name)
    elif not any(lookup.folded(group.to_keywords) <= keywords for keywords in lookup.keywords_of.values()):
        yield found("to_keywords", group=group.name)
