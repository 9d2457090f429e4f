"""Where the values of an entry come from: which layer set a field, on what ground, and what stood there before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from datasheets.catalogue.entries import EntryRef

WHOLE = ""
"""The field that stands for an entry as a whole, where a layer made all of it."""


class OriginLayer(StrEnum):
    """The layers a value can come from, each laid over those before it."""

    UPSTREAM = "upstream"
    MANUAL = "manual"
    SUPPLEMENT = "supplement"
    CORRECTION = "correction"
    EDIT = "edit"


@dataclass(frozen=True, slots=True)
class Origin:
    """Who set a field: ``source`` is where the value is known from, ``reason`` why it is not the lower layer's.

    ``replaced`` is the value that the layers below have, encoded; None where there was none, or it is not told.
    ``row`` names the place in the files (``"options.yaml#3"``), several with a comma between. ``by`` and ``at``
    (ISO date and time, UTC) are set for edits.
    """

    layer: OriginLayer
    source: str
    reason: str = ""
    replaced: Any = None  # what JSON can hold
    row: str = ""
    by: str = ""
    at: str = ""


Origins = Mapping[EntryRef, Mapping[str, Origin]]
"""By entry and top-level field; the field :data:`WHOLE` stands for all of an entry's fields."""
