"""Effects of abilities with who has them: what files of judged effects and upstream's encodings become."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from battle.effects.shapes import Kind, Mistake, ProbeShape, Upstream, Who
from battle.engine.effects import Effect

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "effects" / "judged"


@dataclass(frozen=True, slots=True)
class Beneficiary:
    """Who has an effect, seen from the unit whose ability it is (19.04).

    ``kinds`` limit it to kinds of model of that unit, ``carrying`` to where one of these items is carried. Of
    :attr:`Who.ARMY` ``keywords`` are all asked of a friendly unit, ``except_keywords`` it has none of, ``within``
    are inches from the bearer, and ``others_only`` leaves the bearer's own unit out.
    """

    who: Who
    kinds: frozenset[str] = frozenset()
    carrying: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()
    except_keywords: frozenset[str] = frozenset()
    within: int | None = None
    others_only: bool = False


@dataclass(frozen=True, slots=True)
class Switch:
    """What only play turns on: its name in scenarios, and what it stands for, in words."""

    name: str
    says: str
    kind: Kind = Kind.EVENT
    once: str = ""
    lasts: str = ""
    cost: str = ""
    instead_of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """An effect, its source yet without the unit's name, and who has it."""

    to: Beneficiary
    effect: Effect


@dataclass(frozen=True, slots=True)
class NotCarried:
    """A part of an ability that no effect stands for, and why."""

    what: str
    because: str
    matters: bool = True
    """Whether it may change attacks; else it is named nowhere but in the file."""


@dataclass(frozen=True, slots=True)
class JudgedAbility:
    """An ability judged against its text: what it does, and how upstream's encoding does beside it (R-45).

    ``datasheets`` are those it was judged for; empty: an ability that stands on none. ``switches`` are those of
    its effects. ``digest`` is that of the text it was judged by.
    """

    id: str
    name: str
    datasheets: tuple[str, ...]
    digest: str
    upstream: Upstream
    mistakes: tuple[Mistake, ...] = ()
    given: tuple[Given, ...] = ()
    switches: tuple[Switch, ...] = ()
    not_carried: tuple[NotCarried, ...] = ()
    probes: tuple[ProbeShape, ...] = ()

    def is_for(self, datasheet: str) -> bool:
        """Whether it was judged for this datasheet."""
        return not self.datasheets or datasheet in self.datasheets


def judged_ability(id: str) -> JudgedAbility | None:
    """The ability as it was judged, None where nobody did; raises :class:`~battle.effects.reading.EffectsFault`.

    Only the file of its faction is read.
    """
    return _judged_of(id.partition(":")[0]).get(id)


def judged_abilities() -> Mapping[str, JudgedAbility]:
    """All judged abilities by id."""
    return {id: ability for path in sorted(FOLDER.glob("*.yaml")) for id, ability in _judged_of(path.stem).items()}


@lru_cache(maxsize=64)
def _judged_of(faction: str) -> Mapping[str, JudgedAbility]:
    """The judged abilities of a faction by id."""
    # Reading knows these values, so it is asked for late.
    from battle.effects.reading import abilities_of

    path = FOLDER / f"{faction}.yaml"
    if not path.is_file():
        return {}
    return {ability.id: ability for ability in abilities_of(path)}
