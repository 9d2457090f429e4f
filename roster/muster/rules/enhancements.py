"""Enhancements and Upgrades: how many, how often, from which detachments, how many on a unit (25.03, 25.04)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from datasheets.catalogue.detachment import Enhancement
from datasheets.catalogue.names import fold_name
from roster.muster.army import Army
from roster.muster.needs import Need
from roster.muster.registry import Finding, Found, Message, NotApplicable, muster_check
from roster.muster.report import Usage, Violation
from roster.muster.unit import HeldEnhancement, Unit
from roster.muster.words import counted, listed

FAMILY = "Enhancements"
UPGRADE_LIMIT = 3

Held = tuple[Unit, HeldEnhancement]


def has_enhancements(army: Army) -> str | None:
    """Without enhancements written down there is nothing to judge."""
    return None if any(unit.enhancements for unit in army.units) else "No unit bears an enhancement."


def _by_name(army: Army, *, upgrades: bool) -> Mapping[str, list[Held]]:
    """Recognised enhancements that somebody chose, by folded name: Upgrades or others.

    One that every unit able to bear it has to bear is nobody's choice.
    """
    groups: defaultdict[str, list[Held]] = defaultdict(list)
    for unit in army.units:
        for held in unit.enhancements:
            enhancement = held.enhancement
            if enhancement is not None and enhancement.is_upgrade is upgrades and not enhancement.is_demanded:
                groups[fold_name(held.name)].append((unit, held))
    return groups


@muster_check(
    "25.03",
    "enhancement-limit",
    family=FAMILY,
    title="The army is within its enhancement limit",
    messages={
        "over": Message(
            "{used} enhancements ({enhancements}); {battle_size} allows {limit}.", "Remove {surplus} of them."
        ),
    },
    needs=(Need.ENHANCEMENTS,),
    presumes=(Need.BATTLE_SIZE,),
)
def enhancement_limit(army: Army) -> Iterator[Finding]:
    """Enhancements are no more than the battle size allows; further copies of an Upgrade count as one (25.03)."""
    if army.battle_size is None:
        return
    limit = army.battle_size.enhancement_limit
    plain = [one for group in _by_name(army, upgrades=False).values() for one in group if _is_counted(one, army)]
    upgrades = {
        name: group
        for name, group in _by_name(army, upgrades=True).items()
        if any(_is_counted(one, army) for one in group)
    }
    used = len(plain) + len(upgrades)
    if used > limit:
        counting = [*plain, *(group[0] for group in upgrades.values())]
        params = {
            "used": used,
            "limit": limit,
            "surplus": used - limit,
            "enhancements": tuple(held.name for _, held in counting),
            "battle_size": army.battle_size.name,
        }
        yield Violation("/units", "over", params, tuple(held.pointer for _, held in counting))
    free = sum(len(group) - 1 for group in upgrades.values())
    more = f", {counted(free, 'further copy', 'further copies')} of an Upgrade not counted" if free else ""
    spared = sum(not _is_counted((unit, held), army) for unit in army.units for held in unit.enhancements)
    more += f", {spared} by their rules not counted" if spared else ""
    yield Found(f"{used} of {counted(limit, 'enhancement')}{more}.", used, limit)


def _is_counted(one: Held, army: Army) -> bool:
    """Whether it counts towards the limit: the rules of some detachments spare theirs."""
    enhancement = one[1].enhancement
    if enhancement is None:
        return True
    owner = army.catalogue.detachments.get(enhancement.detachment)
    return not enhancement.is_demanded and not (owner is not None and owner.has_uncounted_enhancements)


@muster_check(
    "25.04",
    "enhancement-once",
    family=FAMILY,
    title="No enhancement is taken twice",
    messages={
        "twice": Message(
            "{enhancement} is taken {count} times, by {units}.", "Keep one; only Upgrades may be repeated."
        ),
    },
    needs=(Need.ENHANCEMENTS,),
    applies=has_enhancements,
)
def enhancement_once(army: Army) -> Iterator[Finding]:
    """No enhancement but an Upgrade is in the army more than once, by name (25.04)."""
    groups = _by_name(army, upgrades=False)
    for group in groups.values():
        if len(group) > 1:
            params = {
                "enhancement": group[0][1].name,
                "count": len(group),
                "units": tuple(unit.name for unit, _ in group),
            }
            yield Violation(group[1][1].pointer, "twice", params, tuple(held.pointer for _, held in group))
    if not groups:
        yield NotApplicable("No enhancements but Upgrades.")
    yield Found(f"{listed([group[0][1].name for group in groups.values()])}, each once.")


@muster_check(
    "25.04",
    "upgrade-limit",
    family=FAMILY,
    title="No Upgrade is taken more than three times",
    messages={
        "over": Message("{count} × {enhancement}; an army may have {limit} of one Upgrade.", "Remove {surplus}."),
    },
    needs=(Need.ENHANCEMENTS,),
    applies=has_enhancements,
)
def upgrade_limit(army: Army) -> Iterator[Finding]:
    """The same Upgrade is in the army three times at most (25.04)."""
    groups = _by_name(army, upgrades=True)
    for group in groups.values():
        at = tuple(held.pointer for _, held in group)
        yield Usage(group[0][1].name, len(group), UPGRADE_LIMIT, at)
        if len(group) > UPGRADE_LIMIT:
            params = {
                "enhancement": group[0][1].name,
                "count": len(group),
                "limit": UPGRADE_LIMIT,
                "surplus": len(group) - UPGRADE_LIMIT,
            }
            yield Violation(group[UPGRADE_LIMIT][1].pointer, "over", params, at)
    if not groups:
        yield NotApplicable("No Upgrades.")
        return
    most = max(groups.values(), key=len)
    yield Found(f"Most often taken: {len(most)} × {most[0][1].name}.", len(most), UPGRADE_LIMIT)


@muster_check(
    "25.04",
    "enhancement-detachment",
    family=FAMILY,
    title="Every enhancement is from a selected detachment",
    messages={
        "not_selected": Message(
            "{enhancement} is an enhancement of {detachment}, which is not selected.",
            "Remove it, or select {detachment}.",
        ),
        "namesake": Message(
            "{enhancement} is written down as that of {detachment}, which is not selected; "
            "{other} has one of the same name.",
            "Take the enhancement of {other}: its price may differ.",
        ),
        "withdrawn": Message(
            "{enhancement} is no longer an enhancement of {detachment}: {manual} does not list it, {former} did.",
            "Take {choices:or} in its place, or none.",
        ),
    },
    needs=(Need.ENHANCEMENTS,),
    presumes=(Need.DETACHMENTS,),
    applies=has_enhancements,
)
def enhancement_detachment(army: Army) -> Iterator[Finding]:
    """Every enhancement belongs to a detachment that the army has selected, by the manual in force (25.04)."""
    count = 0
    for unit in army.units:
        for held in unit.enhancements:
            if held.enhancement is None:
                continue
            count += 1
            owner = army.catalogue.detachments.get(held.enhancement.detachment)
            params = {"enhancement": held.name, "detachment": owner.name if owner else held.enhancement.detachment}
            if held.enhancement.detachment in army.detachment_ids:
                withdrawn = _withdrawn(army, held.enhancement)
                if withdrawn is not None:
                    yield Violation(held.pointer, "withdrawn", {**params, **withdrawn})
                continue
            other = _namesake(army, held)
            if other is None:
                yield Violation(held.pointer, "not_selected", params)
            else:
                yield Violation(held.pointer, "namesake", {**params, "other": other})
    yield Found(f"{counted(count, 'enhancement')}, all from {listed([one.name for one in army.detachments])}.")


def _withdrawn(army: Army, enhancement: Enhancement) -> Mapping[str, object] | None:
    """What took its place where the manual once listed the enhancement and now lists only others; else None."""
    former = army.catalogue.past_prices.get(enhancement.id, ())
    if not former or enhancement.points_in(*army.lineage) is not None:
        return None
    listed_now = [
        other.name
        for other in army.catalogue.enhancements_of.get(enhancement.detachment, ())
        if other.points_in(*army.lineage) is not None
    ]
    if not listed_now:
        return None
    return {"manual": army.manual_name, "former": former[0].manual, "choices": tuple(listed_now)}


def _namesake(army: Army, held: HeldEnhancement) -> str | None:
    """The selected detachment that has an enhancement of the same name."""
    for chosen in army.detachments:
        if chosen.detachment is not None:
            for other in army.catalogue.enhancements_of.get(chosen.detachment.id, ()):
                if fold_name(other.name) == fold_name(held.name):
                    return chosen.name
    return None


@muster_check(
    "25.04",
    "one-enhancement-per-unit",
    family=FAMILY,
    title="No unit bears two enhancements",
    messages={"several": Message("{unit} bears {count} enhancements: {enhancements}.", "Keep one.")},
    applies=has_enhancements,
)
def one_enhancement_per_unit(army: Army) -> Iterator[Finding]:
    """Every unit bears one enhancement at most, Upgrades counted (25.04)."""
    bearers = [unit for unit in army.units if unit.enhancements]
    for unit in bearers:
        if len(unit.enhancements) > 1:
            params = {
                "unit": unit.name,
                "count": len(unit.enhancements),
                "enhancements": tuple(held.name for held in unit.enhancements),
            }
            yield Violation(unit.pointer, "several", params, tuple(held.pointer for held in unit.enhancements))
    yield Found(f"{counted(len(bearers), 'unit')} with one enhancement each.")


@muster_check(
    "25.04",
    "one-enhancement-per-attached-unit",
    family=FAMILY,
    title="No attached unit bears two enhancements",
    messages={
        "several": Message(
            "{units} are one attached unit and bear {count} enhancements: {enhancements}.",
            "Keep one, or attach one of the bearers elsewhere.",
        ),
    },
    applies=has_enhancements,
)
def one_enhancement_per_attached_unit(army: Army) -> Iterator[Finding]:
    """Leader, support and bodyguard together bear one enhancement at most (25.04, 19.01)."""
    bearing = 0
    for group in army.groups:
        if not any(unit.enhancements for unit in group):
            continue
        # The bodyguard first: it is the one that is attached to nothing.
        units = sorted(group, key=lambda unit: army.bodyguard_of(unit) is not None)
        bearers = [unit for unit in units if unit.enhancements]
        bearing += len(units) > 1
        if len(bearers) > 1:
            held = [one for unit in bearers for one in unit.enhancements]
            params = {
                "units": tuple(unit.name for unit in units),
                "count": len(held),
                "enhancements": tuple(one.name for one in held),
            }
            yield Violation(units[0].pointer, "several", params, tuple(one.pointer for one in held))
    if not bearing:
        yield NotApplicable("No attached unit bears an enhancement.")
    yield Found(f"{counted(bearing, 'attached unit')} with one enhancement each.")
