"""Reading the pinned ``wh40kdc`` data package: its data only, never its code."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import msgspec

from datasheets.sources.faults import SourceFault
from datasheets.sources.records import Bundle

PACKAGE = "wh40kdc"
PRICES_OF_MANUAL = "Munitorum Field Manual 1.3 or 1.4"
"""The points manuals whose prices version 1.4.5 carries: 1.3, and 1.4 for some of the Orks (R-02)."""


@dataclass(frozen=True)
class Package:
    """The package's rows and which version they are of."""

    version: str
    bundle: Bundle

    @property
    def label(self) -> str:
        """Name and version, ``"wh40kdc 1.4.5"``."""
        return f"{PACKAGE} {self.version}"


def read_package() -> Package:
    """The installed package's data.

    Raises :class:`SourceFault` where it is not installed, or holds a field or construct that
    :mod:`datasheets.sources.records` does not name.
    """
    try:
        distribution = metadata.distribution(PACKAGE)
    except metadata.PackageNotFoundError as error:
        raise SourceFault(f"The data package {PACKAGE} is not installed; run `make install`.") from error
    path = Path(str(distribution.locate_file(f"{PACKAGE}/_bundle.json")))
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SourceFault(f"{PACKAGE} {distribution.version} has no _bundle.json ({error.strerror}).") from error
    return Package(distribution.version, decode_bundle(content, f"{PACKAGE} {distribution.version}"))


def decode_bundle(content: bytes, label: str) -> Bundle:
    """The rows in ``content``; raises :class:`SourceFault` naming the place of an unknown construct, or of damage."""
    try:
        return msgspec.json.decode(content, type=Bundle)
    except msgspec.ValidationError as error:
        raise SourceFault(f"{label}: {error}. Teach datasheets/sources/records.py what it means first.") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SourceFault(
            f"{label}: the file is cut off or damaged ({error}). Install the package again: run `make install`."
        ) from error
