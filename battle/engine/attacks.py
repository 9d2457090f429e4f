"""One unit attacks another: what is left of the target, exactly, with the choices of both sides (04, 05).

The defender's allocation order and the attacker's choices are policies (R-29): every legal order is
tried and the one best for the defender's aim is kept; against each, the attacker chooses batch by
batch what is best for theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from battle.engine.applying import is_on
from battle.engine.assumptions import Assumption, in_order
from battle.engine.batches import Batch, BatchReport, Meeting, as_read, resolved
from battle.engine.demise import ByProduct, demises
from battle.engine.effects import Side
from battle.engine.groups import UNARMED
from battle.engine.measures import Measures, measures_of, weigh
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, WeaponUse
from battle.engine.remembering import Store
from battle.engine.resolution import Vector
from battle.engine.selection import Selected, select
from battle.engine.situation import Situation
from battle.engine.target import State, Target
from battle.engine.vocabulary import NoEffect, faults_of, why_not_carried

__all__ = ["Assault", "BatchReport", "Result", "resolve"]

MOST_REORDERED = 4
"""Batches of attacks at most whose best order is looked for."""


@dataclass(frozen=True, slots=True)
class Result:
    """What the attacks do. ``states`` are the chances of what is left of the target.

    ``order`` names the groups as the defender wants them allocated to. ``left_out`` says of weapons why
    they make no attacks here; ``not_modelled`` names abilities that might matter and are not applied.
    ``hazards`` is the number of hazard rolls the attacker has to make afterwards (24.15). ``assumptions`` say
    what was taken to be so where rules leave it open or a choice was not worked out. ``by_products`` are what
    else comes of the attacks (24.08).
    """

    target: Target
    states: Mapping[State, float]
    measures: Measures
    order: tuple[str, ...] = ()
    batches: tuple[BatchReport, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    hazards: int = 0
    not_modelled: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    by_products: tuple[ByProduct, ...] = ()


def resolve(
    attacker: Fighters,
    target: Fighters,
    situation: Situation,
    policies: Policies,
    start: Vector | None = None,
) -> Result:
    """Everything that ``attacker`` attacks with, at ``target``. ``start``: chances of what is left of it already.

    Raises :class:`~battle.engine.work.TooLarge` where the exact answer does not fit,
    :class:`~battle.engine.vocabulary.NoEffect` of an effect that makes no sense.
    """
    if start is not None:
        return Assault(attacker, target, situation, policies).result(start)
    return _RESULTS.get(
        (attacker, target, situation, policies), lambda: Assault(attacker, target, situation, policies).result()
    )


_RESULTS: Store[tuple[Fighters, Fighters, Situation, Policies], Result] = Store(
    32_000_000, lambda result: 4_000 + 300 * len(result.states) + 6_000 * len(result.batches)
)
"""Answers to the questions asked last: people ask the same again when they change something else."""


class Assault:
    """One unit's attacks at another in a situation, to be worked out from one or several beginnings.

    Raises :class:`~battle.engine.vocabulary.NoEffect` of an effect that makes no sense.
    """

    def __init__(self, attacker: Fighters, target: Fighters, situation: Situation, policies: Policies) -> None:
        _refuse_nonsense(attacker, target)
        self.attacker = attacker
        self.target = target
        self.situation = situation
        self.policies = policies
        # A unit without weapons makes no attacks (04.01.01).
        first = next((use for loadout in attacker.loadouts for use in loadout.weapons), UNARMED)
        self._meeting = Meeting(attacker, target, situation, as_read(policies), first)
        self.structure = self._meeting.structure
        self._orders = list(_orders(self.structure, policies))
        self._selected: Selected | None = None
        """The weapons, once it is known that nothing has to be selected."""
        self._not_modelled = self._which_not_modelled()

    def result(self, start: Vector | None = None) -> Result:
        """What the attacks do to a target of which with these chances so much is left."""
        policies, situation = self.policies, self.situation
        vector = start if start is not None else {self.structure.start: 1.0}

        alone: dict[tuple[WeaponUse, ...], Result] = {}

        def judge(uses: tuple[WeaponUse, ...]) -> tuple[float, ...]:
            wanted = sum(_is_named(use, policies) for use in uses)
            if wanted:
                return (wanted,)
            found = alone.get(uses)
            if found is None:
                batches = self._meeting.gathered(uses)
                found = alone[uses] = _in_order(batches, self.structure, vector, self._orders[0], policies)
            return (0.0, *weigh(found.measures, policies.attacker))

        selected = self._selected
        if selected is None:
            selected = select(self.attacker, self.target, situation, judge, self._meeting.encounter)
            if not selected.had_choice:
                self._selected = selected
        batches = self._meeting.gathered(selected.uses)
        best = alone.get(selected.uses)
        for order in self._orders[0 if best is None else 1 :]:
            found = _in_order(batches, self.structure, vector, order, policies)
            if best is None or weigh(found.measures, policies.defender) < weigh(best.measures, policies.defender):
                best = found
        assert best is not None, "a unit has at least one order"
        assumed = {one for report in best.batches for one in report.table.assumptions}
        if situation.distance is None and not situation.is_melee:
            assumed.add(Assumption.DISTANCE)
        if len(self._orders) > 1 or (policies.order is not None and len(self.structure.groups) > 1):
            assumed.add(Assumption.ORDER)
        if selected.had_choice and policies.weapons is None:
            assumed.add(Assumption.SELECTION)
        if len(batches) > 1 and not policies.reorder:
            assumed.add(Assumption.BATCHES)
        return Result(
            best.target,
            best.states,
            best.measures,
            best.order,
            best.batches,
            left_out=selected.left_out,
            hazards=best.hazards,
            not_modelled=self._not_modelled,
            assumptions=tuple([one.value for one in in_order(assumed)]),
            by_products=demises(self.target, self.structure, best.measures),
        )

    def _which_not_modelled(self) -> tuple[str, ...]:
        switches = self.situation.switches
        made = _not_carried(self.attacker, Side.MADE, switches)
        suffered = _not_carried(self.target, Side.SUFFERED, switches)
        told = (*self.attacker.not_modelled, *self.target.not_modelled, *made, *suffered)
        return tuple(dict.fromkeys(told))


def _is_named(use: WeaponUse, policies: Policies) -> bool:
    names = policies.weapons or ()
    return use.weapon.name in names or use.weapon.profile_of in names


def _refuse_nonsense(attacker: Fighters, target: Fighters) -> None:
    for fighters in (attacker, target):
        fault = _nonsense(fighters)
        if fault is not None:
            raise NoEffect(fault)


@lru_cache(maxsize=1024)
def _nonsense(fighters: Fighters) -> str | None:
    """What makes no sense about an effect of the unit, the first found."""
    faults = (f"{fighters.name}, {one.source}: {fault}" for one in fighters.effects for fault in faults_of(one))
    return next(faults, None)


@lru_cache(maxsize=1024)
def _not_carried(fighters: Fighters, side: Side, switches: frozenset[str]) -> tuple[str, ...]:
    """The unit's effects on attacks of this side that are on and that the tables cannot carry, in words."""
    return tuple(
        f"{effect.source}: {reason}."
        for effect in fighters.effects
        if effect.side is side and (reason := why_not_carried(effect)) is not None and is_on(effect, switches)
    )


