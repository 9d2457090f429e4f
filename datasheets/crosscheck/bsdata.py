"""Reader of New Recruit catalogues exported as JSON, one file a catalogue and one for the game system."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from datasheets.catalogue.names import fold_name
from datasheets.crosscheck.account import (
    Account,
    DetachmentAccount,
    EnhancementAccount,
    Field,
    Price,
    SheetAccount,
    StatLine,
    WeaponLine,
)
from datasheets.crosscheck.bsdata_tree import Catalogue, Entry, Profile, Tree
from datasheets.crosscheck.files import UnreadableSource, json_files, shaped
from datasheets.crosscheck.gdc_texts import capacity_of
from datasheets.crosscheck.printed import NONE, dice, figure, keyword_key, weapon_keyword
from datasheets.crosscheck.vocabulary import Vocabulary

NAMESPACE = "bsdata"

POINTS_TYPE = "51b2-306e-1021-d207"
"""By what modifiers name the points: an id of the game system's, the same in every catalogue."""

_NUMBER = re.compile(r"-?\d{1,6}(?:\.\d+)?")
_FACTION = "Faction: "
_LEFT_OUT = re.compile(r"\[(?!Legends\])[^]]+\]")
"""Marks of entries for other ways to play, ``[Crucible]``; ``[Legends]`` is told apart."""
_LEGENDS = re.compile(r"\s*\[Legends\]\s*$")
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—"), "-")
_BULLET = re.compile(r"\s*[■▪•-]\s*(.+)")
_WEAPONS = {"Ranged Weapons": False, "Melee Weapons": True}
_STATS = ((Field.M, "M"), (Field.T, "T"), (Field.SV, "Sv"), (Field.W, "W"), (Field.LD, "LD"), (Field.OC, "OC"),
          (Field.INVULNERABLE, "InSv"))  # fmt: skip


def read_bsdata(path: Path, vocabulary: Vocabulary) -> Account:
    """The catalogues in the folder; raises :class:`UnreadableSource`."""
    catalogues: list[Catalogue] = []
    for name, raw in json_files(path):
        content = raw.get("catalogue", raw.get("gameSystem")) if isinstance(raw, dict) else None
        if content is None:
            raise UnreadableSource(
                f'{name}: has neither "catalogue" nor "gameSystem"; give a folder of New Recruit data files only.'
            )
        catalogues.append(shaped(name, content, Catalogue))
    tree = Tree.of(catalogues)
    offered = {link.target_id for catalogue in catalogues for link in catalogue.entry_links}
    sheets: list[SheetAccount] = []
    detachments: list[DetachmentAccount] = []
    enhancements: dict[tuple[tuple[str, ...], str], EnhancementAccount] = {}
    for catalogue in catalogues:
        home = _home(catalogue, vocabulary)
        users = [other for other in catalogues if any(link.target_id == catalogue.id for link in other.catalogue_links)]
        homes = (home, *(_home(other, vocabulary) for other in users if catalogue.library))
        factions = tuple(dict.fromkeys(each for each in homes if each))
        for group in catalogue.shared_selection_entry_groups if factions else ():
            for enhancement in _enhancements(group):
                enhancements[factions, enhancement.name] = enhancement
        for entry in catalogue.shared_selection_entries:
            if entry.type in ("model", "unit") and entry.id in offered and not _LEFT_OUT.search(entry.name):
                sheet = _sheet(entry, home, tree, vocabulary)
                if sheet is not None:
                    sheets.append(sheet)
            elif entry.name == "Detachment" and home:
                detachments += _detachments(entry, home, catalogue, tree)
    if not sheets:
        raise UnreadableSource(f"{path}: no catalogue has units; give the folder of New Recruit data files.")
    return Account(
        "New Recruit data",
        DATE,
        tuple(sheets),
        tuple(detachments),
        tuple((factions, each) for (factions, _), each in enhancements.items()),
        notes=_missing(catalogues),
        tells_copies=True,
    )


DATE = "2026-07-31"
"""The files tell revisions and no date; they are of July 2026."""


def _missing(catalogues: Iterable[Catalogue]) -> tuple[str, ...]:
    catalogues = tuple(catalogues)
    known = {each.id for each in catalogues}
    missing = {link.name for each in catalogues for link in each.catalogue_links if link.target_id not in known}
    return tuple(f"catalogue not in the folder: {name}" for name in sorted(missing))


def _home(catalogue: Catalogue, vocabulary: Vocabulary) -> str | None:
    told = catalogue.name.removesuffix(" Library").rsplit(" - ", 1)[-1]
    return vocabulary.faction(told)


