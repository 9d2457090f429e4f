"""A duel of two units over battle rounds: shooting, charges and fights one after the other, exactly (09-12).

Both units' states are carried on together, so that whoever strikes does so with those who are left in that very
case, at those who are left of the other. Units that are engaged stay so: nobody falls back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from battle.engine.attacks import Assault, Result
from battle.engine.courses import ENGAGED_INCHES, MOST_ROUNDS, Duel, Who, fighting_order, may_charge
from battle.engine.demise import DEMISE_INCHES, demises_of, explosions
from battle.engine.effects import Test
from battle.engine.exchange import after_explosions, after_hazards, structure_of
from battle.engine.joint import Growing, Joint, added, growing, margin, turned, weight_of
from battle.engine.measures import Measures, measures_of
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.situation import Phase, ShootingType, Situation
from battle.engine.standing import asked, attacked, striking
from battle.engine.steps import DEMISE_OF_ITS_OWN, NOT_IN_A_DUEL, Action, Chain, RoundEnd, Step
from battle.engine.target import State, Target
from battle.engine.weapons import WeaponRule
from battle.engine.work import TooLarge, spend

NEGLIGIBLE = 1e-14
"""Cases less likely than this are carried on as they are: what they would do is not worked out."""
LARGEST_JOINT = 60_000
"""Pairs of states of both units at most."""
LITTLE_MOVED_INCHES = 3.0
WORK_OF_A_CASE = 40_000
"""Units of work that it takes to prepare the attacks of one case of survivors, by the time both take."""
WORK_OF_A_PAIR = 100
"""Units of work that it takes to add the chances of a pair of states, by the time both take."""


def chain(attacker: Fighters, target: Fighters, duel: Duel, policies: Policies) -> Chain:
    """The duel, each battle round the turns of both.

    Raises :class:`~battle.engine.work.TooLarge` where the states of both together do not fit, ValueError for a
    number of rounds that there are not.
    """
    if not 1 <= duel.rounds <= MOST_ROUNDS:
        raise ValueError(f"{duel.rounds} battle rounds; there are 1 to {MOST_ROUNDS}.")
    return _Course(attacker, target, duel, policies).run()


class _Case(NamedTuple):
    """What cases of the duel have in common apart from the states of the units."""

    is_engaged: bool
    has_charged: bool
    """The active unit, this turn."""
    spent_by_attacker: frozenset[str]
    spent_by_target: frozenset[str]

    def spent(self, who: Who) -> frozenset[str]:
        return self.spent_by_attacker if who is Who.ATTACKER else self.spent_by_target

    def spending(self, who: Who, names: frozenset[str]) -> _Case:
        if who is Who.ATTACKER:
            return self._replace(spent_by_attacker=self.spent_by_attacker | names)
        return self._replace(spent_by_target=self.spent_by_target | names)


class _Unit:
    """One of the two, with its cases that were met, each held once."""

    def __init__(self, fighters: Fighters, enemy: Fighters, duel: Duel, who: Who) -> None:
        self.fighters = fighters
        self.enemy = enemy
        self.structure = structure_of(fighters, duel.course(who).fighting)
        self.demises = demises_of(fighters, self.structure)
        self._striking: dict[State, Fighters | None] = {}
        self._attacked: dict[State, Fighters] = {}
        self._held: dict[Fighters, Fighters] = {}

    def striking(self, state: State) -> Fighters | None:
        """The survivors as they strike; cases alike are the same object."""
        if state not in self._striking:
            found = striking(self.fighters, self.structure, state, enemy=self.enemy)
            self._striking[state] = None if found is None else self._held.setdefault(found, found)
        return self._striking[state]

    def attacked(self, state: State) -> Fighters:
        """The unit as it is attacked in this state; cases alike are the same object."""
        if state not in self._attacked:
            found = attacked(self.fighters, self.structure, state, enemy=self.enemy)
            self._attacked[state] = self._held.setdefault(found, found)
        return self._attacked[state]


class _Course:
    """The duel while it goes on."""

    def __init__(self, attacker: Fighters, target: Fighters, duel: Duel, policies: Policies) -> None:
        self.duel = duel
        self.policies = policies
        self.units = {
            Who.ATTACKER: _Unit(attacker, target, duel, Who.ATTACKER),
            Who.TARGET: _Unit(target, attacker, duel, Who.TARGET),
        }
        self.distance = duel.distance
        case = _Case(duel.distance <= ENGAGED_INCHES, False, frozenset(), frozenset())
        start = growing()
        start[self.units[Who.ATTACKER].structure.start][self.units[Who.TARGET].structure.start] = 1.0
        self.cases: dict[_Case, Growing] = {case: start}
        self.steps: list[Step] = []
        self.is_round_asked = Test.ROUND in asked(attacker, target)
        self.not_modelled: dict[str, None] = {}
        self.assumptions: dict[str, None] = {}
        self._assaults: dict[tuple[Who, int, int, Situation], Assault] = {}
        self._idle: set[tuple[Who, int, int, Situation]] = set()

    def run(self) -> Chain:
        rounds = []
        for number in range(1, self.duel.rounds + 1):
            for active in (self.duel.first, self.duel.first.other):
                self._turn(number, active)
            attacker, target = self._measures()
            engaged = sum(self._standing(joint) for case, joint in self.cases.items() if case.is_engaged)
            rounds.append(RoundEnd(number, attacker, target, engaged, self.distance))
        total = growing()
        for joint in self.cases.values():
            added(total, joint)
        return Chain(
            tuple(self.steps),
            tuple(rounds),
            self.units[Who.ATTACKER].structure,
            self.units[Who.TARGET].structure,
            {one: dict(row) for one, row in total.items()},
            self._destroyed(total),
            (*self.not_modelled, *self._demises()),
            (*NOT_IN_A_DUEL, *self.assumptions),
        )

    def _turn(self, number: int, active: Who) -> None:
        course = self.duel.course(active)
        before = self.distance
        self.distance = course.moved_to(before)
        moved = abs(self.distance - before)
        self._shoot(number, active, moved)
        self._charge(number, active)
        self._fight(number, active)

    # Shooting, charges, fights ------------------------------------------------------------------------------

    def _shoot(self, number: int, active: Who, moved: float) -> None:
        course = self.duel.course(active)
        apart = replace(
            course.shooting,
            phase=Phase.SHOOTING,
            shooting_type=ShootingType.ASSAULT if course.advances else course.shooting.shooting_type,
            distance=self.distance,
            has_advanced=course.advances,
            is_stationary=not moved and not course.advances,
            moved_little=moved <= LITTLE_MOVED_INCHES and not course.advances,
            round=self._told_round(number),
        )
        engaged = replace(
            apart,
            shooting_type=ShootingType.CLOSE_QUARTERS,
            distance=ENGAGED_INCHES,
            engaged_with_each_other=True,
            has_advanced=False,
            is_stationary=True,
            moved_little=True,
        )
        self._attack(number, active, active, Action.SHOOTING, {False: apart, True: engaged})

    def _charge(self, number: int, active: Who) -> None:
        chance = self.duel.course(active).charge_chance(self.distance)
        if not chance or not may_charge(self.units[active].fighters, self.units[active.other].fighters):
            return
        declared = 0.0
        after: dict[_Case, Growing] = defaultdict(growing)
        for case, joint in self.cases.items():
            if case.is_engaged:
                added(after[case], joint)
                continue
            standing, over = self._parted(joint)
            declared += weight_of(standing)
            added(after[case], over)
            added(after[case], standing, 1 - chance)
            added(after[case._replace(is_engaged=True, has_charged=True)], standing, chance)
        if declared:
            self.cases = dict(after)
            self._tell(number, active, active, Action.CHARGE, declared, chance)

    def _fight(self, number: int, active: Who) -> None:
        # Whether the active unit charged decides who fights first, so that the cases go their own ways (12.04).
        for place in range(2):
            situations: dict[_Case, tuple[Who, Situation]] = {}
            for case in self.cases:
                if not case.is_engaged:
                    continue
                order = fighting_order(
                    active,
                    active_fights_first=case.has_charged or self.units[active].fighters.fights_first,
                    other_fights_first=self.units[active.other].fighters.fights_first,
                )
                actor = order[place]
                situations[case] = (
                    actor,
                    replace(
                        self.duel.course(actor).fighting,
                        phase=Phase.FIGHT,
                        has_charged=case.has_charged and actor is active,
                        was_charged=case.has_charged and actor is not active,
                        round=self._told_round(number),
                    ),
                )
            for actor in (active, active.other):
                wanted = {case: situation for case, (who, situation) in situations.items() if who is actor}
                if wanted:
                    self._attack_in(number, active, actor, Action.FIGHT, wanted)
        after: dict[_Case, Growing] = defaultdict(growing)
        for case, joint in self.cases.items():
            added(after[case._replace(has_charged=False)], joint)
        self.cases = dict(after)

    def _told_round(self, number: int) -> int | None:
        """The battle round where a rule asks for it: attacks in other rounds are else the same."""
        return number if self.is_round_asked else None

    # Attacks --------------------------------------------------------------------------------------------------

    def _attack(
        self, number: int, active: Who, actor: Who, action: Action, situations: Mapping[bool, Situation]
    ) -> None:
        self._attack_in(number, active, actor, action, {case: situations[case.is_engaged] for case in self.cases})

    def _attack_in(
        self, number: int, active: Who, actor: Who, action: Action, situations: Mapping[_Case, Situation]
    ) -> None:
        """The actor attacks in these cases; the others stay as they are."""
        after: dict[_Case, Growing] = defaultdict(growing)
        took_place = 0.0
        for case, joint in self.cases.items():
            situation = situations.get(case)
            if situation is None:
                added(after[case], joint)
                continue
            situation = replace(situation, spent=situation.spent | case.spent(actor))
            found, happened, spent = self._struck(joint, actor, situation)
            took_place += happened
            added(after[case.spending(actor, spent)], found)
        self.cases = dict(after)
        if took_place:
            self._tell(number, active, actor, action, took_place, None)

    def _struck(self, joint: Joint, actor: Who, situation: Situation) -> tuple[Growing, float, frozenset[str]]:
        """The states after the attacks, how likely there are any, and the [ONE SHOT] weapons used for them (24.26)."""
        striker, struck = self.units[actor], self.units[actor.other]
        rows = joint if actor is Who.ATTACKER else turned(joint)
        after = growing()
        happened = 0.0
        spent: set[str] = set()
        is_near = situation.is_melee or (situation.distance or 0.0) <= DEMISE_INCHES
        explodes = is_near and bool(struck.demises)
        own_explode = is_near and bool(striker.demises)
        for own, row in rows.items():
            rest = striker.striking(own)
            by_case: dict[object, dict[State, float]] = defaultdict(dict)
            for state, chance in row.items():
                if rest is None or struck.structure.is_destroyed(state):
                    after[own][state] += chance
                else:
                    # Which models are destroyed is known only from each state to the next.
                    by_case[state if explodes else id(struck.attacked(state))][state] = chance
            for part in by_case.values():
                weight = sum(part.values())
                assert rest is not None, "cases are told apart for whoever strikes"
                result = self._result(actor, rest, part, weight, situation) if weight > NEGLIGIBLE else None
                if result is None:
                    for state, chance in part.items():
                        after[own][state] += chance
                    continue
                happened += weight
                spent.update(_one_shots(result, rest))
                own_states = after_hazards({own: 1.0}, rest, striker.structure, result.hazards)
                spend(WORK_OF_A_PAIR * float(len(own_states)) * len(result.states))
                before = next(iter(part))
                for state, chance in result.states.items():
                    hurt_states = own_states
                    if explodes:
                        wounds = explosions(struck.demises, struck.structure, before, state)
                        hurt_states = after_explosions(own_states, wounds, striker.structure)
                    for hurt, likely in hurt_states.items():
                        if not own_explode or hurt == own:
                            after[hurt][state] += weight * likely * chance
                            continue
                        # Whoever is lost to hazards, or to the other's Deadly Demise, may explode in turn.
                        wounds = explosions(striker.demises, striker.structure, own, hurt)
                        for last, share in after_explosions({state: 1.0}, wounds, struck.structure).items():
                            after[hurt][last] += weight * likely * chance * share
        self._refuse_too_many(after)
        return after if actor is Who.ATTACKER else turned(after), happened, frozenset(spent)

    def _result(
        self, actor: Who, rest: Fighters, part: Mapping[State, float], weight: float, situation: Situation
    ) -> Result | None:
        """What the survivors do to the enemy in these states; None where no weapon can attack."""
        victim = self.units[actor.other].attacked(next(iter(part)))
        key = (actor, id(rest), id(victim), situation)
        if key in self._idle:
            return None
        assault = self._assaults.get(key)
        if assault is None:
            spend(WORK_OF_A_CASE)
            assault = self._assaults[key] = Assault(rest, victim, situation, self.policies)
        result = assault.result({state: chance / weight for state, chance in part.items()})
        if not result.batches:
            self._idle.add(key)
            return None
        self.not_modelled.update(dict.fromkeys(result.not_modelled))
        self.assumptions.update(dict.fromkeys(result.assumptions))
        return result

    # What is told ---------------------------------------------------------------------------------------------

    def _tell(
        self, number: int, active: Who, actor: Who, action: Action, chance: float, succeeded: float | None
    ) -> None:
        attacker, target = self._measures()
        distance = None if action is Action.FIGHT else self.distance
        self.steps.append(Step(number, active, actor, action, distance, chance, succeeded, attacker, target))

    def _measures(self) -> tuple[Measures, Measures]:
        total = growing()
        for joint in self.cases.values():
            added(total, joint)
        attacker, target = self.units[Who.ATTACKER].structure, self.units[Who.TARGET].structure
        return measures_of(attacker, margin(total)), measures_of(target, margin(turned(total)))

    def _parted(self, joint: Joint) -> tuple[Growing, Growing]:
        """The chances with both units there, and those where the duel is over."""
        standing, over = growing(), growing()
        attacker, target = self.units[Who.ATTACKER].structure, self.units[Who.TARGET].structure
        for one, row in joint.items():
            for other, chance in row.items():
                is_over = attacker.is_destroyed(one) or target.is_destroyed(other)
                (over if is_over else standing)[one][other] += chance
        return standing, over

    def _standing(self, joint: Joint) -> float:
        return weight_of(self._parted(joint)[0])

    def _destroyed(self, joint: Joint) -> tuple[tuple[float, ...], ...]:
        attacker, target = self.units[Who.ATTACKER].structure, self.units[Who.TARGET].structure
        table = [[0.0] * (attacker.models + 1) for _ in range(target.models + 1)]
        for one, row in joint.items():
            lost = _lost(attacker, one)
            for other, chance in row.items():
                table[_lost(target, other)][lost] += chance
        return tuple(map(tuple, table))

    def _demises(self) -> Iterator[str]:
        for unit in self.units.values():
            if unit.demises and unit.structure.models > 1:
                yield f"{unit.fighters.name}: {DEMISE_OF_ITS_OWN}"

    @staticmethod
    def _refuse_too_many(joint: Growing) -> None:
        pairs = sum(map(len, joint.values()))
        if pairs > LARGEST_JOINT:
            raise TooLarge(f"{pairs:,} pairs of states of both units to keep at once")


def _lost(target: Target, state: State) -> int:
    return target.models - sum(target.models_left(state, group) for group in range(len(target.groups)))


def _one_shots(result: Result, rest: Fighters) -> Iterator[str]:
    """The names of the [ONE SHOT] weapons that attacked."""
    once = {
        name
        for report in result.batches
        if any(ability.rule is WeaponRule.ONE_SHOT for ability in report.table.abilities)
        for name in (weapon.split(" × ", 1)[1] for weapon in report.weapons)
    }
    if once:
        for use in rest.weapons:
            if use.weapon.name in once:
                yield use.weapon.profile_of or use.weapon.name
