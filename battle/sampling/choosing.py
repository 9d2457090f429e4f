"""Choices of both sides where no exact answer made them: what did best in a few pilot rolls (R-29)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, permutations, product

from battle.engine.applying import effects_on
from battle.engine.choices import Choice
from battle.engine.effects import Change, Moment, Part
from battle.engine.measures import Measures, measures_of, weigh
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.situation import Situation
from battle.engine.tables import precise_groups
from battle.engine.weapons import WeaponRule
from battle.sampling.planning import Batch, Plan, Step, named_group, plan_of, with_step
from battle.sampling.sampled import MOST_ATTACKS, affordable_for, refuse_too_many, shares, tally, work_of

PILOT_SAMPLES = 2_000
FEWEST_PILOTS = 100
PILOT_SEED = 0
PILOT_SHARE = 50
"""A pilot of weapons to select takes at most one part in so many of what an answer may."""
MOST_ORDERS = 12
"""Orders of allocation at most that are tried."""
MOST_POOLS = 3
"""Ways of attacks to become different by their rolls at most whose best order is looked for (5.3.2)."""

CHOSEN = (
    f"What both sides choose is what did best in {FEWEST_PILOTS} to {PILOT_SAMPLES:,} pilot rolls of each choice, one "
    "batch after the other."
)


def chosen_plan(
    attacker: Fighters, target: Fighters, situation: Situation, policies: Policies, most: float = MOST_ATTACKS
) -> tuple[Plan, tuple[str, ...]]:
    """A plan with the choices that policies leave open made by pilot rolls, and what that assumes, in words.

    ``most`` are attack dice of all samples of the answer, which those of the pilots stay below.
    Raises :class:`~battle.sampling.sampled.TooMany` where not even a hundred rolls are affordable.
    """

    def worth(plan: Plan) -> tuple[float, ...]:
        affordable = affordable_for(work_of(plan), most)
        refuse_too_many(0, affordable)
        samples = max(1, min(PILOT_SAMPLES, affordable // PILOT_SHARE))
        return weigh(_piloted(plan, samples), policies.attacker)

    plan = plan_of(attacker, target, situation, policies, worth=worth)
    # What cannot be rolled a hundred times is not worth a pilot.
    refuse_too_many(0, affordable_for(work_of(plan), most))
    orders = [plan.order] if policies.order is not None else list(islice(plan.structure.orders(), MOST_ORDERS))
    options = [list(_options(step.batch, policies)) for step in plan.steps]
    assumed = (CHOSEN,) if plan.had_selection and policies.weapons is None else ()
    if len(orders) == 1 and all(len(found) == 1 for found in options):
        single = tuple(found[0] for found in options)
        return replace(plan, order=orders[0], steps=single), assumed
    # As many orders as can be tried with enough rolls: all choices are made anew for each.
    choices = 1 + sum(len(found) for found in options if len(found) > 1)
    affordable = affordable_for(work_of(plan), most)
    orders = orders[: max(1, affordable // (FEWEST_PILOTS * choices))]
    samples = max(FEWEST_PILOTS, min(PILOT_SAMPLES, affordable // (choices * len(orders))))
    best: tuple[tuple[float, ...], Plan] | None = None
    for order in orders:
        found = _attacked(replace(plan, order=order), options, policies, samples)
        lost = weigh(_piloted(found, samples), policies.defender)
        if best is None or lost < best[0]:
            best = lost, found
    assert best is not None, "a unit has at least one order"
    return best[1], (CHOSEN,)


def _attacked(plan: Plan, options: list[list[Step]], policies: Policies, samples: int) -> Plan:
    """The plan with what is best for the attacker, batch by batch."""
    for place, found in enumerate(options):
        if len(found) == 1:
            plan = with_step(plan, place, found[0])
            continue
        upto = replace(plan, steps=plan.steps[: place + 1])

        def worth(step: Step, upto: Plan = upto, place: int = place) -> tuple[float, ...]:
            return weigh(_piloted(with_step(upto, place, step), samples), policies.attacker)

        plan = with_step(plan, place, max(found, key=worth))
    return plan


def _piloted(plan: Plan, samples: int) -> Measures:
    """What the plan does in a few rolls; the same dice for all plans, so that they are compared fairly."""
    return measures_of(plan.structure, shares(tally(plan, samples, PILOT_SEED)))


def _options(batch: Batch, policies: Policies) -> Iterator[Step]:
    """What the attacker may choose for a batch, as far as it makes a difference; first the plainest."""
    one = batch.encounters[0]
    effects = tuple(effects_on(one, toughness=max(group.toughness for group in batch.target.groups)))
    abilities = batch.abilities
    has_both = WeaponRule.LETHAL_HITS in abilities and (
        WeaponRule.DEVASTATING_WOUNDS in abilities or any(effect.moment is Moment.CRITICAL_WOUND for effect in effects)
    )
    lethal = (policies.lethal,) if policies.lethal is not None else (True, False) if has_both else (True,)
    again = {effect.part for effect in effects if effect.change is Change.REROLL}
    may_fish = (Part.HIT_ROLL in again, Part.WOUND_ROLL in again or WeaponRule.TWIN_LINKED in abilities)
    fish = [(policies.fish,) if policies.fish is not None else (False, True) if may else (False,) for may in may_fish]
    precise: list[int | None] = [named_group(batch, policies.precise)]
    if WeaponRule.PRECISION in abilities and policies.precise is None:
        precise += precise_groups(one, batch.target)
    readings = (policies.snap_hits_are_critical, policies.indirect_hits_at_any_skill)
    for is_lethal, hits, wounds in product(lethal, fish[0], fish[1]):
        choice = Choice(is_lethal, hits, wounds, *readings)
        for group, pools in product(precise, _pools(batch, choice)):
            yield Step(batch, choice, group, pools)


def _pools(batch: Batch, choice: Choice) -> Iterator[tuple[int, ...]]:
    """The orders in which attacks that their rolls made different can be resolved (5.3.2)."""
    pools = batch.procedure(batch.target.toughness(batch.target.start), choice).pools
    if not 1 < sum(not pool.is_mortal for pool in pools) <= MOST_POOLS:
        yield ()
        return
    yield from permutations(range(len(pools)))
