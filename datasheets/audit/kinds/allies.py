"""Allied rules: whose guests, in whose armies, under which limits."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.attachment import AlliedRule
from datasheets.catalogue.names import fold_keyword


@audit_kind(
    "ally/no-guests",
    collection="allied_rules",
    title="An allied rule without guests",
    severity=Severity.ERROR,
    message="{rule} opens no datasheet.",
    hint="Name its guests, or remove the rule.",
)
def no_guests(rule: AlliedRule, lookup: Lookup) -> Iterator[Found]:
    """An allied rule has guests."""
    if not rule.guests:
        yield found("guests", rule=rule.name)


@audit_kind(
    "ally/unknown-guest",
    collection="allied_rules",
    title="A guest that is no datasheet",
    severity=Severity.ERROR,
    message="{rule} opens {guest}, which is no datasheet of the catalogue.",
    hint="Name the id of the datasheet that is meant.",
)
def unknown_guest(rule: AlliedRule, lookup: Lookup) -> Iterator[Found]:
    """Guests are datasheets."""
    for index, guest in enumerate(rule.guests):
        if guest not in lookup.datasheets:
            yield found("guests", index, rule=rule.name, guest=guest)


@audit_kind(
    "ally/unknown-host",
    collection="allied_rules",
    title="A host keyword that no faction has",
    severity=Severity.ERROR,
    message="{rule} is for armies of {keyword}, which no faction or chapter has as a keyword.",
    hint="Write the keyword as the faction or chapter does.",
)
def unknown_host(rule: AlliedRule, lookup: Lookup) -> Iterator[Found]:
    """Hosts are armies that can be mustered: by faction or chapter keyword."""
    if not rule.host_keywords:
        yield found("host_keywords", rule=rule.name, keyword="nobody")
    for index, keyword in enumerate(rule.host_keywords):
        if fold_keyword(keyword) not in lookup.army_keywords:
            yield found("host_keywords", index, rule=rule.name, keyword=keyword)


@audit_kind(
    "ally/names-nothing",
    collection="allied_rules",
    title="An allied rule that names what is not there",
    severity=Severity.ERROR,
    message="{rule} names {what}, which is not in the catalogue.",
    hint="Name what is meant as the catalogue has it.",
)
def names_nothing(rule: AlliedRule, lookup: Lookup) -> Iterator[Found]:
    """Detachments, battle sizes, datasheets and keywords that an allied rule names exist."""
    for index, detachment in enumerate(rule.detachments):
        if detachment not in lookup.detachments:
            yield found("detachments", index, rule=rule.name, what=f"the detachment {detachment}")
    for field in ("points_limits", "count_limits"):
        for index, limit in enumerate(getattr(rule, field)):
            if limit.battle_size not in lookup.battle_sizes:
                yield found(field, index, "battle_size", rule=rule.name, what=f"the battle size {limit.battle_size}")
            if limit.keyword is not None and not lookup.is_keyword(limit.keyword):
                yield found(field, index, "keyword", rule=rule.name, what=f"the keyword {limit.keyword}")
    for field in ("ratio_keywords", "all_models_keywords", "uncounted_if"):
        for index, keyword in enumerate(getattr(rule, field)):
            if not lookup.is_keyword(keyword):
                yield found(field, index, rule=rule.name, what=f"the keyword {keyword}")
    for index, row in enumerate(rule.free_guests):
        if row.guest not in lookup.datasheets:
            yield found("free_guests", index, "guest", rule=rule.name, what=f"the datasheet {row.guest}")
        for place, keyword in enumerate(row.beside):
            if not lookup.is_keyword(keyword):
                yield found("free_guests", index, "beside", place, rule=rule.name, what=f"the keyword {keyword}")
    if rule.warlord_required_keyword is not None and not lookup.is_keyword(rule.warlord_required_keyword):
        what = f"the keyword {rule.warlord_required_keyword}"
        yield found("warlord_required_keyword", rule=rule.name, what=what)


@audit_kind(
    "ally/size-without-limit",
    collection="allied_rules",
    title="An allied rule without a limit at one battle size",
    severity=Severity.ERROR,
    message="{rule} limits {what} at some battle sizes and not at {sizes:or}.",
    hint="Add the limit of every battle size.",
)
def size_without_limit(rule: AlliedRule, lookup: Lookup) -> Iterator[Found]:
    """What an allied rule limits it limits at every battle size."""
    for field in ("points_limits", "count_limits"):
        limits = getattr(rule, field)
        for keyword in dict.fromkeys(limit.keyword for limit in limits):
            sizes = {limit.battle_size for limit in limits if limit.keyword == keyword}
            missing = tuple(size.id for size in lookup.data.battle_sizes if size.id not in sizes)
            if missing:
                what = "points" if field == "points_limits" else f"units with {keyword}" if keyword else "units"
                yield found(field, rule=rule.name, what=what, sizes=missing)


@audit_kind(
    "ally/not-confirmed",
    collection="allied_rules",
    title="An allied rule nobody has checked",
    severity=Severity.WARNING,
    message="{rule} was not checked against the text of the rule.",
    hint="Compare it with the rule, and say so with the source (R-16).",
)
def not_confirmed(rule: AlliedRule, lookup: Lookup) -> Iterator[Found]:
    """Every allied rule was checked against its text (R-16)."""
    if not rule.is_confirmed:
        yield found("is_confirmed", rule=rule.name)
