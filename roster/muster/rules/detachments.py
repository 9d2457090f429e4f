"""Detachments: their points, what they may stand beside, what they demand, and dispositions (25.03, 25.04)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from datasheets.catalogue.faction import BattleSize
from datasheets.catalogue.names import fold_keyword, fold_name
from roster.muster.army import Army
from roster.muster.needs import Need
from roster.muster.permissions import SoloDetachment
from roster.muster.registry import (
    ILLEGAL_WHEN_FINISHED,
    Finding,
    Found,
    Message,
    NotApplicable,
    NotChecked,
    muster_check,
)
from roster.muster.report import Violation
from roster.muster.unit import ChosenDetachment, fold_keywords
from roster.muster.words import counted, listed

FAMILY = "Detachments"


def faction_has_detachments(army: Army) -> str | None:
    """The Titan legions have no detachments, so nothing is asked of theirs."""
    if army.faction is not None and not army.faction.has_detachments:
        return f"{army.faction.name} has no detachments."
    return None


@muster_check(
    "25.04",
    "detachment-chosen",
    family=FAMILY,
    title="The army has a detachment",
    severity=ILLEGAL_WHEN_FINISHED,
    messages={"none": Message("The roster has no detachment.", "Choose at least one.")},
    applies=faction_has_detachments,
)
def detachment_chosen(army: Army) -> Iterator[Finding]:
    """At least one detachment is selected (25.04)."""
    if not army.detachments:
        yield Violation("/detachments", "none")
    yield Found(f"{listed([chosen.name for chosen in army.detachments])}.")


@muster_check(
    "25.03",
    "detachment-points",
    family=FAMILY,
    title="The detachments are within the Detachment Points",
    messages={
        "over": Message(
            "{used} Detachment Points ({detachments}); {battle_size} allows {limit}.",
            "Drop detachments worth {surplus:Detachment Point|Detachment Points} or more.",
        ),
        "over_or_alone": Message(
            "{used} Detachment Points ({detachments}); {battle_size} allows {limit}.",
            "Keep {alone:or} as the only detachment, or drop detachments worth "
            "{surplus:Detachment Point|Detachment Points} or more.",
        ),
    },
    needs=(Need.DETACHMENTS,),
    presumes=(Need.BATTLE_SIZE, Need.FACTION),
    applies=faction_has_detachments,
)
def detachment_points(army: Army) -> Iterator[Finding]:
    """The detachments cost no more Detachment Points than the battle size allows (25.03)."""
    if army.battle_size is None:
        return
    used, limit = 0, army.battle_size.detachment_points
    costs, unpriced = [], []
    for chosen in army.detachments:
        points = chosen.offer.points if chosen.offer else None
        if points is not None:
            used += points
            costs.append(f"{chosen.name} {points}")
        elif chosen.detachment is not None:
            unpriced.append(chosen.name)
    is_solo = army.permits(SoloDetachment(used))
    if used > limit and not is_solo:
        params: dict[str, object] = {
            "used": used,
            "limit": limit,
            "surplus": used - limit,
            "detachments": tuple(costs),
            "battle_size": army.battle_size.name,
        }
        causes = tuple(chosen.pointer for chosen in army.detachments)
        alone = tuple(dict.fromkeys(chosen.name for chosen, _ in _for_one_alone(army, army.battle_size)))
        if alone:
            yield Violation("/detachments", "over_or_alone", {**params, "alone": alone}, causes)
        else:
            yield Violation("/detachments", "over", params, causes)
    if unpriced:
        verb = "has" if len(unpriced) == 1 else "have"
        yield NotChecked(f"{listed(unpriced)} {verb} no known Detachment Points in this faction.")
    if used > limit and is_solo:
        name = army.battle_size.name
        yield Found(f"{used} Detachment Points in the only detachment, which {name} allows.", used, used)
    else:
        yield Found(f"{used} of {counted(limit, 'Detachment Point')}.", used, limit)


def _for_one_alone(army: Army, size: BattleSize) -> list[tuple[ChosenDetachment, int]]:
    """Detachments above the limit that the battle size allows as the only one, with their points."""
    most = size.solo_detachment_points or 0
    priced = [(chosen, chosen.offer.points) for chosen in army.detachments if chosen.offer]
    return [(chosen, points) for chosen, points in priced if points and size.detachment_points < points <= most]


@muster_check(
    "25.03",
    "solo-detachment",
    family=FAMILY,
    title="A detachment that must be the only one is",
    messages={
        "accompanied": Message(
            "{detachment} costs {points} Detachment Points; {battle_size} allows {limit}, and {points} only in the "
            "army’s only detachment.",
            "Drop {others}, or drop {detachment}.",
        ),
    },
    needs=(Need.DETACHMENTS,),
    presumes=(Need.BATTLE_SIZE, Need.FACTION),
    applies=faction_has_detachments,
)
def solo_detachment(army: Army) -> Iterator[Finding]:
    """A detachment above the battle size's Detachment Points stands alone (25.03, exception for Incursion)."""
    size = army.battle_size
    if size is None:
        return
    if size.solo_detachment_points is None:
        yield NotApplicable(f"{size.name} knows no such exception.")
        return
    alone = _for_one_alone(army, size)
    if not alone:
        yield NotApplicable(f"No detachment costs more than {size.detachment_points} Detachment Points.")
        return
    for chosen, points in alone:
        others = [other for other in army.detachments if other is not chosen]
        if others:
            params = {
                "detachment": chosen.name,
                "points": points,
                "limit": size.detachment_points,
                "battle_size": size.name,
                "others": tuple(other.name for other in others),
            }
            yield Violation(chosen.pointer, "accompanied", params, tuple(other.pointer for other in others))
    chosen, points = alone[0]
    yield Found(f"{chosen.name} ({points} Detachment Points) is the only detachment, which {size.name} allows.")


