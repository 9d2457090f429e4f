"""Fixes of what models carry: the nearest legal wargear, as the loadouts have it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from roster.muster.fixes import edits
from roster.muster.fixes.pieces import item_at, rearmed, with_items, without_item
from roster.muster.fixes.proposals.removals import removal
from roster.muster.fixes.register import Proposal, Situation, mends
from roster.muster.kinds import kind_named
from roster.muster.loadouts import as_added
from roster.muster.loadouts.problem import Row
from roster.muster.report import Violation
from roster.muster.unit import Unit
from roster.muster.wargear import UnitWargear, kinds_that_carry, wargear_of


def _wargear(situation: Situation, unit: Unit) -> UnitWargear | None:
    return next((one for one in wargear_of(situation.army).units if one.unit is unit), None)


def swap(situation: Situation, wargear: UnitWargear, target: Mapping[Row, int]) -> Proposal:
    """Give the unit exactly these pieces; told as what goes and what comes."""
    document = rearmed(situation.document, wargear, target, situation.catalogue)
    before, after = (_totals(situation, rows) for rows in (wargear.items, target))
    off, on = _words(before - after), _words(after - before)
    params: dict[str, object] = {"unit": wargear.unit.name}
    if off and on:
        return Proposal("swap_wargear", document, {**params, "off": off, "on": on})
    if off:
        return Proposal("drop_wargear", document, {**params, "item": ", ".join(off)})
    return Proposal("add_wargear", document, {**params, "on": on or ("nothing else",)})


def _totals(situation: Situation, rows: Mapping[Row, int]) -> Counter[str]:
    totals: Counter[str] = Counter()
    for (_, item), count in rows.items():
        known = situation.catalogue.items.get(item)
        totals[known.name if known is not None else item] += count
    return totals


def _words(counts: Counter[str]) -> tuple[str, ...]:
    return tuple(f"{count} × {name}" for name, count in counts.items() if count > 0)


@mends(
    "datasheet/wargear-loadout",
    "datasheet/wargear-limit",
    "datasheet/wargear-duplicate",
    "datasheet/wargear-all-models",
)
def nearest(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Give the unit the nearest legal wargear, else what it carries by default."""
    unit = situation.unit_at(violation.at)
    wargear = _wargear(situation, unit) if unit is not None else None
    if unit is None or wargear is None:
        return
    if wargear.assessment is not None and wargear.assessment.nearest:
        yield swap(situation, wargear, dict(wargear.assessment.nearest))
    default = _default(wargear)
    if default:
        yield _last(swap(situation, wargear, default))
    yield removal(situation, [unit], is_last_resort=True)


def _default(wargear: UnitWargear) -> dict[Row, int]:
    return dict(as_added(wargear.datasheet, wargear.models)) if wargear.models else {}


def _last(proposal: Proposal) -> Proposal:
    return Proposal(proposal.kind, proposal.document, proposal.params, proposal.loss, is_last_resort=True)


@mends("datasheet/wargear-written")
def written(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Write down what models carry anyway, where it is known what."""
    unit = situation.unit_at(violation.at)
    wargear = _wargear(situation, unit) if unit is not None else None
    assessment = wargear.assessment if wargear is not None else None
    if unit is None or assessment is None or not assessment.unwritten:
        return
    edited = with_items(situation.document, unit.index, None, dict(assessment.unwritten), situation.catalogue)
    names = _words(_totals(situation, {(None, item): count for item, count in assessment.unwritten}))
    yield Proposal("add_wargear", edited, {"unit": unit.name, "on": names})


@mends("datasheet/wargear-unknown", "datasheet/wargear-faction", "datasheet/wargear-kind")
def misplaced(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Take the item off, or give it to models that can carry it; what they then lack is what is carried by default."""
    unit = situation.unit_at(violation.at)
    if unit is None:
        return
    written_item = item_at(situation.document, violation.at)
    name = f"{written_item.count} × {violation.params['item']}"
    document = without_item(situation.document, violation.at)
    if violation.params.get("kinds") and unit.datasheet is not None and written_item.item.id is not None:
        names = {unit.datasheet.kinds[place].name for place in kinds_that_carry(unit.datasheet, written_item.item.id)}
        for place, model in enumerate(unit.entry.models):
            kind = kind_named(unit.datasheet, model.kind)
            if kind is not None and kind.name in names and model.count > 0:
                more = {written_item.item.id: written_item.count}
                moved = with_items(document, unit.index, place, more, situation.catalogue)
                yield Proposal("move_wargear", moved, {"unit": unit.name, "item": name, "kind": kind.name})
    yield Proposal("drop_wargear", document, {"unit": unit.name, "item": name}, 1)


@mends("datasheet/wargear-zero-model")
def zero_model(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Take off what nobody is there to carry, with the line of models that are not there."""
    unit = situation.unit_at(violation.at)
    if unit is None:
        return
    place = int(violation.at.rpartition("/")[2])
    models = (*unit.entry.models[:place], *unit.entry.models[place + 1 :])
    edited = edits.with_unit(situation.document, unit.index, models=models)
    params = {"unit": unit.name, "item": ", ".join(str(one) for one in _tuple(violation.params["items"]))}
    yield Proposal("drop_wargear", edited, params)


def _tuple(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)
