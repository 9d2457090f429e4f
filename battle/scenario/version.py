"""The version of everything that determines answers: it changes with the code, the judged effects and numpy."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

GENERATION = 1
"""Raised by hand where answers change for a reason that no file of those below shows."""

_ROOT = Path(__file__).resolve().parents[2]

_SOURCES = (
    "battle/armies/**/*.py",
    "battle/effects/**/*.py",
    "battle/engine/**/*.py",
    "battle/sampling/**/*.py",
    "battle/scenario/**/*.py",
    "datasheets/catalogue/*.py",
    "roster/document*.py",
    "roster/muster/*.py",
    "roster/muster/loadouts/*.py",
    "fixtures/battle/**/*.yaml",
    "fixtures/effects/**/*.yaml",
)
"""What of the tree determines an answer; the checks of rosters do not."""

_FOR_PEOPLE = ("as_text.py", "lines.py")
"""Ends of names of modules that put answers into words, and change none."""

_DIGITS = 10


def digest_of(files: Iterable[tuple[str, bytes]], numpy: str) -> str:
    """The digest of files by name and content, and of the version of numpy; line ends and order do not matter."""
    found = hashlib.sha256(numpy.encode())
    for name, content in sorted(files):
        text = content.replace(b"\r\n", b"\n")
        found.update(f"\n{name}\n{len(text)}\n".encode())
        found.update(text)
    return found.hexdigest()


def files_below(root: Path) -> Iterator[tuple[str, bytes]]:
    """The files of the tree that determine answers, by their names from its root."""
    for pattern in _SOURCES:
        for path in root.glob(pattern):
            if not path.name.endswith(_FOR_PEOPLE):
                yield path.relative_to(root).as_posix(), path.read_bytes()


ENGINE_VERSION = f"{GENERATION}-{digest_of(files_below(_ROOT), np.__version__)[:_DIGITS]}"
"""As in ``"1-3f9a02c1d4"``."""
