"""Changes of the deployment plan, and of transports without passengers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from roster.document import DeploymentPlan, Embarkation, RosterDocument, SplitPart, UnitSplit
from tests.generated.draft import Drafted
from tests.generated.mutations.case import Case, mutation
from tests.generated.plan import capacity_of, could_ride, is_told, slots
from tests.generated.terms import AIRCRAFT, DEDICATED, FORTIFICATION, TRANSPORT, folded

HALF = 2


def _prices(case: Case) -> dict[str, int]:
    return {unit.key: price or 0 for unit, price in zip(case.draft.units, case.draft.prices(), strict=True)}


def _plan(case: Case) -> DeploymentPlan | None:
    return case.document.plan


def _embarkations(case: Case) -> list[tuple[int, Embarkation, Drafted]]:
    plan, by_key = _plan(case), {unit.key: unit for unit in case.draft.units}
    rows = [(place, row, by_key[row.transport]) for place, row in enumerate(plan.embarked if plan else ())]
    return case.shuffled(rows)


def _replaced(case: Case, place: int, *rows: Embarkation) -> RosterDocument | None:
    plan = _plan(case)
    if plan is None:
        return None
    return case.with_plan(embarked=(*plan.embarked[:place], *rows, *plan.embarked[place + 1 :]))


def _reserved_points(case: Case) -> int:
    plan, prices = _plan(case), _prices(case)
    keys = set(plan.reserves) if plan else set()
    keys |= {rider for row in (plan.embarked if plan else ()) if row.transport in keys for rider in row.passengers}
    owners = {part.key: split.unit for split in (plan.splits if plan else ()) for part in split.parts}
    return sum(prices[owners.get(key, key)] for key in keys)


def _cap(case: Case) -> int:
    return (case.document.points_limit or case.terms.size.points_limit) // HALF


def _deployed(case: Case) -> Iterator[list[Drafted]]:
    """Attached units that the plan leaves on the battlefield."""
    named = case.in_plan()
    for group in case.shuffled(list(case.draft.groups())):
        if not any(unit.key in named for unit in group):
            yield group


# Transports --------------------------------------------------------------------------------------------


@mutation("18.01/passengers-for-transports")
def more_transports_than_riders(case: Case) -> RosterDocument | None:
    """Dedicated Transports of one datasheet in an army in which nobody can ride in them."""
    if case.document.plan is not None:
        return None
    for sheet in case.shuffled(case.terms.natives):
        terms = sheet.transport
        if terms is None or DEDICATED not in case.terms.keywords(sheet).sure or not case.terms.is_full(sheet):
            continue
        if not is_told(terms) or terms.holds or terms.spared:
            continue
        shut = all(_surely_not(group, case, terms) for group in case.draft.groups())
        unit = case.fresh(sheet) if shut else None
        if unit is not None and (found := case.added([unit])) is not None:
            return found
    return None


def _surely_not(group: list[Drafted], case: Case, terms: object) -> bool:
    """Whether something keeps the attached unit out whatever is known of it."""
    excluded = folded(getattr(terms, "excluded_keywords", ()))
    required = folded(getattr(terms, "required_keywords", ()))
    return any(
        unit.sure & {TRANSPORT, AIRCRAFT, FORTIFICATION} or excluded & unit.sure or not required <= unit.possible
        for unit in group
    )


@mutation("18.01/dedicated-transport-filled")
def an_empty_transport(case: Case) -> RosterDocument | None:
    for place, row, transport in _embarkations(case):
        if DEDICATED in transport.sure and not _carries_part(case, row):
            return _replaced(case, place)
    return None


def _carries_part(case: Case, row: Embarkation) -> bool:
    plan = _plan(case)
    parts = {part.key for split in (plan.splits if plan else ()) for part in split.parts}
    return not parts.isdisjoint(row.passengers)


@mutation("18.01/capacity")
def too_many_aboard(case: Case) -> RosterDocument | None:
    plan = _plan(case)
    for place, row, transport in _embarkations(case):
        terms = transport.sheet.transport
        if terms is None or transport.key in (plan.reserves if plan else ()) or _carries_part(case, row):
            continue
        if not is_told(terms) or terms.free_models or terms.holds or terms.counts_units or terms.spared:
            continue
        if any(cost.minimum_wounds for cost in terms.slot_costs):
            continue
        by_key = {unit.key: unit for unit in case.draft.units}
        riders = list(row.passengers)
        for group in _deployed(case):
            if transport in group or not could_ride(group, terms, 10**6):
                continue
            riders += [unit.key for unit in group]
            used = sum(slots(by_key[key], len(by_key[key].models), terms) for key in riders)
            if used > capacity_of(transport):
                return _replaced(case, place, Embarkation(row.transport, tuple(riders)))
    return None


@mutation("18.01/passengers")
def one_who_may_not_ride(case: Case) -> RosterDocument | None:
    plan = _plan(case)
    for place, row, transport in _embarkations(case):
        terms = transport.sheet.transport
        if terms is None or transport.key in (plan.reserves if plan else ()) or _carries_part(case, row):
            continue
        if not is_told(terms) or terms.holds or terms.spared or terms.counts_units:
            continue
        by_key = {unit.key: unit for unit in case.draft.units}
        used = sum(slots(by_key[key], len(by_key[key].models), terms) for key in row.passengers)
        for group in _deployed(case):
            [unit, *others] = group
            kept_out = (
                folded(terms.excluded_keywords) & unit.sure or not folded(terms.required_keywords) <= unit.possible
            )
            is_small = used + slots(unit, len(unit.models), terms) <= capacity_of(transport)
            if not others and kept_out and is_small and unit is not transport:
                return _replaced(case, place, Embarkation(row.transport, (*row.passengers, unit.key)))
    return None


@mutation("18.01/embarked-once")
def aboard_twice(case: Case) -> RosterDocument | None:
    for place, row, _ in _embarkations(case):
        return _replaced(case, place, replace(row, passengers=(*row.passengers, row.passengers[0])))
    return None


# Splits ------------------------------------------------------------------------------------------------


@mutation("01.02.06/split-parts")
def a_model_too_many_in_the_parts(case: Case) -> RosterDocument | None:
    """One more in a part that stands on the battlefield."""
    plan = _plan(case)
    embarked = {key for row in (plan.embarked if plan else ()) for key in row.passengers}
    for place, split in enumerate(plan.splits if plan else ()):
        for number, part in enumerate(split.parts):
            if part.key in embarked:
                continue
            sizes = sorted(other.models for other in split.parts)
            more = 1 if part.models == sizes[0] else -1
            parts = list(split.parts)
            parts[number] = replace(part, models=part.models + more)
            splits = list(plan.splits if plan else ())
            splits[place] = replace(split, parts=tuple(parts))
            return case.with_plan(splits=tuple(splits))
    return None


@mutation("01.02.06/split-allowed")
def split_without_a_cause(case: Case) -> RosterDocument | None:
    plan = _plan(case)
    sheets = {unit.sheet.id for unit in case.draft.units}
    for [unit, *others] in _deployed(case):
        rules = unit.sheet.splits
        if plan is None or others or not rules or len(unit.models) < 4:
            continue
        half, rest = len(unit.models) // 2, len(unit.models) - len(unit.models) // 2
        open_rules = [
            rule
            for rule in rules
            if (rule.transport is None or rule.transport in sheets)
            and (rule.detachment is None or rule.detachment in case.terms.chosen)
        ]
        if open_rules and all(rule.equal_parts and rule.transport is None for rule in open_rules):
            half, rest = 1, len(unit.models) - 1
        elif open_rules and not all(rule.transport is not None for rule in open_rules):
            continue
        parts = (SplitPart("part1", half), SplitPart("part2", rest))
        return case.with_plan(splits=(*plan.splits, UnitSplit(unit.key, parts)))
    return None


# Reserves ----------------------------------------------------------------------------------------------


@mutation("20.01/reserves-limit")
def too_much_in_reserves(case: Case) -> RosterDocument | None:
    plan, prices = _plan(case), _prices(case)
    if plan is None or any(unit.sheet.reserves.is_exempt for unit in case.draft.units):
        return None
    used, keys = _reserved_points(case), list(plan.reserves)
    for group in _deployed(case):
        if any(FORTIFICATION in unit.possible for unit in group):
            continue
        keys += [unit.key for unit in group]
        used += sum(prices[unit.key] for unit in group)
        if used > _cap(case):
            return case.with_plan(reserves=tuple(keys))
    return None


@mutation("20.01/no-fortifications")
def a_fortification_in_reserves(case: Case) -> RosterDocument | None:
    plan, prices = _plan(case), _prices(case)
    for group in _deployed(case):
        cost = sum(prices[unit.key] for unit in group)
        if plan is not None and FORTIFICATION in group[0].sure and _reserved_points(case) + cost <= _cap(case):
            return case.with_plan(reserves=(*plan.reserves, *[unit.key for unit in group]))
    return None


@mutation("20.01/one-start")
def in_two_places(case: Case) -> RosterDocument | None:
    plan, prices = _plan(case), _prices(case)
    for _, row, transport in _embarkations(case):
        if plan is None or transport.key in plan.reserves or _carries_part(case, row):
            continue
        unit = next(one for one in case.draft.units if one.key == row.passengers[0])
        group = case.draft.group(unit)
        cost = sum(prices[one.key] for one in group)
        is_open = not any(FORTIFICATION in one.possible for one in group)
        if is_open and _reserved_points(case) + cost <= _cap(case) and not transport.sheet.reserves.passengers_exempt:
            return case.with_plan(reserves=(*plan.reserves, *[one.key for one in group]))
    return None


def _deployed_anyway(case: Case, wanted: list[Drafted]) -> RosterDocument | None:
    plan = _plan(case)
    for unit in case.shuffled(wanted):
        if plan is not None and unit.key in plan.reserves and case.is_alone(unit):
            return case.with_plan(reserves=tuple(key for key in plan.reserves if key != unit.key))
    return None


@mutation("23.01/aircraft-in-reserves")
def an_aircraft_deployed(case: Case) -> RosterDocument | None:
    aircraft = [unit for unit in case.draft.units if AIRCRAFT in unit.sure and not unit.sheet.reserves.must_start]
    return _deployed_anyway(case, aircraft)


@mutation("datasheet/starts-in-reserves")
def deployed_though_it_must_wait(case: Case) -> RosterDocument | None:
    forced = [unit for unit in case.draft.units if unit.sheet.reserves.must_start and AIRCRAFT not in unit.possible]
    return _deployed_anyway(case, forced)


@mutation("23.01/aircraft-within-reserves")
def too_many_aircraft(case: Case) -> RosterDocument | None:
    if case.document.plan is not None or any(unit.sheet.reserves.must_start for unit in case.draft.units):
        return None
    aircraft = [
        sheet
        for sheet in case.terms.natives
        if AIRCRAFT in case.terms.keywords(sheet).sure
        and case.terms.is_full(sheet)
        and DEDICATED not in case.terms.keywords(sheet).possible
        and not sheet.reserves.must_start
    ]
    units: list[Drafted] = []
    for sheet in case.shuffled([*aircraft, *aircraft, *aircraft]):
        unit = case.fresh(sheet)
        if unit is None or case.draft.with_units([*units, unit]).broken_limits() - {"reserves"}:
            continue
        units.append(unit)
        if (found := case.added(units, breaks="reserves")) is not None:
            return found
    return None


@mutation("19.01/attached-unit-together")
def a_leader_in_reserves_alone(case: Case) -> RosterDocument | None:
    """One of two that are one unit is named. Its points alone are counted with all of the unit's."""
    plan, prices = _plan(case), _prices(case)
    for group in _deployed(case):
        cost = sum(prices[unit.key] for unit in group)
        is_open = not any(FORTIFICATION in unit.possible for unit in group)
        if plan is not None and len(group) > 1 and is_open and _reserved_points(case) + cost <= _cap(case):
            return case.with_plan(reserves=(*plan.reserves, group[-1].key))
    return None
