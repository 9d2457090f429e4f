"""Who may join whom."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.attachment import Attachment, AttachmentRole
from datasheets.catalogue.datasheet import Datasheet, Knowledge
from datasheets.catalogue.names import fold_keyword


def _names(row: Attachment, lookup: Lookup) -> dict[str, str]:
    return {"joining": lookup.datasheet_name(row.joining), "bodyguard": lookup.datasheet_name(row.bodyguard)}


@audit_kind(
    "attachment/unknown-datasheet",
    collection="attachments",
    title="A target that is no datasheet",
    severity=Severity.ERROR,
    message="{joining} may join {bodyguard}: {unknown} is no datasheet of the catalogue.",
    hint="Name the id of the datasheet that is meant, or remove the pair.",
)
def unknown_datasheet(row: Attachment, lookup: Lookup) -> Iterator[Found]:
    """Both sides of a pair are datasheets."""
    for field in ("joining", "bodyguard"):
        datasheet = getattr(row, field)
        if datasheet not in lookup.datasheets:
            yield found(field, **_names(row, lookup), unknown=datasheet)


@audit_kind(
    "attachment/without-target",
    collection="datasheets",
    title="A leader without a target",
    severity=Severity.ERROR,
    message="{datasheet} joins as {role}, and nothing it may join is in the catalogue.",
    hint="Name datasheets it may join, or remove its pairs.",
)
def without_target(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A datasheet that joins others has one in the catalogue that it may join in its own army."""
    rows = lookup.attachments_of.get(sheet.id, ())
    if rows and not any(_can_meet(sheet, lookup.datasheets.get(row.bodyguard), row, lookup) for row in rows):
        yield found(datasheet=sheet.name, role=rows[0].role.value)


@audit_kind(
    "attachment/no-common-army",
    collection="attachments",
    title="A pair that no army has",
    severity=Severity.WARNING,
    message="{joining} may join {bodyguard}, and no army can have both.",
    hint="Correct the faction keywords of one of them, or remove the pair.",
)
def no_common_army(row: Attachment, lookup: Lookup) -> Iterator[Found]:
    """Some army can have both sides of a pair."""
    joining, bodyguard = lookup.datasheets.get(row.joining), lookup.datasheets.get(row.bodyguard)
    if joining is not None and bodyguard is not None and not _can_meet(joining, bodyguard, row, lookup):
        yield found("bodyguard", **_names(row, lookup))


def _can_meet(one: Datasheet, other: Datasheet | None, row: Attachment, lookup: Lookup) -> bool:
    """Whether an army can have both: by a common faction keyword, or one as the other's guest."""
    if other is None:
        return False
    if Knowledge.PRICED in (one.knowledge, other.knowledge) or one.faction == other.faction:
        return True
    own = frozenset(map(fold_keyword, one.faction_keywords))
    its = frozenset(map(fold_keyword, other.faction_keywords))
    if own & its or lookup.guest_hosts.get(one.id, frozenset()) & its:
        return True
    both = lookup.guest_hosts.get(one.id, frozenset()) & lookup.guest_hosts.get(other.id, frozenset())
    return bool(lookup.guest_hosts.get(other.id, frozenset()) & own or both)


@audit_kind(
    "attachment/itself",
    collection="attachments",
    title="A unit that joins itself",
    severity=Severity.ERROR,
    message="{joining} may join itself.",
    hint="Name the datasheet that is meant, or remove the pair.",
)
def itself(row: Attachment, lookup: Lookup) -> Iterator[Found]:
    """Nobody joins itself."""
    if row.joining == row.bodyguard:
        yield found("bodyguard", joining=lookup.datasheet_name(row.joining))


@audit_kind(
    "attachment/cycle",
    collection="attachments",
    title="Units that join each other in a ring",
    severity=Severity.ERROR,
    message="{joining} may join {bodyguard}, which may in turn join {way}.",
    hint="Remove the pair that is not so.",
)
def cycle(row: Attachment, lookup: Lookup) -> Iterator[Found]:
    """Following who joins whom never leads back to where it started."""
    way = _way_back(row.bodyguard, row.joining, lookup)
    if way and row.joining != row.bodyguard:
        yield found("bodyguard", **_names(row, lookup), way=tuple(lookup.datasheet_name(step) for step in way))


