"""Parameters of upstream's effects: amounts, weapons, and the conditions that stand among them."""

from __future__ import annotations

from battle.engine.dice import Dice, dice, number
from battle.engine.effects import Condition, Test
from battle.engine.weapons import WeaponRule
from datasheets.catalogue.ability import Clause
from datasheets.catalogue.names import fold_keyword, fold_name


class NotTranslated(ValueError):
    """Why a clause has no like in the engine's vocabulary, as the end of a sentence."""


def amount_of(clause: Clause, *names: str) -> Dice:
    """The amount under the first of the names that has one, without its sign; raises :class:`NotTranslated`."""
    for name in names or ("modifier.value", "modifier.amount"):
        value = clause.parameter(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return number(abs(value))
        if isinstance(value, str):
            return dice(value.strip("+"))
    raise NotTranslated("no amount is told")


def weapons_of(clause: Clause) -> tuple[bool | None, frozenset[str], frozenset[WeaponRule]]:
    """Melee or ranged, names, and abilities of the weapons that are meant; raises :class:`NotTranslated`."""
    kind = str(clause.parameter("modifier.weapon_type") or clause.parameter("modifier.attack_type") or "")
    melee = {"melee": True, "ranged": False}.get(kind)
    names = [clause.parameter(f"modifier.{name}") for name in ("weapon_name", "weapon", "weapon_filter")]
    asked = clause.parameter("modifier.weapon_keyword")
    abilities = frozenset({_bare_rule(str(asked))}) if asked else frozenset()
    # Written as words with dashes between them, where names have spaces, or dashes too.
    written = [str(name).casefold() for name in names if name]
    return melee, frozenset((*written, *(name.replace("-", " ") for name in written))), abilities


def _bare_rule(written: str) -> WeaponRule:
    folded = fold_name(written)
    for rule in WeaponRule:
        if fold_name(rule.value) == folded:
            return rule
    raise NotTranslated(f"it asks for weapons with “{written}”, which is no weapon ability")


def is_incoming(clause: Clause) -> bool:
    """Whether attacks against the unit are meant."""
    return clause.parameter("modifier.incoming") is True or clause.parameter("modifier.applies_to") == (
        "incoming-attacks"
    )


def conditions_of(clause: Clause) -> tuple[Condition, ...]:
    """Conditions that stand among the parameters of an effect; raises :class:`NotTranslated`."""
    found = []
    when = clause.parameter("modifier.applies_when")
    if when in ("attacker-strength-greater-than-target-toughness", "attacker-strength-greater-than-toughness"):
        found.append(Condition(Test.STRENGTH_ABOVE_TOUGHNESS))
    elif when is not None:
        raise NotTranslated(f"it asks for “{when}”")
    for name in ("modifier.target_condition", "modifier.requires", "modifier.marker", "modifier.vs_target"):
        if clause.parameter(name) is not None:
            raise NotTranslated(f"it asks for “{clause.parameter(name)}”")
    condition = clause.parameter("modifier.condition")
    if condition == "target-within-half-range":
        found.append(Condition(Test.HALF_RANGE))
    elif condition is not None:
        raise NotTranslated(f"it asks for “{condition}”")
    if clause.parameter("modifier.context") in ("overwatch", "snap shooting"):
        found.append(Condition(Test.SHOOTING_TYPE, ("snap",)))
    against = [str(value) for name, value in clause.parameters if name.startswith("modifier.vs_keywords.")]
    if against:
        found.append(Condition(Test.TARGET_KEYWORD, tuple(map(fold_keyword, against))))
    if any(name.startswith("scaling.") for name, _ in clause.parameters):
        raise NotTranslated("its amount depends on numbers of models")
    return tuple(found)
