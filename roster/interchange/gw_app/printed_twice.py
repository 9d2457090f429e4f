"""Units that an export prints twice: folded only where the stated total counts them once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from datasheets.catalogue.names import fold_name
from roster.interchange.gw_app.body import UnitBlock

_MOST_CANDIDATES = 24


def printed_again(blocks: Sequence[UnitBlock], stated_total: int | None) -> dict[int, int]:
    """Positions of blocks that repeat an earlier one, each with the position of the one it repeats.

    A block repeats another if name, price and every line under it are equal and at least one of the
    two stands in an attached unit. They are the same unit only if leaving the repeats out makes the
    units' figures add up to the stated total; otherwise two units are two units.
    """
    if stated_total is None or any(block.stated is None for block in blocks):
        return {}
    excess = sum(block.stated or 0 for block in blocks) - stated_total
    if excess <= 0:
        return {}
    candidates = _candidates(blocks)
    if not candidates or len(candidates) > _MOST_CANDIDATES:
        return {}
    chosen = _adding_up_to(excess, [(position, blocks[position].stated or 0) for position in candidates])
    return {position: candidates[position] for position in chosen}


def _candidates(blocks: Sequence[UnitBlock]) -> dict[int, int]:
    """Every block that may be a repeat, with the one it would repeat."""
    alike: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
    for position, block in enumerate(blocks):
        if block.stated:
            alike[_fingerprint(block)].append(position)
    found: dict[int, int] = {}
    for positions in alike.values():
        kept = next((position for position in positions if blocks[position].group is not None), None)
        if kept is None:
            continue
        for position in positions:
            if position != kept and blocks[position].group != blocks[kept].group:
                found[position] = kept
    return found


def _fingerprint(block: UnitBlock) -> tuple[object, ...]:
    return (fold_name(block.name), block.stated, tuple(sorted(fold_name(line.content) for line in block.lines)))


def _adding_up_to(total: int, priced: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The first set of positions whose points add up to the total, or none."""
    reached: dict[int, tuple[int, ...]] = {0: ()}
    for position, points in priced:
        for before, chosen in list(reached.items()):
            after = before + points
            if after <= total and after not in reached:
                reached[after] = (*chosen, position)
    return reached.get(total, ())
