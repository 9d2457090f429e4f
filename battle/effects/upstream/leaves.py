"""Single effects of upstream's encodings as changes of the engine, or why they cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from battle.effects.upstream.parameters import NotTranslated, amount_of, conditions_of, is_incoming, weapons_of
from battle.engine.dice import Dice, NotDice, number
from battle.engine.effects import Change, Condition, Part, Side
from battle.engine.weapons import WITH_NUMBER, WeaponAbility, WeaponRule
from battle.scenario.words import NoAbility, weapon_ability
from datasheets.catalogue.ability import Clause
from datasheets.catalogue.names import fold_name

STATISTICS = {
    "A": Part.ATTACKS,
    "S": Part.STRENGTH,
    "AP": Part.ARMOUR_PENETRATION,
    "D": Part.DAMAGE,
    "Damage": Part.DAMAGE,
    "T": Part.TOUGHNESS,
    "Sv": Part.SAVE,
    "InvSv": Part.INVULNERABLE_SAVE,
    "BS": Part.SKILL,
    "WS": Part.SKILL,
}
"""Statistics that attacks use; W is one too, and is not worked out."""

ROLLS = {
    "hit": (Part.HIT_ROLL,),
    "wound": (Part.WOUND_ROLL,),
    "damage": (Part.DAMAGE_ROLL,),
    "save": (Part.SAVE_ROLL,),
    "saving-throw": (Part.SAVE_ROLL,),
}
ATTACK_ROLLS = frozenset({*ROLLS, "all", "any", "attacks", "attacks-characteristic", "weapon-attacks"}) | {
    "BS, WS, Hit and Wound"
}
IGNORING = {
    "hit": (Part.HIT_ROLL, Part.SKILL),
    "wound": (Part.WOUND_ROLL,),
    "save": (Part.SAVE_ROLL,),
    "all": (Part.MODIFIERS,),
    "any": (Part.MODIFIERS,),
    "BS, WS, Hit and Wound": (Part.SKILL, Part.HIT_ROLL, Part.WOUND_ROLL),
}
GRANTS_OF_ATTACKS = frozenset({"benefit-of-cover", "stealth", "lone-operative", "shoot-after-advance"}) | {
    "post-attack-debuff",
    "shoot-after-advance-or-fall-back",
    "mobile",
}
"""What abilities are granted that attacks between two units know of."""
STATES_OF_ATTACKS = frozenset({"benefit-of-cover"})
RESTRICTIONS_OF_ATTACKS = frozenset({"worsen-incoming-ap", "targeting-range-limit"})
ALWAYS_OF_ATTACKS = frozenset(
    {
        "bs-modifier",
        "damage-reduction",
        "feel-no-pain",
        "invulnerable-save",
        "modifier-immunity",
        "replace-roll-from-pool",
        "targeting-permission",
    }
)

LONE_OPERATIVE_INCHES = 12
"""Lone Operative without a number (24.24)."""

OFFENSIVE = frozenset(
    {
        Part.ATTACKS,
        Part.ATTACK_DICE,
        Part.SKILL,
        Part.STRENGTH,
        Part.ARMOUR_PENETRATION,
        Part.DAMAGE,
        Part.HIT_ROLL,
        Part.WOUND_ROLL,
        Part.DAMAGE_ROLL,
        Part.CRITICAL_HIT,
        Part.CRITICAL_WOUND,
        Part.WEAPON_ABILITY,
        Part.MODIFIERS,
    }
)
"""Parts that belong to attacks made; the others to attacks suffered."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One change. ``side`` is set where it is not that of the part; ``weapons`` are names, ``abilities`` asked."""

    part: Part
    change: Change
    value: Dice | None = None
    ability: WeaponAbility | None = None
    side: Side | None = None
    melee: bool | None = None
    weapons: frozenset[str] = frozenset()
    abilities: frozenset[WeaponRule] = frozenset()
    conditions: tuple[Condition, ...] = ()
    only_mortal: bool = False
    only_psychic: bool = False


