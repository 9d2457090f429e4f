"""One unit attacks another: what is left of the target, exactly, with the choices of both sides (04, 05).

The defender's allocation order and the attacker's choices are policies (R-29): every legal order is
tried and the one best for the defender's aim is kept; against each, the attacker chooses batch by
batch what is best for theirs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations, product

from battle.engine.abilities import weapon_abilities
from battle.engine.applying import Encounter, effects_on, is_switched_on
from battle.engine.assumptions import Assumption
from battle.engine.attack import Attacks
from battle.engine.choices import Choice
from battle.engine.demise import ByProduct, demises
from battle.engine.dice import sum_of
from battle.engine.effects import Change, Moment, Part, Side
from battle.engine.groups import UNARMED, target_of
from battle.engine.measures import Measures, joined, measures_of, weigh
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, WeaponUse
from battle.engine.resolution import Manner, Vector, resolve_batch
from battle.engine.selection import select
from battle.engine.situation import Situation
from battle.engine.tables import Table, precise_groups, table_of
from battle.engine.target import State, Target
from battle.engine.vocabulary import NoEffect, faults_of, why_not_carried
from battle.engine.weapons import WeaponRule

MOST_REORDERED = 4
"""Batches of attacks at most whose best order is looked for."""
MOST_POOLS = 3
"""Ways of attacks to become different by their rolls at most whose best order is looked for."""


@dataclass(frozen=True, slots=True)
class BatchReport:
    """How a batch was resolved: which weapons, their table against the first T met, and what was chosen.

    ``kills`` are models destroyed by everything up to and with this batch, on average. ``pools`` is the order in
    which its endings were resolved, empty: as they stand (5.3.2).
    """

    weapons: tuple[str, ...]
    table: Table
    choice: Choice
    precise: str | None
    kills: float
    pools: tuple[int, ...] = ()


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


@dataclass(frozen=True, slots=True)
class _Batch:
    """Weapons that make identical attacks (04.03.01), and the target as they find it."""

    encounters: tuple[Encounter, ...]
    target: Target
    tables: dict[tuple[int, int, Choice], Table] = field(default_factory=dict, compare=False)
    """Tables that were made already, by the place of the encounter, T and choice."""

    def table(self, place: int, toughness: int, choice: Choice) -> Table:
        """The table of one of the encounters, made once."""
        found = self.tables.get((place, toughness, choice))
        if found is None:
            found = table_of(self.encounters[place], self.target, toughness=toughness, choice=choice)
            self.tables[place, toughness, choice] = found
        return found


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
    _refuse_nonsense(attacker, target)
    # A unit without weapons makes no attacks (04.01.01).
    first = next(iter(attacker.weapons), UNARMED)
    structure = target_of(Encounter(attacker, target, first, situation))
    vector = start if start is not None else {structure.start: 1.0}

    read = _as_read(policies)

    def judge(uses: tuple[WeaponUse, ...]) -> tuple[float, ...]:
        wanted = sum(_is_named(use, policies) for use in uses)
        if wanted:
            return (wanted,)
        batches = _gathered([Encounter(attacker, target, use, situation) for use in uses], read)
        alone = _in_order(batches, structure, vector, next(_orders(structure, policies)), policies)
        return (0.0, *weigh(alone.measures, policies.attacker))

    selected = select(attacker, target, situation, judge)
    batches = _gathered([Encounter(attacker, target, use, situation) for use in selected.uses], read)
    orders = list(_orders(structure, policies))
    best: Result | None = None
    for order in orders:
        found = _in_order(batches, structure, vector, order, policies)
        if best is None or weigh(found.measures, policies.defender) < weigh(best.measures, policies.defender):
            best = found
    assert best is not None, "a unit has at least one order"
    assumed = {one for report in best.batches for one in report.table.assumptions}
    assumed |= {
        assumption
        for assumption, is_so in (
            (Assumption.DISTANCE, situation.distance is None and not situation.is_melee),
            (Assumption.ORDER, len(orders) > 1 or (policies.order is not None and len(structure.groups) > 1)),
            (Assumption.SELECTION, selected.had_choice and policies.weapons is None),
            (Assumption.BATCHES, len(batches) > 1 and not policies.reorder),
        )
        if is_so
    }
    return replace(
        best,
        left_out=selected.left_out,
        not_modelled=tuple(
            dict.fromkeys((*attacker.not_modelled, *target.not_modelled, *_not_carried(attacker, target, situation)))
        ),
        assumptions=tuple(one.value for one in Assumption if one in assumed),
        by_products=demises(target, structure, best.measures),
    )


def _as_read(policies: Policies) -> Choice:
    """The plainest choice, with the readings that are asked for."""
    return Choice(
        lethal=policies.lethal is not False,
        fish_hits=bool(policies.fish),
        fish_wounds=bool(policies.fish),
        snap_hits_are_critical=policies.snap_hits_are_critical,
        indirect_hits_at_any_skill=policies.indirect_hits_at_any_skill,
    )


def _is_named(use: WeaponUse, policies: Policies) -> bool:
    names = policies.weapons or ()
    return use.weapon.name in names or use.weapon.profile_of in names


def _refuse_nonsense(attacker: Fighters, target: Fighters) -> None:
    for fighters in (attacker, target):
        for effect in fighters.effects:
            for fault in faults_of(effect):
                raise NoEffect(f"{fighters.name}, {effect.source}: {fault}")


def _not_carried(attacker: Fighters, target: Fighters, situation: Situation) -> Iterator[str]:
    """Effects that are on and that the tables cannot carry, in words."""
    for fighters, side in ((attacker, Side.MADE), (target, Side.SUFFERED)):
        for effect in fighters.effects:
            reason = why_not_carried(effect) if effect.side is side else None
            if reason is not None and is_switched_on(effect, situation):
                yield f"{effect.source}: {reason}."


def _orders(structure: Target, policies: Policies) -> Iterator[tuple[int, ...]]:
    """The orders to try: all, or the one that was settled (05.03)."""
    if policies.order is None:
        yield from structure.orders()
        return
    names = [group.name for group in structure.groups]
    wanted = [names.index(name) for name in policies.order if name in names]
    wanted += [index for index in range(len(names)) if index not in wanted]
    yield tuple(sorted(wanted, key=lambda index: structure.groups[index].is_character))


def _gathered(encounters: Sequence[Encounter], choice: Choice) -> list[_Batch]:
    """The weapons in batches of identical attacks, in the order given (04.03, 04.03.01)."""
    gathered: dict[tuple[object, Target], list[tuple[Encounter, dict[int, Table]]]] = {}
    for encounter in encounters:
        target = target_of(encounter)
        tables = {
            toughness: table_of(encounter, target, toughness=toughness, choice=choice)
            for toughness in sorted({group.toughness for group in target.groups})
        }
        key = (tuple(map(_likeness, tables.values())), target)
        gathered.setdefault(key, []).append((encounter, tables))
    batches = []
    for (_, target), alike in gathered.items():
        batch = _Batch(tuple(encounter for encounter, _ in alike), target)
        for place, (_, tables) in enumerate(alike):
            batch.tables.update({(place, toughness, choice): table for toughness, table in tables.items()})
        batches.append(batch)
    return batches


def _likeness(table: Table) -> tuple[object, ...]:
    """What makes attacks identical; their number does not (R-42)."""
    attacks = table.attacks
    endings = tuple((end.damage.tobytes(), end.saves, end.modifiers) for end in attacks.endings)
    chances = (attacks.hit, attacks.critical, attacks.after_hit, attacks.after_critical, attacks.save_faces)
    return (*chances, attacks.extra_hits.tobytes(), endings, table.is_precise)


def _in_order(
    batches: Sequence[_Batch], structure: Target, vector: Vector, order: tuple[int, ...], policies: Policies
) -> Result:
    """All batches one after the other; where the attacker looks for their best order, in that (04.03)."""
    orders = [tuple(batches)]
    if policies.reorder and 1 < len(batches) <= MOST_REORDERED:
        orders = list(permutations(batches))
    best: Result | None = None
    for one in orders:
        found = _one_by_one(one, structure, vector, order, policies)
        if best is None or weigh(found.measures, policies.attacker) > weigh(best.measures, policies.attacker):
            best = found
    assert best is not None, "there is at least one order of batches"
    return best


def _one_by_one(
    batches: Sequence[_Batch], structure: Target, vector: Vector, order: tuple[int, ...], policies: Policies
) -> Result:
    reports = []
    for batch in batches:
        vector, report = _best(batch, vector, order, policies)
        reports.append(report)
    names = tuple(structure.groups[index].name for index in order)
    hazards = sum(report.table.hazards for report in reports)
    return Result(structure, vector, measures_of(structure, vector), names, tuple(reports), hazards=hazards)


def _best(
    batch: _Batch, vector: Vector, order: tuple[int, ...], policies: Policies
) -> tuple[dict[State, float], BatchReport]:
    """The batch with the choices that are best for the attacker's aim (R-29)."""
    best: tuple[tuple[float, ...], dict[State, float], BatchReport] | None = None
    for choice, precise in _choices(batch, policies):
        for pools in _pools(batch, choice):
            after, table = _resolved(batch, vector, choice, Manner(order, precise, pools))
            measures = measures_of(batch.target, after)
            worth = weigh(measures, policies.attacker)
            if best is None or worth > best[0]:
                name = None if precise is None else batch.target.groups[precise].name
                weapons = tuple(f"{one.use.count} × {one.weapon.name}" for one in batch.encounters)
                report = BatchReport(weapons, table, choice, name, measures.expected_kills, pools)
                best = (worth, after, report)
    assert best is not None, "there is always a way to attack"
    return best[1], best[2]