def _orders(structure: Target, policies: Policies) -> Iterator[tuple[int, ...]]:
    """The orders to try: all, or the one that was settled (05.03)."""
    if policies.order is None:
        yield from structure.orders()
        return
    names = [group.name for group in structure.groups]
    wanted = [names.index(name) for name in policies.order if name in names]
    wanted += [index for index in range(len(names)) if index not in wanted]
    yield tuple(sorted(wanted, key=lambda index: structure.groups[index].is_character))


def _in_order(
    batches: Sequence[Batch], structure: Target, vector: Vector, order: tuple[int, ...], policies: Policies
) -> Result:
    """All batches one after the other; where the attacker looks for their best order, in that (04.03)."""
    if not policies.reorder or not 1 < len(batches) <= MOST_REORDERED:
        return _one_by_one(batches, structure, vector, order, policies)
    orders = list(permutations(batches))
    best: Result | None = None
    for one in orders:
        found = _one_by_one(one, structure, vector, order, policies)
        if best is None or weigh(found.measures, policies.attacker) > weigh(best.measures, policies.attacker):
            best = found
    assert best is not None, "there is at least one order of batches"
    return best


def _one_by_one(
    batches: Sequence[Batch], structure: Target, vector: Vector, order: tuple[int, ...], policies: Policies
) -> Result:
    reports = []
    measures: Measures | None = None
    for batch in batches:
        found = resolved(batch, vector, order, policies)
        vector, measures = found.states, found.measures
        reports.append(found.report)
    names = tuple(structure.groups[index].name for index in order)
    hazards = sum(report.table.hazards for report in reports)
    if measures is None:
        measures = measures_of(structure, vector)
    return Result(structure, vector, measures, names, tuple(reports), hazards=hazards)
