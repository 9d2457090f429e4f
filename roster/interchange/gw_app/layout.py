"""How deep a line stands under its unit, as far as bullets and indentation still tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from roster.interchange import grammar
from roster.interchange.normalise import Bullet, SourceLine


class Depth(StrEnum):
    """Where a line stands: directly under the unit, under a model, or it cannot be told."""

    TOP = "top"
    NESTED = "nested"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Layout:
    """What the whole text shows: hollow bullets mark weapons; without them bare lines continue a bullet."""

    has_hollow_bullets: bool
    has_bulleted_items: bool
    has_bare_items: bool

    @classmethod
    def of(cls, lines: Sequence[SourceLine]) -> Layout:
        """The layout of a text."""
        hollow = any(line.bullet is Bullet.HOLLOW for line in lines)
        bulleted = any(line.bullet is Bullet.SOLID and grammar.counted(line.content) for line in lines)
        bare = any(line.bullet is Bullet.NONE and grammar.counted(line.content) for line in lines)
        return cls(hollow, bulleted, bare)

    def depths(self, lines: Sequence[SourceLine]) -> list[Depth]:
        """The depth of each line of one unit."""
        indents = [line.indent for line in lines if line.bullet is not Bullet.NONE and _is_item_like(line)]
        base = min(indents, default=0)
        is_indented = any(indent > base for indent in indents) or any(
            line.indent > base for line in lines if line.bullet is Bullet.NONE
        )
        depths: list[Depth] = []
        before = Depth.TOP if is_indented else Depth.UNCLEAR
        for line in lines:
            if line.bullet is Bullet.HOLLOW or (line.bullet is Bullet.SOLID and line.indent > base):
                depth = Depth.NESTED
            elif line.bullet is Bullet.SOLID:
                depth = Depth.TOP if is_indented or self.has_hollow_bullets else Depth.UNCLEAR
            elif self.has_hollow_bullets or not self.has_bulleted_items:
                depth = Depth.UNCLEAR
            else:
                # Dialect A bullets the first weapon of a model and only indents those that follow.
                depth = before if is_indented else Depth.NESTED
            depths.append(depth)
            before = depth
        return depths

    def continues(self, line: SourceLine) -> bool:
        """Whether the line can only go on with a list of weapons: dialect A, without a bullet."""
        return line.bullet is Bullet.NONE and self.has_bulleted_items and not self.has_hollow_bullets


def _is_item_like(line: SourceLine) -> bool:
    return grammar.counted(line.content) is not None
