"""The scenario document as JSON: strict, with a pointer to whatever does not fit."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from battle.engine.effects import Change, Moment, Part, Side, Status, Test
from battle.engine.matrix import Activity
from battle.engine.policies import Aim
from battle.engine.situation import Phase, ShootingType
from battle.scenario.shapes import SCHEMA, ScenarioShape
from battle.scenario.unit_shapes import MOST_UNITS_OF_A_SIDE
from roster.document import ATTACHED_AS
from roster.document_faults import DocumentError, located
from roster.json_texts import json_in_utf8, refuse_repeated_fields

MAX_BYTES = 1_000_000

_CHOICES: dict[str, type[StrEnum] | tuple[str, ...]] = {
    "phase": Phase,
    "shooting_type": ShootingType,
    "side": Side,
    "part": Part,
    "change": Change,
    "moment": Moment,
    "status": Status,
    "test": Test,
    "activity": Activity,
    "attacker": Aim,
    "defender": Aim,
    "first": ("attacker", "target"),
    "attached_as": ATTACHED_AS,
}
"""Fields that hold one of a few words."""

_TAGS = {
    "from": "profiles, catalogue, roster",
    "question": "attack, exchange, chain, matrix, field, comparison, pair",
}


def scenario_from_json(content: bytes | dict[str, Any]) -> ScenarioShape:
    """The scenario in JSON text or in an object already parsed; raises :class:`DocumentError`."""
    try:
        # An object goes the way of a text: what no text can hold (half a character) is refused alike.
        text = content if isinstance(content, bytes) else msgspec.json.encode(content)
        if len(text) > MAX_BYTES:
            raise DocumentError("", f"The scenario has more than {MAX_BYTES:,} bytes, which is the most that is read.")
        text = json_in_utf8(text)
        shape: ScenarioShape = msgspec.json.decode(text, type=ScenarioShape)
        refuse_repeated_fields(text)
    except msgspec.ValidationError as error:
        raise _explained(located(str(error), SCHEMA)) from error
    except (msgspec.MsgspecError, TypeError, UnicodeError) as error:
        raise DocumentError("", f"This is not JSON: {error}.") from error
    except RecursionError as error:
        raise DocumentError("", "The scenario is nested too deeply.") from error
    return shape


def _explained(fault: DocumentError) -> DocumentError:
    """The fault with the words that may stand there."""
    above, _, field = fault.pointer.rpartition("/")
    is_side = field in ("attackers", "targets") or (field == "units" and above.startswith("/sides"))
    if is_side and "length <=" in fault.message:
        most = f"More than {MOST_UNITS_OF_A_SIDE} units stand on this side, which is the most that can."
        return DocumentError(fault.pointer, f"{most} Name fewer of them.")
    if fault.message.startswith("Invalid enum value") and field in _CHOICES:
        return DocumentError(fault.pointer, f"{fault.message} There are: {', '.join(_CHOICES[field])}.")
    for tag, words in _TAGS.items():
        if field == tag or f'missing required field "{tag}"' in fault.message:
            return DocumentError(fault.pointer, f"{fault.message} “{tag}” is one of: {words}.")
    return fault
