"""Texts of datasheets beside the project, where they are at hand: read for their digests, never kept.

    .venv/bin/python -m tests.battle.effects.datasheet_texts "Tank Hunters"

prints every text of that ability with its digest, and the ids of abilities that have it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from battle.effects.digests import digest_of

FOLDER = Path(__file__).resolve().parents[4] / "shared" / "data" / "gdc-11e"


@dataclass(frozen=True, slots=True)
class DatasheetText:
    """One ability as a datasheet prints it."""

    file: str
    datasheet: str
    name: str
    text: str

    @property
    def digest(self) -> str:
        """The digest of the text."""
        return digest_of(self.text)


def datasheet_texts(folder: Path = FOLDER) -> Iterator[DatasheetText]:
    """Every ability of every datasheet that has a text of its own."""
    for path in sorted(folder.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        for sheet in content.get("datasheets", ()) if isinstance(content, dict) else ():
            for name, text in _abilities(sheet["abilities"]):
                yield DatasheetText(path.stem, sheet["name"], name, text)


def _abilities(tree: Any) -> Iterator[tuple[str, str]]:
    """Named texts anywhere below; ``Any``: JSON of others."""
    if isinstance(tree, dict):
        if isinstance(tree.get("name"), str) and isinstance(tree.get("description"), str):
            yield tree["name"], tree["description"]
        for value in tree.values():
            yield from _abilities(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _abilities(value)


def main(wanted: str) -> None:
    """Print the texts of abilities with that name."""
    from datasheets.sources import source_catalogue

    ids: dict[str, list[str]] = {}
    for ability in source_catalogue().data.abilities:
        ids.setdefault(ability.text_digest, []).append(f"{ability.id} ({', '.join(ability.datasheets)})")
    for found in datasheet_texts():
        if found.name.casefold() == wanted.casefold():
            known = "; ".join(ids.get(found.digest, ())) or "no ability of the catalogue has this text"
            sys.stdout.write(f"{found.file}: {found.datasheet}\n{found.text}\n{found.digest}\n{known}\n\n")


if __name__ == "__main__":
    main(sys.argv[1])