def touches_attacks(clause: Clause) -> bool:
    """Whether the clause, without those it holds, changes an attack between two units."""
    match clause.type:
        case "stat-modifier":
            return str(clause.parameter("modifier.stat")) in (*STATISTICS, "W")
        case "roll-modifier" | "re-roll":
            return str(clause.parameter("modifier.roll")) in ATTACK_ROLLS
        case "keyword-grant":
            return any(True for _ in _granted(clause))
        case "auto-result":
            return clause.parameter("modifier.roll") in ROLLS
        case "ability-grant":
            return _granted_ability(clause) in GRANTS_OF_ATTACKS
        case "rule-state":
            return clause.parameter("modifier.rule") in STATES_OF_ATTACKS
        case "attack-restriction":
            return clause.parameter("modifier.restriction") in RESTRICTIONS_OF_ATTACKS
        case type:
            return type in ALWAYS_OF_ATTACKS


def leaves_of(clause: Clause) -> tuple[Leaf, ...]:
    """The changes of a clause that touches attacks; raises :class:`NotTranslated`."""
    try:
        found = tuple(_leaves(clause))
    except NotDice as error:
        raise NotTranslated(f"its amount is not a number: {error}") from error
    if not found:
        raise NotTranslated(f"“{clause.type}” has no like here")
    return found


def _leaves(clause: Clause) -> Iterator[Leaf]:
    match clause.type:
        case "stat-modifier":
            yield _statistic(clause, str(clause.parameter("modifier.stat")))
        case "bs-modifier":
            yield _statistic(clause, "BS")
        case "roll-modifier":
            yield from _roll(clause)
        case "re-roll":
            yield from _reroll(clause)
        case "keyword-grant":
            yield from _keywords(clause)
        case "feel-no-pain":
            yield from _feel_no_pain(clause)
        case "invulnerable-save":
            yield _invulnerable(clause)
        case "damage-reduction":
            yield _reduction(clause)
        case "modifier-immunity":
            for part in (Part.SKILL, Part.STRENGTH, Part.ATTACKS, Part.ARMOUR_PENETRATION, Part.DAMAGE):
                yield Leaf(part, Change.IGNORE)
        case "ability-grant":
            yield _ability(clause)
        case "rule-state":
            granted = clause.parameter("modifier.direction") == "granted"
            yield _cover(granted)
        case "attack-restriction" if clause.parameter("modifier.restriction") == "targeting-range-limit":
            yield _targeted_within(_inches(clause))
        case "targeting-permission" if clause.parameter("modifier.gate") == "within-range":
            yield _targeted_within(_inches(clause))
        case "attack-restriction" if clause.parameter("modifier.restriction") == "worsen-incoming-ap":
            yield Leaf(Part.ARMOUR_PENETRATION, Change.SUBTRACT, amount_of(clause), side=Side.SUFFERED)


def _leaf(clause: Clause, part: Part, change: Change, value: Dice | None = None) -> Leaf:
    melee, names, abilities = weapons_of(clause)
    side = Side.SUFFERED if is_incoming(clause) else None
    return Leaf(part, change, value, None, side, melee, names, abilities, conditions_of(clause))


# Kinds of effects -----------------------------------------------------------------------------------------


def _statistic(clause: Clause, statistic: str) -> Leaf:
    part = STATISTICS.get(statistic)
    operation = str(clause.parameter("modifier.operation"))
    if part is None:
        raise NotTranslated("a W that changes in the battle is not worked out")
    if operation == "ignore-modifiers":
        return _leaf(clause, part, Change.IGNORE)
    value = clause.parameter("modifier.value")
    # Upstream writes an AP that gets better as -1 more, and one of the foe that gets worse as 1 more.
    is_foes = is_incoming(clause) or clause.parameter("target") in ("attacker", "enemy-within-aura", "all-enemy")
    match operation:
        case "add" | "improve" if part is Part.ARMOUR_PENETRATION and is_foes and _is_positive(value):
            change = Change.SUBTRACT
        case "add" if isinstance(value, int) and value < 0 and part is not Part.ARMOUR_PENETRATION:
            raise NotTranslated("it adds less than nothing")
        case "add" | "improve":
            change = Change.ADD
        case "subtract" | "worsen":
            change = Change.SUBTRACT
        case "set":
            change = Change.SET
        case "multiply":
            return _leaf(clause, part, Change.MULTIPLY, amount_of(clause, "modifier.factor", "modifier.value"))
        case _:
            raise NotTranslated(f"“{operation}” of {statistic} has no like here")
    leaf = _leaf(clause, part, change, amount_of(clause))
    if statistic in ("BS", "WS") and leaf.melee is None:
        return Leaf(part, change, leaf.value, None, leaf.side, statistic == "WS", leaf.weapons, leaf.abilities)
    return leaf


