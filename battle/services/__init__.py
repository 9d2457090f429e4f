"""What people do with simulations: ask, ask again, open a cell, cancel, delete."""

from battle.services.asking import (
    Asked,
    AskRefused,
    IdempotencyConflict,
    TooManyUnfinished,
    ask,
    ask_again,
)
from battle.services.cells import ask_cell
from battle.services.ending import NotCancellable, cancel, delete_request

__all__ = [
    "AskRefused",
    "Asked",
    "IdempotencyConflict",
    "NotCancellable",
    "TooManyUnfinished",
    "ask",
    "ask_again",
    "ask_cell",
    "cancel",
    "delete_request",
]
