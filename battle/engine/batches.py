"""Batches of identical attacks: which weapons make them, and one resolved with the choices best for its attacker.

04.03, 04.03.01; what the attacker may choose is tried as far as it makes a difference (R-29).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product

from battle.engine.applying import Encounter, abilities_on, effects_on
from battle.engine.choices import Choice
from battle.engine.dice import sum_of
from battle.engine.effects import Change, Moment, Part
from battle.engine.groups import target_of
from battle.engine.measures import Measures, joined, measures_of, weigh
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, WeaponUse
from battle.engine.resolution import Manner, Vector, resolve_batch
from battle.engine.situation import Situation
from battle.engine.tables import Table, precise_groups, table_of
from battle.engine.target import State, Target
from battle.engine.weapons import WeaponRule

IDENTICAL = ("BS/WS", "S", "AP", "D")
"""The characteristics that identical attacks share (04.03.01)."""

MOST_POOLS = 3
"""Ways of attacks to become different by their rolls at most whose best order is looked for."""


@dataclass(frozen=True, slots=True)
class BatchReport:
    """How a batch was resolved: which weapons, their table against the first T met, and what was chosen.

    ``kills`` are models destroyed by everything up to and with this batch, on average. ``pools`` is the order in
    which its endings were resolved, empty: as they stand (5.3.2). ``uses`` are the weapons themselves.
    """

    weapons: tuple[str, ...]
    table: Table
    choice: Choice
    precise: str | None
    kills: float
    pools: tuple[int, ...] = ()
    uses: tuple[WeaponUse, ...] = ()


class Met:
    """One weapon's attacks, the target as they find it, and their tables, each made once."""

    def __init__(self, encounter: Encounter, target: Target) -> None:
        self.encounter = encounter
        self.target = target
        self.toughnesses = target.toughnesses
        self._tables: dict[tuple[int, Choice], Table] = {}

    def table(self, toughness: int, choice: Choice) -> Table:
        """The table of the attacks against this T."""
        found = self._tables.get((toughness, choice))
        if found is None:
            found = table_of(self.encounter, self.target, toughness=toughness, choice=choice)
            self._tables[toughness, choice] = found
        return found


class Meeting:
    """One unit that attacks another in a situation: what its weapons do, each worked out once."""

    def __init__(
        self, attacker: Fighters, target: Fighters, situation: Situation, read: Choice, use: WeaponUse
    ) -> None:
        self.attacker = attacker
        self.target = target
        self.situation = situation
        self.read = read
        self._encounters: dict[WeaponUse, Encounter] = {}
        self._met: dict[WeaponUse, Met] = {}
        self._gathered: dict[tuple[WeaponUse, ...], list[Batch]] = {}
        self._untouched: dict[bool, Target] = {}
        self.structure = self._found_by(self.encounter(use))
        """The target as the weapons of ``use`` find it: which groups there are is the same for all."""

    def encounter(self, use: WeaponUse) -> Encounter:
        """The weapons as they attack."""
        found = self._encounters.get(use)
        if found is None:
            found = self._encounters[use] = Encounter(self.attacker, self.target, use, self.situation)
        return found

    def met(self, use: WeaponUse) -> Met:
        """The weapons with the target as their attacks find it."""
        found = self._met.get(use)
        if found is None:
            encounter = self.encounter(use)
            found = self._met[use] = Met(encounter, self._found_by(encounter))
        return found

    def _found_by(self, encounter: Encounter) -> Target:
        """The target as the weapon finds it: what no effect touches all melee weapons find alike, and all ranged."""
        if effects_on(encounter, toughness=self.target.most_toughness):
            return target_of(encounter)
        found = self._untouched.get(encounter.weapon.is_melee)
        if found is None:
            found = self._untouched[encounter.weapon.is_melee] = target_of(encounter)
        return found

    def gathered(self, uses: tuple[WeaponUse, ...]) -> list[Batch]:
        """The weapons in batches of identical attacks, in the order given (04.03, 04.03.01)."""
        found = self._gathered.get(uses)
        if found is None:
            found = self._gathered[uses] = self._in_batches(uses)
        return found

    def _in_batches(self, uses: Sequence[WeaponUse]) -> list[Batch]:
        met = [self.met(use) for use in uses]
        if len(met) == 1:
            return [Batch((met[0],))]
        batches: dict[tuple[object, Target], list[Met]] = {}
        for one in met:
            alike = tuple(_likeness(one.table(toughness, self.read)) for toughness in one.toughnesses)
            batches.setdefault((alike, one.target), []).append(one)
        return [Batch(tuple(alike)) for alike in batches.values()]


Way = tuple[Choice, int | None, tuple[int, ...]]
"""What an attacker may choose for a batch: choice, CHARACTER group picked by [PRECISION], order of endings."""


class Batch:
    """Weapons that make identical attacks (04.03.01), and the target as they find it."""

    def __init__(self, met: tuple[Met, ...]) -> None:
        self.met = met
        self.target = met[0].target
        self.uses = tuple(one.encounter.use for one in met)
        self.weapons = tuple(f"{use.count} × {use.weapon.name}" for use in self.uses)
        self._tables: dict[tuple[int, Choice], Table] = {}
        self._ways: dict[Policies, tuple[Way, ...]] = {}

    def table(self, toughness: int, choice: Choice) -> Table:
        """The table of the attacks of all of them together."""
        if len(self.met) == 1:
            return self.met[0].table(toughness, choice)
        found = self._tables.get((toughness, choice))
        if found is None:
            tables = [one.table(toughness, choice) for one in self.met]
            attacks = replace(tables[0].attacks, dice=sum_of([table.attacks.dice for table in tables]))
            found = replace(tables[0], attacks=attacks, hazards=sum(table.hazards for table in tables))
            self._tables[toughness, choice] = found
        return found

    def ways(self, policies: Policies) -> tuple[Way, ...]:
        """What the attacker may choose, as far as it makes a difference."""
        found = self._ways.get(policies)
        if found is None:
            found = self._ways[policies] = tuple(
                (choice, precise, pools)
                for choice, precise in _choices(self, policies)
                for pools in _pools(self, choice)
            )
        return found


