"""Attached units: who may join whom in this army, and who has joined whom (19.01, 24.22, 24.34)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from datasheets.catalogue.attachment import Attachment, AttachmentRole
from datasheets.catalogue.detachment import Enhancement
from roster.muster.unit import CHARACTER, Unit

if TYPE_CHECKING:
    from roster.muster.army import Army

DATASHEETS_SHOWN = 5
"""A hint names this many bodyguards at most, beside those that are in the army."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which a unit may be attached: the bodyguard datasheet's id, and as what."""

    bodyguard: str
    role: AttachmentRole
    may_join_beside_another: bool = False
    by_enhancement: bool = False
    is_mandatory: bool = False
    led_by: str | None = None
    joiner_group: str = ""
    beside: tuple[str, ...] = ()
    never_beside_its_like: bool = False
    beside_from_models: int | None = None
    shared_keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """A unit attached to a bodyguard unit, as ``role``; None where neither roster nor data say as what."""

    unit: Unit
    role: AttachmentRole | None
    way: Way | None


@dataclass(frozen=True, slots=True, eq=False)
class AttachedUnit:
    """A bodyguard unit with everything attached to it: one unit for all rules (19.01)."""

    bodyguard: Unit
    joined: tuple[Joined, ...]

    @property
    def units(self) -> tuple[Unit, ...]:
        """All its component units, the bodyguard first."""
        return (self.bodyguard, *(joined.unit for joined in self.joined))


def rows_by_data(joining: str, army: Army, own_lineage: Iterable[str]) -> list[Attachment]:
    """The rows that say what the datasheet may join, whether or not their detachments are there.

    Those of the nearest price list that has any for the datasheet decide (19.01 and its FAQ: the points
    manual wins); a guest falls back on its own faction's. Rows without a price list always count.
    """
    rows = army.catalogue.attachments.get(joining, ())
    unlisted = [row for row in rows if not row.price_lists]
    listed: list[Attachment] = []
    for price_list in (*army.lineage, *own_lineage):
        listed = [row for row in rows if price_list in row.price_lists]
        if listed:
            break
    return [*listed, *unlisted]


def is_in_force(row: Attachment, army: Army) -> bool:
    """Whether the row's detachments are as it asks: the one it needs selected, and none that it excludes."""
    needs = row.required_detachment
    return (needs is None or needs in army.detachment_ids) and army.detachment_ids.isdisjoint(row.excluded_detachments)


def ways_by_data(joining: str, army: Army, own_lineage: Iterable[str]) -> tuple[Way, ...]:
    """Ways by which the datasheet may be attached in this army, without enhancements."""
    return tuple(
        Way(
            row.bodyguard,
            row.role,
            row.may_join_beside_another,
            is_mandatory=row.is_mandatory,
            led_by=row.led_by,
            joiner_group=row.joiner_group,
            beside=row.beside,
            never_beside_its_like=row.never_beside_its_like,
            beside_from_models=row.beside_from_models,
            shared_keywords=row.shared_keywords,
        )
        for row in rows_by_data(joining, army, own_lineage)
        if is_in_force(row, army)
    )


def ways_of(unit: Unit, army: Army) -> tuple[Way, ...]:
    """Every way in which this unit may be attached, with those its enhancements give."""
    if unit.datasheet is None:
        return ()
    if not unit.enhancements:
        return army.ways_by_datasheet[unit.datasheet.id]
    granted = [
        Way(bodyguard, role, by_enhancement=True)
        for enhancement in unit.recognised_enhancements
        if enhancement.detachment in army.detachment_ids
        for role, bodyguards in (
            (AttachmentRole.LEADER, enhancement.leader_of),
            (AttachmentRole.SUPPORT, enhancement.support_of),
        )
        for bodyguard in bodyguards
    ]
    return (*army.ways_by_datasheet[unit.datasheet.id], *granted)


def barred_rows(unit: Unit, host: Unit, army: Army) -> list[Attachment]:
    """Rows of the data by which the unit could join the host with other detachments."""
    if unit.datasheet is None or host.datasheet is None:
        return []
    rows = rows_by_data(unit.datasheet.id, army, army.catalogue.lineage(unit.datasheet.faction))
    return [row for row in rows if row.bodyguard == host.datasheet.id and not is_in_force(row, army)]


def opens(enhancement: Enhancement, host: Unit) -> bool:
    """Whether the enhancement lets its bearer join the host."""
    id = host.datasheet.id if host.datasheet is not None else ""
    return id in enhancement.leader_of or id in enhancement.support_of


def dropped_openers(unit: Unit, host: Unit, army: Army) -> list[Enhancement]:
    """Enhancements written on the unit that would let it join the host, were their detachment selected."""
    borne = unit.recognised_enhancements
    return [one for one in borne if opens(one, host) and one.detachment not in army.detachment_ids]


def lost_openers(unit: Unit, host: Unit, army: Army) -> list[Enhancement]:
    """Enhancements of the selected detachments that would let the unit join the host, if it bore one."""
    return [
        enhancement
        for chosen in army.detachments
        if chosen.detachment is not None
        for enhancement in army.catalogue.enhancements_of.get(chosen.detachment.id, ())
        if opens(enhancement, host)
        and unit.has_keywords_to_bear(enhancement)
        and (CHARACTER in unit.keywords or enhancement.is_upgrade or enhancement.usable_by_non_character)
    ]


