"""Thirty attacks by their printed numbers, for the engine and for the program of icepool alike."""

from __future__ import annotations

from dataclasses import dataclass

from battle.engine.attacks import Result, resolve
from battle.engine.dice import dice
from battle.engine.effects import Change, Effect, Part, Side, WeaponFilter
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.situation import Phase, Situation
from battle.engine.weapons import Weapon, WeaponAbility, WeaponRule
from tests.battle.proof.icepool_program import Models, Printed, kills


@dataclass(frozen=True)
class Printout:
    """An attack as its datasheets print it, groups in the order in which they are allocated to."""

    name: str
    unit: tuple[Models, ...]
    batches: tuple[Printed, ...]

    def by_icepool(self) -> list[float]:
        """Chances of the number of models destroyed, by the other program."""
        return kills(self.unit, self.batches)

    def by_engine(self) -> Result:
        """The same from the engine."""
        attacker, target = self.fighters()
        return resolve(attacker, target, Situation(phase=Phase.FIGHT), self.policies())

    def policies(self) -> Policies:
        """The choices that the other program makes."""
        characters = [_name(place) for place, group in enumerate(self.unit) if group.is_character]
        is_precise = any(weapon.precise for weapon in self.batches)
        order = tuple(_name(place) for place in range(len(self.unit)))
        return Policies(order=order, lethal=True, precise=characters[0] if is_precise else "")

    def fighters(self) -> tuple[Fighters, Fighters]:
        """Both sides for the engine; what the batches have from rules stands as effects on their weapons."""
        uses = tuple(
            WeaponUse(_weapon(weapon, f"weapon {place}"), weapon.weapons) for place, weapon in enumerate(self.batches)
        )
        effects = tuple(
            effect for place, weapon in enumerate(self.batches) for effect in _effects(weapon, f"weapon {place}")
        )
        attacker = Fighters("Attackers", (Profile("Attacker", 1, 4, 3, 2),), (Loadout("", 1, uses),), effects=effects)
        profiles = tuple(
            Profile(
                _name(place),
                group.models,
                group.toughness,
                group.save,
                group.wounds,
                group.invulnerable,
                feel_no_pain=group.pain,
                is_character=group.is_character,
                is_bodyguard=not group.is_character,
            )
            for place, group in enumerate(self.unit)
        )
        return attacker, Fighters("Target", profiles, is_attached=any(group.is_character for group in self.unit))


def _name(place: int) -> str:
    return f"group {place}"


def _weapon(printed: Printed, name: str) -> Weapon:
    abilities = [
        ability
        for ability, has_it in (
            (WeaponAbility(WeaponRule.SUSTAINED_HITS, dice(printed.sustained or 1)), printed.sustained),
            (WeaponAbility(WeaponRule.LETHAL_HITS), printed.lethal),
            (WeaponAbility(WeaponRule.DEVASTATING_WOUNDS), printed.devastating),
            (WeaponAbility(WeaponRule.PRECISION), printed.precise),
            (WeaponAbility(WeaponRule.TORRENT), printed.skill is None),
        )
        if has_it
    ]
    return Weapon(
        name,
        None,
        dice(printed.attacks),
        printed.skill,
        dice(printed.strength),
        printed.ap,
        dice(printed.damage),
        tuple(abilities),
    )


def _effects(printed: Printed, name: str) -> list[Effect]:
    again = {"ones": Change.REROLL_ONES, "fails": Change.REROLL}
    found: list[tuple[Part, Change, int | None]] = []
    for part, wanted in ((Part.HIT_ROLL, printed.hit_again), (Part.WOUND_ROLL, printed.wound_again)):
        if wanted:
            found.append((part, again[wanted], None))
    for part, modifier in ((Part.HIT_ROLL, printed.hit_modifier), (Part.WOUND_ROLL, printed.wound_modifier)):
        if modifier:
            found.append((part, Change.ADD if modifier > 0 else Change.SUBTRACT, abs(modifier)))
    for part, on in ((Part.CRITICAL_HIT, printed.critical_hit), (Part.CRITICAL_WOUND, printed.critical_wound)):
        if on < 6:
            found.append((part, Change.SET, on))
    weapons = WeaponFilter(names=frozenset({name}))
    return [
        Effect(f"{part}", Side.MADE, part, change, None if value is None else dice(value), weapons=weapons)
        for part, change, value in found
    ]


def _one(name: str, unit: Models | tuple[Models, ...], *batches: Printed) -> Printout:
    return Printout(name, unit if isinstance(unit, tuple) else (unit,), batches)


