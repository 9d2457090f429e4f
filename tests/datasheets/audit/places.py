"""Whether a JSON pointer leads to something in an encoded entry."""

from __future__ import annotations

from typing import Any


def leads_somewhere(entry: Any, pointer: str) -> bool:
    """Whether every step of the pointer is there."""
    for step in pointer.split("/")[1:]:
        if isinstance(entry, list | tuple):
            if int(step) >= len(entry):
                return False
            entry = entry[int(step)]
        elif step in entry:
            entry = entry[step]
        else:
            return False
    return True