def _is_positive(value: object) -> bool:
    return isinstance(value, int) and value > 0


def _roll(clause: Clause) -> Iterator[Leaf]:
    roll = str(clause.parameter("modifier.roll"))
    operation = str(clause.parameter("modifier.operation"))
    critical = clause.parameter("modifier.critical_on")
    if operation == "ignore-modifiers":
        for ignored in IGNORING.get(roll, ()):
            yield _leaf(clause, ignored, Change.IGNORE)
        return
    if operation == "crit-on" or critical is not None:
        value = amount_of(clause, "modifier.critical_on", "modifier.value")
        critical_part = {"hit": Part.CRITICAL_HIT, "wound": Part.CRITICAL_WOUND}.get(roll)
        if critical_part is None or not 2 <= value.maximum <= 6:
            raise NotTranslated(f"a critical {roll} roll on {value} is not known")
        yield _leaf(clause, critical_part, Change.SET, value)
        return
    if operation == "guarantee-crit":
        # Every roll that succeeds is critical.
        yield _leaf(clause, Part.CRITICAL_WOUND if roll == "wound" else Part.CRITICAL_HIT, Change.GRANT)
        return
    change = {"add": Change.ADD, "subtract": Change.SUBTRACT}.get(operation)
    value_told = clause.parameter("modifier.value")
    if operation == "add" and isinstance(value_told, int) and value_told < 0:
        change = Change.SUBTRACT
    if change is None or roll not in ROLLS:
        raise NotTranslated(f"“{operation}” of a {roll} roll has no like here")
    for part in ROLLS[roll]:
        yield _leaf(clause, part, change, amount_of(clause))


def _reroll(clause: Clause) -> Iterator[Leaf]:
    roll = str(clause.parameter("modifier.roll"))
    if roll not in ROLLS:
        raise NotTranslated(f"a re-roll of “{roll}” is not worked out")
    change = Change.REROLL_ONES if clause.parameter("modifier.subset") == "ones" else Change.REROLL
    if clause.parameter("modifier.uses") is not None:
        change = Change.REROLL_ONE
    for part in ROLLS[roll]:
        yield _leaf(clause, part, change)


def _keywords(clause: Clause) -> Iterator[Leaf]:
    melee, names, asked = weapons_of(clause)
    if clause.parameter("modifier.grants_weapon") is True:
        raise NotTranslated("it gives a weapon")
    conditions = conditions_of(clause)
    for granted in _granted(clause):
        if isinstance(granted, str):
            yield _targeted_within(LONE_OPERATIVE_INCHES) if granted == "lone operative" else _cover(True)
        elif isinstance(granted, int):
            yield Leaf(Part.CRITICAL_HIT, Change.SET, number(granted), None, None, melee, names, asked, conditions)
        else:
            yield Leaf(Part.WEAPON_ABILITY, Change.GRANT, None, granted, None, melee, names, asked, conditions)


def _granted(clause: Clause) -> Iterator[WeaponAbility | int | str]:
    """What a clause grants that attacks know: weapon abilities, the roll of critical hits, Stealth."""
    written = [
        str(value)
        for name, value in clause.parameters
        if name == "modifier.keyword" or name.startswith("modifier.keywords.")
    ]
    for one in written:
        folded = fold_name(one)
        if folded in ("stealth", "lone operative"):
            yield folded
        elif folded.startswith("critical hits"):
            yield int(folded.removeprefix("critical hits on").removeprefix("critical hits").strip())
        else:
            ability = _weapon_ability(one, clause)
            if ability is not None:
                yield ability


