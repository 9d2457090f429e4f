"""The file of a backup: a ZIP with a manifest, the database and what lies beside it, each with its checksum.

A backup appears whole or not at all, and is readable by its owner only: it holds password hashes and keys.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

FORMAT = "quartermaster.backup/1"
MANIFEST = "manifest.json"
DATABASES = {"sqlite": "database.sqlite3", "postgresql": "database.dump"}
"""Member that holds the database, by the kind of database."""
BESIDE = ("secret_key", "demo_logins.json", "catalogue.fingerprint")
"""What belongs to a database and lies beside it in ``var``, where it is there."""

_LARGEST_MANIFEST_BYTES = 1_000_000
_CHUNK_BYTES = 1 << 20


class BackupFault(Exception):
    """Why nothing was backed up or restored, in words that say what to do."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself."""

    made_at: str
    version: str
    database: str
    migrations: frozenset[tuple[str, str]]
    """App and name of each migration that the database had."""


def write(target: Path, manifest: Manifest, members: Mapping[str, Path]) -> None:
    """Write the backup to ``target``, whole. Raises :class:`BackupFault`."""
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")  # mkstemp makes it 0600
    except OSError as error:
        raise BackupFault(f"The backup cannot be written to {target.parent}: {error.strerror}.") from error
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
                archive.writestr(MANIFEST, json.dumps(_as_json(manifest, members), indent=1))
                for member, path in members.items():
                    archive.write(path, member)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, target)
    except OSError as error:
        raise BackupFault(f"The backup cannot be written to {target}: {error.strerror}.") from error
    finally:
        draft.unlink(missing_ok=True)


def unpack(source: Path, folder: Path) -> Manifest:
    """Check the whole backup and lay its members into ``folder``. Raises :class:`BackupFault`."""
    try:
        with zipfile.ZipFile(source) as archive:
            described = _manifest_of(source, archive)
            manifest = _read(source, described)
            files: dict[str, dict[str, object]] = described["files"]
            for member, said in files.items():
                with archive.open(member) as packed, (folder / member).open("xb") as unpacked:
                    os.fchmod(unpacked.fileno(), 0o600)
                    shutil.copyfileobj(packed, unpacked, _CHUNK_BYTES)
                    unpacked.flush()
                    os.fsync(unpacked.fileno())
                if _sha256(folder / member) != said.get("sha256"):
                    raise _damaged(source, f"{member} is not what the manifest says")
    except FileNotFoundError as error:
        raise BackupFault(f"There is no file {source}.") from error
    except (zipfile.BadZipFile, KeyError, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise _damaged(source, str(error).strip("'\"") or type(error).__name__) from error
    except OSError as error:
        raise BackupFault(f"{source} cannot be unpacked into {folder}: {error.strerror}.") from error
    return manifest


def _manifest_of(source: Path, archive: zipfile.ZipFile) -> dict[str, dict[str, dict[str, object]]]:
    if MANIFEST not in archive.namelist():
        raise BackupFault(f"{source} is no backup of Quartermaster: it has no {MANIFEST}.")
    if archive.getinfo(MANIFEST).file_size > _LARGEST_MANIFEST_BYTES:
        raise _damaged(source, f"{MANIFEST} is too large")
    described = json.loads(archive.read(MANIFEST))
    if not isinstance(described, dict) or described.get("format") != FORMAT:
        found = described.get("format") if isinstance(described, dict) else None
        raise BackupFault(
            f"{source} is not of the format {FORMAT} but of {found!r}: it was made by another version of Quartermaster."
        )
    return described


def _read(source: Path, described: Mapping[str, object]) -> Manifest:
    database, files, migrations = described.get("database"), described.get("files"), described.get("migrations")
    if (
        not isinstance(database, str)
        or database not in DATABASES
        or not isinstance(files, dict)
        or not isinstance(migrations, list)
        or DATABASES[database] not in files
        or not set(files) <= {DATABASES[database], *BESIDE}
        or not all(isinstance(said, dict) for said in files.values())
    ):
        raise _damaged(source, f"{MANIFEST} does not name a database and its files")
    return Manifest(
        made_at=str(described.get("made_at")),
        version=str(described.get("version")),
        database=database,
        migrations=frozenset((str(app), str(name)) for app, name in migrations),
    )


def _as_json(manifest: Manifest, members: Mapping[str, Path]) -> dict[str, object]:
    return {
        "format": FORMAT,
        "made_at": manifest.made_at,
        "version": manifest.version,
        "database": manifest.database,
        "files": {name: {"sha256": _sha256(path), "bytes": path.stat().st_size} for name, path in members.items()},
        "migrations": sorted(manifest.migrations),
    }


def existing(var: Path, names: Iterable[str]) -> dict[str, Path]:
    """Those of the files that are there, by name."""
    return {name: var / name for name in names if (var / name).is_file()}


def copy_stream(source: IO[bytes], target: IO[bytes]) -> None:
    """All of ``source``, in pieces."""
    shutil.copyfileobj(source, target, _CHUNK_BYTES)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _damaged(source: Path, detail: str) -> BackupFault:
    return BackupFault(f"{source} is damaged or no backup of Quartermaster ({detail}). Nothing was changed.")
