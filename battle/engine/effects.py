"""What rules do to attacks, as data: who, when, on what condition, which step, and by how much.

An effect is one change to one step of the attack sequence. An ability is one or more of them. What the
compiled tables cannot carry is said in words instead (``not_modelled``), never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from battle.engine.dice import Dice
from battle.engine.weapons import WeaponAbility, WeaponRule


class Side(StrEnum):
    """Whose attacks the effect touches: those its unit makes, or those that target its unit."""

    # As the word it is: an enumeration would hash its name anew, in Python, at every look-up.
    __hash__ = str.__hash__

    MADE = "attacks made"
    SUFFERED = "attacks suffered"


class Part(StrEnum):
    """The number or step that is changed."""

    # As the word it is: an enumeration would hash its name anew, in Python, at every look-up.
    __hash__ = str.__hash__

    ATTACKS = "A"
    ATTACK_DICE = "attack dice"
    SKILL = "BS/WS"
    STRENGTH = "S"
    ARMOUR_PENETRATION = "AP"
    DAMAGE = "D"
    TOUGHNESS = "T"
    WOUNDS = "W"
    SAVE = "Sv"
    INVULNERABLE_SAVE = "InSv"
    FEEL_NO_PAIN = "Feel No Pain"
    HIT_ROLL = "hit roll"
    WOUND_ROLL = "wound roll"
    SAVE_ROLL = "save roll"
    DAMAGE_ROLL = "damage roll"
    CRITICAL_HIT = "critical hit"
    CRITICAL_WOUND = "critical wound"
    WEAPON_ABILITY = "weapon ability"
    COVER = "benefit of cover"
    MODIFIERS = "modifiers"
    FIRST_DAMAGE = "first damage"
    TARGETED_WITHIN = "targeted within"


class Change(StrEnum):
    """What is done to it."""

    # As the word it is: an enumeration would hash its name anew, in Python, at every look-up.
    __hash__ = str.__hash__

    SET = "set"
    MULTIPLY = "multiply"
    ADD = "add"
    DIVIDE = "divide"
    SUBTRACT = "subtract"
    REROLL_ONES = "re-roll ones"
    REROLL_ONE = "re-roll one roll"
    REROLL = "re-roll"
    GRANT = "grant"
    DENY = "deny"
    IGNORE = "ignore"


class Status(StrEnum):
    """How far an effect can be trusted (R-45)."""

    # As the word it is: an enumeration would hash its name anew, in Python, at every look-up.
    __hash__ = str.__hash__

    JUDGED = "judged"
    UNVERIFIED = "unverified"


class Test(StrEnum):
    """What a condition asks. ``values`` of it are keywords, names or numbers, of which one is enough."""

    # As the word it is: an enumeration would hash its name anew, in Python, at every look-up.
    __hash__ = str.__hash__

    TARGET_KEYWORD = "target keyword"
    TARGET_KEYWORDS = "all target keywords"
    ATTACKER_KEYWORD = "attacker keyword"
    MODEL_KEYWORD = "keyword of the attacking models"
    PHASE = "phase"
    SHOOTING_TYPE = "shooting type"
    WITHIN = "within inches"
    HALF_RANGE = "within half range"
    CHARGED = "made a charge move"
    WAS_CHARGED = "was charged"
    ADVANCED = "made an advance move"
    STATIONARY = "remained stationary"
    IN_COVER = "target in cover"
    BENEFIT_OF_COVER = "target has the benefit of cover"
    VISIBLE = "target visible"
    ATTACKER_ON_OBJECTIVE = "attacker on an objective"
    TARGET_ON_OBJECTIVE = "target on an objective"
    CLOSEST_TARGET = "closest eligible target"
    ATTACKER_BATTLE_SHOCKED = "attacker battle-shocked"
    TARGET_BATTLE_SHOCKED = "target battle-shocked"
    TARGET_BELOW_STARTING = "target below starting strength"
    TARGET_BELOW_HALF = "target below half-strength"
    ATTACKER_BELOW_STARTING = "attacker below starting strength"
    ATTACKER_BELOW_HALF = "attacker below half-strength"
    ATTACKER_STARTED_FROM = "attacker of at least so many models at the start"
    ATTACKER_MODELS_FROM = "attacker of at least so many models"
    ATTACKER_WOUNDED = "attacker has lost wounds"
    TARGET_WOUNDED = "target has lost wounds"
    TARGET_MODELS_FROM = "target of at least so many models"
    TARGET_MODELS_TO = "target of at most so many models"
    STRENGTH_ABOVE_TOUGHNESS = "S greater than T"
    STRENGTH_BELOW_TOUGHNESS = "S less than T"
    TARGET_TOUGHNESS_FROM = "T of at least"
    WEAPON_STRENGTH_FROM = "S of at least"
    WEAPON_DAMAGE_FROM = "D of at least"
    WEAPON_AP_FROM = "AP of at least"
    LEADING = "leading a unit"
    ROUND = "battle round"
    ENGAGED = "attacker engaged"
    TARGET_ENGAGED = "target engaged"
    ENGAGED_WITH_EACH_OTHER = "engaged with each other"
    SINGLE_TARGET = "all attacks at one unit"
    SWITCHED_ON = "switched on"


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that has to be so; with ``is_negated`` that must not."""

    test: Test
    values: tuple[str, ...] = ()
    is_negated: bool = False


@dataclass(frozen=True, slots=True)
class WeaponFilter:
    """Which weapons an effect is for: by name, melee or ranged, by ability; what is empty asks nothing."""

    names: frozenset[str] = frozenset()
    melee: bool | None = None
    abilities: frozenset[WeaponRule] = frozenset()
    except_abilities: frozenset[WeaponRule] = frozenset()
    except_names: frozenset[str] = frozenset()


class Moment(StrEnum):
    """Which attacks of a batch: all, or those whose rolls were critical (5.3.2)."""

    # As the word it is: an enumeration would hash its name anew, in Python, at every look-up.
    __hash__ = str.__hash__

    ALWAYS = "always"
    CRITICAL_HIT = "on a critical hit"
    CRITICAL_WOUND = "on a critical wound"


@dataclass(frozen=True, slots=True)
class Effect:
    """One change to one step of an attack.

    ``value`` is the amount (set to, by how much, or the roll needed of a critical; a critical granted without
    one: every roll that succeeds); ``ability`` what weapons get or lose of :attr:`Part.WEAPON_ABILITY`.
    ``weapons`` filters, ``models`` names kinds of model of the unit that it is limited to (empty: all), and
    ``only_mortal`` and ``only_psychic`` limit a Feel No Pain.
    ``reaches_mortal`` of a change to D: devastating mortal wounds too (R-44). ``conditions`` hold all
    together. ``switch`` names what only play can turn on; the effect is off until it is. ``source`` names
    the rule for people. An effect that is not :attr:`Status.JUDGED` applies only by its switch (R-45).
    """

    source: str
    side: Side
    part: Part
    change: Change
    value: Dice | None = None
    ability: WeaponAbility | None = None
    moment: Moment = Moment.ALWAYS
    weapons: WeaponFilter = WeaponFilter()
    models: frozenset[str] = frozenset()
    conditions: tuple[Condition, ...] = ()
    switch: str = ""
    status: Status = Status.JUDGED
    only_mortal: bool = False
    only_psychic: bool = False
    reaches_mortal: bool = False
    component: str = ""
    """The unit of an attached unit whose rule it is: it ends with that unit's last model (19.04)."""

    def __hash__(self) -> int:
        # Of all that tells two of them apart the least that nearly always does: they are looked up often.
        return hash((self.source, self.part, self.change, self.switch))
