"""How often a datasheet may be taken, and whose datasheets an army may take (25.03, 25.04)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from datasheets.catalogue.names import fold_keyword
from roster.muster.army import Army
from roster.muster.needs import Need
from roster.muster.registry import Finding, Found, Message, NotApplicable, NotChecked, muster_check
from roster.muster.report import Usage, Violation
from roster.muster.unit import BATTLELINE, DEDICATED_TRANSPORT, EPIC_HERO, Unit, fold_keywords
from roster.muster.words import counted, listed

FAMILY = "Units"
EPIC_HERO_LIMIT = 1
DOUBLED = frozenset({BATTLELINE, DEDICATED_TRANSPORT})
OVER = Message("{count} × {datasheet}; {battle_size} allows {limit}.", "Remove {surplus}.")


def _is_epic_hero(unit: Unit) -> bool:
    return EPIC_HERO in unit.keywords


def _is_doubled(unit: Unit) -> bool:
    return not _is_epic_hero(unit) and not DOUBLED.isdisjoint(unit.keywords)


def _is_plain(unit: Unit) -> bool:
    """Whether its limit is the ordinary one. Of one datasheet some units may be plain: a choice can give a keyword."""
    return not _is_epic_hero(unit) and not _is_doubled(unit)


def _over(units: Sequence[Unit], limit: int, **more: str) -> Violation:
    params = {"datasheet": units[0].name, "count": len(units), "limit": limit, "surplus": len(units) - limit, **more}
    return Violation(units[limit].pointer, "over", params, tuple(unit.pointer for unit in units))


def _usage(units: Sequence[Unit], limit: int) -> Usage:
    return Usage(units[0].name, len(units), limit, tuple(unit.pointer for unit in units))


def _most(groups: Sequence[Sequence[Unit]], limit: int, allows: str) -> Found:
    most = max(groups, key=len)
    return Found(f"Most often taken: {len(most)} × {most[0].name}; {allows} {limit}.", len(most), limit)


@muster_check(
    "25.03",
    "unit-limit",
    family=FAMILY,
    title="No datasheet is taken too often",
    messages={"over": OVER},
    needs=(Need.UNITS,),
    presumes=(Need.BATTLE_SIZE, Need.DETACHMENTS),
)
def unit_limit(army: Army) -> Iterator[Finding]:
    """No datasheet is taken more often than the battle size allows, whatever the units' sizes (25.03)."""
    if army.battle_size is None:
        return
    limit, name = army.battle_size.unit_limit, army.battle_size.name
    groups = [units for units in army.units_by_name.values() if any(_is_plain(unit) for unit in units)]
    for units in groups:
        if units[0].keywords_are_known:
            yield _usage(units, limit)
        if limit < len(units) <= 2 * limit and not units[0].keywords_are_known:
            yield NotChecked(f"Whether {units[0].name} is Battleline or a Dedicated Transport is not known.")
        elif len(units) > limit:
            yield _over(units, limit, battle_size=name)
    if not groups:
        yield NotApplicable("Every datasheet here has a limit of another kind.")
    else:
        yield _most(groups, limit, f"{name} allows")


@muster_check(
    "25.03",
    "unit-limit-doubled",
    family=FAMILY,
    title="No Battleline or Dedicated Transport datasheet is taken too often",
    messages={"over": OVER},
    needs=(Need.UNITS,),
    presumes=(Need.BATTLE_SIZE, Need.DETACHMENTS),
)
def unit_limit_doubled(army: Army) -> Iterator[Finding]:
    """Battleline and Dedicated Transport datasheets are taken at most twice as often as others (25.03)."""
    if army.battle_size is None:
        return
    limit, name = 2 * army.battle_size.unit_limit, army.battle_size.name
    groups = [units for units in army.units_by_name.values() if all(_is_doubled(unit) for unit in units)]
    for units in groups:
        yield _usage(units, limit)
        if len(units) > limit:
            yield _over(units, limit, battle_size=name)
    if not groups:
        yield NotApplicable("No Battleline and no Dedicated Transport units.")
    else:
        yield _most(groups, limit, f"{name} allows")


@muster_check(
    "25.03",
    "epic-hero",
    family=FAMILY,
    title="Every Epic Hero is there once at most",
    messages={
        "over": Message("{count} × {datasheet}, who is an Epic Hero: the limit is {limit}.", "Remove {surplus}.")
    },
    needs=(Need.UNITS,),
)
def epic_hero(army: Army) -> Iterator[Finding]:
    """No Epic Hero datasheet is taken more than once, at any battle size (25.03)."""
    groups = [units for units in army.units_by_name.values() if any(_is_epic_hero(unit) for unit in units)]
    for units in groups:
        yield _usage(units, EPIC_HERO_LIMIT)
        if len(units) > EPIC_HERO_LIMIT:
            yield _over(units, EPIC_HERO_LIMIT)
    for units in army.units_by_name.values():
        if len(units) > EPIC_HERO_LIMIT and units[0].might_have(EPIC_HERO):
            yield NotChecked(f"Whether {units[0].name} is an Epic Hero is not known.")
    if not groups:
        yield NotApplicable("No Epic Heroes.")
    yield Found(f"{counted(len(groups), 'Epic Hero', 'Epic Heroes')}, each once.")


