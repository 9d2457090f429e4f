"""One roll, die by die, as people do it: dice rolled, sorted and allocated to models one by one (04.03, 05, 06.02, 24).

It knows models with wounds, no chances: nothing here is shared with the exact resolution but the numbers that
dice are compared with.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from battle.engine.dice import Dice
from battle.engine.rolls import Fate
from battle.engine.target import NONE, Group, State, Target
from battle.sampling.checks import Check
from battle.sampling.planning import Plan, Step
from battle.sampling.procedure import AttackDice, Pool, Procedure, Wounding
from battle.sampling.tracing import Trace

HAZARD_FAILS = (1, 2)
EXPLODES = 6


class Models:
    """The models of a unit, each with the wounds it has left, by allocation group; ``ignored``: see Target."""

    def __init__(self, target: Target, state: State) -> None:
        self.groups: list[list[int]] = []
        for group, total in zip(target.groups, state, strict=False):
            whole, rest = divmod(total, group.wounds)
            self.groups.append([*([rest] if rest else []), *[group.wounds] * whole])
        self.ignored = state[len(target.groups)]

    def state(self) -> State:
        """Wounds left in each group, as the engine writes it."""
        return (*map(sum, self.groups), self.ignored)

    def alive(self, group: int) -> bool:
        """Whether the group has a model left."""
        return bool(self.groups[group])

    def is_wounded(self, target: Target, group: int) -> bool:
        """Whether a model of the group that is left has lost wounds."""
        return any(left < target.groups[group].wounds for left in self.groups[group])

    @property
    def are_destroyed(self) -> bool:
        """Whether no model is left."""
        return not any(self.groups)


class Luck:
    """Dice from a seeded source."""

    def __init__(self, source: random.Random) -> None:
        self._source = source

    def d6(self) -> int:
        """One die."""
        return int(self._source.random() * 6) + 1

    def roll(self, dice: Dice) -> int:
        """Dice added up, below 0 as 0; a D3 is half a D6, rounded up (01.05)."""
        total = dice.bonus
        for _ in range(dice.count):
            total += (self.d6() + 1) // 2 if dice.sides == 3 else self.d6()
        return max(0, total)


def rolled(plan: Plan, luck: Luck, models: Models | None = None, trace: Trace | None = None) -> Models:
    """The target after one roll of the whole attack; ``models``: what is left of it already, which is changed."""
    models = Models(plan.structure, plan.structure.start) if models is None else models
    for step in plan.steps:
        if not models.are_destroyed:
            _Attack(step, plan.order, models, luck, trace).resolve()
    return models


def hazards(rolls: int, hurts: int, target: Target, order: Sequence[int], models: Models, luck: Luck) -> list[int]:
    """The attacker's hazard rolls, all made at once, and the mortal wounds of those that fail (06.03); the faces."""
    faces = [luck.d6() for _ in range(rolls)]
    _suffer(hurts * sum(face in HAZARD_FAILS for face in faces), target, order, models, luck)
    return faces


def explosions(
    wrecks: Sequence[Dice], target: Target, order: Sequence[int], models: Models, luck: Luck
) -> tuple[list[int], int]:
    """A die for each destroyed model with Deadly Demise; ``models`` near by suffer what each 6 brings (24.08).

    The faces, and the mortal wounds.
    """
    faces = [luck.d6() for _ in wrecks]
    wounds = sum(luck.roll(dice) for dice, face in zip(wrecks, faces, strict=True) if face == EXPLODES)
    _suffer(wounds, target, order, models, luck)
    return faces, wounds


def _suffer(wounds: int, target: Target, order: Sequence[int], models: Models, luck: Luck) -> None:
    """Mortal wounds one after the other (06.02)."""
    for _ in range(wounds):
        struck = _for_mortal_wound(target, models, [group for group in order if models.alive(group)])
        if struck is not None:
            _lose(target.groups[struck], models.groups[struck], 1, target.groups[struck].feel_no_pain_mortal, luck)


