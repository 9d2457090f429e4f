"""Who attacks and who is attacked, as profiles print them: before any rule has changed a number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from battle.engine.dice import Dice
from battle.engine.effects import Effect
from battle.engine.target import NONE
from battle.engine.weapons import Weapon


@dataclass(frozen=True, slots=True)
class WeaponUse:
    """``count`` weapons of one profile, carried by models of the group (a profile's name, empty: not said).

    ``is_damaged``: by a model of it that is damaged while others are not (24.39).
    """

    weapon: Weapon
    count: int = 1
    group: str = ""
    is_damaged: bool = False


@dataclass(frozen=True, slots=True)
class Loadout:
    """``models`` models of a group that carry the same weapons; each has ``count`` of each use.

    Which of its models a unit loses is its player's choice: those of the first loadout are kept longest.
    A loadout without a group is no model's but the unit's as a whole: all of its weapons attack, and nothing
    is selected among them (04.01, 24.07, 24.11).
    """

    group: str
    models: int
    weapons: tuple[WeaponUse, ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """Models of one kind in a unit; the CHARACTERs of a unit stand one by one (05.03).

    ``save``, ``invulnerable``, ``invulnerable_melee``, ``invulnerable_ranged``, ``feel_no_pain`` and
    ``feel_no_pain_mortal`` are what a die needs, 7 for none. ``lost`` are wounds that one of them has lost.
    ``component`` names the unit of an attached unit that they are of, ``is_bodyguard`` says whether that is the
    bodyguard unit (19.02). ``damaged_at``: with so many wounds left it is damaged (24.39), None: never.
    ``lone_operative`` are the inches of Lone Operative, None without it (24.24), ``has_stealth`` is the models' own
    Stealth, the unit's once only they are left (24.33), ``deadly_demise`` the mortal wounds of Deadly Demise, None
    without it (24.08).
    """

    name: str
    models: int
    toughness: int
    save: int
    wounds: int
    invulnerable: int = NONE
    invulnerable_melee: int = NONE
    invulnerable_ranged: int = NONE
    feel_no_pain: int = NONE
    feel_no_pain_mortal: int = NONE
    is_character: bool = False
    is_bodyguard: bool = True
    component: str = ""
    lost: int = 0
    damaged_at: int | None = None
    lone_operative: int | None = None
    has_stealth: bool = False
    deadly_demise: Dice | None = None
    points: float = 0.0
    enhancement_points: float = 0.0
    keywords: frozenset[str] = frozenset()

    def __hash__(self) -> int:
        # Of all that tells two of them apart the least that nearly always does: they are looked up often.
        return hash((self.name, self.models, self.toughness, self.wounds, self.lost))


@dataclass(frozen=True)
class Fighters:
    """A unit on either side: its models, weapons, keywords (folded) and what its rules do to attacks.

    Of an attached unit ``keywords`` are those of all its components (19.03). ``effects`` are those of its own
    rules: whether they touch the attacks it makes or those that target it, each says itself.
    ``starting_strength`` counts models at the start of the battle, None: as many as it has.
    """

    name: str
    profiles: tuple[Profile, ...]
    loadouts: tuple[Loadout, ...] = ()
    keywords: frozenset[str] = frozenset()
    effects: tuple[Effect, ...] = ()
    is_attached: bool = False
    has_stealth: bool = False
    fights_first: bool = False
    points: float = 0.0
    starting_strength: int | None = None
    not_modelled: tuple[str, ...] = ()
    """Abilities of it that might matter and are not applied, in words."""
    models_left: int | None = None
    """How many models of it there are when it is attacked, None: all of its profiles. Its states count the others."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Of all that tells two of them apart the least that nearly always does: they are looked up often.
        carried = tuple([loadout.models for loadout in self.loadouts])
        left = (self.models_left, self.starting_strength)
        return hash((self.name, self.profiles, carried, self.keywords, len(self.effects), left))

    @cached_property
    def weapons(self) -> tuple[WeaponUse, ...]:
        """Its weapons, all models together; those of one profile carried by one group are one entry."""
        counts: dict[tuple[Weapon, str], int] = {}
        for loadout in self.loadouts:
            for use in loadout.weapons:
                key = (use.weapon, loadout.group)
                counts[key] = counts.get(key, 0) + use.count * loadout.models
        return tuple(WeaponUse(weapon, count, group) for (weapon, group), count in counts.items())

    @property
    def models(self) -> int:
        """Models in the unit."""
        if self.models_left is not None:
            return self.models_left
        return sum(profile.models for profile in self.profiles)

    @cached_property
    def most_toughness(self) -> int:
        """The highest T of its models as printed, 1 where it has none."""
        return max([profile.toughness for profile in self.profiles], default=1)

    @cached_property
    def lone_operative(self) -> int | None:
        """Within how many inches it is visible, None: at any distance. Every model of it has to have it (24.24.01)."""
        inches = [profile.lone_operative for profile in self.profiles]
        found = [one for one in inches if one is not None]
        return max(found) if found and len(found) == len(inches) else None

    @property
    def is_monster_or_vehicle(self) -> bool:
        """Whether it is a MONSTER or VEHICLE unit (10.06, 17.03)."""
        return not self.keywords.isdisjoint({"monster", "vehicle"})

    @property
    def hazards_hurt_more(self) -> bool:
        """Whether every model is a MONSTER or VEHICLE: a failed hazard roll is then 3 mortal wounds (06.03)."""
        return all(
            not (profile.keywords or self.keywords).isdisjoint({"monster", "vehicle"}) for profile in self.profiles
        )