@muster_check(
    "25.04",
    "unit-faction",
    family=FAMILY,
    title="Every unit is of the army faction or an ally",
    messages={
        "stranger": Message(
            "{unit} ({keywords}) does not have the faction keyword {faction_keyword}, "
            "and no rule opens it to {faction}.",
            "Remove it, or choose another army faction.",
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION,),
)
def unit_faction(army: Army) -> Iterator[Finding]:
    """Every unit is of the army faction by keyword, or an allied rule lets the army have it (25.04)."""
    if army.faction is None:
        return
    allies = 0
    for unit in army.units:
        if unit.datasheet is None or army.is_native(unit):
            continue
        if army.allied_rules(unit):
            allies += 1
            continue
        own = army.catalogue.factions.get(unit.datasheet.faction)
        params = {
            "unit": unit.name,
            "keywords": unit.datasheet.faction_keywords or (own.name if own else unit.datasheet.faction,),
            "faction_keyword": army.faction.keyword,
            "faction": army.faction.name,
        }
        yield Violation(unit.pointer, "stranger", params, ("/faction",))
    yield Found(f"{len(army.units) - allies} of {army.faction.keyword}, {counted(allies, 'ally', 'allies')}.")


@muster_check(
    "faction",
    "excluded-unit",
    family=FAMILY,
    title="No unit is barred from the faction",
    messages={
        "barred": Message("Armies of {faction} may not take {unit}.", "Remove it."),
        "barred_beside": Message(
            "An army with {others} is of {chapter}, and may not take {unit}.", "Remove {unit}, or {others}."
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION,),
)
def excluded_unit(army: Army) -> Iterator[Finding]:
    """No unit is one that the army's faction, its chapter or that of its other units may not take (R-15)."""
    if army.faction is None:
        return
    for unit in army.units:
        barring = fold_keywords(unit.datasheet.excluded_factions) if unit.datasheet else frozenset()
        if not army.keywords.isdisjoint(barring):
            params = {"unit": unit.name, "faction": army.faction.name}
            yield Violation(unit.pointer, "barred", params, ("/faction",))
        elif chapters := sorted(army.chapters & barring):
            others = [one for one in army.units if army.is_native(one) and chapters[0] in one.faction_keywords]
            names = tuple(dict.fromkeys(one.name for one in others))
            beside = {"unit": unit.name, "others": names, "chapter": army.catalogue.chapter_keywords[chapters[0]]}
            yield Violation(unit.pointer, "barred_beside", beside, tuple(one.pointer for one in others))
    known = counted(army.catalogue.rows.barred_from_factions, "datasheet")
    yield Found(
        f"{army.faction.name} bars none of {counted(len(army.units), 'unit')}; {known} known to be barred somewhere."
    )


@muster_check(
    "faction",
    "one-chapter",
    family=FAMILY,
    title="The units are of one chapter",
    messages={
        "other": Message("{unit} is of {chapter}; the army is of {own}.", "Remove it."),
        "mixed": Message("{unit} is of {chapter}, {other} of {other_chapter}.", "Keep the units of one chapter."),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION,),
)
def one_chapter(army: Army) -> Iterator[Finding]:
    """No unit is of another chapter than the army, or than the others (R-15)."""
    chapters = army.catalogue.chapter_keywords
    own = army.faction.chapter_keyword if army.faction else None
    first: tuple[Unit, str] | None = None
    for unit in army.units:
        found = sorted(unit.faction_keywords & chapters.keys())
        if not found or not army.is_native(unit):
            continue
        chapter = chapters[found[0]]
        if own is not None and fold_keyword(own) not in found:
            yield Violation(unit.pointer, "other", {"unit": unit.name, "chapter": chapter, "own": own}, ("/faction",))
        elif own is None and first is not None and first[1] not in found:
            params = {
                "unit": unit.name,
                "chapter": chapter,
                "other": first[0].name,
                "other_chapter": chapters[first[1]],
            }
            yield Violation(unit.pointer, "mixed", params, (first[0].pointer,))
        first = first or (unit, found[0])
    if first is None:
        yield NotApplicable("No unit is of a chapter.")
    else:
        yield Found(f"All units of a chapter are of {own or chapters[first[1]]}.")


@muster_check(
    "faction",
    "successor-epic-hero",
    family=FAMILY,
    title="No Epic Hero of a successor chapter stands beside those of its founding chapter",
    messages={
        "both": Message(
            "{unit} cannot be in an army with {others}: {keyword} Epic Heroes.", "Keep {unit}, or the others."
        ),
    },
    needs=(Need.UNITS,),
)
def successor_epic_hero(army: Army) -> Iterator[Finding]:
    """Beside an Epic Hero of a successor chapter there is no other Epic Hero of its founding chapter (R-15)."""
    successors = [unit for unit in army.units if unit.datasheet and unit.datasheet.excluded_epic_heroes]
    for unit in successors:
        keyword = (unit.datasheet.excluded_epic_heroes or "") if unit.datasheet else ""
        of_the_chapter = [one for one in army.units if one.name != unit.name and one.has(keyword)]
        others = [one for one in of_the_chapter if _is_epic_hero(one)]
        if others:
            params = {"unit": unit.name, "others": tuple(one.name for one in others), "keyword": keyword}
            yield Violation(unit.pointer, "both", params, tuple(one.pointer for one in others))
        for one in of_the_chapter:
            if one.might_have(EPIC_HERO):
                yield NotChecked(f"Whether {one.name} is an Epic Hero is not known.")
    known = army.catalogue.rows.excluding_epic_heroes
    if not successors:
        yield NotApplicable(f"No Epic Hero of a successor chapter ({known} known).")
    yield Found(f"No other Epic Hero beside {listed([unit.name for unit in successors])} ({known} such known).")