def _sheet(entry: Entry, home: str | None, tree: Tree, vocabulary: Vocabulary) -> SheetAccount | None:
    within = tuple(tree.within(entry))
    lines = [profile for each in within for profile in tree.profiles_of(each)]
    stats = [line for line in lines if line.type_name == "Unit"]
    categories = [each.name for part in within if part.type != "upgrade" for each in part.category_links]
    named = [each.removeprefix(_FACTION) for each in categories if each.startswith(_FACTION)]
    factions = tuple(dict.fromkeys(found for each in named if (found := vocabulary.faction(each))))
    if not stats or not (factions or home):
        return None
    is_partial = tree.leads_away(entry)
    least, most = (0, None) if is_partial else tree.models(entry)
    told = {ability.name: ability for ability in lines if ability.type_name == "Abilities"}
    # What leads may stand in the text of a rule alone: then it is not told here whom.
    tells_targets = "Leader" in told or "Support" in told
    note = next((_text(line) for name, line in told.items() if name.lstrip("*").startswith("Invulnerable Save")), "")
    transport = next((line for line in lines if "Transport" in (line.type_name, line.name)), None)
    return SheetAccount(
        name=_LEGENDS.sub("", entry.name),
        factions=tuple(dict.fromkeys((*([home] if home else []), *factions))),
        refs=(f"{NAMESPACE}:{entry.id}",),
        stat_lines=tuple(_stats(line, note, is_partial) for line in _distinct(stats)),
        weapons=tuple(_weapon(line, _WEAPONS[line.type_name]) for line in lines if line.type_name in _WEAPONS),
        keywords=frozenset(keyword_key(each) for each in categories if not each.startswith(_FACTION)),
        faction_keywords=frozenset(keyword_key(each) for each in named) or None,
        sizes=(least, most) if most else None,
        leads=_targets(told.get("Leader")) if tells_targets else None,
        supports=_targets(told.get("Support")) if tells_targets else None,
        capacity=capacity_of(_text(transport)) if transport else None if is_partial else NONE,
        prices=tuple(_prices(entry, home or factions[0], (least, most))),
        is_partial=is_partial,
        is_legends=bool(_LEGENDS.search(entry.name)),
    )


def _distinct(lines: Iterable[Profile]) -> Iterator[Profile]:
    seen: set[object] = set()
    for line in lines:
        key = (fold_name(line.name), tuple(line.values().items()))
        if key not in seen:
            seen.add(key)
            yield line


def _stats(line: Profile, note: str, is_partial: bool) -> StatLine:
    """``note`` tells what a starred invulnerable save holds against; of a part, no save says nothing."""
    values = line.values()
    told = {field: figure(values.get(name, "")) for field, name in _STATS}
    if "*" in values.get("InSv", ""):
        told[Field.INVULNERABLE] += " ranged" if "ranged" in note else " melee" if "melee" in note else ""
    elif is_partial and told[Field.INVULNERABLE] == NONE:
        del told[Field.INVULNERABLE]
    return StatLine(line.name, tuple(told.items()))


def _weapon(line: Profile, is_melee: bool) -> WeaponLine:
    values = line.values()
    keywords = re.split(r",\s*", values.get("Keywords", ""))
    return WeaponLine(
        line.name.lstrip("➤ "),
        is_melee,
        (
            (Field.RANGE, figure(values.get("Range", ""))),
            (Field.ATTACKS, dice(values.get("A", ""))),
            (Field.SKILL, figure(values.get("WS" if is_melee else "BS", ""))),
            (Field.STRENGTH, dice(values.get("S", ""))),
            (Field.PENETRATION, figure(values.get("AP", "")).lstrip("-") or "0"),
            (Field.DAMAGE, dice(values.get("D", ""))),
            (Field.WEAPON_KEYWORDS, frozenset(key for each in keywords if (key := weapon_keyword(each)))),
        ),
    )


def _text(profile: Profile | None) -> str:
    return "" if profile is None else " ".join(profile.values().values()).replace("^^", "")


def _targets(ability: Profile | None) -> frozenset[str]:
    """Folded names of the units in "... attached to the following units:", as bullets or in one line."""
    _, _, told = _text(ability).replace("*", "").translate(_DASHES).partition(":")
    lines = told.strip().splitlines()
    bullets = [match[1] for line in lines if (match := _BULLET.match(line))]
    names = bullets or re.split(r"[;,]", lines[0] if lines else "")
    return frozenset(key for name in names if (key := fold_name(name)))


def _points(entry: Entry) -> int:
    return next((int(cost.value) for cost in entry.costs if cost.name == "pts"), 0)


def _whole(value: object) -> int | None:
    """A number that data write as a number or as text; None where it is neither."""
    return int(float(value)) if isinstance(value, str | int | float) and _NUMBER.fullmatch(str(value)) else None


def _prices(entry: Entry, faction: str, sizes: tuple[int, int | None]) -> Iterator[Price]:
    """First copies only: the surcharges of later ones are told in another way in every entry."""
    base = _points(entry)
    least, most = sizes
    if not base or not most or not least:
        return
    steps: dict[int, int] = {}
    for modifier in entry.modifiers:
        if modifier.field != POINTS_TYPE:
            continue
        condition = modifier.conditions[0] if len(modifier.conditions) == 1 else None
        if modifier.type != "set" or condition is None or condition.child_id != "model" or modifier.condition_groups:
            if condition is not None and condition.type == "notInstanceOf":
                continue
            return
        threshold, points = _whole(condition.value), _whole(modifier.value)
        if threshold is None or points is None:
            return
        steps[threshold + (condition.type == "greaterThan")] = points
    marks = sorted(steps)
    ends = [*(mark - 1 for mark in marks), most]
    for end, points in zip(ends, [base, *(steps[mark] for mark in marks)], strict=True):
        yield Price(faction, False, "1", str(end), points, models=end)


def _detachments(entry: Entry, home: str, catalogue: Catalogue, tree: Tree) -> Iterator[DetachmentAccount]:
    for part in tree.within(entry):
        for cost in part.costs:
            if cost.name == "Detachment Points" and cost.value:
                yield DetachmentAccount(part.name, home, points=int(cost.value), enhancements=None)


def _enhancements(group: Entry) -> Iterator[EnhancementAccount]:
    """The enhancements in a group, at any depth: what costs one of the roster's enhancements."""
    for entry in (*group.selection_entries, *group.selection_entry_groups):
        if any(cost.name == "Enhancements" and cost.value for cost in entry.costs):
            yield EnhancementAccount(entry.name, _points(entry))
        else:
            yield from _enhancements(entry)