MARINES = Models(10, 4, 3, 2)
WARDENS = Models(5, 5, 2, 3, 4, 5)
HORDE = Models(20, 3, 5, 1)
TANK = Models(1, 10, 3, 12)
CAPTAIN = Models(1, 4, 3, 5, 4, is_character=True)
LORD = Models(1, 5, 2, 4, 4, 5, is_character=True)
SQUAD = Models(5, 4, 4, 2)

THIRTY = (
    _one("S1", MARINES, Printed("2", 10, 3, 4, 1, "1")),
    _one("S2", WARDENS, Printed("20", 1, 3, 5, 2, "2", hit_again="ones", sustained="1", lethal=True)),
    _one("damage rolled for at one wound", HORDE, Printed("D6", 3, 4, 5, 1, "D3")),
    _one("D6 damage at two wounds", MARINES, Printed("1", 6, 3, 9, 3, "D6")),
    _one("a tank hunter", TANK, Printed("1", 4, 3, 12, 4, "D6+1", wound_again="fails")),
    _one("a volley", HORDE, Printed("D6+3", 2, 4, 4, 0, "1", hit_again="fails")),
    _one("torrents", HORDE, Printed("D6", 3, None, 5, 1, "1", wound_again="ones")),
    _one("devastating", MARINES, Printed("3", 4, 3, 5, 2, "3", devastating=True)),
    _one("devastating and Feel No Pain", WARDENS, Printed("4", 3, 2, 6, 2, "2", devastating=True)),
    _one("devastating on 4+", TANK, Printed("6", 2, 3, 4, 1, "2", devastating=True, critical_wound=4)),
    _one("lethal on 5+", TANK, Printed("4", 5, 3, 4, 1, "1", lethal=True, critical_hit=5)),
    _one("sustained D3", MARINES, Printed("3", 3, 3, 4, 1, "2", sustained="D3")),
    _one("sustained and lethal", MARINES, Printed("4", 3, 4, 3, 1, "1", sustained="2", lethal=True)),
    _one("minus one to hit", MARINES, Printed("2", 6, 4, 4, 0, "1", hit_modifier=-1)),
    _one("plus one to wound", TANK, Printed("3", 4, 3, 5, 2, "3", wound_modifier=1)),
    _one("both modifiers and re-rolls", WARDENS, Printed("3", 5, 3, 5, 2, "2", "fails", "ones", 6, 6, 1, -1)),
    _one("nothing saves", MARINES, Printed("2", 8, 3, 4, 6, "1")),
    _one("only sixes wound", TANK, Printed("10", 2, 3, 3, 0, "1", wound_again="fails")),
    _one("more attacks than wounds", Models(3, 3, 6, 1), Printed("12", 1, 2, 6, 2, "1")),
    _one("Feel No Pain 4+ and big damage", Models(3, 6, 4, 4, 7, 4), Printed("D3", 3, 3, 8, 2, "D6+1")),
    _one("a captain behind a squad", (SQUAD, CAPTAIN), Printed("4", 4, 3, 5, 1, "2")),
    _one("a lord with Feel No Pain behind a squad", (SQUAD, LORD), Printed("4", 4, 3, 6, 2, "2")),
    _one("a captain behind weak saves", (Models(5, 4, 6, 1), CAPTAIN), Printed("5", 3, 3, 5, 1, "2")),
    _one("shields in front", (Models(2, 4, 3, 2, 4), Models(6, 4, 3, 2), CAPTAIN), Printed("3", 4, 3, 8, 3, "2")),
    _one("precise", (SQUAD, CAPTAIN), Printed("3", 4, 3, 5, 2, "2", precise=True)),
    _one("precise and devastating", (SQUAD, CAPTAIN), Printed("3", 3, 3, 5, 2, "D3", precise=True, devastating=True)),
    _one("devastating at an attached unit", (SQUAD, LORD), Printed("4", 3, 3, 5, 2, "2", devastating=True)),
    _one(
        "two batches",
        (SQUAD, CAPTAIN),
        Printed("2", 6, 3, 5, 1, "1", sustained="1"),
        Printed("1", 4, 3, 9, 3, "D3"),
    ),
    _one(
        "two batches, T of the leader in the end",
        (Models(2, 3, 5, 1), Models(1, 6, 3, 4, is_character=True)),
        Printed("3", 2, 3, 4, 1, "1"),
        Printed("3", 2, 3, 5, 2, "D3", devastating=True),
    ),
    _one(
        "a precise batch and another",
        (Models(4, 4, 4, 2), LORD),
        Printed("2", 3, 3, 6, 2, "2", precise=True),
        Printed("4", 2, 3, 4, 1, "1", lethal=True, hit_again="ones"),
    ),
)
"""Expected kills of S1 and S2 are known from other programs as well: 1.416742 and 2.043836."""