def _weapon_ability(written: str, clause: Clause) -> WeaponAbility | None:
    value = clause.parameter("modifier.value")
    threshold = clause.parameter("modifier.anti_threshold") or value
    words = written.replace("-", " ") if fold_name(written).startswith("anti") is False else written
    folded = fold_name(written)
    if folded == "anti" and clause.parameter("modifier.anti_keyword"):
        words = f"Anti-{clause.parameter('modifier.anti_keyword')} {threshold}"
    elif folded.startswith("anti ") and threshold and not any(one.isdigit() for one in written):
        words = f"Anti-{written[5:]} {threshold}"
    elif value is not None and any(fold_name(rule.value) == folded for rule in WITH_NUMBER):
        words = f"{written} {value}"
    for form in (words, written):
        try:
            return weapon_ability(form if not folded.startswith("anti") or form.endswith("+") else f"{form}+")
        except (NoAbility, NotDice):
            continue
    return None


def _feel_no_pain(clause: Clause) -> Iterator[Leaf]:
    value = amount_of(clause, "modifier.threshold")
    scope = str(clause.parameter("modifier.scope") or clause.parameter("modifier.against_attack_type") or "")
    if "mortal" in scope:
        yield Leaf(Part.FEEL_NO_PAIN, Change.GRANT, value, only_mortal=True)
    if "psychic" in scope:
        yield Leaf(Part.FEEL_NO_PAIN, Change.GRANT, value, only_psychic=True)
    if not scope:
        yield Leaf(Part.FEEL_NO_PAIN, Change.GRANT, value)


def _invulnerable(clause: Clause) -> Leaf:
    value = amount_of(clause, "modifier.invuln_sv", "modifier.threshold", "modifier.value")
    context = str(clause.parameter("modifier.context") or clause.parameter("modifier.attack_type") or "")
    melee = True if "melee" in context else False if "ranged" in context else None
    return Leaf(Part.INVULNERABLE_SAVE, Change.GRANT, value, melee=melee)


def _reduction(clause: Clause) -> Leaf:
    reduction = clause.parameter("modifier.reduction")
    melee = {"melee": True, "ranged": False}.get(str(clause.parameter("modifier.attack_type")))
    if reduction == "half":
        return Leaf(Part.DAMAGE, Change.DIVIDE, number(2), side=Side.SUFFERED, melee=melee)
    if reduction == "to-zero":
        return Leaf(Part.FIRST_DAMAGE, Change.IGNORE, number(1), side=Side.SUFFERED)
    amount = amount_of(clause, "modifier.reduction", "modifier.value", "modifier.amount")
    return Leaf(Part.DAMAGE, Change.SUBTRACT, amount, side=Side.SUFFERED, melee=melee)


def _granted_ability(clause: Clause) -> str:
    found = clause.parameter("modifier.grant_type") or clause.parameter("modifier.ability_id") or ""
    return str(found).casefold()


def _ability(clause: Clause) -> Leaf:
    match _granted_ability(clause):
        case "benefit-of-cover" | "stealth":
            return _cover(True)
        case "lone-operative":
            return _targeted_within(LONE_OPERATIVE_INCHES)
        case "shoot-after-advance" | "shoot-after-advance-or-fall-back":
            assault = WeaponAbility(WeaponRule.ASSAULT)
            return Leaf(Part.WEAPON_ABILITY, Change.GRANT, ability=assault, melee=False)
        case other:
            raise NotTranslated(f"“{other}” is named and not told")


def _cover(granted: bool) -> Leaf:
    return Leaf(Part.COVER, Change.GRANT if granted else Change.DENY, melee=False)


def _targeted_within(inches: int) -> Leaf:
    return Leaf(Part.TARGETED_WITHIN, Change.SET, number(inches), side=Side.SUFFERED, melee=False)


def _inches(clause: Clause) -> int:
    inches = clause.parameter("modifier.range")
    if not isinstance(inches, int):
        raise NotTranslated("no range is told")
    return inches
