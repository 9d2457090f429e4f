"""Where the units of an asked question come from: saved rosters, pasted lists and gauntlets become a scenario's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from battle.access import Person, gauntlet_visible_to
from battle.placing import Places
from datasheets.catalogue import Catalogue
from roster.access import rosters_visible_to
from roster.document_faults import DocumentError, escaped
from roster.documents import document_to_json
from roster.interchange import read_text
from roster.interchange.result import LineStatus
from roster.models import Roster
from roster.muster.words import counted

MOST_SOURCES = 100
"""Units and lists of units that a question may name on all its sides."""
MOST_TEXTS = 8
"""Different pasted lists in one question: reading one takes some hundredths of a second."""
MOST_LETTERS = 100_000
"""Characters of all of them together, which at worst take a second or two to read; a list has a few thousand."""
MOST_KEYS = 100
_NOTED_LINES = 5
_SHOWN = 80

_FIELDS = {
    "saved": frozenset({"from", "roster", "units"}),
    "text": frozenset({"from", "text", "units"}),
    "gauntlet": frozenset({"from", "gauntlet"}),
}
_KINDS = ("saved", "text", "gauntlet", "roster", "catalogue", "profiles")
_NO_ROSTER = "You keep no roster with this id. Your rosters are listed under “Rosters”."


@dataclass(frozen=True, slots=True)
class Sources:
    """A scenario document with its units written out, where each came from, and what was not understood."""

    document: dict[str, Any]
    sources: tuple[dict[str, Any], ...]
    notes: tuple[str, ...]
    places: Places
    """From places of the scenario back to those of what was asked."""


class SourcesRefused(Exception):
    """Sources that cannot be used; all of them that were found."""

    def __init__(self, faults: list[DocumentError]) -> None:
        super().__init__(" ".join(str(fault) for fault in faults))
        self.faults = tuple(faults)


def resolved(person: Person, asked: Mapping[str, Any], catalogue: Catalogue) -> Sources:
    """The scenario that ``asked`` describes; raises :class:`SourcesRefused`."""
    return _Resolving(person, catalogue).resolve(asked)


@dataclass(slots=True)
class _Resolving:
    """One question being resolved."""

    person: Person
    catalogue: Catalogue
    faults: list[DocumentError] = field(default_factory=list)
    sources: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    places: Places = field(default_factory=Places)
    rosters: dict[UUID, Roster] = field(default_factory=dict)
    texts: dict[str, tuple[dict[str, Any], str] | None] = field(default_factory=dict)
    weights: list[float] = field(default_factory=list)

    def resolve(self, asked: Mapping[str, Any]) -> Sources:
        document = dict(asked)
        self._refuse_too_many(asked)
        if not self.faults:
            self._fetch_rosters(asked)
            for name in ("attacker", "target"):
                if name in document:
                    document[name] = self._one(document[name], f"/{name}")
            for name in ("attackers", "targets"):
                if isinstance(document.get(name), list):
                    document[name] = self._many(document[name], f"/{name}", f"/{name}")
            if isinstance(document.get("sides"), list):
                document["sides"] = [self._side(side, place) for place, side in enumerate(document["sides"])]
            self._weigh(document)
        if self.faults:
            raise SourcesRefused(self.faults)
        return Sources(document, tuple(self.sources), tuple(dict.fromkeys(self.notes)), self.places)

    def _refuse_too_many(self, asked: Mapping[str, Any]) -> None:
        units = list(_units_of(asked))
        if len(units) > MOST_SOURCES:
            self._fault("", f"{len(units):,} units and lists are named here; {MOST_SOURCES} are the most.")
        texts = {unit["text"] for unit in units if unit.get("from") == "text" and isinstance(unit.get("text"), str)}
        if len(texts) > MOST_TEXTS:
            self._fault("", f"{len(texts)} different lists are pasted here; {MOST_TEXTS} are the most.")
        elif (letters := sum(map(len, texts))) > MOST_LETTERS:
            self._fault("", too_long(letters))

    def _fetch_rosters(self, asked: Mapping[str, Any]) -> None:
        named = [_uuid(unit.get("roster")) for unit in _units_of(asked) if unit.get("from") == "saved"]
        keys = {key for key in named if key is not None}
        if keys:
            found = rosters_visible_to(self.person).filter(uuid__in=keys).select_related("release")
            self.rosters = {roster.uuid: roster for roster in found.defer("release__content")}

    def _side(self, side: Any, place: int) -> Any:
        if not isinstance(side, Mapping) or not isinstance(side.get("units"), list):
            return side  # the scenario's own reader says what is wrong with it
        pointer = f"/sides/{place}/units"
        return {**side, "units": self._many(side["units"], pointer, pointer)}

    def _many(self, units: list[Any], pointer: str, asked_at: str) -> list[Any]:
        """The units of a list; a gauntlet brings several."""
        found: list[Any] = []
        for place, unit in enumerate(units):
            where = f"{asked_at}/{place}"
            if isinstance(unit, Mapping) and unit.get("from") == "gauntlet":
                members = self._gauntlet(unit, where)
                for member in members:
                    self.places.add(f"{pointer}/{len(found)}", where, "gauntlet")
                    found.append(member)
            else:
                found.append(self._one(unit, where, f"{pointer}/{len(found)}"))
        return found

    def _one(self, unit: Any, asked_at: str, pointer: str | None = None) -> Any:
        pointer = asked_at if pointer is None else pointer
        kind = unit.get("from") if isinstance(unit, Mapping) else None
        if kind is None:
            self.places.add(pointer, asked_at)
            return unit
        if kind not in _KINDS:
            self._fault(f"{asked_at}/from", f"“from” is one of: {', '.join(_KINDS)}.")
            return unit
        self.places.add(pointer, asked_at, kind)
        match kind:
            case "saved":
                return self._saved(unit, asked_at)
            case "text":
                return self._text(unit, asked_at)
            case "gauntlet":
                self._fault(asked_at, "A gauntlet is a list of units, and one unit is asked for here.")
                return unit
        name = _name_of(unit, self.catalogue)
        self.sources.append({"pointer": asked_at, "kind": kind, "name": name})
        return unit

    def _saved(self, unit: Mapping[str, Any], where: str) -> Any:
        if self._misses(unit, "saved", where) | self._has_no_keys(unit, where):
            return unit
        key = _uuid(unit["roster"])
        roster = self.rosters.get(key) if key is not None else None
        if roster is None:
            # Alike for one that does not exist and one that is somebody else's.
            self._fault(f"{where}/roster", _NO_ROSTER)
            return unit
        release = self.catalogue.stamp.label
        self.sources.append(
            {
                "pointer": where,
                "kind": "saved",
                "name": roster.name,
                "roster": str(roster.uuid),
                "version": roster.version,
                "release": roster.release.label,
            }
        )
        if roster.release.label != release:
            self.notes.append(
                f"“{roster.name}” stands on release {roster.release.label}; its units are taken from {release} here."
            )
        if roster.open_lines:
            lines = len(roster.open_lines)
            were, they = ("was", "it says") if lines == 1 else ("were", "they say")
            self.notes.append(
                f"{counted(lines, 'line')} of “{roster.name}” {were} not understood when it was saved; "
                f"what {they} is not in it."
            )
        return {"from": "roster", "roster": roster.document, **_keys(unit)}

    def _text(self, unit: Mapping[str, Any], where: str) -> Any:
        if self._misses(unit, "text", where) | self._has_no_keys(unit, where):
            return unit
        text = unit["text"]
        if text not in self.texts:
            self.texts[text] = self._read(text, f"{where}/text")
        read = self.texts[text]
        if read is None:
            return unit
        document, name = read
        self.sources.append({"pointer": where, "kind": "text", "name": name})
        return {"from": "roster", "roster": document, **_keys(unit)}

    def _read(self, text: str, where: str) -> tuple[dict[str, Any], str] | None:
        read = read_text(text, self.catalogue)
        if read.document is None or read.refusal is not None:
            self._fault(where, read.refusal or "Nothing in this text could be read as a roster.")
            return None
        name = read.document.name[:_SHOWN] or "pasted list"
        unread = [line for line in read.lines if line.status is LineStatus.UNKNOWN]
        self.notes += [
            f"“{name}”, line {line.number} was not understood and is left out: {line.text.strip()[:_SHOWN]}"
            for line in unread[:_NOTED_LINES]
        ]
        if len(unread) > _NOTED_LINES:
            more = len(unread) - _NOTED_LINES
            verb = "was" if more == 1 else "were"
            self.notes.append(f"“{name}”: {counted(more, 'more line')} {verb} not understood.")
        return document_to_json(read.document), name

    def _gauntlet(self, unit: Mapping[str, Any], where: str) -> list[Any]:
        if self._misses(unit, "gauntlet", where):
            return []
        gauntlet = gauntlet_visible_to(self.person, unit["gauntlet"])
        if gauntlet is None:
            self._fault(f"{where}/gauntlet", "There is no gauntlet of this name. /matchups/gauntlets/ lists them.")
            return []
        self.sources.append({"pointer": where, "kind": "gauntlet", "name": gauntlet.name, "gauntlet": gauntlet.slug})
        if where.startswith("/targets/"):
            self.weights += gauntlet.weights or [1] * len(gauntlet.units)
        return list(gauntlet.units)

    def _weigh(self, document: dict[str, Any]) -> None:
        """Let the targets of a field count as their gauntlets say, where nothing else is said."""
        if document.get("question") != "field" or "weights" in document or not self.weights:
            return
        if len(self.weights) == len(document["targets"]) and set(self.weights) != {1}:
            document["weights"] = self.weights
        elif set(self.weights) != {1}:
            self.notes.append("All targets count alike: other units stand beside the gauntlet, which has weights.")

    def _misses(self, unit: Mapping[str, Any], kind: str, where: str) -> bool:
        """Whether it has other fields than this kind has, or no text where one belongs; said."""
        before = len(self.faults)
        for name in sorted(set(map(str, unit)) - _FIELDS[kind]):
            # What is too long for a name is not said twice.
            place = f"{where}/{escaped(name)}" if len(name) <= _SHOWN else where
            self._fault(place, f"A unit from “{kind}” has no “{name[:_SHOWN]}”.")
        wanted = {"saved": "roster"}.get(kind, kind)
        if not isinstance(unit.get(wanted), str):
            self._fault(f"{where}/{wanted}", "A text is needed here.")
        return len(self.faults) > before

    def _has_no_keys(self, unit: Mapping[str, Any], where: str) -> bool:
        """Whether its units are anything but keys; said."""
        keys = unit.get("units", [])
        is_sound = isinstance(keys, list) and len(keys) <= MOST_KEYS and all(isinstance(key, str) for key in keys)
        if not is_sound:
            self._fault(f"{where}/units", f"A list of at most {MOST_KEYS} keys of units is needed here.")
        return not is_sound

    def _fault(self, pointer: str, message: str) -> None:
        self.faults.append(DocumentError(pointer, message))


def too_long(letters: int) -> str:
    """The refusal of pasted lists that have so many characters together."""
    return (
        f"The pasted lists have {letters:,} characters together; at most {MOST_LETTERS:,} are read. "
        "Paste army lists, not collections."
    )


def _units_of(asked: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    lists = [asked.get("attackers"), asked.get("targets")]
    sides = asked.get("sides")
    if isinstance(sides, list):
        lists += [side.get("units") for side in sides if isinstance(side, Mapping)]
    singles = [asked.get("attacker"), asked.get("target")]
    for found in [singles, *(one for one in lists if isinstance(one, list))]:
        yield from (unit for unit in found if isinstance(unit, Mapping))


def _keys(unit: Mapping[str, Any]) -> dict[str, Any]:
    return {"units": unit["units"]} if unit.get("units") else {}


def _name_of(unit: Mapping[str, Any], catalogue: Catalogue) -> str:
    name = unit.get("name") or unit.get("datasheet")
    if isinstance(name, str) and (sheet := catalogue.datasheets.get(name)) is not None:
        name = sheet.name
    roster = unit.get("roster")
    if name is None and isinstance(roster, Mapping):
        name = roster.get("name") or "roster"
    return name[:_SHOWN] if isinstance(name, str) else "unit"


def _uuid(value: Any) -> UUID | None:
    try:
        return UUID(value) if isinstance(value, str) else None
    except ValueError:
        return None
