"""Exceptions to the rules of mustering, each a question that data answers (``army.permits(...)``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.detachment import Enhancement
from datasheets.catalogue.names import fold_keyword
from roster.muster.unit import fold_keywords

if TYPE_CHECKING:
    from roster.muster.army import Army
    from roster.muster.attached import Joined
    from roster.muster.unit import Unit


class Permission(Protocol):
    """An exception that an army may or may not have."""

    def is_granted(self, army: Army) -> bool:
        """Whether the army's data grants it."""
        ...


@dataclass(frozen=True, slots=True)
class SoloDetachment:
    """A detachment above the battle size's Detachment Points, as the army's only one (25.03)."""

    points: int

    def is_granted(self, army: Army) -> bool:
        """Granted by the battle size, while one detachment is selected."""
        solo = army.battle_size.solo_detachment_points if army.battle_size else None
        return solo is not None and self.points <= solo and len(army.detachments) == 1


@dataclass(frozen=True, slots=True)
class SharedRole:
    """Two units in one role with one bodyguard (24.22, 24.34)."""

    joined: Sequence[Joined]
    bodyguard: Unit

    def is_granted(self, army: Army) -> bool:
        """Granted by the datasheet of one of the two, on its conditions."""
        beside = [self._may_stand(one, [other for other in self.joined if other is not one]) for one in self.joined]
        return len(self.joined) <= 1 + any(beside)

    def _may_stand(self, joined: Joined, others: Sequence[Joined]) -> bool:
        way = joined.way
        if way is None or not way.may_join_beside_another:
            return False
        ids = [other.unit.datasheet.id if other.unit.datasheet else "" for other in others]
        own = joined.unit.datasheet.id if joined.unit.datasheet else ""
        least, size = way.beside_from_models, self.bodyguard.size
        return (
            (not way.beside or all(id in way.beside for id in ids))
            and not (way.never_beside_its_like and own in ids)
            and (least is None or size is None or size >= least)
        )


@dataclass(frozen=True, slots=True)
class WarlordWithoutCharacter:
    """A Warlord that is no CHARACTER (25.04)."""

    unit: Unit

    def is_granted(self, army: Army) -> bool:
        """Granted to units of a faction that has no CHARACTER at all, as the Titan legions."""
        return army.is_native(self.unit) and not army.has_characters_to_choose


@dataclass(frozen=True, slots=True)
class WarlordFromAllies:
    """A Warlord without the army faction keyword (25.04)."""

    unit: Unit

    def is_granted(self, army: Army) -> bool:
        """Granted by the allied rule the unit comes in by, where that does not forbid it."""
        return any(self.unit in units and not rule.cannot_be_warlord for rule, units in army.guests.values())


@dataclass(frozen=True, slots=True)
class WarlordByDetachment:
    """A Warlord whose own datasheet bars it from being one."""

    datasheet: Datasheet

    def is_granted(self, army: Army) -> bool:
        """Granted by a selected detachment that lets it be the Warlord all the same."""
        return not army.detachment_ids.isdisjoint(self.datasheet.warlord_with)


@dataclass(frozen=True, slots=True)
class EnhancementForEpicHero:
    """An Epic Hero that bears the enhancement (25.04)."""

    enhancement: Enhancement

    def is_granted(self, army: Army) -> bool:
        """Granted by the enhancement."""
        return self.enhancement.usable_by_epic_hero


@dataclass(frozen=True, slots=True)
class EnhancementForNonCharacter:
    """A unit without CHARACTER that bears the enhancement (25.04)."""

    enhancement: Enhancement

    def is_granted(self, army: Army) -> bool:
        """Granted to every Upgrade, and to an enhancement that says so."""
        return self.enhancement.is_upgrade or self.enhancement.usable_by_non_character


@dataclass(frozen=True, slots=True)
class EnhancementForBarred:
    """An enhancement on a unit whose datasheet bars it from enhancements (R-25)."""

    enhancement: Enhancement
    datasheet: Datasheet

    def is_granted(self, army: Army) -> bool:
        """Granted by an enhancement that asks for just this datasheet, by name."""
        name = fold_keyword(self.datasheet.name)
        return any(name in fold_keywords(group) for group in self.enhancement.requires)


@dataclass(frozen=True, slots=True)
class EnhancementForAlly:
    """An allied unit that bears an enhancement."""

    unit: Unit

    def is_granted(self, army: Army) -> bool:
        """Granted unless the allied rule it comes in by forbids it."""
        return not any(rule.cannot_take_enhancements for rule, units in army.guests.values() if self.unit in units)
