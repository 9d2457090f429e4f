"""Weapons and their abilities as profiles print them (02.04, 24)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from battle.engine.dice import Dice


class WeaponRule(StrEnum):
    """The weapon abilities of the core rules (24). [PISTOL] is CLOSE_QUARTERS (24.27)."""

    # As the word it is: an enumeration would hash its name anew, in Python, at every look-up.
    __hash__ = str.__hash__

    ANTI = "anti"
    ASSAULT = "assault"
    BLAST = "blast"
    CLEAVE = "cleave"
    CLOSE_QUARTERS = "close-quarters"
    DEVASTATING_WOUNDS = "devastating wounds"
    EXTRA_ATTACKS = "extra attacks"
    HAZARDOUS = "hazardous"
    HEAVY = "heavy"
    IGNORES_COVER = "ignores cover"
    INDIRECT_FIRE = "indirect fire"
    LANCE = "lance"
    LETHAL_HITS = "lethal hits"
    MELTA = "melta"
    ONE_SHOT = "one shot"
    PRECISION = "precision"
    PSYCHIC = "psychic"
    RAPID_FIRE = "rapid fire"
    SUSTAINED_HITS = "sustained hits"
    TORRENT = "torrent"
    TWIN_LINKED = "twin-linked"


WITH_NUMBER = frozenset(
    {
        WeaponRule.ANTI,
        WeaponRule.CLEAVE,
        WeaponRule.MELTA,
        WeaponRule.RAPID_FIRE,
        WeaponRule.SUSTAINED_HITS,
    }
)
"""Abilities that always carry a number; BLAST may."""


@dataclass(frozen=True, slots=True)
class WeaponAbility:
    """One ability of a weapon.

    ``value`` is the X of [BLAST X], the roll needed of [ANTI-X Y+]. ``keywords`` are those of the target it
    asks for, one of which is enough: the X of [ANTI-X Y+], and of every other ability the forms limited by
    keyword (24.01); those of ``except_keywords`` the target has none of. Keywords stand folded, as
    :class:`~battle.engine.profiles.Profile` has them. ``source`` names the rule that gave it, empty if printed.
    """

    rule: WeaponRule
    value: Dice | None = None
    keywords: frozenset[str] = frozenset()
    except_keywords: frozenset[str] = frozenset()
    source: str = ""

    def reaches(self, target_keywords: frozenset[str]) -> bool:
        """Whether it applies to attacks against a unit with these keywords (24.01, 24.03)."""
        if self.keywords and self.keywords.isdisjoint(target_keywords):
            return False
        return self.except_keywords.isdisjoint(target_keywords)

    def __str__(self) -> str:
        name = self.rule.value.upper()
        if self.rule is WeaponRule.ANTI:
            against = "/".join(sorted(self.keywords)) or f"non-{'/'.join(sorted(self.except_keywords))}"
            return f"[ANTI-{against.upper()} {self.value}+]"
        words = f"{name} {self.value}" if self.value is not None else name
        return f"[{words}: {'/'.join(sorted(self.keywords)).upper()}]" if self.keywords else f"[{words}]"


@dataclass(frozen=True)
class Weapon:
    """One profile of a weapon. ``range`` in inches, None for melee; ``skill`` is the BS or WS, None without a hit roll.

    ``strength`` is 0 where the profile has none ("-"): it counts as S 1 and is never modified (02.04.01).
    ``armour_penetration`` is the number it subtracts: 2 for AP -2. ``profile_of`` names the weapon where that
    has several profiles, of which one is selected each time (04.01.03); empty where this is its only one.
    ``only_against`` are keywords of which the target has one (Hunter profiles, 04.01.03); empty: any target.
    """

    name: str
    range: int | None
    attacks: Dice
    skill: int | None
    strength: Dice
    armour_penetration: int
    damage: Dice
    abilities: tuple[WeaponAbility, ...] = ()
    only_against: frozenset[str] = frozenset()
    profile_of: str = ""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Of all that tells two of them apart the least that nearly always does: they are looked up often.
        return hash((self.name, self.range, self.armour_penetration, self.skill))

    @property
    def is_melee(self) -> bool:
        """Whether it makes melee attacks."""
        return self.range is None

    def has(self, rule: WeaponRule) -> bool:
        """Whether the profile prints the ability, whatever its number and keywords (24.01.01)."""
        return any(ability.rule is rule for ability in self.abilities)