def _pools(batch: _Batch, choice: Choice) -> Iterator[tuple[int, ...]]:
    """The orders in which attacks that their rolls made different can be resolved; empty: as they stand (5.3.2)."""
    toughness = batch.target.toughness(batch.target.start)
    endings = batch.table(0, toughness, choice).attacks.endings
    normal = sum(not ending.is_mortal for ending in endings)
    if not 1 < normal <= MOST_POOLS:
        yield ()
        return
    yield from permutations(range(len(endings)))


def _resolved(batch: _Batch, vector: Vector, choice: Choice, manner: Manner) -> tuple[dict[State, float], Table]:
    """The batch; T is that of the models there are when its wound rolls are made (05.02.01, 19.02)."""
    by_toughness: defaultdict[int, dict[State, float]] = defaultdict(dict)
    gone: dict[State, float] = {}
    for state, chance in vector.items():
        if batch.target.is_destroyed(state):
            gone[state] = chance
        else:
            by_toughness[batch.target.toughness(state)][state] = chance
    parts: list[tuple[Vector, float]] = [(gone, 1.0)] if gone else []
    first: Table | None = None
    for toughness, part in by_toughness.items() or [(batch.target.toughness(batch.target.start), {})]:
        tables = [batch.table(place, toughness, choice) for place in range(len(batch.encounters))]
        attacks: Attacks = replace(tables[0].attacks, dice=sum_of([table.attacks.dice for table in tables]))
        fitting = manner if len(manner.pools) == len(attacks.endings) else replace(manner, pools=())
        parts.append((resolve_batch(part, attacks, batch.target, fitting), 1.0))
        first = first or replace(tables[0], attacks=attacks, hazards=sum(table.hazards for table in tables))
    assert first is not None, "there is at least one table"
    return joined(parts), first


