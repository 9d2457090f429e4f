"""What is rolled when one unit attacks another: batches of identical attacks, and the choices of both (04.03, R-29)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from battle.engine.abilities import weapon_abilities
from battle.engine.applying import Encounter, effects_on
from battle.engine.attacks import Result
from battle.engine.choices import Choice
from battle.engine.groups import UNARMED, target_of
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, WeaponUse
from battle.engine.selection import Selected, select
from battle.engine.situation import Situation
from battle.engine.tables import precise_groups
from battle.engine.target import Target
from battle.engine.weapons import WeaponRule
from battle.sampling.procedure import AttackDice, Procedure, attack_dice, procedure_of


@dataclass(frozen=True, slots=True)
class Batch:
    """Weapons that make identical attacks (04.03.01), and the target as their attacks find it."""

    encounters: tuple[Encounter, ...]
    target: Target
    dice: tuple[AttackDice, ...]
    procedures: dict[tuple[int, Choice], Procedure] = field(default_factory=dict, compare=False, repr=False)
    """Those that were read already, by T and choice."""

    def procedure(self, toughness: int, choice: Choice) -> Procedure:
        """How the attacks are rolled against this T."""
        found = self.procedures.get((toughness, choice))
        if found is None:
            found = procedure_of(self.encounters[0], self.target, toughness=toughness, choice=choice)
            self.procedures[toughness, choice] = found
        return found

    @property
    def uses(self) -> tuple[WeaponUse, ...]:
        """Its weapons."""
        return tuple(one.use for one in self.encounters)

    @property
    def weapons(self) -> tuple[str, ...]:
        """Its weapons, as answers name them: ``"10 × Rifle"``."""
        return tuple(f"{one.use.count} × {one.weapon.name}" for one in self.encounters)

    @property
    def abilities(self) -> frozenset[WeaponRule]:
        """The weapon abilities of its attacks."""
        one = self.encounters[0]
        toughness = max(group.toughness for group in self.target.groups)
        return frozenset(weapon_abilities(one, tuple(effects_on(one, toughness=toughness))))


@dataclass(frozen=True, slots=True)
class Step:
    """One batch with the choices of the attacker: ``precise`` is the group that [PRECISION] picks, ``pools`` the
    order in which attacks that their rolls made different are resolved, empty: as they come (5.3.2)."""

    batch: Batch
    choice: Choice
    precise: int | None = None
    pools: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything about an attack but the dice. ``order`` are the groups as the defender wants them allocated to."""

    attacker: Fighters
    target: Fighters
    situation: Situation
    structure: Target
    order: tuple[int, ...]
    steps: tuple[Step, ...]
    left_out: tuple[tuple[str, str], ...] = ()
    had_selection: bool = False

    @property
    def hazards(self) -> int:
        """Hazard rolls of the attacker afterwards: one for each [HAZARDOUS] weapon selected (24.15)."""
        return sum(
            encounter.use.count
            for step in self.steps
            if WeaponRule.HAZARDOUS in step.batch.abilities
            for encounter in step.batch.encounters
        )


def plan_of(
    attacker: Fighters,
    target: Fighters,
    situation: Situation,
    policies: Policies,
    exact: Result | None = None,
    worth: Callable[[Plan], tuple[float, ...]] | None = None,
) -> Plan:
    """The attack with its choices: as ``policies`` settle them, else as the ``exact`` answer made them.

    Without either they are the plainest: groups in the order of the unit, [LETHAL HITS] used, nothing picked by
    [PRECISION], and of weapons that a model has to select among those with the most attack dice, or those whose attacks
    by themselves are ``worth`` most. See :mod:`battle.sampling.choosing` for better choices.
    """
    structure = target_of(Encounter(attacker, target, next(iter(attacker.weapons), UNARMED), situation))
    plain = plain_choice(policies)
    names = exact.order if exact is not None else policies.order
    order = next(structure.orders()) if names is None else settled_order(structure, names)

    def planned(selected: Selected) -> Plan:
        batches = gathered([Encounter(attacker, target, use, situation) for use in selected.uses], plain)
        steps = tuple(Step(batch, plain, named_group(batch, policies.precise)) for batch in batches)
        if exact is not None:
            steps = _as_chosen(batches, exact)
        return Plan(attacker, target, situation, structure, order, steps, selected.left_out, selected.had_choice)

    if exact is not None:
        uses = tuple(use for report in exact.batches for use in report.uses)
        return planned(Selected(uses, exact.left_out, had_choice=False))
    wanted = set(policies.weapons or ())

    def judge(uses: tuple[WeaponUse, ...]) -> tuple[float, ...]:
        named = sum(use.weapon.name in wanted or use.weapon.profile_of in wanted for use in uses)
        if named or worth is None:
            return float(named), sum(use.count * use.weapon.attacks.mean for use in uses)
        return 0.0, *worth(planned(Selected(uses, (), had_choice=False)))

    return planned(select(attacker, target, situation, judge))