class _Attack:
    """One batch being resolved against the models that are left."""

    def __init__(self, step: Step, order: Sequence[int], models: Models, luck: Luck, trace: Trace | None) -> None:
        self.step = step
        self.target = step.batch.target
        self.wanted = order
        self.models = models
        self.luck = luck
        self.trace = trace
        toughness = toughness_of(self.target, models)
        self.procedure: Procedure = step.batch.procedure(toughness, step.choice)
        if trace:
            trace.begins(step, toughness)

    def resolve(self) -> None:
        number = sum(self._attack_dice(one) for one in self.step.batch.dice)
        ordinary, critical = self._hits(number)
        pools: list[int] = [0] * len(self.procedure.pools)
        self._wounds(self.procedure.ordinary, ordinary, pools, "hits")
        self._wounds(self.procedure.critical, critical, pools, "critical hits")
        order = self.step.pools if len(self.step.pools) == len(pools) else range(len(pools))
        for place in order:
            if pools[place] and not self.procedure.pools[place].is_mortal:
                self._saves(self.procedure.pools[place], pools[place])
        # All normal damage of these attacks comes before their mortal wounds (06.02, 24.10).
        for place in order:
            if pools[place] and self.procedure.pools[place].is_mortal:
                self._mortal_wounds(self.procedure.pools[place], pools[place])

    def _attack_dice(self, dice: AttackDice) -> int:
        total = 0
        for _ in range(dice.weapons):
            total += dice.attacks.value(self.luck.roll)
            total += sum(self.luck.roll(more) for more, times, _ in dice.added for _ in range(times))
        if self.trace:
            self.trace.attack_dice(dice, total)
        return total

    def _hits(self, number: int) -> tuple[int, int]:
        """Hits that are not critical, with those of [SUSTAINED HITS], and critical ones (05.01, 24.36)."""
        check = self.procedure.hit
        if check is None:
            if self.trace:
                self.trace.hits_without_a_roll(number)
            return number, 0
        faces = self._dice(number, check, "Hit")
        ordinary = sum(check.fate(face) is Fate.SUCCEEDS for face in faces)
        critical = sum(check.fate(face) is Fate.CRITICAL for face in faces)
        more = 0
        if self.procedure.extra_hits is not None:
            more = sum(self.luck.roll(self.procedure.extra_hits) for _ in range(critical))
        if self.trace:
            self.trace.hits(ordinary, critical, more, self.procedure)
        return ordinary + more, critical

    def _dice(self, number: int, check: Check, roll: str) -> list[int]:
        faces = [self.luck.d6() for _ in range(number)]
        after = [self.luck.d6() if check.again[face - 1] else face for face in faces]
        if self.trace and number:
            self.trace.dice(roll, faces, after, check)
        return after

    def _wounds(self, wounding: Wounding, hits: int, pools: list[int], name: str) -> None:
        """Wound rolls of hits, or wounds without one, into the pools where such attacks belong (05.02, 24.23)."""
        ordinary, critical = wounding.pools
        if not hits:
            return
        if wounding.checks is None:
            pools[ordinary] += hits
            if self.trace:
                self.trace.wounds_without_a_roll(hits)
            return
        strengths = [wounding.strength.value(self.luck.roll) for _ in range(hits)]
        counts = [0, 0]
        for strength in sorted(set(strengths)):
            check = wounding.check(strength)
            rolls = f"Wound ({name}, S {max(1, strength)})"
            for face in self._dice(strengths.count(strength), check, rolls):
                fate = check.fate(face)
                if fate is not Fate.FAILS:
                    pools[critical if fate is Fate.CRITICAL else ordinary] += 1
                    counts[fate is Fate.CRITICAL] += 1
        if self.trace:
            self.trace.wounds(*counts)

    def _saves(self, pool: Pool, number: int) -> None:
        """Save rolls of a pool, all made, then applied from the lowest to the highest (05.03, 05.04)."""
        order = declared(self.target, self.models, self.wanted)
        precise = self._precise()
        if self.trace:
            self.trace.declared(self.target, order, precise)
        check = Check((Fate.FAILS,) * 6, pool.save_again)
        faces = sorted(self._dice(number, check, "Save"))
        for face in faces:
            group = self._current(order, precise)
            if group is None:
                if self.trace:
                    self.trace.excess(self.target)
                return
            if face != 1 and face >= pool.saved[group]:
                if self.trace:
                    self.trace.saved(face, self.target.groups[group], pool.saved[group])
                continue
            self._damage(pool, face, group)

    def _damage(self, pool: Pool, face: int, group: int) -> None:
        """One attack that inflicts damage on a model of the group: the one that has lost wounds if possible (05.04)."""
        found = self.target.groups[group]
        if self.models.ignored:
            self.models.ignored -= 1
            if self.trace:
                self.trace.ignored(face, found)
            return
        damage = pool.damage.value(self.luck.roll, found.damage)
        lost, left = _lose(found, self.models.groups[group], damage, found.feel_no_pain, self.luck)
        if self.trace:
            self.trace.damage(face, found, pool.saved[group], damage, lost, left, found.feel_no_pain)

    def _mortal_wounds(self, pool: Pool, number: int) -> None:
        """Each critical wound hurts one model; what is over when it is destroyed is lost (24.10, 06.02)."""
        order = declared(self.target, self.models, self.wanted)
        for _ in range(number):
            precise = self._precise()
            group = precise if precise is not None else _for_mortal_wound(self.target, self.models, order)
            if group is None:
                if self.trace:
                    self.trace.excess(self.target)
                return
            found = self.target.groups[group]
            damage = pool.damage.value(self.luck.roll, found.mortal_damage)
            lost, left = _lose(found, self.models.groups[group], damage, found.feel_no_pain_mortal, self.luck)
            if self.trace:
                self.trace.mortal_wounds(found, damage, lost, left)

    def _precise(self) -> int | None:
        """The CHARACTER that [PRECISION] picked, while it lives (24.28)."""
        group = self.step.precise
        return group if group is not None and self.models.alive(group) else None

    def _current(self, order: Sequence[int], precise: int | None) -> int | None:
        if precise is not None and self.models.alive(precise):
            return precise
        return next((group for group in order if self.models.alive(group)), None)


