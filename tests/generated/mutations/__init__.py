"""Changes that make a legal roster break one check each, by the check they break."""

from __future__ import annotations

from tests.generated.mutations import borne, frame, gear, guests, hosted, joined, planned, units
from tests.generated.mutations.case import MUTATIONS, Case, Changed, Mutation

MODULES = (borne, frame, gear, guests, hosted, joined, planned, units)
"""Importing them enters their changes."""

__all__ = ["MODULES", "MUTATIONS", "Case", "Changed", "Mutation"]
