"""Facts in the texts of datacards: who is how many, who carries what, whom a unit may join, how many ride."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from datasheets.catalogue.names import fold_name
from datasheets.crosscheck.account import KindLine
from datasheets.crosscheck.printed import item_key

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—"), "-")
_COUNTED = re.compile(r"(\d+)(?:-(\d+))? (.+)")
_EPIC = re.compile(r"\s*-?\s*epic hero\s*$", re.IGNORECASE)
_BEFORE_EQUIPPED = re.compile(r"(?:is|are)(?: additionally)? equipped with:?", re.IGNORECASE)
_BULLETS = re.compile(r"[■▪•]\s*\**([^■▪•*\n]+)\**")
_CAPACITY = re.compile(r"transport capacity of(?: all of the following:\s*■)?\s*(\d+)", re.IGNORECASE)
_CEILING = re.compile(r"maximum of (\d+) models", re.IGNORECASE)


def kinds_of(lines: Iterable[str]) -> tuple[KindLine, ...] | None:
    """The kinds of models in a composition; None where a line is not understood.

    Alternatives are laid together: a kind that one of them lacks may stand at zero.
    """
    alternatives: list[dict[str, tuple[int, int]]] = [{}]
    for line in lines:
        told = _EPIC.sub("", _plain(line)).strip(" .*")
        if not told or "equipped with" in told or told.lower().startswith("this unit can"):
            continue
        if told == "OR":
            alternatives.append({})
            continue
        for part in re.split(r",\s*(?:and\s+)?| and (?=\d)", told):
            match = _COUNTED.fullmatch(part.strip())
            if match is None:
                return None
            least, most = int(match[1]), int(match[2] or match[1])
            held = alternatives[-1].get(match[3], (0, 0))
            alternatives[-1][match[3]] = (held[0] + least, held[1] + most)
    merged = _one_name(alternatives)
    names = list(dict.fromkeys(name for each in merged for name in each))
    if not names:
        return None
    return tuple(
        KindLine(
            name,
            min(each.get(name, (0, 0))[0] for each in merged),
            max(each.get(name, (0, 0))[1] for each in merged),
        )
        for name in names
    )


def sizes_of(lines: Iterable[str]) -> tuple[int, int] | None:
    """Fewest and most models; None where a line is not understood."""
    lines = tuple(lines)
    totals: list[tuple[int, int]] = []
    block: list[str] = []
    ceiling: int | None = None
    for line in (*lines, "OR"):
        found = _CEILING.search(line)
        ceiling = int(found[1]) if found else ceiling
        if _plain(line).strip() != "OR":
            block.append(line)
            continue
        kinds = kinds_of(block)
        if kinds is None:
            return None
        totals.append((sum(kind.minimum for kind in kinds), sum(kind.maximum for kind in kinds)))
        block = []
    most = max(total for _, total in totals)
    return min(total for total, _ in totals), min(most, ceiling or most)


def _one_name(alternatives: list[dict[str, tuple[int, int]]]) -> list[dict[str, tuple[int, int]]]:
    """Alternatives tell one kind in singular and in plural; the first way of telling it stands."""
    known: dict[str, str] = {}
    return [{known.setdefault(item_key(name), name): count for name, count in each.items()} for each in alternatives]


def loadout_of(text: str) -> frozenset[str] | None:
    """Keys of what models of the unit carry before any option; None where the text tells nothing."""
    carried: set[str] = set()
    found = False
    for sentence in re.split(r"\n|(?<=\.)\s*(?=\*\*)", text.translate(_DASHES)):
        head = _BEFORE_EQUIPPED.search(sentence)
        if head is None:
            continue
        found = True
        told = sentence[head.end() :].replace("*", "")
        told = re.split(r"\.\s|\.$", told)[0]
        carried |= {item_key(each) for each in re.split(r"[;,:]", told) if item_key(each)}
    return frozenset(carried - {"nothing"}) if found else None


def targets_of(text: str) -> frozenset[str]:
    """Folded names of the units that a text lists as those a model can be attached to."""
    return frozenset(fold_name(name) for name in _names(text))


def _names(text: str) -> Iterator[str]:
    for match in _BULLETS.finditer(_plain(text.replace("**", "*"))):
        name = match[1].strip(" .*")
        if name:
            yield name


def capacity_of(text: str | None) -> str | None:
    """Models that a transport's text lets ride; None where it tells no number."""
    found = _CAPACITY.search((text or "").replace("*", ""))
    return found[1] if found else None


def _plain(text: str) -> str:
    return text.translate(_DASHES).replace("\xa0", " ").replace("**", "").lstrip("▪■ ")
