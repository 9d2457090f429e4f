"""How one weapon's attacks are rolled: attack dice, hit and wound rolls, and the pools they fall into (04.03, 05)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from battle.engine.abilities import weapon_abilities
from battle.engine.applying import Encounter, effects_on
from battle.engine.choices import Choice
from battle.engine.dice import Dice, number
from battle.engine.effects import Change, Effect, Moment, Part, Side
from battle.engine.modifiers import Characteristic, Operation, modified
from battle.engine.rolls import FACES, Fate
from battle.engine.tables import MODELS_OF_A_BLAST, table_of
from battle.engine.target import NONE, Group, Target
from battle.engine.weapons import WeaponRule
from battle.sampling.checks import Abilities, Check, hit_check, wound_check
from battle.sampling.numbers import Altered, Rolled, changes_of, fixed

Moments = frozenset[Moment]

ORDINARY: Moments = frozenset()
CRITICAL_HIT: Moments = frozenset({Moment.CRITICAL_HIT})


@dataclass(frozen=True, slots=True)
class Pool:
    """Attacks that wounded and are alike from there on (5.3.2, 24.10).

    ``saved`` has for each group of the target the lowest face of a save roll that keeps damage off, 7 for
    none; empty where they inflict mortal wounds. ``save_again`` are faces of save rolls that are rolled again.
    """

    penetration: int
    damage: Rolled
    saved: tuple[int, ...] = ()
    save_again: tuple[bool, ...] = (False,) * 6

    @property
    def is_mortal(self) -> bool:
        """Whether they inflict mortal wounds."""
        return not self.saved


@dataclass(frozen=True, slots=True)
class Wounding:
    """Wound rolls of hits: one check for each S that may be rolled, None: they wound without a roll (24.23).

    ``pools`` are the places of the pools of an ordinary and of a critical wound.
    """

    strength: Rolled
    checks: tuple[tuple[int, Check], ...] | None
    pools: tuple[int, int]

    def check(self, strength: int) -> Check:
        """The check of attacks of this S."""
        assert self.checks is not None, "they wound without a roll"
        return dict(self.checks)[strength]


@dataclass(frozen=True, slots=True)
class Procedure:
    """What dice are rolled for attacks against one T. ``hit`` is None for attacks that hit without a roll.

    ``skill`` and ``penetration`` are the BS or WS and the AP: attacks are identical only where these are the same, even
    if every die does the same (04.03.01). ``extra_hits`` are those of [SUSTAINED HITS] (24.36).
    """

    skill: int
    penetration: int

    hit: Check | None
    ordinary: Wounding
    critical: Wounding
    pools: tuple[Pool, ...]
    extra_hits: Dice | None
    is_precise: bool


@dataclass(frozen=True, slots=True)
class AttackDice:
    """The attack dice of weapons of one kind: each rolls its own A and what is added to it (02.02.03, 04.03)."""

    name: str
    weapons: int
    attacks: Rolled
    added: tuple[tuple[Dice, int, str], ...] = field(default=())
    """Dice, how often they are rolled for one weapon, and the rule that adds them."""


def attack_dice(encounter: Encounter, effects: Sequence[Effect], abilities: Abilities) -> AttackDice:
    """How many attack dice the weapons have (04.03, 24.05, 24.06, 24.30)."""
    weapon = encounter.weapon
    changes = changes_of(effects, Part.ATTACKS, ORDINARY, Characteristic.ATTACKS, weapon.attacks.mean)
    added = [
        (effect.value, 1, effect.source)
        for effect in effects
        if effect.part is Part.ATTACK_DICE and effect.value is not None
    ]
    fives = encounter.target.models // MODELS_OF_A_BLAST
    for rule, times in (
        (WeaponRule.RAPID_FIRE, 1 if encounter.is_within_half_range else 0),
        (WeaponRule.BLAST, fives),
        (WeaponRule.CLEAVE, fives if encounter.situation.single_target else 0),
    ):
        if rule in abilities and times:
            added.append((abilities[rule].value or number(1), times, str(abilities[rule])))
    attacks = Rolled(Characteristic.ATTACKS, weapon.attacks, changes)
    return AttackDice(weapon.name, encounter.use.count, attacks, tuple(added))


def procedure_of(encounter: Encounter, target: Target, *, toughness: int, choice: Choice) -> Procedure:
    """How these attacks are rolled against ``toughness``, with these choices of the attacker."""
    return _Reading(encounter, target, toughness, choice).procedure()


class _Reading:
    """The rules at work on one encounter, read once."""

    def __init__(self, encounter: Encounter, target: Target, toughness: int, choice: Choice) -> None:
        self.encounter = encounter
        self.target = target
        self.toughness = toughness
        self.choice = choice
        self.effects = tuple(effects_on(encounter, toughness=toughness))
        self.abilities = weapon_abilities(encounter, self.effects)
        self.pools: list[Pool] = []

    def procedure(self) -> Procedure:
        table = table_of(self.encounter, self.target, toughness=self.toughness, choice=self.choice)
        figures = table.figures
        skill = figures["BS/WS"].value if "BS/WS" in figures else NONE
        hit = hit_check(
            self.encounter,
            self.effects,
            self.abilities,
            skill=skill,
            modifier=figures["hit roll"].value if "hit roll" in figures else 0,
            choice=self.choice,
        )
        sustained = self.abilities.get(WeaponRule.SUSTAINED_HITS)
        is_lethal = self.choice.lethal and WeaponRule.LETHAL_HITS in self.abilities
        ordinary = self._wounding(ORDINARY, is_automatic=False)
        critical = self._wounding(CRITICAL_HIT, is_automatic=is_lethal)
        return Procedure(
            skill=skill,
            penetration=self._penetration(ORDINARY),
            hit=hit,
            ordinary=ordinary,
            critical=critical,
            pools=tuple(self.pools),
            extra_hits=sustained.value if sustained else None,
            is_precise=table.is_precise,
        )

    def _wounding(self, moments: Moments, *, is_automatic: bool) -> Wounding:
        weapon = self.encounter.weapon
        if weapon.strength.maximum > 0:
            printed = max(1, round(weapon.strength.mean))
            changes = changes_of(self.effects, Part.STRENGTH, moments, Characteristic.STRENGTH, printed)
            strength = Rolled(Characteristic.STRENGTH, weapon.strength, changes)
        else:
            strength = Rolled(Characteristic.STRENGTH, number(1))  # 02.04.01
        if is_automatic:
            place = self._pool(moments, is_critical=False)
            return Wounding(strength, None, (place, place))
        checks = tuple(
            (
                value,
                wound_check(
                    self.encounter,
                    self.effects,
                    self.abilities,
                    strength=max(1, value),
                    toughness=self.toughness,
                    moments=moments,
                    choice=self.choice,
                ),
            )
            for value in _possible(strength)
        )
        fates = {check.fate(face) for _, check in checks for face in FACES}
        places = {
            is_critical: self._pool(moments, is_critical=is_critical)
            for fate, is_critical in ((Fate.SUCCEEDS, False), (Fate.CRITICAL, True))
            if fate in fates
        }
        some = next(iter(places.values()))
        return Wounding(strength, checks, (places.get(False, some), places.get(True, some)))

    def _pool(self, moments: Moments, *, is_critical: bool) -> int:
        """The place of the pool of attacks whose rolls were critical in these ways."""
        if is_critical:
            moments = moments | {Moment.CRITICAL_WOUND}
        pool = Pool(0, self._damage(moments))
        if not (is_critical and self._is_devastating(moments)):
            penetration = self._penetration(moments)
            saved = tuple(self._saved_on(group, penetration) for group in self.target.groups)
            pool = Pool(penetration, pool.damage, saved, self._saves_again(saved))
        if pool not in self.pools:
            self.pools.append(pool)
        return self.pools.index(pool)

    def _is_devastating(self, moments: Moments) -> bool:
        return WeaponRule.DEVASTATING_WOUNDS in self.abilities or any(
            effect.part is Part.WEAPON_ABILITY
            and effect.change is Change.GRANT
            and effect.ability is not None
            and effect.ability.rule is WeaponRule.DEVASTATING_WOUNDS
            and effect.moment in moments
            and effect.ability.reaches(self.encounter.target.keywords)
            for effect in self.effects
        )

    def _penetration(self, moments: Moments) -> int:
        printed = self.encounter.weapon.armour_penetration
        part, kind = Part.ARMOUR_PENETRATION, Characteristic.ARMOUR_PENETRATION
        return modified(kind, printed, fixed(changes_of(self.effects, part, moments, kind, printed))).value

    def _damage(self, moments: Moments) -> Rolled:
        weapon = self.encounter.weapon
        made = [effect for effect in self.effects if effect.side is Side.MADE]
        changes = changes_of(made, Part.DAMAGE, moments, Characteristic.DAMAGE, weapon.damage.mean)
        melta = self.abilities.get(WeaponRule.MELTA)
        if melta is not None and melta.value is not None and self.encounter.is_within_half_range:
            changes = (*changes, Altered(Operation.ADD, melta.value, f"{melta} (24.25)"))
        return Rolled(Characteristic.DAMAGE, weapon.damage, changes, self._damage_again(changes))

    def _damage_again(self, changes: tuple[Altered, ...]) -> frozenset[int]:
        """Damage rolls worth less than the average against an unhurt model, if they may be rolled again (01.05.02)."""
        damage = self.encounter.weapon.damage
        allowed = {effect.change for effect in self.effects if effect.part is Part.DAMAGE_ROLL}
        if not damage.is_random or not allowed & {Change.REROLL, Change.REROLL_ONES}:
            return frozenset()
        wounds = max(group.wounds for group in self.target.groups)
        plain = Rolled(Characteristic.DAMAGE, damage)
        known = [change.modifier(round(change.by.mean)) for change in changes]
        worth = [min(wounds, plain.changed(value, known)) for value in range(damage.maximum + 1)]
        average = sum(chance * worth[value] for value, chance in enumerate(damage.chances))
        poor = {value for value in range(damage.minimum, damage.maximum + 1) if worth[value] < average}
        return frozenset(poor if Change.REROLL in allowed else poor & {damage.minimum})

    def _saved_on(self, group: Group, penetration: int) -> int:
        """The lowest face that keeps damage off models of the group (05.04)."""
        effects = [one for one in self.effects if not one.models or not one.models.isdisjoint(group.profiles)]
        modifier = sum(
            change.value if change.operation is Operation.ADD else -change.value
            for change in fixed(changes_of(effects, Part.SAVE_ROLL, ORDINARY, Characteristic.SAVE_ROLL, 0))
        )
        return next((face for face in FACES if _is_saved(face, modifier, penetration, group)), NONE)

    def _saves_again(self, saved: tuple[int, ...]) -> tuple[bool, ...]:
        """Faces of save rolls made again: those that would save no group, or ones (01.05.02)."""
        changes = {effect.change for effect in self.effects if effect.part is Part.SAVE_ROLL}
        if Change.REROLL in changes:
            return tuple(all(face < needed for needed in saved) for face in FACES)
        return tuple(face == 1 and Change.REROLL_ONES in changes for face in FACES)


def _is_saved(face: int, modifier: int, penetration: int, group: Group) -> bool:
    """05.04, step 2: the first condition that applies."""
    if face == 1:
        return False
    if group.invulnerable < NONE and face + modifier >= group.invulnerable:
        return True
    return face + modifier - penetration >= group.save


def _possible(strength: Rolled) -> Iterator[int]:
    """Every S that the attacks can have."""
    found = set()

    def ways(place: int, modifiers: tuple[object, ...]) -> None:
        if place == len(strength.changes):
            for value in range(strength.printed.minimum, strength.printed.maximum + 1):
                found.add(strength.changed(value, modifiers))  # type: ignore[arg-type]
            return
        change = strength.changes[place]
        for value in range(change.by.minimum, change.by.maximum + 1):
            ways(place + 1, (*modifiers, change.modifier(value)))

    ways(0, ())
    yield from sorted(found)
