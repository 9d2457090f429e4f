"""The files of a points manual that somebody uploaded: bounded, without paths, without references that multiply."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

import yaml

from datasheets.spreadsheets.files import DAMAGED_PACKAGE

MOST_FILES = 80
MOST_BYTES_OF_A_FILE = 1_000_000
MOST_BYTES = 6_000_000
"""Of all files, unpacked."""
DEEPEST = 40
"""Levels of nesting; a manual has eight."""
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,80}\.ya?ml")


class NotAManual(ValueError):
    """Files that are not read; the sentence says which and why."""


def unpacked(uploads: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    """The YAML files by name: those given, and those within zip files; raises :class:`NotAManual`."""
    files: dict[str, bytes] = {}
    for name, content in uploads:
        found = (
            _of_zip(name, content)
            if content[:4] == b"PK\x03\x04" or name.lower().endswith(".zip")
            else [(name, content)]
        )
        for inner, text in found:
            _add(files, inner, text)
    if not files:
        raise NotAManual("There is no YAML file among them: choose the manual's files, or a zip of them.")
    return files


def write(files: dict[str, bytes], folder: Path) -> None:
    """Put the files into ``folder``; their names were looked at by :func:`unpacked`."""
    for name, content in files.items():
        (folder / name).write_bytes(content)


def _of_zip(name: str, content: bytes) -> Iterable[tuple[str, bytes]]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > MOST_FILES:
                raise NotAManual(f"{name} holds {len(entries)} files; {MOST_FILES} are read.")
            read = 0
            for entry in entries:
                path = PurePosixPath(entry.filename)
                if path.is_absolute() or ".." in path.parts or "\\" in entry.filename:
                    raise NotAManual(f"{name} holds a file with a path that leads out of it: {entry.filename[:80]!r}.")
                if path.suffix.lower() not in (".yaml", ".yml") or path.name.startswith("."):
                    continue
                with archive.open(entry) as file:
                    text = file.read(MOST_BYTES_OF_A_FILE + 1)
                read += len(text)
                if read > MOST_BYTES:
                    raise NotAManual(f"{name} holds more than {MOST_BYTES:,} bytes unpacked.")
                yield path.name, text
    except NotAManual:
        raise
    except (*DAMAGED_PACKAGE, RuntimeError) as fault:
        raise NotAManual(f"{name} is no zip that can be read ({type(fault).__name__}).") from fault


def _add(files: dict[str, bytes], name: str, content: bytes) -> None:
    # What a browser calls a file may be a whole path.
    name = PurePosixPath(name.replace("\\", "/")).name
    if not _NAME.fullmatch(name):
        raise NotAManual(f"{name[:80]!r} is no name of a manual's file: small letters, digits and hyphens, then .yaml.")
    if name in files:
        raise NotAManual(f"{name} is there twice: choose one of them.")
    if len(files) >= MOST_FILES:
        raise NotAManual(f"There are more than {MOST_FILES} files.")
    if len(content) > MOST_BYTES_OF_A_FILE:
        raise NotAManual(f"{name} has more than {MOST_BYTES_OF_A_FILE:,} bytes.")
    if sum(map(len, files.values())) + len(content) > MOST_BYTES:
        raise NotAManual(f"Together they have more than {MOST_BYTES:,} bytes.")
    _look_at(name, content)
    files[name] = content


def _look_at(name: str, content: bytes) -> None:
    """Refuse what would grow when read: references to other parts of the file, and nesting without end."""
    depth = 0
    try:
        for event in yaml.parse(content.decode("utf-8"), Loader=yaml.CSafeLoader):
            if isinstance(event, yaml.AliasEvent):
                raise NotAManual(f"{name} refers to parts of itself (*{event.anchor}), which is not read.")
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if depth > DEEPEST:
                raise NotAManual(f"{name} is nested more than {DEEPEST} levels deep.")
    except UnicodeDecodeError as fault:
        raise NotAManual(f"{name} is not UTF-8 text (byte {fault.start}).") from fault
    except yaml.YAMLError as fault:
        raise NotAManual(f"{name} is not valid YAML: {' '.join(str(fault).split())[:300]}") from fault
