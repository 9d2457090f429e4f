"""Keywords of datasheets: what must be among them, and what those under conditions name."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.lookup import COMMON_KEYWORD, Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.datasheet import Datasheet, Knowledge
from datasheets.catalogue.names import fold_keyword

SORTS = ("Infantry", "Mounted", "Beast", "Swarm", "Vehicle", "Monster", "Fortification")
"""Every model is of one of these sorts, which most rules about units ask for."""


def _folded(sheet: Datasheet) -> frozenset[str]:
    return frozenset(map(fold_keyword, sheet.keywords))


@audit_kind(
    "keyword/name-missing",
    collection="datasheets",
    title="A datasheet without its own name among its keywords",
    severity=Severity.ERROR,
    message="{datasheet} does not have its own name as a keyword.",
    hint="Add the name to the keywords (R-07).",
)
def name_missing(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A datasheet's name is one of its keywords (R-07)."""
    if sheet.knowledge is Knowledge.FULL and fold_keyword(sheet.name) not in _folded(sheet):
        yield found("keywords", datasheet=sheet.name)


@audit_kind(
    "keyword/no-sort",
    collection="datasheets",
    title="A datasheet that is neither INFANTRY nor anything else",
    severity=Severity.ERROR,
    message="{datasheet} is none of {sorts:or}.",
    hint="Add the keyword of the sort of models it has.",
)
def no_sort(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Every datasheet is INFANTRY, MOUNTED, BEAST, SWARM, VEHICLE, MONSTER or FORTIFICATION."""
    if sheet.knowledge is Knowledge.FULL and _folded(sheet).isdisjoint(map(fold_keyword, SORTS)):
        yield found("keywords", datasheet=sheet.name, sorts=SORTS)


@audit_kind(
    "keyword/duplicate",
    collection="datasheets",
    title="A datasheet with one keyword twice",
    severity=Severity.WARNING,
    message="{datasheet} has {first} and {second}, which match as one keyword.",
    hint="Keep one of them.",
)
def duplicate(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """No two keywords of a datasheet match each other; its own name may be one in the plural."""
    for field, keywords in (("keywords", sheet.keywords), ("faction_keywords", sheet.faction_keywords)):
        seen: dict[str, str] = {}
        for index, keyword in enumerate(keywords):
            folded = fold_keyword(keyword)
            is_repeated = folded in seen and (folded != fold_keyword(sheet.name) or seen[folded] == keyword)
            if is_repeated:
                yield found(field, index, datasheet=sheet.name, first=seen[folded], second=keyword)
            seen.setdefault(folded, keyword)


@audit_kind(
    "keyword/no-faction",
    collection="datasheets",
    title="A datasheet of no army",
    severity=Severity.ERROR,
    message="{datasheet} stands with {faction} and has the faction keywords {keywords}; no army can have it.",
    hint="Add the faction keyword {needed}, or put it with its own faction.",
)
def no_faction(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A datasheet has the keyword by which some army is mustered (25.02), or is a guest of one."""
    if sheet.knowledge is Knowledge.PRICED and not sheet.faction_keywords:
        return
    own = frozenset(map(fold_keyword, sheet.faction_keywords))
    if sheet.id in lookup.guest_hosts or any(fold_keyword(faction.keyword) in own for faction in lookup.data.factions):
        return
    faction = lookup.factions.get(sheet.faction)
    yield found(
        "faction_keywords",
        datasheet=sheet.name,
        faction=faction.name if faction else sheet.faction,
        keywords=sheet.faction_keywords or "none",
        needed=faction.keyword if faction else "of a faction",
    )


@audit_kind(
    "keyword/unknown-faction-keyword",
    collection="datasheets",
    title="A faction keyword of no faction",
    severity=Severity.WARNING,
    message="{datasheet} has the faction keyword {keyword}, which no faction or chapter has.",
    hint="Correct its spelling, or move it among the other keywords.",
)
def unknown_faction_keyword(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Faction keywords are those of factions and chapters, or of a group whose datasheets share one."""
    for index, keyword in enumerate(sheet.faction_keywords):
        folded = fold_keyword(keyword)
        if folded not in lookup.army_keywords and lookup.keyword_counts[folded] < COMMON_KEYWORD:
            yield found("faction_keywords", index, datasheet=sheet.name, keyword=keyword)


@audit_kind(
    "keyword/unknown-faction",
    collection="datasheets",
    title="A datasheet of an unknown faction",
    severity=Severity.ERROR,
    message="{datasheet} belongs to {faction}, which is no faction of the catalogue.",
    hint="Name the id of a faction.",
)
def unknown_faction(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """The faction a datasheet belongs to is in the catalogue."""
    if sheet.faction not in lookup.factions:
        yield found("faction", datasheet=sheet.name, faction=sheet.faction)


@audit_kind(
    "keyword/excluded-by-nobody",
    collection="datasheets",
    title="A datasheet barred from armies that do not exist",
    severity=Severity.WARNING,
    message="{datasheet} is barred from armies of {keyword}, which no faction or chapter has as a keyword.",
    hint="Write the keyword as the faction or chapter does.",
)
def excluded_by_nobody(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """What a datasheet is barred from are keywords of factions or chapters."""
    for index, keyword in enumerate(sheet.excluded_factions):
        if fold_keyword(keyword) not in lookup.army_keywords:
            yield found("excluded_factions", index, datasheet=sheet.name, keyword=keyword)


@audit_kind(
    "keyword/condition-names-nothing",
    collection="datasheets",
    title="A keyword under a condition that names nothing",
    severity=Severity.ERROR,
    message="{datasheet} has {keyword} only with {condition}, which is not in the catalogue.",
    hint="Name a detachment, faction keyword or datasheet that is, or remove the keyword.",
)
def condition_names_nothing(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Conditions of keywords name detachments, faction keywords and Warlords of the catalogue."""
    for index, row in enumerate(sheet.conditional_keywords):
        if row.detachment is not None and row.detachment not in lookup.detachments:
            yield found(
                "conditional_keywords",
                index,
                "detachment",
                datasheet=sheet.name,
                keyword=row.keyword,
                condition=f"the detachment {row.detachment}",
            )
        if row.faction_keyword is not None and fold_keyword(row.faction_keyword) not in lookup.army_keywords:
            yield found(
                "conditional_keywords",
                index,
                "faction_keyword",
                datasheet=sheet.name,
                keyword=row.keyword,
                condition=f"the faction keyword {row.faction_keyword}",
            )
        if row.warlord is not None and row.warlord not in lookup.datasheets:
            yield found(
                "conditional_keywords",
                index,
                "warlord",
                datasheet=sheet.name,
                keyword=row.keyword,
                condition=f"{row.warlord} as the Warlord",
            )


@audit_kind(
    "keyword/needless-condition",
    collection="datasheets",
    title="A keyword under a condition that it has anyway",
    severity=Severity.WARNING,
    message="{datasheet} has {keyword} under a condition, and without one.",
    hint="Remove one of the two.",
)
def needless_condition(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A keyword that hangs on a condition is not printed as well."""
    for index, row in enumerate(sheet.conditional_keywords):
        if fold_keyword(row.keyword) in _folded(sheet):
            yield found("conditional_keywords", index, datasheet=sheet.name, keyword=row.keyword)


@audit_kind(
    "keyword/frame-missing",
    collection="datasheets",
    title="A model on a hull without FRAME",
    severity=Severity.WARNING,
    message="{datasheet}: models of the kind {kind} have no base, and the datasheet lacks FRAME.",
    hint="Add the keyword FRAME, or the base the model stands on.",
)
def frame_missing(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Models without a base have the keyword FRAME, by which distances are measured (17.02)."""
    if "frame" in _folded(sheet):
        return
    for index, kind in enumerate(sheet.kinds):
        if kind.base is not None and kind.base.shape == "hull":
            yield found("kinds", index, "base", datasheet=sheet.name, kind=kind.name)


@audit_kind(
    "keyword/by-unlisted-item",
    collection="datasheets",
    title="A keyword that hangs on an item the datasheet does not list",
    severity=Severity.ERROR,
    message="{datasheet} has {keyword} with {item}, which it does not list.",
    hint="Name an item that its models can carry.",
)
def by_unlisted_item(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """The items that give a datasheet keywords are ones it lists."""
    for index, row in enumerate(sheet.item_keywords):
        if row.item not in sheet.items:
            told = lookup.item_name(row.item)
            yield found("item_keywords", index, datasheet=sheet.name, keyword=row.keyword, item=told)
