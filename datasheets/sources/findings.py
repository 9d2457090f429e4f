"""What a build could not settle, as data: nothing is dropped or guessed in silence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class FindingKind(StrEnum):
    """What kind of thing is open."""

    MANUAL_UNIT = "manual-unit"
    """A unit the manual prices and the package does not know: stored by name and price."""
    UNPRICED_UNIT = "unpriced-unit"
    """A unit of the package that the manual does not price."""
    MANUAL_DETACHMENT = "manual-detachment"
    UNOFFERED_DETACHMENT = "unoffered-detachment"
    MANUAL_ENHANCEMENT = "manual-enhancement"
    UNPRICED_ENHANCEMENT = "unpriced-enhancement"
    MISSING_PRICE = "missing-price"
    """The manual is known to price it, no source at hand says how."""
    ATTACHMENT_TARGET = "attachment-target"
    """A unit somebody may join that no datasheet bears the name of."""
    ITEM = "item"
    """An item named by a datasheet that the package describes nowhere."""
    OPTION = "option"
    """A wargear option that does not fit its datasheet."""
    PAID_WARGEAR = "paid-wargear"
    """Wargear the manual prices and the datasheet cannot carry."""
    COMPOSITION = "composition"
    PRICE_ROW = "price-row"
    """A price row whose models are no kinds of the datasheet."""
    SOURCE = "source"
    """An entry of the manual that rests on something else than the manual."""
    ABILITY = "ability"
    """An ability, stratagem or phase that the package names and does not encode, or that nothing has."""
    KEYWORD = "keyword"
    CORRECTION = "correction"
    CORRECTION_GONE = "correction-gone"
    """A correction of something the sources do not have, or have no longer."""
    CORRECTION_FIXED = "correction-fixed"
    """A correction whose effect the sources have without it."""
    CORRECTION_MOVED = "correction-moved"
    """A correction that was written against another value than the sources have by now."""
    QUARANTINED = "quarantined"
    """An option, item or kind of model that is not offered, for want of a dated source."""
    IDENTITY = "identity"
    """A new record that may be a stored entry under another name; the references do not tell."""


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One open point: ``subject`` is an id, or ``"<price list>: <name>"`` where there is none."""

    kind: FindingKind
    subject: str
    text: str
