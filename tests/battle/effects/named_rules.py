"""Which named rules touch attacks, by their texts where these are at hand: ids and names are kept, no text is.

    .venv/bin/python -m tests.battle.effects.named_rules

writes fixtures/effects/named_rules.yaml. A rule touches attacks if its text speaks of a step of the attack
sequence, a characteristic that attacks use, a weapon ability, or who can be shot at. Mortal wounds outside
attacks, moves, objectives, Command points and Battle-shock do not count, nor do core abilities, damaged
profiles and invulnerable saves that stand among characteristics.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from battle.armies.abilities import abilities_in
from battle.effects.digests import digest_of
from datasheets.catalogue import Catalogue
from datasheets.catalogue.ability import Ability
from datasheets.catalogue.names import fold_name
from tests.battle.effects.datasheet_texts import FOLDER

FILE = Path(__file__).resolve().parents[3] / "fixtures" / "effects" / "named_rules.yaml"

_FACTIONS = {
    "asuryani": "aeldari",
    "heretic astartes": "chaos-space-marines",
    "legiones daemonica": "chaos-daemons",
    "adeptus titanicus": "titan-legions",
}
"""Factions that are called otherwise there."""

_ATTACKS = re.compile(
    r"\b(?:hit|wound|damage) rolls?\b|\bsav(?:e|ing throw)s? rolls?\b|\bsaving throws?\b|\barmour saves?\b"
    r"|\b(?:attacks|strength|damage|toughness|wounds|save|ballistic skill|weapon skill|invulnerable save)"
    r"(?:,? (?:and|or) [a-z ]+?)? characteristics?\b"
    r"|\barmour penetration\b|[+-]\d (?:a|s|ap|d|t|w|sv|ws|bs)\b"
    r"|\binvulnerable save\b|\bfeel no pain\b|\bcritical (?:hit|wound)s?\b|\bbenefit of cover\b"
    r"|\b(?:stealth|lone operative)\b(?: ability| keyword)?"
    r"|\[(?:anti|assault|blast|cleave|close|devastating|extra|hazardous|heavy|ignores|indirect|lance|lethal|melta|one"
    r"|pistol|precision|psychic|rapid|sustained|torrent|twin)[^\]]*\]"
    r"|\b(?:selected as the target of|be targeted by|must instead target|must select [a-z ]+ as the target)\b"
    r"|\beligible to shoot in a turn in which (?:it|they) advanced\b"
    r"|\battacks? allocated to\b.*\bdamage\b",
    re.IGNORECASE,
)


def touches_attacks(text: str) -> bool:
    """Whether a rule with this text changes attacks between two units."""
    plain = text.replace("*", "").replace("\u2011", "-").replace("\u2010", "-")
    plain = re.sub(r"<[^>]*>", "", plain)
    return _ATTACKS.search(plain) is not None


@dataclass(frozen=True, slots=True)
class NamedRule:
    """A rule as it is printed: the file it is of, its kind, what has it, its name and text."""

    file: str
    kind: str
    holder: str
    name: str
    text: str


def named_rules(folder: Path = FOLDER) -> Iterator[tuple[str, NamedRule]]:
    """Every named rule with the name of its faction."""
    for path in sorted(folder.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(content, dict) and "datasheets" in content:
            for rule in _of_file(path.stem, content):
                yield content["name"], rule


def _of_file(file: str, content: dict[str, Any]) -> Iterator[NamedRule]:
    """The rules of one file; ``Any``: JSON of others."""
    for sheet in content["datasheets"]:
        for place in ("other", "special", "wargear", "primarch"):
            for name, text in _named(sheet["abilities"].get(place, [])):
                yield NamedRule(file, "datasheet", sheet["name"], name, text)
    for rule in content["rules"].get("army", []):
        yield NamedRule(file, "army", "", rule["name"], _joined(rule))
    for group in content["rules"].get("detachment", []):
        for rule in group["rules"]:
            yield NamedRule(file, "detachment", group["detachment"], rule["name"], _joined(rule))
    for row in content["enhancements"]:
        yield NamedRule(file, "enhancement", row["detachment"], row["name"], row["description"])
    for row in content["stratagems"]:
        yield NamedRule(file, "stratagem", row["detachment"], row["name"], row["effect"])


def _named(tree: Any) -> Iterator[tuple[str, str]]:
    if isinstance(tree, dict):
        if isinstance(tree.get("description"), str):
            yield tree["name"], tree["description"]
        for value in tree.values():
            yield from _named(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _named(value)


def _joined(rule: dict[str, Any]) -> str:
    return " ".join(part.get("text", "") for part in rule.get("rules", ()))


# Ids --------------------------------------------------------------------------------------------------------


class Finder:
    """Our ids of rules by what they are called."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.index = abilities_in(catalogue)
        self.enhancements: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        self.stratagems: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        detachments = {row.id: fold_name(row.name) for row in catalogue.data.detachments}
        self.detachments: defaultdict[str, list[str]] = defaultdict(list)
        for id, name in detachments.items():
            self.detachments[name].append(id)
        for enhancement in catalogue.data.enhancements:
            owner = detachments.get(enhancement.detachment, "")
            self.enhancements[owner].append((fold_name(enhancement.name), enhancement.id))
        for stratagem in catalogue.data.stratagems:
            owner = detachments.get(stratagem.detachment or "", "")
            self.stratagems[owner].append((fold_name(stratagem.name), stratagem.id))

    def faction(self, name: str) -> str:
        """Our id of the faction."""
        folded = fold_name(name)
        return _FACTIONS.get(folded) or self.catalogue.factions_by_name[folded][0].id

    def id_of(self, rule: NamedRule) -> str | None:
        """Our id of the ability, enhancement or stratagem, None where the catalogue has none."""
        name, holder = fold_name(rule.name.replace("(Upgrade)", "")), fold_name(rule.holder)
        match rule.kind:
            case "enhancement":
                return next((id for known, id in self.enhancements[holder] if known == name), None)
            case "stratagem":
                return next((id for known, id in self.stratagems[holder] if known == name), None)
            case "datasheet":
                sheets = self.catalogue.datasheets_by_name.get(holder, ())
                rows = [one for sheet in sheets for one in self.index.datasheets.get(sheet.id, ())]
            case "detachment":
                rows = [one for id in self.detachments[holder] for one in self.index.detachments.get(id, ())]
            case _:
                rows = [one for abilities in self.index.factions.values() for one in abilities]
        return _ability(rows, name, digest_of(rule.text))


