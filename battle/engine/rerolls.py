"""Which faces of a hit or wound roll are rolled again, once (01.05.02)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from battle.engine.changing import REROLLS
from battle.engine.effects import Change, Effect, Part
from battle.engine.rolls import Fate


@dataclass(frozen=True, slots=True)
class Again:
    """Ones, or all that fail, and where one fishes all that are not critical."""

    ones_only: bool
    fish: bool

    def __call__(self, face: int, fate: Fate) -> bool:
        """Whether the face is rolled again."""
        if self.ones_only:
            return face == 1
        return fate is Fate.FAILS or (self.fish and fate is Fate.SUCCEEDS)


_ALL_THAT_FAIL = (Again(ones_only=False, fish=False), Again(ones_only=False, fish=True))


def rerolled(effects: Iterable[Effect], part: Part, *, is_any: bool, fish: bool) -> Again | None:
    """What is rolled again; ``is_any``: a weapon ability lets every roll be made again ([TWIN-LINKED])."""
    if not effects:
        return _ALL_THAT_FAIL[fish] if is_any else None
    changes = {effect.change for effect in effects if effect.part is part and effect.change in REROLLS}
    if is_any or Change.REROLL in changes:
        return Again(ones_only=False, fish=fish)
    return Again(ones_only=True, fish=False) if changes else None


def thresholds(effects: Iterable[Effect], part: Part) -> list[int]:
    """From which unmodified results on effects make rolls critical."""
    return [effect.value.maximum for effect in effects if effect.part is part and effect.value is not None]


def every_success(effects: Iterable[Effect], part: Part) -> bool:
    """Whether an effect makes every roll that succeeds critical, whatever its result: a grant without a number."""
    return any(effect.part is part and effect.change is Change.GRANT and effect.value is None for effect in effects)
