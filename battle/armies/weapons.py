"""Weapons of the catalogue as the engine knows them (02.04, 24)."""

from __future__ import annotations

from battle.engine.dice import Dice, dice
from battle.engine.weapons import Weapon, WeaponAbility, WeaponRule
from datasheets.catalogue.names import fold_keyword, fold_name
from datasheets.catalogue.wargear import Item, WeaponKeyword, WeaponProfile
from roster.muster.loadouts.identity import ById

RULES = {
    **{fold_name(rule.value): rule for rule in WeaponRule},
    # The two are one for all rules purposes (24.27).
    "pistol": WeaponRule.CLOSE_QUARTERS,
}
"""Weapon abilities of the core rules by folded name."""

OWN_RULES = frozenset(
    {
        "bubblechukka",
        "conversion",
        "dead choppy",
        "harpooned",
        "linked fire",
        "overcharge",
        "plasma warhead",
        "psychic assassin",
        "reverberating summons",
    }
)
"""Weapon abilities by folded name that stand on single datasheets only; none of them is modelled."""

HUNTER = "hunter"
"""A word of profiles that attack some units only; ``only_against`` has which (04.01.03)."""


class UnknownWeaponRule(ValueError):
    """A weapon keyword of the catalogue that is no weapon ability known here; the message names both."""


_MADE: ById[Item, tuple[Weapon, ...]] = ById(8192)


def weapons_of(item: Item) -> tuple[Weapon, ...]:
    """The profiles of the item, none where it is no weapon; raises :class:`UnknownWeaponRule`."""
    return _MADE.get(item, lambda: tuple(_weapon(profile, item) for profile in item.profiles))


def not_modelled_of(item: Item) -> tuple[str, ...]:
    """Abilities of the item's profiles that are not modelled, in words."""
    named = {
        f"{keyword.name} of {item.name}"
        for profile in item.profiles
        for keyword in profile.keywords
        if fold_name(keyword.name) in OWN_RULES
    }
    return tuple(sorted(named))


def _weapon(profile: WeaponProfile, item: Item) -> Weapon:
    abilities = tuple(_ability(keyword, item) for keyword in profile.keywords if _is_core(keyword))
    return Weapon(
        name=_name(profile, item),
        range=profile.range,
        attacks=dice(profile.attacks),
        skill=profile.skill,
        strength=_strength(profile.strength),
        # The catalogue has AP as it is printed, -2; the engine as the number it subtracts.
        armour_penetration=-profile.armour_penetration,
        damage=dice(profile.damage),
        abilities=abilities,
        only_against=frozenset(map(fold_keyword, profile.only_against)),
        profile_of=item.name if len(item.profiles) > 1 else "",
    )


def _name(profile: WeaponProfile, item: Item) -> str:
    """The item's name, with that of the profile where it has several."""
    if len(item.profiles) == 1:
        return item.name
    own = profile.name.removeprefix(f"{item.name} - ")
    return item.name if fold_name(own) == fold_name(item.name) else f"{item.name} – {own}"


def _strength(written: str) -> Dice:
    """S, 0 where the profile has none (02.04.01)."""
    return Dice() if written.strip() in ("-", "–", "") else dice(written)


def _is_core(keyword: WeaponKeyword) -> bool:
    return fold_name(keyword.name) not in OWN_RULES | {HUNTER}


def _ability(keyword: WeaponKeyword, item: Item) -> WeaponAbility:
    rule = RULES.get(fold_name(keyword.name))
    if rule is None:
        raise UnknownWeaponRule(f"{item.name} has the weapon ability {keyword}, which is not known.")
    targets = [keyword.target] if keyword.target else list(keyword.required_targets)
    return WeaponAbility(
        rule,
        dice(keyword.value.rstrip("+")) if keyword.value is not None else None,
        frozenset(map(fold_keyword, targets)),
        frozenset(map(fold_keyword, keyword.excluded_targets)),
    )
