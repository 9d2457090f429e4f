"""Specs of checks as data: a roster in, the exact violations out.

``tests/specs/muster/<rule>/<slug>/<name>.yaml`` holds one spec of the check ``<rule>/<slug>``::

    claim: A third Walker is one too many at Incursion.
    catalogue: invented             # default; real: the catalogue of all factions
    stage: final                    # default; with an event: event
    event: {minimum_points: 900}    # fields of an event profile, "Autumn Open" unless it has a name; default: none
    roster: {...}                   # see tests/muster/rosters.py
    broken:                         # exactly these violations; absent: none
      - {message: over, at: /units/2, params: {...}, causes: [...], says: "..."}
    outcome: held                   # default without ``broken``
    reason: "..."                   # what the verdict says; with used and limit where the check has them
    usages: [{of: Sample Walker, used: 2, limit: 3, at: [/units/0, /units/1]}]     # where it has several
    severity: illegal
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from roster.muster import EventProfile, LoweredCheck, Severity
from tests.yaml_files import read_yaml

SPECS = Path(__file__).resolve().parents[1] / "specs" / "muster"
KEYS = frozenset(
    {
        "claim",
        "catalogue",
        "stage",
        "event",
        "roster",
        "broken",
        "outcome",
        "reason",
        "used",
        "limit",
        "severity",
        "is_legal",
        "usages",
    }
)
VIOLATION_KEYS = frozenset({"message", "at", "params", "causes", "says"})


@dataclass(frozen=True)
class Spec:
    """One spec file: the check it is for and what it says."""

    check: str
    name: str
    content: Mapping[str, Any]  # parsed YAML

    @property
    def broken(self) -> list[Mapping[str, Any]]:
        """The violations it expects."""
        return list(self.content.get("broken", ()))

    @property
    def outcome(self) -> str:
        """The outcome it expects."""
        return str(self.content.get("outcome", "broken" if self.broken else "held"))

    @property
    def event(self) -> EventProfile | None:
        """The event it is judged for."""
        return profile_of(self.content["event"]) if "event" in self.content else None


def profile_of(written: Mapping[str, Any]) -> EventProfile:
    """The event profile a spec's short form stands for; ``lowered`` is a mapping of check to severity."""
    values: dict[str, Any] = {"id": "autumn-open", "name": "Autumn Open"}  # Any: what YAML holds
    values |= {name: tuple(value) if isinstance(value, list) else value for name, value in written.items()}
    values["lowered"] = tuple(
        LoweredCheck(check, Severity(severity), "") for check, severity in written.get("lowered", {}).items()
    )
    return EventProfile(**values)


@cache
def all_specs() -> tuple[Spec, ...]:
    """Every spec, by path. ValueError for one that says something no spec can say."""
    return tuple(_read(path) for path in sorted(SPECS.glob("*/*/*.yaml")))


def _read(path: Path) -> Spec:
    content = read_yaml(path)
    name = path.relative_to(SPECS).as_posix()
    unknown = {
        *content.keys() - KEYS,
        *(key for one in content.get("broken", ()) for key in one.keys() - VIOLATION_KEYS),
    }
    if unknown:
        raise ValueError(f"{name} cannot say {sorted(unknown)}.")
    if "claim" not in content or "roster" not in content:
        raise ValueError(f"{name} needs a claim and a roster.")
    return Spec(f"{path.parent.parent.name}/{path.parent.name}", path.stem, content)


def folders() -> Iterator[str]:
    """Check ids that have a folder of specs."""
    for folder in sorted(SPECS.glob("*/*")):
        yield f"{folder.parent.name}/{folder.name}"
