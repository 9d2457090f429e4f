"""One unit attacks another: what is left of the target, exactly, with the choices of both sides (04, 05).

The defender's allocation order and the attacker's choices are policies (R-29): every legal order is
tried and the one best for the defender's aim is kept; against each, the attacker chooses batch by
batch what is best for theirs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from battle.engine.abilities import weapon_abilities
from battle.engine.applying import Encounter, effects_on
from battle.engine.attack import Attacks
from battle.engine.choices import Choice
from battle.engine.dice import sum_of
from battle.engine.effects import Part
from battle.engine.eligibility import why_not
from battle.engine.groups import target_of
from battle.engine.measures import Measures, joined, measures_of, weigh
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.resolution import Manner, Vector, resolve_batch
from battle.engine.situation import Situation
from battle.engine.tables import Table, table_of
from battle.engine.target import State, Target
from battle.engine.weapons import WeaponRule


@dataclass(frozen=True, slots=True)
class BatchReport:
    """How a batch was resolved: which weapons, their table against the first T met, and what was chosen.

    ``kills`` are models destroyed by everything up to and with this batch, on average.
    """

    weapons: tuple[str, ...]
    table: Table
    choice: Choice
    precise: str | None
    kills: float


@dataclass(frozen=True, slots=True)
class ByProduct:
    """Mortal wounds that units nearby suffer, as chances of their number, from 0; ``source`` says of what (24.08)."""

    source: str
    mortal_wounds: tuple[float, ...]


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


def resolve(
    attacker: Fighters,
    target: Fighters,
    situation: Situation,
    policies: Policies,
    start: Vector | None = None,
) -> Result:
    """Everything that ``attacker`` attacks with, at ``target``. ``start``: chances of what is left of it already.

    Raises :class:`~battle.engine.counts.TooLarge` where the exact answer does not fit.
    """
    encounters, left_out = [], []
    for use in attacker.weapons:
        encounter = Encounter(attacker, target, use, situation)
        reason = why_not(encounter)
        if reason is None:
            encounters.append(encounter)
        else:
            left_out.append((use.weapon.name, reason))
    structure = target_of(Encounter(attacker, target, attacker.weapons[0], situation)) if attacker.weapons else None
    if structure is None:
        raise ValueError(f"{attacker.name} has no weapons.")
    vector = start if start is not None else {structure.start: 1.0}
    batches = _gathered(encounters, structure)
    best: Result | None = None
    for order in _orders(structure, policies):
        found = _in_order(batches, structure, vector, order, policies)
        if best is None or weigh(found.measures, policies.defender) < weigh(best.measures, policies.defender):
            best = found
    assert best is not None, "a unit has at least one order"
    return replace(
        best,
        left_out=tuple(left_out),
        not_modelled=tuple(dict.fromkeys((*attacker.not_modelled, *target.not_modelled))),
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


def _gathered(encounters: Sequence[Encounter], structure: Target) -> list[_Batch]:
    """The weapons in batches of identical attacks, in the order given (04.03, 04.03.01)."""
    gathered: dict[object, list[Encounter]] = {}
    for encounter in encounters:
        target = target_of(encounter)
        found = [
            _likeness(table_of(encounter, target, toughness=toughness, choice=Choice()))
            for toughness in sorted({group.toughness for group in structure.groups})
        ]
        gathered.setdefault((tuple(found), target), []).append(encounter)
    return [_Batch(tuple(alike), target_of(alike[0])) for alike in gathered.values()]


def _likeness(table: Table) -> tuple[object, ...]:
    """What makes attacks identical; their number does not (R-42)."""
    attacks = table.attacks
    endings = tuple((end.damage.tobytes(), end.saves, end.modifiers) for end in attacks.endings)
    chances = (attacks.hit, attacks.critical, attacks.after_hit, attacks.after_critical, attacks.save_faces)
    return (*chances, attacks.extra_hits.tobytes(), endings, table.is_precise)


def _in_order(
    batches: Sequence[_Batch], structure: Target, vector: Vector, order: tuple[int, ...], policies: Policies
) -> Result:
    reports = []
    hazards = 0
    for batch in batches:
        vector, report = _best(batch, vector, order, policies)
        hazards += sum(encounter.use.count for encounter in batch.encounters) if report.table.hazards else 0
        reports.append(report)
    names = tuple(structure.groups[index].name for index in order)
    return Result(structure, vector, measures_of(structure, vector), names, tuple(reports), hazards=hazards)


def _best(
    batch: _Batch, vector: Vector, order: tuple[int, ...], policies: Policies
) -> tuple[dict[State, float], BatchReport]:
    """The batch with the choices that are best for the attacker's aim (R-29)."""
    best: tuple[tuple[float, ...], dict[State, float], BatchReport] | None = None
    for choice, precise in _choices(batch, policies):
        after, table = _resolved(batch, vector, choice, Manner(order, precise))
        measures = measures_of(batch.target, after)
        worth = weigh(measures, policies.attacker)
        if best is None or worth > best[0]:
            name = None if precise is None else batch.target.groups[precise].name
            weapons = tuple(f"{one.use.count} × {one.weapon.name}" for one in batch.encounters)
            best = (worth, after, BatchReport(weapons, table, choice, name, measures.expected_kills))
    assert best is not None, "there is always a way to attack"
    return best[1], best[2]


def _resolved(batch: _Batch, vector: Vector, choice: Choice, manner: Manner) -> tuple[dict[State, float], Table]:
    """The batch; T is that of the models there are when its wound rolls are made (05.02.01, 19.02)."""
    by_toughness: defaultdict[int, dict[State, float]] = defaultdict(dict)
    for state, chance in vector.items():
        by_toughness[batch.target.toughness(state)][state] = chance
    parts, first = [], None
    for toughness, part in by_toughness.items():
        tables = [
            table_of(encounter, batch.target, toughness=toughness, choice=choice) for encounter in batch.encounters
        ]
        attacks: Attacks = replace(tables[0].attacks, dice=sum_of([table.attacks.dice for table in tables]))
        parts.append((resolve_batch(part, attacks, batch.target, manner), 1.0))
        first = first or replace(tables[0], attacks=attacks, hazards=sum(table.hazards for table in tables))
    assert first is not None, "a vector has states"
    return joined(parts), first


def _choices(batch: _Batch, policies: Policies) -> Iterator[tuple[Choice, int | None]]:
    """What the attacker may choose for a batch, as far as it makes a difference."""
    encounter = batch.encounters[0]
    effects = tuple(effects_on(encounter, toughness=max(group.toughness for group in batch.target.groups)))
    abilities = weapon_abilities(encounter, effects)
    has_both = WeaponRule.LETHAL_HITS in abilities and (
        WeaponRule.DEVASTATING_WOUNDS in abilities or any(effect.part is Part.CRITICAL_WOUND for effect in effects)
    )
    lethal = (policies.lethal,) if policies.lethal is not None else (True, False) if has_both else (True,)
    fish = (policies.fish,) if policies.fish is not None else (False, True)
    precise: list[int | None] = [None]
    if WeaponRule.PRECISION in abilities and policies.precise != "":
        characters = [
            index
            for index, group in enumerate(batch.target.groups)
            if group.is_character and policies.precise in (None, group.name)
        ]
        precise = [*precise, *characters] if policies.precise is None else [*characters] or [None]
    for lethal_choice, fish_choice, group in product(lethal, fish, precise):
        yield (
            Choice(lethal_choice, fish_choice, fish_choice, policies.snap_hits_are_critical),
            group,
        )
