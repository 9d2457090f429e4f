"""Rules of datasheets as they were published, where they are at hand; names are kept, no text is.

    .venv/bin/python -m tests.battle.armies.printed_rules

writes fixtures/battle/unheld.yaml: by datasheet the names of rules that its card prints, that touch attacks, and
that the catalogue does not have for it. Items of the datasheet are left out: battles name them where they are carried.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from battle.armies.abilities import ELSEWHERE, abilities_in
from battle.armies.unheld import FILE
from battle.effects.digests import digest_of
from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.names import fold_name
from tests.battle.effects.datasheet_texts import FOLDER
from tests.battle.effects.named_rules import Finder, touches_attacks

PLACES = ("other", "special", "wargear", "primarch")

RESTATED = frozenset({"support"})
"""Core abilities that cards print in full among their own."""


@dataclass(frozen=True, slots=True)
class PrintedRule:
    """A rule of a card: its name and text."""

    name: str
    text: str

    @property
    def bare_name(self) -> str:
        """The folded name without what is in brackets: "(Aura)", "(Psychic)"."""
        return bare(self.name)


@dataclass(frozen=True, slots=True)
class Card:
    """A datasheet as it was published: its file, its core abilities by name, its own rules."""

    file: str
    core: tuple[str, ...]
    rules: tuple[PrintedRule, ...]


def bare(name: str) -> str:
    """A folded name without what is in brackets."""
    return fold_name(re.sub(r"\([^)]*\)", "", name))


def cards_of(catalogue: Catalogue, folder: Path = FOLDER) -> dict[str, list[Card]]:
    """The cards of each datasheet, by its id; a chapter's cards are those of its parent's datasheets."""
    finder = Finder(catalogue)
    parents = {row.id: row.parent for row in catalogue.data.factions}
    ids = {(sheet.faction, fold_name(sheet.name)): sheet.id for sheet in catalogue.data.datasheets}
    found: defaultdict[str, list[Card]] = defaultdict(list)
    for path in sorted(folder.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(content, dict) or "datasheets" not in content:
            continue
        faction = finder.faction(content["name"])
        for sheet in content["datasheets"]:
            id = ids.get((parents[faction] or faction, fold_name(sheet["name"])))
            if id is not None:
                found[id].append(_card(path.stem, sheet["abilities"]))
    return dict(found)


def _card(file: str, abilities: dict[str, Any]) -> Card:
    """A card; ``Any``: JSON of others."""
    core = tuple(row["name"] for row in abilities.get("core", ()))
    rules = tuple(rule for place in PLACES for rule in _named(abilities.get(place, [])))
    return Card(file, core, rules)


def _named(tree: Any) -> Iterator[PrintedRule]:
    if isinstance(tree, dict):
        if isinstance(tree.get("description"), str):
            yield PrintedRule(tree["name"], tree["description"])
        for value in tree.values():
            yield from _named(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _named(value)


def unheld(catalogue: Catalogue, folder: Path = FOLDER) -> dict[str, list[str]]:
    """By datasheet: rules and core abilities that touch attacks, that its card names and the catalogue lacks."""
    cards = cards_of(catalogue, folder)
    found = {
        sheet.id: sorted(set(_unheld(sheet, catalogue, cards.get(sheet.id, [])))) for sheet in catalogue.data.datasheets
    }
    return {id: names for id, names in sorted(found.items()) if names}


def _unheld(sheet: Datasheet, catalogue: Catalogue, cards: list[Card]) -> Iterator[str]:
    held = abilities_in(catalogue).datasheets.get(sheet.id, ())
    names, digests = {bare(one.name) for one in held}, {one.text_digest for one in held}
    items = {fold_name(catalogue.items[id].name) for id in sheet.items if id in catalogue.items}
    for card in cards:
        for name in card.core:
            if bare(name) not in names and fold_name(re.sub(r'\s*\d+["”]$', "", name)) not in ELSEWHERE:
                yield name
        for rule in card.rules:
            known = rule.bare_name in names | items | RESTATED or digest_of(rule.text) in digests
            if not known and touches_attacks(rule.text):
                yield rule.name


def main() -> None:
    """Write the fixture."""
    from datasheets.sources import source_catalogue

    head = (
        "# Rules of datasheets as of 2026-07-23 that the catalogue lacks.\n"
        "# Made by tests/battle/armies/printed_rules.py.\n"
    )
    text = yaml.safe_dump(unheld(source_catalogue()), sort_keys=False, allow_unicode=True, width=150)
    FILE.write_text(head + text, encoding="utf-8")


if __name__ == "__main__":
    main()
