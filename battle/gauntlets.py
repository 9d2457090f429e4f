"""What a gauntlet holds: units as a scenario names them, tried by the catalogue, with how common each is and why."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from battle.armies import Fielded
from battle.scenario.decoding import scenario_from_json
from battle.scenario.fielding import units_of
from battle.scenario.parts import prepared
from battle.scenario.shapes import SCHEMA, FieldShape
from battle.scenario.unit_shapes import MOST_UNITS_OF_A_SIDE
from datasheets.catalogue import Catalogue
from roster.archives import shown_name
from roster.document import RosterDocument
from roster.document_faults import DocumentError, escaped
from roster.documents import document_to_json
from roster.json_texts import storable

LONGEST_NAME = 120
LONGEST_ABOUT = 2_000
LONGEST_REASON = 300
LARGEST_WEIGHT = 1_000_000
MOST_BYTES = 1_000_000

_MEMBERS = ("name", "about", "units", "weights", "reasons")
_ATTACKER = {
    "from": "profiles",
    "name": "Anybody",
    "models": [{"name": "Anybody", "count": 1, "T": 4, "Sv": 4, "W": 1}],
    "weapons": [{"name": "Anything", "range": 24, "A": 1, "skill": 4, "S": 4, "AP": 0, "D": 1}],
}
"""Targets are tried as what they are for: somebody attacks them."""


class GauntletRefused(Exception):
    """The gauntlet cannot be kept; ``faults`` say what is wrong, each with its place in what was handed in."""

    def __init__(self, *faults: DocumentError) -> None:
        super().__init__(" ".join(str(fault) for fault in faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class GauntletContent:
    """What is kept; ``weights`` and ``reasons`` have something for each unit, or nothing at all."""

    name: str
    about: str
    units: tuple[dict[str, Any], ...]
    weights: tuple[float, ...] = ()
    reasons: tuple[str, ...] = ()


def gauntlet_content(document: Mapping[str, object], catalogue: Catalogue) -> GauntletContent:
    """The content that ``document`` gives: an object of name, about, units, weights and reasons.

    Raises :class:`GauntletRefused` with everything that is wrong: among it units that cannot be fielded.
    """
    document = _plain(document)
    faults = [
        DocumentError(f"/{escaped(name[:80])}", "A gauntlet has no such field.")
        for name in document
        if name not in _MEMBERS
    ]
    name = _text(document, "name", LONGEST_NAME, faults)
    name = shown_name(name) if name else ""
    if not name and not faults:
        faults.append(DocumentError("/name", "Give it a name."))
    about = _text(document, "about", LONGEST_ABOUT, faults)
    units = document.get("units", [])
    if not isinstance(units, list) or not units:
        raise GauntletRefused(*faults, DocumentError("/units", "A gauntlet needs at least one unit."))
    if len(units) > MOST_UNITS_OF_A_SIDE:
        message = f"{len(units):,} units are too many: a gauntlet has at most {MOST_UNITS_OF_A_SIDE}."
        raise GauntletRefused(*faults, DocumentError("/units", message))
    weights = _weights(document.get("weights", []), len(units), faults)
    reasons = _reasons(document.get("reasons", []), len(units), faults)
    faults += _unfieldable(units, catalogue)
    if faults:
        raise GauntletRefused(*faults)
    return GauntletContent(name, about, tuple(units), weights, reasons)


def fielded_units(unit: Mapping[str, Any], catalogue: Catalogue) -> tuple[Fielded, ...]:
    """The units that an entry brings; raises :class:`DocumentError` where the catalogue has none such."""
    shape = scenario_from_json(_scenario([unit]))
    assert isinstance(shape, FieldShape)
    return units_of(shape.targets[0], "", catalogue, {})


def units_of_roster(document: RosterDocument, *, only: frozenset[str] | None = None) -> tuple[dict[str, Any], ...]:
    """The units of a roster as a gauntlet keeps them, each with who is attached to it and nobody else.

    ``only`` are the keys of those that are wanted; who is attached to one of them comes along.
    """
    known = {unit.key for unit in document.units}
    found = []
    for unit in document.units:
        if unit.attached_to in known or (only is not None and unit.key not in only):
            continue
        together = tuple(one for one in document.units if one is unit or one.attached_to == unit.key)
        alone = replace(document, units=together, plan=None, stated_points=None)
        found.append({"from": "roster", "roster": document_to_json(alone), "units": [unit.key]})
    return tuple(found)


def _unfieldable(units: list[Any], catalogue: Catalogue) -> Iterator[DocumentError]:
    """What is wrong with each of the units."""
    for place, unit in enumerate(units):
        if isinstance(unit, dict) and unit.get("from") == "roster" and not _is_one_key(unit.get("units")):
            yield DocumentError(f"/units/{place}/units", "Name the one unit of the roster by its key.")
            continue
        try:
            prepared(scenario_from_json(_scenario([unit])), catalogue)
        except DocumentError as error:
            inside = error.pointer.removeprefix("/targets/0") if error.pointer.startswith("/targets/0") else ""
            yield DocumentError(f"/units/{place}{inside}", error.message)


def _is_one_key(keys: object) -> bool:
    return isinstance(keys, list) and len(keys) == 1


def _scenario(units: Sequence[Any]) -> dict[str, Any]:
    return {"schema": SCHEMA, "question": "field", "attackers": [_ATTACKER], "targets": list(units)}


def _plain(document: Mapping[str, object]) -> dict[str, Any]:
    """The document as JSON that every database keeps."""
    try:
        text = json.dumps(document, allow_nan=False, ensure_ascii=False)
        size = len(text.encode())
    except (TypeError, ValueError, RecursionError) as error:
        raise GauntletRefused(DocumentError("", f"This is not JSON: {error}.")) from error
    if size > MOST_BYTES:
        message = f"The gauntlet has {size:,} bytes; at most {MOST_BYTES:,} are kept."
        raise GauntletRefused(DocumentError("", message))
    found = storable(json.loads(text))
    if not isinstance(found, dict):
        raise GauntletRefused(DocumentError("", "A gauntlet is a JSON object."))
    return found


def _text(document: Mapping[str, Any], name: str, longest: int, faults: list[DocumentError]) -> str:
    value = document.get(name, "")
    if not isinstance(value, str):
        faults.append(DocumentError(f"/{name}", "A text is needed here."))
        return ""
    value = value.strip()
    if len(value) > longest:
        faults.append(
            DocumentError(f"/{name}", f"{len(value):,} characters are too many; at most {longest:,} are kept.")
        )
    return value


def _weights(value: Any, units: int, faults: list[DocumentError]) -> tuple[float, ...]:
    if value in (None, []):
        return ()
    if not isinstance(value, list) or len(value) != units:
        faults.append(DocumentError("/weights", f"Give one number for each of the {units} units, or none at all."))
        return ()
    before = len(faults)
    for place, weight in enumerate(value):
        # No number is too large to be compared, and what is no number is within no bounds.
        is_number = isinstance(weight, int | float) and not isinstance(weight, bool)
        if not is_number or not 0 <= weight <= LARGEST_WEIGHT:
            faults.append(DocumentError(f"/weights/{place}", f"A weight is a number from 0 to {LARGEST_WEIGHT:,}."))
    if len(faults) == before and not any(value):
        faults.append(DocumentError("/weights", "All weights are 0, so that no target counts. Give one of them more."))
    return tuple(value)


def _reasons(value: Any, units: int, faults: list[DocumentError]) -> tuple[str, ...]:
    if value in (None, []):
        return ()
    is_sound = isinstance(value, list) and len(value) == units
    if not is_sound or not all(isinstance(one, str) and len(one) <= LONGEST_REASON for one in value):
        message = f"Give a text of at most {LONGEST_REASON} characters for each of the {units} units, or none at all."
        faults.append(DocumentError("/reasons", message))
        return ()
    return tuple(one.strip() for one in value)