def _way_back(start: str, goal: str, lookup: Lookup) -> tuple[str, ...]:
    """Datasheets from the one after ``start`` to ``goal``, each joined by the one before; empty if none leads there."""
    ways: dict[str, tuple[str, ...]] = {start: ()}
    queue = [start]
    for current in queue:
        for row in lookup.attachments_of.get(current, ()):
            if row.bodyguard == goal:
                return (*ways[current], goal)
            if row.bodyguard not in ways:
                ways[row.bodyguard] = (*ways[current], row.bodyguard)
                queue.append(row.bodyguard)
    return ()


@audit_kind(
    "attachment/duplicate",
    collection="attachments",
    title="One pair in two rows",
    severity=Severity.WARNING,
    message="{joining} may join {bodyguard} as {role} by two rows for {armies}.",
    hint="Make one row of them.",
)
def duplicate(row: Attachment, lookup: Lookup) -> Iterator[Found]:
    """A pair has one row for each role, army and detachment."""
    for other in lookup.attachments_of.get(row.joining, ()):
        if other is row:
            return
        if (other.bodyguard, other.role, other.required_detachment) != (
            row.bodyguard,
            row.role,
            row.required_detachment,
        ):
            continue
        common = sorted({*row.price_lists} & {*other.price_lists})
        if common or not row.price_lists or not other.price_lists:
            armies = tuple(common) or "every army"
            yield found(**_names(row, lookup), role=row.role.value, armies=armies)


@audit_kind(
    "attachment/two-roles",
    collection="attachments",
    title="A pair as leader and as support",
    severity=Severity.ADVICE,
    message="{joining} may join {bodyguard} as leader and as support.",
    hint="A datasheet says one of the two for each unit: compare with it.",
)
def two_roles(row: Attachment, lookup: Lookup) -> Iterator[Found]:
    """A pair has one role (R-13)."""
    if row.role is AttachmentRole.SUPPORT and any(
        other.bodyguard == row.bodyguard
        and other.role is AttachmentRole.LEADER
        and (not row.price_lists or not other.price_lists or {*row.price_lists} & {*other.price_lists})
        for other in lookup.attachments_of.get(row.joining, ())
    ):
        yield found("role", **_names(row, lookup))


@audit_kind(
    "attachment/leader-not-character",
    collection="attachments",
    title="A leader that is no CHARACTER",
    severity=Severity.WARNING,
    message="{joining} leads {bodyguard} and is no CHARACTER.",
    hint="Add the keyword, or correct its role (24.22).",
)
def leader_not_character(row: Attachment, lookup: Lookup) -> Iterator[Found]:
    """Leaders are CHARACTERs."""
    sheet = lookup.datasheets.get(row.joining)
    if sheet is None or sheet.knowledge is Knowledge.PRICED or row.role is not AttachmentRole.LEADER:
        return
    if "character" not in lookup.keywords_of[sheet.id]:
        yield found("role", **_names(row, lookup))


@audit_kind(
    "attachment/names-nothing",
    collection="attachments",
    title="A pair under a condition that names nothing",
    severity=Severity.ERROR,
    message="{joining} may join {bodyguard} only {condition}, which is not in the catalogue.",
    hint="Name a price list, detachment or keyword that is.",
)
def names_nothing(row: Attachment, lookup: Lookup) -> Iterator[Found]:
    """Price lists, detachments, datasheets and keywords that a pair asks for exist."""
    for index, price_list in enumerate(row.price_lists):
        if price_list not in lookup.factions:
            yield found("price_lists", index, **_names(row, lookup), condition=f"in the list {price_list}")
    for index, detachment in enumerate(row.excluded_detachments):
        if detachment not in lookup.detachments:
            condition = f"without the detachment {detachment}"
            yield found("excluded_detachments", index, **_names(row, lookup), condition=condition)
    for index, other in enumerate(row.beside):
        if other not in lookup.datasheets:
            yield found("beside", index, **_names(row, lookup), condition=f"beside {other}")
    for index, keyword in enumerate(row.shared_keywords):
        if not lookup.is_keyword(keyword):
            yield found("shared_keywords", index, **_names(row, lookup), condition=f"where both have {keyword}")
    if row.required_detachment is not None and row.required_detachment not in lookup.detachments:
        condition = f"with the detachment {row.required_detachment}"
        yield found("required_detachment", **_names(row, lookup), condition=condition)
    if row.led_by is not None and not lookup.is_keyword(row.led_by):
        yield found("led_by", **_names(row, lookup), condition=f"under a leader with {row.led_by}")
