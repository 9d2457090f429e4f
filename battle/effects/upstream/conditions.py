"""Conditions of upstream's encodings as those of effects; what only play decides is taken to be so, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from battle.engine.effects import Condition, Side, Test
from battle.engine.situation import Phase
from datasheets.catalogue.ability import Clause
from datasheets.catalogue.names import fold_keyword

NOBODY_HAS = frozenset({"a"})
"""Keywords that are slips of upstream's reading: no unit has them."""

ROUNDS = range(1, 6)


@dataclass(frozen=True, slots=True)
class Asked:
    """What conditions ask: all of ``conditions``, and what is ``taken`` to be so once the switch is on, in words.

    ``is_led``: the unit that has the ability leads another. ``melee`` and ``weapons`` limit the weapons.
    ``phases`` are those named. ``never``: why it can never hold.
    """

    conditions: tuple[Condition, ...] = ()
    taken: tuple[str, ...] = ()
    is_led: bool = False
    melee: bool | None = None
    weapons: frozenset[str] = frozenset()
    is_psychic: bool = False
    never: str = ""

    def joined(self, other: Asked) -> Asked:
        """Both."""
        melee = self.melee if other.melee is None else other.melee
        clash = self.melee is not None and other.melee is not None and self.melee is not other.melee
        return Asked(
            tuple(dict.fromkeys((*self.conditions, *other.conditions))),
            tuple(dict.fromkeys((*self.taken, *other.taken))),
            self.is_led or other.is_led,
            melee,
            self.weapons | other.weapons,
            self.is_psychic or other.is_psychic,
            self.never or other.never or ("it asks for melee and for ranged attacks" if clash else ""),
        )

    @property
    def is_plain(self) -> bool:
        """Whether it is conditions and nothing else."""
        return self == Asked(self.conditions)


def asked_by(clauses: Iterable[Clause], side: Side, keywords: Collection[str]) -> Asked:
    """What the clauses ask together of an effect on this side; ``keywords`` are those that units can have."""
    found = Asked()
    for clause in clauses:
        found = found.joined(_asked(clause, side, keywords))
    return found


def in_words(clause: Clause) -> str:
    """A condition that only play decides, in words: its type and what it names."""
    named = [str(value).replace("-", " ") for _, value in clause.parameters if not isinstance(value, bool)]
    own = " ".join((clause.type.replace("-", " "), *(f"“{one}”" for one in named))).strip()
    inner = [in_words(each) for branch in clause.branches for each in branch.clauses]
    if clause.type == "not":
        return f"not ({', '.join(inner)})"
    if clause.type in ("and", "or"):
        return f" {clause.type} ".join(inner)
    return " ".join((own, *inner))


def _asked(clause: Clause, side: Side, keywords: Collection[str]) -> Asked:
    match clause.type:
        case "and":
            return asked_by(clause.branch("operands"), side, keywords)
        case "or":
            return _any_of(clause, side, keywords)
        case "not":
            return _none_of(clause, side, keywords)
    found = _plain(clause, side, keywords)
    if clause.parameter("negated") is True:
        return _negated(found, clause)
    return found


def _none_of(clause: Clause, side: Side, keywords: Collection[str]) -> Asked:
    return _negated(asked_by(clause.branch("operands"), side, keywords), clause)


def _negated(found: Asked, clause: Clause) -> Asked:
    if found.melee is not None and replace(found, melee=None) == Asked():
        return Asked(melee=not found.melee)
    if not found.is_plain or len(found.conditions) != 1:
        return Asked(taken=(in_words(clause) if clause.type == "not" else f"not ({in_words(clause)})",))
    return Asked((replace(found.conditions[0], is_negated=not found.conditions[0].is_negated),))


def _any_of(clause: Clause, side: Side, keywords: Collection[str]) -> Asked:
    """Alternatives: one condition where they ask the same of different values, else taken to be so."""
    found = [_asked(each, side, keywords) for each in clause.branch("operands")]
    possible = [one for one in found if not one.never]
    if not possible:
        return found[0] if found else Asked()
    if all(one.melee is not None and replace(one, melee=None) == Asked() for one in possible):
        kinds = {one.melee for one in possible}
        return possible[0] if len(kinds) == 1 else Asked()
    single = [one.conditions[0] for one in possible if one.is_plain and len(one.conditions) == 1]
    tests = {(one.test, one.is_negated) for one in single}
    if len(single) == len(possible) and len(tests) == 1 and single[0].values and not single[0].is_negated:
        values = tuple(dict.fromkeys(value for one in single for value in one.values))
        return Asked((replace(single[0], values=values),))
    return Asked(taken=(in_words(clause),))


