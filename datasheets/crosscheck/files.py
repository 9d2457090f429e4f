"""Reading a source's files: bounded, and refused in one sentence that names the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

MAXIMUM_FILE_BYTES = 32_000_000
"""Several times the largest file of any source."""
MAXIMUM_FILES = 200
MAXIMUM_BYTES = 200_000_000
"""Of all files of a source together."""

_NEVER_OPENED = ("the file is empty", "the file ends in the middle")


class UnreadableSource(Exception):
    """A source cannot be read as it stands; the message says which file, why, and what to do."""


def folder_of(path: Path) -> Path:
    """``path`` if it is a folder; raises :class:`UnreadableSource`."""
    if not path.exists():
        raise UnreadableSource(f"{path}: there is no such folder; give the folder that holds the source's files.")
    if not path.is_dir():
        raise UnreadableSource(f"{path}: is a file; give the folder that holds the source's files.")
    return path


def json_files(path: Path) -> Iterator[tuple[str, Any]]:  # the border: any JSON value
    """Name and content of each JSON file directly in the folder, by name; raises :class:`UnreadableSource`."""
    paths = sorted(folder_of(path).glob("*.json"))
    if not paths:
        raise UnreadableSource(f"{path}: holds no JSON files; give the folder that holds the source's files.")
    if len(paths) > MAXIMUM_FILES:
        raise UnreadableSource(f"{path}: holds {len(paths)} JSON files; at most {MAXIMUM_FILES} are read.")
    total = 0
    for each in paths:
        content = _content(each)
        total += len(content)
        if total > MAXIMUM_BYTES:
            raise UnreadableSource(f"{path}: more than {MAXIMUM_BYTES:,} bytes of JSON; at most that is read.")
        yield each.name, decoded(each.name, content)


def _content(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > MAXIMUM_FILE_BYTES:
            raise UnreadableSource(f"{path.name}: {size:,} bytes; at most {MAXIMUM_FILE_BYTES:,} are read.")
        return path.read_bytes()
    except OSError as error:
        raise UnreadableSource(f"{path.name}: cannot be read ({error.strerror}).") from error


def decoded(name: str, content: bytes) -> Any:
    """The JSON value in ``content``; raises :class:`UnreadableSource` naming the file."""
    try:
        return msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        said = str(error) or type(error).__name__
        if "truncated" in said:
            told = _NEVER_OPENED[bool(content.strip())]
            raise UnreadableSource(f"{name}: {told}; fetch it again.") from error
        raise UnreadableSource(f"{name}: is no valid JSON ({said}); fetch it again.") from error


def shaped(name: str, value: Any, shape: type[msgspec.Struct]) -> Any:
    """``value`` as ``shape``; raises :class:`UnreadableSource` naming file and place.

    Numbers may be written as text: sources do.
    """
    try:
        return msgspec.convert(value, shape, strict=False)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `")
        place = re.sub(r"^\$\.?", "", where.rstrip("`"))
        at = f"{place}: " if place else ""
        raise UnreadableSource(f"{name}: is not of the shape this source has: {at}{message}.") from error
