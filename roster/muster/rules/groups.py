"""Groups of units that limit or exclude each other, by what their datasheets say (25.04, R-18)."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.catalogue.group import GroupLimit
from roster.muster.army import Army
from roster.muster.needs import Need
from roster.muster.registry import Finding, Found, Message, NotApplicable, muster_check
from roster.muster.report import Usage, Violation
from roster.muster.unit import Unit
from roster.muster.words import counted, listed

FAMILY = "Units"


def _in_force(army: Army) -> list[GroupLimit]:
    """The groups that this army has to do with: its faction, its detachments."""
    return [
        group
        for group in army.catalogue.data.group_limits
        if (group.faction is None or group.faction in army.lineage)
        and (group.detachment is None or group.detachment in army.detachment_ids)
    ]


def _limits(group: GroupLimit, army: Army) -> tuple[int, int | None]:
    """Fewest and most units of the group; a detachment's own limits come before the group's."""
    for override in group.overrides:
        if override.detachment in army.detachment_ids:
            return override.minimum, override.maximum
    return group.minimum, group.maximum


def _members(group: GroupLimit, army: Army) -> list[Unit]:
    return [unit for unit in army.units if unit.datasheet is not None and unit.datasheet.id in group.members]


def _basis(army: Army) -> str:
    return f"{counted(len(army.catalogue.data.group_limits), 'group')} known"


@muster_check(
    "datasheet",
    "group-limit",
    family=FAMILY,
    title="No group of units is over its limit",
    messages={
        "over": Message("Of {group} the army has {count}: {units}; it may have {limit}.", "Remove {surplus}."),
        "under": Message("Of {group} the army has {count}; it has to have {limit}.", "Add {lacking}."),
    },
    needs=(Need.UNITS,),
    presumes=(Need.DETACHMENTS,),
)
def group_limit(army: Army) -> Iterator[Finding]:
    """Of units whose datasheets limit them together, the army has no more and no fewer than they say (25.04)."""
    judged: list[str] = []
    for group in _in_force(army):
        least, most = _limits(group, army)
        units = _members(group, army)
        if not units and not least:
            continue
        judged.append(f"{len(units)} {group.name}")
        params = {"group": group.name, "count": len(units)}
        causes = tuple(unit.pointer for unit in units)
        if most is not None:
            yield Usage(group.name, len(units), most, causes)
        if most is not None and len(units) > most:
            names = tuple(unit.name for unit in units)
            more = {"units": names, "limit": most, "surplus": len(units) - most}
            yield Violation(units[most].pointer, "over", {**params, **more}, causes)
        elif len(units) < least:
            yield Violation("/units", "under", {**params, "limit": least, "lacking": least - len(units)}, causes)
    if not judged:
        yield NotApplicable(f"No unit here is of such a group ({_basis(army)}).")
    yield Found(f"{listed(judged)}; {_basis(army)}.")


@muster_check(
    "datasheet",
    "group-excludes",
    family=FAMILY,
    title="No unit stands beside one it excludes",
    messages={
        "excluded": Message("{unit} cannot be in one army with {others:or}.", "Remove {unit}, or {others}."),
    },
    needs=(Need.UNITS,),
)
def group_excludes(army: Army) -> Iterator[Finding]:
    """Units whose datasheets exclude others are not in the army together with them (25.04)."""
    judged: list[str] = []
    for group in _in_force(army):
        if not group.excludes:
            continue
        excluded = [unit for unit in army.units if unit.datasheet is not None and unit.datasheet.id in group.excludes]
        for unit in _members(group, army):
            judged.append(unit.name)
            if excluded:
                params = {"unit": unit.name, "others": tuple(dict.fromkeys(other.name for other in excluded))}
                yield Violation(unit.pointer, "excluded", params, tuple(other.pointer for other in excluded))
    if not judged:
        yield NotApplicable(f"No unit here excludes another ({_basis(army)}).")
    yield Found(f"{listed(judged)} without those they exclude; {_basis(army)}.")