def _plain(clause: Clause, side: Side, keywords: Collection[str]) -> Asked:
    """One condition that holds no others."""

    def has(name: str) -> str:
        value = clause.parameter(f"parameters.{name}")
        return "" if value is None else str(value)

    taken = Asked(taken=(in_words(clause),))
    of_target = has("subject") == "target"
    own_is_attacker = (side is Side.MADE) is not of_target
    match clause.type:
        case "phase-is":
            return _phase(has("phase"), taken)
        case "unit-has-keyword":
            return _keyword(has("keyword"), side is Side.MADE, keywords)
        case "target-has-keyword" if side is Side.MADE:
            return _keyword(has("keyword"), False, keywords)
        case "is-attached" if not has("weapon") and not has("attachment_type"):
            # Said of leaders that lead a unit, and of units that are led.
            return Asked((Condition(Test.LEADING),), (in_words(clause),) if has("keyword") else ())
        case "model-is-leader" if not has("leader_type"):
            return Asked(is_led=True)
        case "attack-is-type":
            return _attack_type(has("attack_type"), bool(has("comparison")), taken)
        case "attack-stat-compare":
            return _compared(has("attacker_stat"), has("comparison"), has("target_stat"), taken)
        case "unit-below-starting-strength":
            return _of(own_is_attacker, Test.ATTACKER_BELOW_STARTING, Test.TARGET_BELOW_STARTING)
        case "unit-below-half-strength":
            return _of(own_is_attacker, Test.ATTACKER_BELOW_HALF, Test.TARGET_BELOW_HALF)
        case "is-battle-shocked":
            return _of(own_is_attacker, Test.ATTACKER_BATTLE_SHOCKED, Test.TARGET_BATTLE_SHOCKED)
        case "within-range-of-objective" if not has("target_type") and not has("objective"):
            return _of(own_is_attacker, Test.ATTACKER_ON_OBJECTIVE, Test.TARGET_ON_OBJECTIVE)
        case "has-lost-wounds" if not has("wounds_remaining_max"):
            return _of(own_is_attacker, Test.ATTACKER_WOUNDED, Test.TARGET_WOUNDED)
        case "charged-this-turn":
            return _of(side is Side.MADE, Test.CHARGED, Test.WAS_CHARGED) if side is Side.MADE else taken
        case "advanced-this-turn" if side is Side.MADE and has("move") in ("", "advance"):
            return Asked((Condition(Test.ADVANCED),))
        case "remained-stationary" if side is Side.MADE:
            return Asked((Condition(Test.STATIONARY),))
        case "target-within-half-weapon-range" if side is Side.MADE:
            return Asked((Condition(Test.HALF_RANGE),))
        case "target-is-visible" if side is Side.MADE:
            return Asked((Condition(Test.VISIBLE),))
        case "battle-round":
            return _rounds(has("round"), has("min"), has("max"))
        case "engagement-state" if has("state") in ("engaged", "in-engagement-range", "unengaged"):
            test = Test.ENGAGED if own_is_attacker else Test.TARGET_ENGAGED
            return Asked((Condition(test, (), has("state") == "unengaged"),))
        case "unit-within-range-of" | "opponent-unit-within-range":
            return _range(clause, side, taken)
        case _:
            return taken


def _of(is_attacker: bool, attacker: Test, target: Test) -> Asked:
    return Asked((Condition(attacker if is_attacker else target),))


def _phase(phase: str, taken: Asked) -> Asked:
    known = {"shooting": Phase.SHOOTING, "fight": Phase.FIGHT}.get(phase)
    return taken if known is None else Asked((Condition(Test.PHASE, (known.value,)),))


def _keyword(written: str, of_attacker: bool, keywords: Collection[str]) -> Asked:
    keyword = fold_keyword(written)
    if keyword in NOBODY_HAS:
        return Asked(never=f"it asks for the keyword “{written}”, which no unit has")
    if keywords and keyword not in keywords:
        whose = "the attacker" if of_attacker else "the target"
        return Asked(taken=(f"{whose} is {written.upper()}",))
    return Asked((Condition(Test.ATTACKER_KEYWORD if of_attacker else Test.TARGET_KEYWORD, (keyword,)),))


def _attack_type(written: str, is_compared: bool, taken: Asked) -> Asked:
    if is_compared:
        return Asked((Condition(Test.STRENGTH_ABOVE_TOUGHNESS),))
    match written:
        case "melee":
            return Asked(melee=True)
        case "ranged":
            return Asked(melee=False)
        case "psychic":
            return Asked(is_psychic=True)
        case "any" | "hit":
            return Asked()
        case _:
            return taken


def _compared(attacker: str, comparison: str, target: str, taken: Asked) -> Asked:
    if (attacker, target) != ("S", "T"):
        return taken
    match comparison:
        case "greater-than":
            return Asked((Condition(Test.STRENGTH_ABOVE_TOUGHNESS),))
        case "less-than":
            return Asked((Condition(Test.STRENGTH_BELOW_TOUGHNESS),))
        case _:
            return taken


def _rounds(one: str, least: str, most: str) -> Asked:
    if one:
        return Asked((Condition(Test.ROUND, (one,)),))
    rounds = tuple(str(number) for number in ROUNDS if int(least or ROUNDS[0]) <= number <= int(most or max(ROUNDS)))
    return Asked((Condition(Test.ROUND, rounds),))


def _range(clause: Clause, side: Side, taken: Asked) -> Asked:
    """How far the foe is; how far anybody else is only play says."""

    def has(name: str) -> str:
        value = clause.parameter(f"parameters.{name}")
        return "" if value is None else str(value)

    kind = has("target_type") or has("target_qualifier")
    is_closest = kind in ("closest-eligible", "closest-eligible-enemy-unit")
    is_foe = kind in ("enemy", "visible-enemy", "all-enemies") or is_closest
    if clause.type == "unit-within-range-of" and not is_foe:
        return taken
    if side is not Side.MADE and is_closest:
        return taken
    if has("range_multiplier") or has("weapon_name") or has("keyword") or has("of"):
        return taken
    conditions = [Condition(Test.CLOSEST_TARGET)] if is_closest else []
    inches = has("range") or has("within_inches") or has("range_inches")
    if inches in ("engagement", "0"):
        conditions.append(Condition(Test.ENGAGED_WITH_EACH_OTHER))
    elif inches:
        conditions.append(Condition(Test.WITHIN, (inches,)))
    return Asked(tuple(conditions)) if conditions else taken