def _ability(rows: Iterable[Ability], name: str, digest: str) -> str | None:
    rows = list(rows)
    for row in rows:
        if row.text_digest == digest:
            return row.id
    bare = _bare(name)
    return next((row.id for row in rows if _bare(fold_name(row.name)) == bare), None)


def _bare(folded: str) -> str:
    return folded.removesuffix(" aura").removesuffix(" psychic")


# The fixture ------------------------------------------------------------------------------------------------


def classified(catalogue: Catalogue, folder: Path = FOLDER) -> dict[str, Any]:
    """By faction and kind how many named rules there are, and the ids, or names without one, that touch attacks."""
    finder = Finder(catalogue)
    counted: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    touching: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for faction_name, rule in named_rules(folder):
        faction = finder.faction(faction_name)
        known = finder.id_of(rule) or (f"{rule.name} ({rule.holder})" if rule.holder else rule.name)
        counted[faction][rule.kind].add(known)
        if touches_attacks(rule.text):
            touching[faction][rule.kind].add(known)
    return {
        faction: {
            "counted": {kind: len(kinds[kind]) for kind in sorted(kinds)},
            "touching": {kind: sorted(touching[faction][kind]) for kind in sorted(touching[faction])},
        }
        for faction, kinds in sorted(counted.items())
    }


def main() -> None:
    """Write the fixture."""
    from datasheets.sources import source_catalogue

    head = (
        "# Which named rules touch attacks, by their texts of July 2026; made by tests/battle/effects/named_rules.py.\n"
    )
    text = yaml.safe_dump(classified(source_catalogue()), sort_keys=False, allow_unicode=True, width=150)
    FILE.write_text(head + text, encoding="utf-8")


if __name__ == "__main__":
    main()