def _likeness(table: Table) -> tuple[object, ...]:
    """What makes attacks identical: BS or WS, S, AP and D, and all that their dice do (04.03.01).

    Those of another S that wound as often are others; their number does not matter (R-42).
    """
    attacks = table.attacks
    characteristics = tuple(table.figures[name].value if name in table.figures else None for name in IDENTICAL)
    endings = tuple((end.damage.tobytes(), end.saves, end.modifiers) for end in attacks.endings)
    chances = (attacks.hit, attacks.critical, attacks.after_hit, attacks.after_critical, attacks.save_faces)
    return (*chances, attacks.extra_hits.tobytes(), endings, table.is_precise, characteristics)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A batch with the choices best for its attacker: chances of what is then left of the target."""

    states: dict[State, float]
    measures: Measures
    report: BatchReport


def resolved(batch: Batch, vector: Vector, order: tuple[int, ...], policies: Policies) -> Resolved:
    """The batch with the choices that are best for the attacker's aim (R-29)."""
    best: tuple[tuple[float, ...], Resolved] | None = None
    ways = batch.ways(policies)
    for choice, precise, pools in ways:
        after, table = _after(batch, vector, choice, Manner(order, precise, pools))
        measures = measures_of(batch.target, after)
        worth = weigh(measures, policies.attacker) if len(ways) > 1 else ()
        if best is None or worth > best[0]:
            name = None if precise is None else batch.target.groups[precise].name
            report = BatchReport(batch.weapons, table, choice, name, measures.expected_kills, pools, batch.uses)
            best = (worth, Resolved(after, measures, report))
    assert best is not None, "there is always a way to attack"
    return best[1]


def _pools(batch: Batch, choice: Choice) -> Iterator[tuple[int, ...]]:
    """The orders in which attacks that their rolls made different can be resolved; empty: as they stand (5.3.2)."""
    toughnesses = batch.met[0].toughnesses
    toughness = toughnesses[0] if len(toughnesses) == 1 else batch.target.toughness(batch.target.start)
    endings = batch.met[0].table(toughness, choice).attacks.endings
    if len(endings) == 1:
        yield ()
        return
    normal = sum(not ending.is_mortal for ending in endings)
    if not 1 < normal <= MOST_POOLS:
        yield ()
        return
    yield from permutations(range(len(endings)))


def _after(batch: Batch, vector: Vector, choice: Choice, manner: Manner) -> tuple[dict[State, float], Table]:
    """The batch; T is that of the models there are when its wound rolls are made (05.02.01, 19.02)."""
    target = batch.target
    if len(batch.met[0].toughnesses) == 1:
        table = batch.table(target.groups[0].toughness, choice)
        return resolve_batch(vector, table.attacks, target, _fitting(manner, table)), table
    by_toughness: defaultdict[int, dict[State, float]] = defaultdict(dict)
    gone: dict[State, float] = {}
    for state, chance in vector.items():
        if target.is_destroyed(state):
            gone[state] = chance
        else:
            by_toughness[target.toughness(state)][state] = chance
    parts: list[tuple[Vector, float]] = [(gone, 1.0)] if gone else []
    first: Table | None = None
    for toughness, part in by_toughness.items() or [(target.toughness(target.start), {})]:
        table = batch.table(toughness, choice)
        parts.append((resolve_batch(part, table.attacks, target, _fitting(manner, table)), 1.0))
        first = first or table
    assert first is not None, "there is at least one table"
    return (dict(parts[0][0]) if len(parts) == 1 else joined(parts)), first


_CHOSEN = frozenset(
    {WeaponRule.LETHAL_HITS, WeaponRule.DEVASTATING_WOUNDS, WeaponRule.TWIN_LINKED, WeaponRule.PRECISION}
)
"""Abilities without which, and without effects, an attacker has nothing to choose."""


def as_read(policies: Policies) -> Choice:
    """The plainest choice, with the readings that are asked for."""
    return Choice(
        lethal=policies.lethal is not False,
        fish_hits=bool(policies.fish),
        fish_wounds=bool(policies.fish),
        snap_hits_are_critical=policies.snap_hits_are_critical,
        indirect_hits_at_any_skill=policies.indirect_hits_at_any_skill,
    )


def _fitting(manner: Manner, table: Table) -> Manner:
    """The manner without an order of endings where the table has others."""
    is_fitting = not manner.pools or len(manner.pools) == len(table.attacks.endings)
    return manner if is_fitting else replace(manner, pools=())


def _choices(batch: Batch, policies: Policies) -> Iterator[tuple[Choice, int | None]]:
    """What the attacker may choose for a batch, as far as it makes a difference."""
    encounter = batch.met[0].encounter
    toughness = batch.met[0].toughnesses[-1]
    effects = effects_on(encounter, toughness=toughness)
    abilities = abilities_on(encounter, toughness=toughness)
    if not effects and abilities.keys().isdisjoint(_CHOSEN):
        yield as_read(policies), None
        return
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