def plain_choice(policies: Policies) -> Choice:
    """The choice that policies settle, the plainest where they leave it open."""
    return Choice(
        lethal=policies.lethal is not False,
        fish_hits=bool(policies.fish),
        fish_wounds=bool(policies.fish),
        snap_hits_are_critical=policies.snap_hits_are_critical,
        indirect_hits_at_any_skill=policies.indirect_hits_at_any_skill,
    )


def settled_order(structure: Target, names: Sequence[str]) -> tuple[int, ...]:
    """The groups in the order of these names, others after them, CHARACTERs last (05.03)."""
    known = [group.name for group in structure.groups]
    wanted = [known.index(name) for name in names if name in known]
    wanted += [place for place in range(len(known)) if place not in wanted]
    return tuple(sorted(wanted, key=lambda place: structure.groups[place].is_character))


def named_group(batch: Batch, name: str | None) -> int | None:
    """The CHARACTER group of this name, if [PRECISION] of the batch may pick it (24.28)."""
    if WeaponRule.PRECISION not in batch.abilities:
        return None
    visible = precise_groups(batch.encounters[0], batch.target)
    return next((place for place in visible if batch.target.groups[place].name == name), None)


def gathered(encounters: Sequence[Encounter], choice: Choice) -> list[Batch]:
    """The weapons in batches of identical attacks, in their order (04.03, 04.03.01)."""
    alike: dict[tuple[object, Target], list[Encounter]] = {}
    for encounter in encounters:
        target = target_of(encounter)
        procedures = tuple(
            procedure_of(encounter, target, toughness=toughness, choice=choice)
            for toughness in sorted({group.toughness for group in target.groups})
        )
        alike.setdefault((procedures, target), []).append(encounter)
    return [
        Batch(tuple(found), target, tuple(_dice(encounter) for encounter in found))
        for (_, target), found in alike.items()
    ]


def _dice(encounter: Encounter) -> AttackDice:
    toughness = max((profile.toughness for profile in encounter.target.profiles), default=1)
    effects = tuple(effects_on(encounter, toughness=toughness))
    return attack_dice(encounter, effects, weapon_abilities(encounter, effects))


def _as_chosen(batches: Sequence[Batch], exact: Result) -> tuple[Step, ...]:
    """The batches in the order and with the choices of the exact answer."""
    left = list(batches)
    steps = []
    for report in exact.batches:
        batch = next((one for one in left if one.uses == report.uses), None)
        if batch is None:
            raise LookupError(f"The exact answer has a batch that dice do not: {', '.join(report.weapons)}.")
        left.remove(batch)
        steps.append(Step(batch, report.choice, named_group(batch, report.precise or ""), report.pools))
    if left:
        raise LookupError(f"Dice have a batch that the exact answer has not: {', '.join(left[0].weapons)}.")
    return tuple(steps)


def with_step(plan: Plan, place: int, step: Step) -> Plan:
    """The plan with another step at this place."""
    return replace(plan, steps=(*plan.steps[:place], step, *plan.steps[place + 1 :]))


def toughnesses(batch: Batch) -> Iterator[int]:
    """Every T that wound rolls of the batch can be made against."""
    yield from sorted({group.toughness for group in batch.target.groups})
