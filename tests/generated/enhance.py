"""Enhancements and Upgrades for the units of a draft, within all that limits them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from datasheets.catalogue.attachment import AttachmentRole
from datasheets.catalogue.datasheet import Datasheet, ModelKind
from datasheets.catalogue.detachment import Enhancement
from datasheets.catalogue.names import fold_keyword, fold_name
from tests.generated.draft import Draft, Drafted
from tests.generated.terms import CHARACTER, EPIC_HERO, folded

COPIES_OF_AN_UPGRADE = 3


def pool(draft: Draft) -> list[Enhancement]:
    """The enhancements of the chosen detachments that have a price here."""
    terms = draft.terms
    return [
        one
        for detachment in terms.detachments
        for one in terms.catalogue.enhancements_of.get(detachment.id, ())
        if not one.not_offered and one.points_in(*terms.lineage) is not None
    ]


def may_bear(unit: Drafted, enhancement: Enhancement, draft: Draft) -> bool:
    """Whether nothing keeps the unit from bearing it, limits of the army apart."""
    name = fold_keyword(unit.sheet.name)
    is_named = any(name in folded(group) for group in enhancement.requires)
    is_for_anyone = enhancement.is_upgrade or enhancement.usable_by_non_character
    if not is_for_anyone and not (CHARACTER in unit.sure and able_kinds(unit)):
        return False
    if EPIC_HERO in unit.possible and not enhancement.usable_by_epic_hero:
        return False
    if unit.sheet.cannot_bear_enhancements and not is_named:
        return False
    if enhancement.requires and not any(folded(group) <= unit.sure for group in enhancement.requires):
        return False
    if folded(enhancement.excludes) & unit.possible:
        return False
    if enhancement.required_items and not any(unit.items[item] for item in enhancement.required_items):
        return False
    if enhancement.bars_warlord and unit.is_warlord:
        return False
    if draft.is_guest(unit):
        rules = draft.terms.guests.get(unit.sheet.id, ())
        if any(rule.cannot_take_enhancements for rule in rules):
            return False
    return not any(one.enhancements for one in draft.group(unit))


def able_kinds(unit: Drafted) -> list[ModelKind]:
    """Kinds of model of the unit, present, that may be CHARACTERs."""
    printed = CHARACTER in folded(unit.sheet.keywords)
    present = [kind for kind in unit.sheet.kinds if unit.counts.get(kind.name)]
    if CHARACTER in unit.sure and not printed:
        return present
    return [kind for kind in present if kind.is_character is not False]


def _counted(draft: Draft) -> int:
    """What counts towards the enhancement limit: copies of one Upgrade once."""
    owners = {one.id: one for one in draft.terms.detachments}
    names: set[str] = set()
    plain = 0
    for unit in draft.units:
        for one in unit.enhancements:
            if one.is_demanded or owners[one.detachment].has_uncounted_enhancements:
                continue
            if one.is_upgrade:
                names.add(fold_name(one.name))
            else:
                plain += 1
    return plain + len(names)


def _is_within(draft: Draft) -> bool:
    copies = Counter(
        (fold_name(one.name), one.is_upgrade)
        for unit in draft.units
        for one in unit.enhancements
        if not one.is_demanded
    )
    if any(count > (COPIES_OF_AN_UPGRADE if is_upgrade else 1) for (_, is_upgrade), count in copies.items()):
        return False
    return _counted(draft) <= draft.terms.size.enhancement_limit and draft.is_within()


def give(unit: Drafted, enhancement: Enhancement, draft: Draft) -> bool:
    """Give it to the unit where the army stays within its limits."""
    if not may_bear(unit, enhancement, draft):
        return False
    before = unit.sure, unit.possible
    unit.enhancements.append(enhancement)
    granted = folded(enhancement.granted_keywords)
    unit.sure, unit.possible = unit.sure | granted, unit.possible | granted
    if _is_within(draft):
        return True
    unit.enhancements.pop()
    unit.sure, unit.possible = before
    return False


def demanded_of(unit: Drafted, draft: Draft) -> list[Enhancement]:
    """Those of which the unit has to bear one: their detachment gives it them without a choice."""
    return [one for one in pool(draft) if one.is_demanded and any(folded(group) <= unit.sure for group in one.requires)]


def give_demanded(draft: Draft) -> bool:
    """Every unit that has to bear an enhancement gets one; False where one cannot."""
    for unit in draft.units:
        wanted = demanded_of(unit, draft)
        if wanted and not unit.enhancements and not any(give(unit, one, draft) for one in wanted):
            return False
    return True


def give_some(draft: Draft, chance: random.Random) -> None:
    """Some of the rest, each to a random unit; bearers are attached where just the enhancement lets them."""
    choices = [one for one in pool(draft) if not one.is_demanded]
    chance.shuffle(choices)
    for enhancement in choices[: chance.choice((0, 1, 2, 3, 4, 6, 9))]:
        for _ in range(chance.choice((1, 2, 3)) if enhancement.is_upgrade else 1):
            able = [unit for unit in draft.units if may_bear(unit, enhancement, draft)]
            chance.shuffle(able)
            bearer = next((unit for unit in able[:4] if give(unit, enhancement, draft)), None)
            if bearer is not None and chance.random() < 0.7:
                _attach_by(bearer, enhancement, draft, chance)


def give_to_one_of(
    sheets: Collection[Datasheet], enhancement: Enhancement, draft: Draft, chance: random.Random
) -> None:
    """Give it to a unit of these datasheets where it can be, and attach it where just the enhancement lets it."""
    able = [unit for unit in draft.units if unit.sheet in sheets and may_bear(unit, enhancement, draft)]
    bearer = next((unit for unit in able if give(unit, enhancement, draft)), None)
    if bearer is not None:
        _attach_by(bearer, enhancement, draft, chance)


def _attach_by(unit: Drafted, enhancement: Enhancement, draft: Draft, chance: random.Random) -> None:
    if unit.host is not None or draft.attached_to(unit) or unit in draft.riders.values():
        return
    hosts = list(_hosts_by(unit, enhancement, draft))
    if hosts:
        unit.host, unit.role = chance.choice(hosts)


def _hosts_by(unit: Drafted, enhancement: Enhancement, draft: Draft) -> Iterator[tuple[Drafted, AttachmentRole]]:
    ways: Sequence[tuple[AttachmentRole, tuple[str, ...]]] = (
        (AttachmentRole.LEADER, enhancement.leader_of),
        (AttachmentRole.SUPPORT, enhancement.support_of),
    )
    riding = set(draft.riders.values())
    for role, bodyguards in ways:
        for host in draft.units:
            if host.sheet.id not in bodyguards or host is unit or host.host is not None or host in riding:
                continue
            group = draft.group(host)
            if not any(one.role is role or one.enhancements for one in group):
                yield host, role
