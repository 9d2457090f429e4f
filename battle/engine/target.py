"""What is attacked: a unit as allocation groups, and the order in which attacks reach them (05.03, 06.02, 19.02)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, permutations

from battle.engine.modifiers import Modifier
from battle.engine.work import spend

WORK_OF_AN_ORDER = 5_000
"""Units of work that it takes to think of one order of allocation, by the time both take."""

NONE = 7
"""A roll that no die makes: a group without an invulnerable save or without Feel No Pain has 7+."""

State = tuple[int, ...]
"""Wounds left in each group, all models together, by the order of the groups; last how many times damage can still be
ignored. In a group at most one model has lost wounds, since it is always chosen first (05.04, 06.02)."""


@dataclass(frozen=True, slots=True)
class Group:
    """Models with the same W, Sv and InSv, or one CHARACTER (05.03).

    ``save``, ``invulnerable`` and ``feel_no_pain`` are what a die needs, 7 for none;
    ``feel_no_pain_mortal`` holds against mortal wounds. ``damage`` changes the D of attacks allocated to
    the group; what of it reaches devastating mortal wounds too stands in ``mortal_damage`` (R-44).
    ``lost`` are wounds that one model has lost already. ``is_bodyguard`` is false for leader and support
    units' models: the T of bodyguards counts first (05.02.01). ``points`` are what one model is worth.
    """

    name: str
    models: int
    wounds: int
    toughness: int
    save: int
    invulnerable: int = NONE
    feel_no_pain: int = NONE
    feel_no_pain_mortal: int = NONE
    is_character: bool = False
    is_bodyguard: bool = True
    damage: tuple[Modifier, ...] = ()
    mortal_damage: tuple[Modifier, ...] = ()
    lost: int = 0
    points: float = 0.0
    enhancement_points: float = 0.0
    """Points of the enhancement that one model of the group bears: gone with the group's last model (R-28)."""
    profiles: tuple[str, ...] = ()
    """Names of the profiles whose models are in the group."""

    def __hash__(self) -> int:
        # Of all that tells two of them apart the least that nearly always does: they are looked up often.
        return hash((self.name, self.models, self.wounds, self.toughness, self.save))

    @property
    def total_wounds(self) -> int:
        """Wounds of all its models together, none lost."""
        return self.models * self.wounds


@dataclass(frozen=True)
class Target:
    """The unit attacked. ``ignored_damage``: of that many attacks that inflict damage, the first, D is changed to 0."""

    groups: tuple[Group, ...]
    is_attached: bool = False
    ignored_damage: int = 0

    @cached_property
    def start(self) -> State:
        """The state before anything is attacked."""
        return (*(group.total_wounds - group.lost for group in self.groups), self.ignored_damage)

    @cached_property
    def toughnesses(self) -> tuple[int, ...]:
        """The T of its groups, each once, from the lowest."""
        return tuple(sorted({group.toughness for group in self.groups}))

    @cached_property
    def hurt_by_attacks(self) -> tuple[Hashable, ...]:
        """What of its groups decides what normal damage does to them."""
        return tuple([(group.wounds, group.feel_no_pain, group.damage) for group in self.groups])

    @cached_property
    def hurt_by_mortal_wounds(self) -> tuple[Hashable, ...]:
        """What of its groups decides what mortal wounds do to them, and in which order."""
        return tuple(
            [
                (group.wounds, group.feel_no_pain_mortal, group.mortal_damage, group.is_character)
                for group in self.groups
            ]
        )

    @cached_property
    def models(self) -> int:
        """Models in the unit at the start."""
        return sum(group.models for group in self.groups)

    def models_left(self, state: State, group: int) -> int:
        """Models of the group that are left."""
        return -(-state[group] // self.groups[group].wounds)

    def is_wounded(self, state: State, group: int) -> bool:
        """Whether a model of the group has lost wounds and is not destroyed."""
        return state[group] % self.groups[group].wounds != 0

    def is_destroyed(self, state: State) -> bool:
        """Whether no model is left."""
        return not any(state[: len(self.groups)])

    def toughness(self, state: State) -> int:
        """The T that wound rolls are made against: the highest of living bodyguards, else of the living (05.02.01)."""
        alive = [group for index, group in enumerate(self.groups) if state[index]]
        bodyguards = [group for group in alive if group.is_bodyguard] if self.is_attached else alive
        return max((group.toughness for group in bodyguards or alive), default=1)

    def orders(self) -> Iterator[tuple[int, ...]]:
        """Every order in which the defender may want the groups allocated to, CHARACTERs last (05.03).

        Models with the same W, Sv and InSv are one group of the rules, whatever else they differ in: they follow
        one upon the other, as their player selects them.
        """
        if len(self.groups) == 1:
            spend(WORK_OF_AN_ORDER)
            yield (0,)
            return
        others = [index for index, group in enumerate(self.groups) if not group.is_character]
        characters = [index for index, group in enumerate(self.groups) if group.is_character]
        for first in permutations(others):
            saves = [(group.wounds, group.save, group.invulnerable) for group in map(self.groups.__getitem__, first)]
            if sum(one != other for one, other in pairwise(saves)) >= max(1, len(set(saves))):
                continue
            for last in permutations(characters):
                spend(WORK_OF_AN_ORDER)
                yield (*first, *last)

    def declared(self, wanted: Sequence[int], state: State) -> tuple[int, ...]:
        """The allocation order as it may be declared now: groups with a wounded model come first among their like.

        It is built anew for each batch of attacks (05.03, R-40).
        """

        groups = self.groups

        def place(group: int) -> int:
            found = groups[group]
            return 2 * found.is_character + (not state[group] % found.wounds)

        return tuple(sorted([group for group in wanted if state[group]], key=place))

    def for_mortal_wounds(self, declared: Sequence[int], state: State) -> int | None:
        """The group that a mortal wound strikes: wounded others, others, wounded CHARACTERs, CHARACTERs (06.02).

        Among several groups alike the first of the declared order (R-41). None if nothing is left.
        """
        best: int | None = None
        least = 4
        for place in declared:
            if state[place]:
                group = self.groups[place]
                rank = 2 * group.is_character + (not state[place] % group.wounds)
                if rank < least:
                    best, least = place, rank
        return best