@muster_check(
    "25.04",
    "detachment-once",
    family=FAMILY,
    title="No detachment is selected twice",
    messages={"twice": Message("{detachment} is selected {count} times.", "Keep one.")},
)
def detachment_once(army: Army) -> Iterator[Finding]:
    """The same detachment is not selected more than once (25.04)."""
    groups: defaultdict[str, list[ChosenDetachment]] = defaultdict(list)
    for chosen in army.detachments:
        groups[chosen.detachment.id if chosen.detachment else fold_name(chosen.name)].append(chosen)
    for same in groups.values():
        if len(same) > 1:
            params = {"detachment": same[0].name, "count": len(same)}
            yield Violation(same[1].pointer, "twice", params, tuple(chosen.pointer for chosen in same))
    if len(army.detachments) < 2:
        yield NotApplicable("Fewer than two detachments.")
    yield Found(f"{counted(len(army.detachments), 'different detachment')}.")


@muster_check(
    "mfm",
    "unique-tag",
    family=FAMILY,
    title="No two detachments share a Unique tag",
    messages={"shared": Message("{detachments} share the Unique tag {tag}.", "Keep one of them.")},
    needs=(Need.DETACHMENTS,),
    presumes=(Need.FACTION,),
)
def unique_tag(army: Army) -> Iterator[Finding]:
    """Detachments with the same Unique tag are not combined (points manual)."""
    tagged: defaultdict[str, list[ChosenDetachment]] = defaultdict(list)
    spelled: dict[str, str] = {}
    for chosen in army.detachments:
        for tag in chosen.offer.unique_tags if chosen.offer else ():
            spelled.setdefault(fold_name(tag), tag)
            if all(other.detachment is not chosen.detachment for other in tagged[fold_name(tag)]):
                tagged[fold_name(tag)].append(chosen)
    for tag, sharing in tagged.items():
        if len(sharing) > 1:
            params = {"tag": spelled[tag], "detachments": tuple(chosen.name for chosen in sharing)}
            yield Violation(sharing[1].pointer, "shared", params, tuple(chosen.pointer for chosen in sharing))
    if not tagged:
        yield NotApplicable("No detachment has a Unique tag.")
    yield Found(f"{counted(len(tagged), 'Unique tag')}, each on one detachment: {listed(list(spelled.values()))}.")


@muster_check(
    "25.04",
    "detachment-available",
    family=FAMILY,
    title="The detachments are available to the army faction",
    messages={
        "other_faction": Message("{detachment} is no detachment of {faction}.", "Choose a detachment of {faction}."),
        "not_listed": Message(
            "{manual} does not list {detachment} among the detachments of {faction}.",
            "Choose a detachment of {faction}.",
        ),
        "keyword": Message(
            "{detachment} is for armies of {keywords}; this one is {faction}.", "Choose another detachment."
        ),
    },
    needs=(Need.DETACHMENTS,),
    presumes=(Need.FACTION,),
    applies=faction_has_detachments,
)
def detachment_available(army: Army) -> Iterator[Finding]:
    """Every detachment is one that the army faction, or its chapter, may select (25.04)."""
    if army.faction is None:
        return
    for chosen in army.detachments:
        if chosen.detachment is None:
            continue
        required = chosen.detachment.required_keywords
        owner = chosen.detachment.id.partition(":")[0]
        if chosen.offer is None and owner in army.lineage:
            unlisted = {"detachment": chosen.name, "faction": army.faction.name, "manual": army.manual_name}
            yield Violation(chosen.pointer, "not_listed", unlisted, ("/faction",))
        elif chosen.offer is None:
            yield Violation(
                chosen.pointer,
                "other_faction",
                {"detachment": chosen.name, "faction": army.faction.name},
                ("/faction",),
            )
        elif required and army.keywords.isdisjoint(fold_keywords(required)):
            params = {"detachment": chosen.name, "keywords": required, "faction": army.faction.name}
            yield Violation(chosen.pointer, "keyword", params, ("/faction",))
    if not army.detachments:
        yield NotApplicable("No detachment is selected.")
    verb = "is" if len(army.detachments) == 1 else "are"
    yield Found(f"{listed([chosen.name for chosen in army.detachments])} {verb} open to {army.faction.name}.")