def _lose(group: Group, models: list[int], damage: int, feel_no_pain: int, luck: Luck) -> tuple[int, int]:
    """One model loses wounds one by one, each rolled for (24.12); wounds lost, and what the model has left.

    The model that has lost wounds is struck first; of those unhurt any, since they are alike.
    """
    struck = min(range(len(models)), key=models.__getitem__)
    left, lost = models[struck], 0
    for _ in range(damage):
        if not left:
            break
        if feel_no_pain < NONE and luck.d6() >= feel_no_pain:
            continue
        left -= 1
        lost += 1
    if left:
        models[struck] = left
    else:
        del models[struck]
    return lost, left


def toughness_of(target: Target, models: Models) -> int:
    """The T of wound rolls: the highest of bodyguards while one lives, else of whoever lives (05.02.01, 19.02)."""
    alive = [group for place, group in enumerate(target.groups) if models.alive(place)]
    bodyguards = [group for group in alive if group.is_bodyguard]
    return max(group.toughness for group in (bodyguards if target.is_attached and bodyguards else alive))


def declared(target: Target, models: Models, wanted: Sequence[int]) -> list[int]:
    """The allocation order: as wanted, but whoever has a wounded model first, and CHARACTERs last (05.03, R-40)."""
    alive = [group for group in wanted if models.alive(group)]
    others = [group for group in alive if not target.groups[group].is_character]
    characters = [group for group in alive if target.groups[group].is_character]
    return [*_wounded_first(target, models, others), *_wounded_first(target, models, characters)]


def _wounded_first(target: Target, models: Models, groups: Sequence[int]) -> list[int]:
    wounded = [group for group in groups if models.is_wounded(target, group)]
    return [*wounded, *(group for group in groups if group not in wounded)]


def _for_mortal_wound(target: Target, models: Models, order: Sequence[int]) -> int | None:
    """The group that a mortal wound strikes: the first instruction of 06.02 that applies, in the order (R-41)."""
    alive = [group for group in order if models.alive(group)]
    instructions: tuple[Callable[[int], bool], ...] = (
        lambda group: not target.groups[group].is_character and models.is_wounded(target, group),
        lambda group: not target.groups[group].is_character,
        lambda group: models.is_wounded(target, group),
        lambda group: True,
    )
    for applies in instructions:
        for group in alive:
            if applies(group):
                return group
    return None
