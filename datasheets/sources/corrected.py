"""Laying corrections over datasheets; a correction of something the sources do not have is a fault."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from datasheets.catalogue.attachment import AlliedRule, Attachment, AttachmentRole
from datasheets.catalogue.datasheet import (
    CompositionTier,
    ConditionalKeyword,
    Datasheet,
    KindCount,
    ModelKind,
    ReservesRule,
    SlotCost,
    SplitRule,
    Transport,
    WarlordRule,
)
from datasheets.catalogue.names import fold_keyword
from datasheets.catalogue.wargear import Item, WargearOption
from datasheets.sources import corrections
from datasheets.sources.datasheets import CHARACTER
from datasheets.sources.faults import SourceFault


def _known(datasheets: Mapping[str, Datasheet], datasheet_id: str, topic: str) -> Datasheet:
    sheet = datasheets.get(datasheet_id)
    if sheet is None:
        raise SourceFault(f"corrections/{topic}.yaml: {datasheet_id} is no datasheet.")
    return sheet


def _known_detachment(detachments: Container[str], detachment_id: str, topic: str) -> None:
    if detachment_id not in detachments:
        raise SourceFault(f"corrections/{topic}.yaml: {detachment_id} is no detachment.")


def correct_compositions(datasheets: dict[str, Datasheet], rows: Sequence[corrections.CompositionRow]) -> None:
    """Kinds, tiers and model counts as the rows have them."""
    for row in rows:
        sheet = _known(datasheets, row.datasheet, "compositions")
        kinds = {kind.name: kind for kind in sheet.kinds}
        unknown = ({kind.name for kind in row.kinds} | {name for tier in row.tiers for name in tier}) - set(kinds)
        if unknown:
            raise SourceFault(f"corrections/compositions.yaml: {sheet.id} has no {', '.join(sorted(unknown))}.")
        for kind in row.kinds:
            strange = sorted(set(kind.carries) - set(sheet.items))
            if strange:
                raise SourceFault(
                    f"corrections/compositions.yaml: {sheet.id} cannot carry {', '.join(strange)} ({kind.name})."
                )
            kinds[kind.name] = _kind(kinds[kind.name], kind)
        tiers = tuple(
            CompositionTier(tuple(KindCount(name, *span) for name, span in tier.items())) for tier in row.tiers
        )
        datasheets[sheet.id] = replace(
            sheet,
            minimum_models=row.minimum_models,
            maximum_models=row.maximum_models,
            kinds=tuple(kinds.values()),
            tiers=tiers or sheet.tiers,
        )


def _kind(kind: ModelKind, row: corrections.KindRow) -> ModelKind:
    return replace(
        kind,
        minimum=row.minimum,
        maximum=row.maximum,
        aliases=(*kind.aliases, *row.aliases),
        default_items=row.carries or kind.default_items,
    )


def correct_options(
    datasheets: dict[str, Datasheet], rows: Sequence[corrections.OptionRow], items: Mapping[str, Item]
) -> None:
    """Options that the package lacks, and the items they bring."""
    for row in rows:
        sheet = _known(datasheets, row.datasheet, "options")
        named = (*row.replaces, *(item for choice in row.choices for item in choice))
        unknown = sorted(set(named) - set(items))
        if unknown:
            raise SourceFault(f"corrections/options.yaml: {row.id}: no item {', '.join(unknown)}.")
        if row.id in {option.id for option in sheet.options}:
            raise SourceFault(f"corrections/options.yaml: {row.id} stands in the package by now; remove the row.")
        option = WargearOption(
            id=row.id,
            replaces=row.replaces,
            choices=row.choices,
            kind=row.kind,
            per_model=row.per_model,
            per_models=row.per_models,
            limit=row.limit,
            required_faction=row.required_faction,
        )
        datasheets[sheet.id] = replace(
            sheet, options=(*sheet.options, option), items=tuple(dict.fromkeys((*sheet.items, *named)))
        )


def correct_datasheets(datasheets: dict[str, Datasheet], rows: Sequence[corrections.DatasheetRow]) -> None:
    """Keywords and movement as errata or printed pages have them.

    A keyword that the package has by now, or has no longer, is a fault: its row is out of date.
    """
    for row in rows:
        for datasheet_id in row.datasheets:
            sheet = _known(datasheets, datasheet_id, "datasheets")
            stale = [each for each in row.add if has_keyword(sheet, each)]
            stale += [each for each in row.remove if not has_keyword(sheet, each)]
            if row.movement is not None and {profile.M for profile in sheet.profiles} == {row.movement}:
                stale.append(f"movement {row.movement}")
            if stale:
                raise SourceFault(
                    f"corrections/datasheets.yaml: {sheet.id} is so without it: {', '.join(stale)}; remove the row."
                )
            datasheets[sheet.id] = _corrected(sheet, row)


def _corrected(sheet: Datasheet, row: corrections.DatasheetRow) -> Datasheet:
    removed = {fold_keyword(each) for each in row.remove}
    kinds = sheet.kinds
    # Which of several kinds are CHARACTERs is a correction of its own.
    if len(kinds) == 1 and CHARACTER in {fold_keyword(each) for each in (*row.add, *row.remove)}:
        kinds = (replace(kinds[0], is_character=CHARACTER not in removed),)
    return replace(
        sheet,
        keywords=(*(each for each in sheet.keywords if fold_keyword(each) not in removed), *row.add),
        kinds=kinds,
        profiles=sheet.profiles
        if row.movement is None
        else tuple(replace(profile, M=row.movement) for profile in sheet.profiles),
    )


def correct_successors(datasheets: dict[str, Datasheet], rows: Sequence[corrections.SuccessorRow]) -> None:
    """Epic Heroes that exclude those of the founding chapter (R-15)."""
    for row in rows:
        sheet = _known(datasheets, row.datasheet, "datasheets")
        datasheets[sheet.id] = replace(sheet, excluded_epic_heroes=row.excluded_epic_heroes)


def correct_warlord_keywords(
    datasheets: dict[str, Datasheet], rows: Sequence[corrections.WarlordKeywordRow], detachments: Container[str]
) -> None:
    """Keywords that datasheets have while a certain model is the Warlord."""
    for row in rows:
        warlord = _known(datasheets, row.warlord, "datasheets").id
        if row.detachment is not None:
            _known_detachment(detachments, row.detachment, "datasheets")
        for datasheet_id in row.datasheets:
            sheet = _known(datasheets, datasheet_id, "datasheets")
            keyword = ConditionalKeyword(row.keyword, detachment=row.detachment, warlord=warlord)
            datasheets[sheet.id] = replace(sheet, conditional_keywords=(*sheet.conditional_keywords, keyword))


def correct_warlords(
    datasheets: dict[str, Datasheet], rows: Sequence[corrections.WarlordRow], detachments: Container[str]
) -> None:
    """Who must, and who can never, be the Warlord, and with which detachment all the same (R-17)."""
    for row in rows:
        sheet = _known(datasheets, row.datasheet, "warlords")
        for detachment in row.allowed_with:
            _known_detachment(detachments, detachment, "warlords")
        datasheets[sheet.id] = replace(sheet, warlord=WarlordRule(row.rule), warlord_with=row.allowed_with)


def correct_characters(datasheets: dict[str, Datasheet], rows: Sequence[corrections.CharacterRow]) -> None:
    """Which kinds of models are CHARACTERs (R-08)."""
    for row in rows:
        sheet = _known(datasheets, row.datasheet, "characters")
        unknown = set(row.characters) - {kind.name for kind in sheet.kinds}
        if unknown:
            raise SourceFault(f"corrections/characters.yaml: {sheet.id} has no {', '.join(sorted(unknown))}.")
        kinds = tuple(replace(kind, is_character=kind.name in row.characters) for kind in sheet.kinds)
        datasheets[sheet.id] = replace(sheet, kinds=kinds)


def correct_passengers(datasheets: dict[str, Datasheet], rows: Sequence[corrections.PassengerRow]) -> None:
    """Who may ride in what (R-09). One group of keywords is what every passenger needs."""
    for row in rows:
        sheet = _known(datasheets, row.datasheet, "passengers")
        capacity = sheet.transport.capacity if sheet.transport else row.capacity
        if capacity is None:
            raise SourceFault(f"corrections/passengers.yaml: {sheet.id} has no transport capacity; give it one.")
        transport = Transport(
            capacity=capacity,
            excluded_keywords=row.excluded,
            required_keywords=row.groups[0] if len(row.groups) == 1 else (),
            slot_costs=tuple(SlotCost(keyword, slots) for keyword, slots in row.slots.items()),
            passengers=row.groups if len(row.groups) > 1 else (),
            conditions=row.conditions,
        )
        datasheets[sheet.id] = replace(sheet, transport=transport)


def correct_reserves(datasheets: dict[str, Datasheet], rows: Sequence[corrections.ReservesRow]) -> None:
    """Who must start in strategic reserves, and who does not count there (R-24)."""
    for row in rows:
        sheet = _known(datasheets, row.datasheet, "reserves")
        rule = ReservesRule(row.must_start, row.is_exempt, row.passengers_exempt)
        datasheets[sheet.id] = replace(sheet, reserves=rule)


def correct_bearers(datasheets: dict[str, Datasheet], rows: Sequence[corrections.BarredRow]) -> None:
    """Who may bear no enhancement (R-25)."""
    for row in rows:
        sheet = _known(datasheets, row.datasheet, "enhancements")
        datasheets[sheet.id] = replace(sheet, cannot_bear_enhancements=True)


def correct_splits(
    datasheets: dict[str, Datasheet], rows: Sequence[corrections.SplitRow], detachments: Container[str]
) -> None:
    """Who may be split in two before the battle, and by what (01.02.06)."""
    for row in rows:
        if row.transport is not None:
            _known(datasheets, row.transport, "splits")
        if row.detachment is not None:
            _known_detachment(detachments, row.detachment, "splits")
        for datasheet_id in row.datasheets:
            sheet = _known(datasheets, datasheet_id, "splits")
            rule = SplitRule(row.transport, row.detachment, row.equal_parts)
            datasheets[sheet.id] = replace(sheet, splits=(*sheet.splits, rule))


def with_joiners(
    rows: Sequence[Attachment], datasheets: Mapping[str, Datasheet], topic: corrections.Attachments
) -> tuple[Attachment, ...]:
    """The attachments, with joiners added and those marked that may share their role (24.22, R-13)."""
    for datasheet in (
        *(each for row in topic.beside_another for each in (row.joining, row.bodyguard) if each),
        *(each for joiner in topic.joiners for each in (joiner.joining, *joiner.bodyguards)),
    ):
        _known(datasheets, datasheet, "attachments")
    marked = [
        replace(row, may_join_beside_another=True)
        if any(_shares_role(row, datasheets[row.joining], each) for each in topic.beside_another)
        else row
        for row in rows
    ]
    for joiner in topic.joiners:
        led = [row.bodyguard for row in rows if joiner.led_by and has_keyword(datasheets[row.joining], joiner.led_by)]
        marked += (
            Attachment(
                joiner.joining,
                bodyguard,
                AttachmentRole.JOINER,
                source="correction",
                is_mandatory=joiner.is_mandatory,
                led_by=joiner.led_by,
                joiner_group=joiner.group,
            )
            for bodyguard in dict.fromkeys((*joiner.bodyguards, *led))
        )
    return tuple(marked)


def _shares_role(row: Attachment, joining: Datasheet, correction: corrections.SharedRoleRow) -> bool:
    if correction.joining not in ("", row.joining) or correction.bodyguard not in ("", row.bodyguard):
        return False
    return not (correction.unless_keyword and has_keyword(joining, correction.unless_keyword))


def has_keyword(datasheet: Datasheet, keyword: str) -> bool:
    """Whether the datasheet has the keyword, whole (R-07)."""
    return fold_keyword(keyword) in {fold_keyword(each) for each in datasheet.keywords}


def confirmed(
    rules: Sequence[AlliedRule], datasheets: Mapping[str, Datasheet], rows: Sequence[corrections.AlliedRow]
) -> tuple[AlliedRule, ...]:
    """The allied rules as corrected, those marked that were compared with the rule's text (R-16)."""
    by_rule = {row.rule: row for row in rows}
    unknown = set(by_rule) - {rule.id for rule in rules}
    if unknown:
        raise SourceFault(f"corrections/allies.yaml: no allied rule {', '.join(sorted(unknown))}.")
    for datasheet in (guest for row in rows for guest in row.guests):
        _known(datasheets, datasheet, "allies")
    return tuple(_confirmed(rule, by_rule[rule.id]) if rule.id in by_rule else rule for rule in rules)


def _confirmed(rule: AlliedRule, row: corrections.AlliedRow) -> AlliedRule:
    warlord, enhancements = row.cannot_be_warlord, row.cannot_take_enhancements
    return replace(
        rule,
        is_confirmed=row.is_confirmed,
        guests=tuple(dict.fromkeys((*rule.guests, *row.guests))),
        exclusive_bucket=row.exclusive_bucket,
        cannot_be_warlord=rule.cannot_be_warlord if warlord is None else warlord,
        cannot_take_enhancements=rule.cannot_take_enhancements if enhancements is None else enhancements,
        all_models_keywords=row.all_models_keywords,
        uncounted_if=row.uncounted_if,
    )