@muster_check(
    "25.04",
    "detachment-requires",
    family=FAMILY,
    title="What the detachments demand is there",
    messages={
        "datasheet": Message("{detachment} demands {datasheet}; the army has none.", "Add {datasheet}."),
        "minimum": Message(
            "{detachment} demands {minimum} × {keyword}; the army has {count}.", "Add {lacking} × {keyword}."
        ),
    },
    needs=(Need.DETACHMENTS,),
    presumes=(Need.UNITS,),
)
def detachment_requires(army: Army) -> Iterator[Finding]:
    """Units that a detachment demands are in the army (25.04)."""
    present = {unit.datasheet.id for unit in army.units if unit.datasheet}
    demands = 0
    for chosen in army.detachments:
        if chosen.detachment is None:
            continue
        for datasheet in chosen.detachment.required_datasheets:
            demands += 1
            if datasheet not in present:
                known = army.catalogue.datasheets.get(datasheet)
                params = {"detachment": chosen.name, "datasheet": known.name if known else datasheet}
                yield Violation(chosen.pointer, "datasheet", params)
        for row in chosen.detachment.unit_minimums:
            demands += 1
            keyword = fold_keyword(row.keyword)
            count = sum(keyword in unit.keywords for unit in army.units)
            unknown = [unit.name for unit in army.units if unit.might_have(keyword)]
            if count < row.minimum <= count + len(unknown):
                yield NotChecked(f"Whether {listed(list(dict.fromkeys(unknown)))} is {row.keyword} is not known.")
            elif count < row.minimum:
                shortfall = {
                    "detachment": chosen.name,
                    "keyword": row.keyword,
                    "minimum": row.minimum,
                    "count": count,
                    "lacking": row.minimum - count,
                }
                yield Violation(chosen.pointer, "minimum", shortfall)
    rows = army.catalogue.rows.detachments_that_demand
    if not demands:
        yield NotApplicable(f"No detachment here demands units ({rows} known to).")
    yield Found(f"{counted(demands, 'demand')} met ({counted(rows, 'detachment')} known to demand units).")


@muster_check(
    "25.04",
    "detachment-excludes",
    family=FAMILY,
    title="What the detachments forbid is not there",
    messages={
        "datasheet": Message("{detachment} forbids {unit}.", "Remove {unit}, or drop {detachment}."),
        "detachment": Message("{detachment} cannot be combined with {other}.", "Keep one of them."),
    },
    needs=(Need.DETACHMENTS, Need.UNITS),
)
def detachment_excludes(army: Army) -> Iterator[Finding]:
    """Units and detachments that a detachment forbids are absent (25.04)."""
    bans = 0
    for chosen in army.detachments:
        if chosen.detachment is None:
            continue
        excluded = frozenset(chosen.detachment.excluded_datasheets)
        bans += len(excluded) + len(chosen.detachment.excluded_detachments)
        for unit in army.units:
            if unit.datasheet and unit.datasheet.id in excluded:
                params = {"detachment": chosen.name, "unit": unit.name}
                yield Violation(unit.pointer, "datasheet", params, (chosen.pointer,))
        for other in army.detachments:
            if other.detachment and other.detachment.id in chosen.detachment.excluded_detachments:
                params = {"detachment": chosen.name, "other": other.name}
                yield Violation(other.pointer, "detachment", params, (chosen.pointer,))
    known = army.catalogue.rows.detachments_that_forbid
    if not bans:
        yield NotApplicable(f"No detachment here forbids anything ({known} known to).")
    forbidden = counted(bans, "datasheet or detachment", "datasheets or detachments")
    yield Found(f"None of the {forbidden} they forbid ({counted(known, 'detachment')} known to forbid any).")
