"""Duels played by dice, turn by turn: what :mod:`battle.engine.chain` works out, with units that lose models."""

from __future__ import annotations

from dataclasses import replace

from battle.engine.courses import Duel, Who
from battle.engine.exchange import structure_of
from battle.engine.hazards import HAZARD_HURTS, HAZARD_HURTS_MONSTERS
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.situation import Phase, ShootingType, Situation
from battle.engine.survivors import survivors
from battle.sampling.literal import Luck, Models, hazards, rolled
from battle.sampling.planning import Plan, plan_of

Sides = dict[Who, Fighters | None]


class Table:
    """Two units at so many inches, one of them perhaps gone; plans of attacks are made once."""

    def __init__(self, attacker: Fighters, target: Fighters, duel: Duel, policies: Policies) -> None:
        self.units = {Who.ATTACKER: attacker, Who.TARGET: target}
        self.duel = duel
        self.policies = policies
        self.plans: dict[tuple[Fighters, Fighters, Situation], Plan] = {}

    def played(self, luck: Luck) -> dict[Who, int]:
        """One duel: models destroyed on each side."""
        sides: Sides = dict(self.units)
        distance, is_engaged = self.duel.distance, self.duel.distance <= 2
        for number in range(1, self.duel.rounds + 1):
            for active in (self.duel.first, self.duel.first.other):
                course = self.duel.course(active)
                before, distance = distance, course.moved_to(distance)
                self._attack(sides, active, self._shooting(active, distance, before, is_engaged, number), luck)
                has_charged = False
                if not is_engaged and all(sides.values()) and course.charges and not course.advances and distance <= 12:
                    roll = luck.d6() + luck.d6() + course.charge_modifier
                    if roll < distance and course.rerolls_charges:
                        roll = luck.d6() + luck.d6() + course.charge_modifier
                    has_charged = is_engaged = min(roll, 12) >= distance
                if is_engaged:
                    self._fight(sides, active, luck, has_charged=has_charged, number=number)
        return {who: unit.models - _models(sides[who]) for who, unit in self.units.items()}

    def _shooting(self, who: Who, distance: float, before: float, is_engaged: bool, number: int) -> Situation:
        course = self.duel.course(who)
        plain = replace(course.shooting, phase=Phase.SHOOTING, round=number)
        if is_engaged:
            return replace(
                plain,
                shooting_type=ShootingType.CLOSE_QUARTERS,
                distance=2,
                engaged_with_each_other=True,
                is_stationary=True,
                moved_little=True,
            )
        return replace(
            plain,
            shooting_type=ShootingType.ASSAULT if course.advances else plain.shooting_type,
            distance=distance,
            has_advanced=course.advances,
            is_stationary=distance == before and not course.advances,
            moved_little=abs(distance - before) <= 3 and not course.advances,
        )

    def _fight(self, sides: Sides, active: Who, luck: Luck, *, has_charged: bool, number: int) -> None:
        """Whoever charged or fights first does so, the active player's first; then the others (12.04)."""
        first = [
            who for who in (active, active.other) if self.units[who].fights_first or (has_charged and who is active)
        ]
        rest = [who for who in (active, active.other) if who not in first]
        for who in (*first, *rest):
            situation = replace(
                self.duel.course(who).fighting,
                phase=Phase.FIGHT,
                has_charged=has_charged and who is active,
                was_charged=has_charged and who is not active,
                round=number,
            )
            self._attack(sides, who, situation, luck)

    def _attack(self, sides: Sides, actor: Who, situation: Situation, luck: Luck) -> None:
        striker, struck = sides[actor], sides[actor.other]
        if striker is None or struck is None:
            return
        plan = self.plans.get((striker, struck, situation))
        if plan is None:
            plan = plan_of(striker, struck, situation, self.policies)
            self.plans[striker, struck, situation] = plan
        left = rolled(plan, luck)
        sides[actor.other] = survivors(struck, plan.structure, left.state())
        if plan.hazards:
            structure = structure_of(striker, situation)
            own = Models(structure, structure.start)
            hurts = HAZARD_HURTS_MONSTERS if striker.hazards_hurt_more else HAZARD_HURTS
            hazards(plan.hazards, hurts, structure, next(iter(structure.orders())), own, luck)
            sides[actor] = survivors(striker, structure, own.state())


def _models(fighters: Fighters | None) -> int:
    return fighters.models if fighters is not None else 0