def _choices(batch: _Batch, policies: Policies) -> Iterator[tuple[Choice, int | None]]:
    """What the attacker may choose for a batch, as far as it makes a difference."""
    encounter = batch.encounters[0]
    effects = tuple(effects_on(encounter, toughness=max(group.toughness for group in batch.target.groups)))
    abilities = weapon_abilities(encounter, effects)
    # A critical hit that wounds by itself cannot wound critically (24.23): it matters where that does something.
    has_both = WeaponRule.LETHAL_HITS in abilities and (
        WeaponRule.DEVASTATING_WOUNDS in abilities or any(effect.moment is Moment.CRITICAL_WOUND for effect in effects)
    )
    lethal = (policies.lethal,) if policies.lethal is not None else (True, False) if has_both else (True,)
    again = {effect.part for effect in effects if effect.change is Change.REROLL}
    may_fish = (Part.HIT_ROLL in again, Part.WOUND_ROLL in again or WeaponRule.TWIN_LINKED in abilities)
    fish = [(policies.fish,) if policies.fish is not None else (False, True) if may else (False,) for may in may_fish]
    precise: list[int | None] = [None]
    if WeaponRule.PRECISION in abilities and policies.precise != "":
        visible = [
            index
            for index in precise_groups(encounter, batch.target)
            if policies.precise in (None, batch.target.groups[index].name)
        ]
        precise = [*precise, *visible] if policies.precise is None else [*visible] or [None]
    readings = (policies.snap_hits_are_critical, policies.indirect_hits_at_any_skill)
    for lethal_choice, fish_hits, fish_wounds in product(lethal, fish[0], fish[1]):
        for group in precise:
            yield Choice(lethal_choice, fish_hits, fish_wounds, *readings), group
