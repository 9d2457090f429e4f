"""What hangs on each unit: who joined it, who rides in it, what its removal does, and whom it could still take."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from datasheets.catalogue.attachment import AttachmentRole
from datasheets.catalogue.datasheet import Knowledge
from roster.document import UnitEntry
from roster.explaining.explanation import UnitOutlook
from roster.explaining.newcomers import smallest, with_newcomers
from roster.explaining.trials import POINTS_LIMIT, OutOfTrials, Trial, Trials
from roster.explaining.words import in_points, remarks_on
from roster.muster.fixes.edits import attached, without_units
from roster.muster.unit import Unit
from roster.muster.words import listed

JOINING_TRIED = 3
ROLES = (AttachmentRole.LEADER, AttachmentRole.SUPPORT)
ROLE_WORDS = {
    AttachmentRole.LEADER: "a leader",
    AttachmentRole.SUPPORT: "a support unit",
    AttachmentRole.JOINER: "a joiner",
}

Likeness = tuple[object, ...]


def unit_outlooks(trials: Trials, names: Sequence[str]) -> tuple[UnitOutlook, ...]:
    """Every unit in the roster's order; those that could not be tried any more say so."""
    removals = [_removal(trials, unit) for unit in trials.army.units]
    joining = _Joining(trials, names)
    return tuple(
        UnitOutlook(
            index=unit.index,
            name=names[unit.index],
            depends=tuple(_depends(trials, unit, names, trial)),
            breaks=(*trial.breaks, *trial.warns) if trial is not None else (),
            mends=trial.mends if trial is not None else (),
            can_take=joining.told(unit),
            was_tried=trial is not None,
        )
        for unit, trial in zip(trials.army.units, removals, strict=True)
    )


def _removal(trials: Trials, unit: Unit) -> Trial | None:
    try:
        return trials.of_removal(without_units(trials.document, {unit.index}))
    except OutOfTrials:
        return None


def _depends(trials: Trials, unit: Unit, names: Sequence[str], trial: Trial | None) -> Iterator[str]:
    army = trials.army
    host = army.bodyguard_of(unit)
    if host is not None and host is not unit:
        yield f"It is attached to {names[host.index]}."
    joined = [other for other in army.units if other is not unit and army.bodyguard_of(other) is unit]
    if joined:
        verb = "is" if len(joined) == 1 else "are"
        yield f"{listed([names[other.index] for other in joined])} {verb} attached to it."
    if army.plan is not None:
        riders = army.plan.passengers.get(unit.index, ())
        if riders:
            verb = "starts" if len(riders) == 1 else "start"
            yield f"{listed([names[rider.index] for rider in riders])} {verb} in it."
        transport = army.plan.transport_of.get(unit.key)
        if transport is not None:
            yield f"It starts in {names[transport.index]}."
    if trial is not None:
        yield from _saved(trials, unit, names, trial)


def _saved(trials: Trials, unit: Unit, names: Sequence[str], trial: Trial) -> Iterator[str]:
    """Where its removal makes others cheaper or dearer: whose copies it counts for."""
    before = {price.unit: price.points for price in trials.base.points.units}
    places = {one.key: one.index for one in trials.army.units}
    for price in trial.report.points.units:
        was = before.get(price.unit)
        if was is None or price.points is None or was == price.points:
            continue
        word = "less" if price.points < was else "more"
        yield f"Without it, {names[places[price.unit]]} would cost {abs(price.points - was)} {word} ({price.points})."
    total, now = trials.base.points.total, trial.report.points.total
    if trials.base.points.is_complete and trial.report.points.is_complete and total - now != unit.price.points:
        yield f"Without it the army costs {in_points(total - now)} less in all."


class _Joining:
    """Whom units could still take: tried once for units that are alike."""

    def __init__(self, trials: Trials, names: Sequence[str]) -> None:
        self.trials = trials
        self.names = names
        self.known: dict[Likeness, tuple[str, ...]] = {}
        self.candidates = _candidates(trials)

    def told(self, unit: Unit) -> tuple[str, ...]:
        """Sentences; none where nobody could join it, or nothing more could be tried."""
        likeness = self._likeness(unit)
        if likeness not in self.known:
            self.known[likeness] = tuple(self._tried(unit))
        return self.known[likeness]

    def _likeness(self, unit: Unit) -> Likeness:
        joined = [other for other in self.trials.army.units if self.trials.army.bodyguard_of(other) is unit]
        sheets = tuple(sorted(other.name for other in joined))
        return (unit.entry.datasheet, unit.size, sheets, unit.entry.attached_to, bool(unit.enhancements))

    def _tried(self, unit: Unit) -> Iterator[str]:
        sheet = unit.datasheet.id if unit.datasheet is not None else ""
        for role in ROLES:
            for joining in self.candidates.get((sheet, role), ())[:JOINING_TRIED]:
                try:
                    sentence = self._with(unit, role, joining)
                except OutOfTrials:
                    return
                if sentence:
                    yield sentence
                    break

    def _with(self, unit: Unit, role: AttachmentRole, joining: Unit | UnitEntry) -> str:
        document = self.trials.document
        if isinstance(joining, Unit):
            trial = self.trials.of_addition(attached(document, joining.index, unit.key, role.value))
            name = self.names[joining.index]
        else:
            entry = replace(joining, attached_to=unit.key, attached_as=role.value)
            trial = self.trials.of_addition(with_newcomers(document, [entry]))
            name = f"a new {joining.datasheet.name}"
        if not trial.is_allowed:
            return ""
        dear = " (the points left do not pay for it)" if POINTS_LIMIT in trial.broken_checks else ""
        return f"It can still take {ROLE_WORDS[role]}: {name}, for one{dear}.{remarks_on(trial)}"


def _candidates(trials: Trials) -> Mapping[tuple[str, AttachmentRole], list[Unit | UnitEntry]]:
    """Who may join which datasheet as what: units of the army that stand alone first, then new ones, by name."""
    army = trials.army
    here: defaultdict[str, list[Unit]] = defaultdict(list)
    for unit in army.units:
        has_joined = any(army.bodyguard_of(other) is unit for other in army.units)
        if unit.datasheet is not None and unit.entry.attached_to is None and not has_joined:
            here[unit.datasheet.id].append(unit)
    found: defaultdict[tuple[str, AttachmentRole], list[Unit | UnitEntry]] = defaultdict(list)
    new: defaultdict[tuple[str, AttachmentRole], dict[str, UnitEntry]] = defaultdict(dict)
    for row in trials.catalogue.data.attachments:
        if row.bodyguard not in army.datasheet_ids or row.role not in ROLES:
            continue
        place = (row.bodyguard, row.role)
        if row.joining in here:
            found[place] += [unit for unit in here[row.joining] if unit not in found[place]]
        sheet = trials.catalogue.datasheets.get(row.joining)
        if sheet is None or sheet.faction not in army.lineage or sheet.is_legends or sheet.not_offered:
            continue
        if sheet.knowledge is Knowledge.FULL and row.joining not in army.datasheet_ids:
            new[place][row.joining] = smallest(sheet)
    for place, entries in new.items():
        by_name = [entries[id] for id in sorted(entries, key=lambda id: entries[id].datasheet.name)]
        found[place] += by_name
    return found