def is_gated(unit: Unit, host: Unit, army: Army) -> bool:
    """Whether a detachment or an enhancement is what the unit lacks to join the host; checks of their own say so."""
    return bool(barred_rows(unit, host, army) or dropped_openers(unit, host, army) or lost_openers(unit, host, army))


def written_role(unit: Unit) -> AttachmentRole | None:
    """The role the roster names, None if it names none or no known one."""
    try:
        return AttachmentRole(unit.entry.attached_as) if unit.entry.attached_as else None
    except ValueError:
        return None


def is_listed_bodyguard(unit: Unit, bodyguard: Unit, army: Army) -> bool:
    """Whether the data name the bodyguard for the unit in any army, or its enhancements do."""
    if unit.datasheet is None or bodyguard.datasheet is None:
        return False
    rows = army.catalogue.attachments.get(unit.datasheet.id, ())
    named = {row.bodyguard for row in rows} | {way.bodyguard for way in ways_of(unit, army)}
    return bodyguard.datasheet.id in named


def _joined(bodyguard: Unit, units: Sequence[Unit], army: Army) -> Iterator[Joined]:
    """The attachments as written, with the way of the data that each takes.

    A unit that may be leader or support there (R-13), and is not written as one, takes the role that
    fewer of the others have.
    """
    choices: list[list[Way]] = []
    for unit in units:
        role = written_role(unit)
        ways = [way for way in ways_of(unit, army) if bodyguard.datasheet and way.bodyguard == bodyguard.datasheet.id]
        choices.append([way for way in ways if role is None or way.role is role])
    taken: Counter[AttachmentRole] = Counter()
    chosen: dict[int, Way] = {}
    for place in sorted(range(len(units)), key=lambda place: len({way.role for way in choices[place]})):
        if choices[place]:
            chosen[place] = min(choices[place], key=lambda way: taken[way.role])
            taken[chosen[place].role] += 1
    for place, unit in enumerate(units):
        way = chosen.get(place)
        yield Joined(unit, way.role if way is not None else written_role(unit), way)


def attached_units(army: Army) -> tuple[AttachedUnit, ...]:
    """The attached units as written, legal or not, by the roster order of their bodyguards."""
    units: defaultdict[int, list[Unit]] = defaultdict(list)
    for unit in army.units:
        bodyguard = army.bodyguard_of(unit)
        if bodyguard is not None and bodyguard is not unit:
            units[bodyguard.index].append(unit)
    bodyguards = [army.units[index] for index in sorted(units)]
    return tuple(AttachedUnit(one, tuple(_joined(one, units[one.index], army))) for one in bodyguards)


def whole_units(army: Army) -> Mapping[int, tuple[Unit, ...]]:
    """For the index of each unit, all units of the attached unit it is part of; itself if it stands alone."""
    groups: dict[int, list[Unit]] = {unit.index: [unit] for unit in army.units}
    for attached in army.attached_units:
        # A bodyguard can be attached itself, legally or not: groups that touch are one.
        for joined in attached.joined:
            _merge(groups, attached.bodyguard.index, joined.unit.index)
    return {index: tuple(sorted(group, key=lambda unit: unit.index)) for index, group in groups.items()}


def _merge(groups: dict[int, list[Unit]], first: int, second: int) -> None:
    kept, moved = groups[first], groups[second]
    if kept is moved:
        return
    kept += moved
    for unit in moved:
        groups[unit.index] = kept


def hosts_in_army(unit: Unit, ways: Sequence[Way], army: Army) -> list[Unit]:
    """Units of the army that the unit could join by one of these ways."""
    by_bodyguard: defaultdict[str, list[Way]] = defaultdict(list)
    for way in ways:
        by_bodyguard[way.bodyguard].append(way)
    return [
        host
        for host in army.units
        if host is not unit
        and host.datasheet is not None
        and any(agree(unit, host, way.shared_keywords) for way in by_bodyguard.get(host.datasheet.id, ()))
    ]


def of_these(unit: Unit, keywords: Sequence[str]) -> tuple[str, ...]:
    """Those of these keywords that the unit has."""
    return tuple(keyword for keyword in keywords if unit.has(keyword))


def agree(unit: Unit, host: Unit, shared: Sequence[str]) -> bool:
    """Whether nothing known parts the two: where both have some of these keywords (a mark), one is the same."""
    own, others = of_these(unit, shared), of_these(host, shared)
    return not own or not others or not set(own).isdisjoint(others)


def bodyguard_names(ways: Sequence[Way], army: Army) -> tuple[str, ...]:
    """Names of the bodyguards of these ways that the army may take, a handful; its own faction's first."""
    known = army.catalogue.datasheets
    sheets = [known[id] for id in dict.fromkeys(way.bodyguard for way in ways) if id in known]
    sheets = [sheet for sheet in sheets if army.is_on_offer(sheet)]
    sheets.sort(key=lambda sheet: sheet.faction not in army.lineage)
    return tuple(dict.fromkeys(sheet.name for sheet in sheets))[:DATASHEETS_SHOWN]


def who_would_do(unit: Unit, ways: Sequence[Way], army: Army) -> tuple[str, ...]:
    """Bodyguards by name that the unit could join by these ways: first units of the army, then other datasheets."""
    hosts = [host.name for host in hosts_in_army(unit, ways, army)]
    return tuple(dict.fromkeys((*hosts, *bodyguard_names(ways, army))))
