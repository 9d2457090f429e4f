"""Weapon abilities as profiles print them: ``"SUSTAINED HITS 1"``, ``"ANTI-INFANTRY 4+"`` (24)."""

from __future__ import annotations

import re
from difflib import get_close_matches

from battle.engine.dice import NotDice, dice
from battle.engine.weapons import WITH_NUMBER, WeaponAbility, WeaponRule
from datasheets.catalogue.names import fold_keyword

_ANTI = re.compile(r"anti[- ](?P<not>non[- ])?(?P<keywords>.+?)\s+(?P<value>[2-6])\+?", re.IGNORECASE)
_PLAIN = re.compile(r"(?P<name>[a-z][a-z -]*?)(?:\s+(?P<value>\d*[dD]?\d+(?:\s*\+\s*\d+)?))?", re.IGNORECASE)
_RULES = {rule.value: rule for rule in WeaponRule} | {"pistol": WeaponRule.CLOSE_QUARTERS}
_NUMBERED = WITH_NUMBER | {WeaponRule.BLAST}


class NoAbility(ValueError):
    """What is written is no weapon ability; the message says what was meant, or what it lacks."""


def weapon_ability(written: str) -> WeaponAbility:
    """The ability that the words name, brackets or not; raises :class:`NoAbility`.

    ``"LETHAL HITS: VEHICLE"`` holds against VEHICLE units only (24.01), ``"LETHAL HITS: non-MONSTER/VEHICLE"`` against
    others only.
    """
    text = " ".join(written.strip().removeprefix("[").removesuffix("]").replace("‑", "-").split())
    if anti := _ANTI.fullmatch(text):
        keywords = _keywords(anti["keywords"])
        excluded = bool(anti["not"])
        return WeaponAbility(
            WeaponRule.ANTI,
            dice(anti["value"]),
            frozenset() if excluded else keywords,
            keywords if excluded else frozenset(),
        )
    words, _, against = text.partition(":")
    found = _PLAIN.fullmatch(words.strip())
    rule = _rule(found["name"]) if found else None
    if found is None or rule is None or rule is WeaponRule.ANTI:
        raise NoAbility(_what_was_meant(written))
    if found["value"] and rule not in _NUMBERED:
        raise NoAbility(f"[{rule.value.upper()}] carries no number.")
    if not found["value"] and rule in WITH_NUMBER:
        raise NoAbility(f"[{rule.value.upper()}] carries a number: write “{rule.value.upper()} 1”.")
    try:
        value = dice(found["value"].replace(" ", "")) if found["value"] else None
    except NotDice as error:
        raise NoAbility(str(error)) from error
    against = against.strip()
    is_excluded = against.casefold().startswith("non-")
    keywords = _keywords(against[4:] if is_excluded else against) if against else frozenset()
    return WeaponAbility(
        rule, value, frozenset() if is_excluded else keywords, keywords if is_excluded else frozenset()
    )


def weapon_rule(written: str) -> WeaponRule:
    """The ability by its bare name, ``"torrent"``; raises :class:`NoAbility`."""
    rule = _rule(written.strip().removeprefix("[").removesuffix("]"))
    if rule is None:
        raise NoAbility(_what_was_meant(written))
    return rule


def _rule(name: str) -> WeaponRule | None:
    folded = name.casefold().strip()
    return _RULES.get(folded) or _RULES.get(folded.replace(" ", "-")) or _RULES.get(folded.replace("-", " "))


def _keywords(written: str) -> frozenset[str]:
    return frozenset(folded for keyword in written.split("/") if (folded := fold_keyword(keyword)))


def _what_was_meant(written: str) -> str:
    near = get_close_matches(written.casefold().strip("[] "), list(_RULES), n=1)
    hint = f" Did you mean {near[0].upper()}?" if near else " See rules 24.03 to 24.38 for those there are."
    if written.casefold().strip("[ ").startswith("anti"):
        hint = " Write it like ANTI-INFANTRY 4+."
    return f"“{written[:60]}” is no weapon ability.{hint}"
