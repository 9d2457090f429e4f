"""What a question is called where nobody gave it a name: who meets whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

MOST_LENGTH = 300
_NAMES_SHOWN = 3

_WORDS = {
    "attack": "{first} attacks {second}",
    "pair": "{first} attacks {second}",
    "exchange": "{first} attacks {second}, which strikes back",
    "chain": "{first} and {second}, over battle rounds",
    "matrix": "{first} against {second}",
    "field": "{first} against {second}",
    "comparison": "{first} compared against {second}",
}


def title_of(kind: str, scenario: Mapping[str, Any], sources: Sequence[Mapping[str, Any]]) -> str:
    """Who meets whom, from where the units of the scenario came from."""
    first = _named(sources, "/attacker", "/attackers")
    if kind == "comparison":
        sides = scenario.get("sides", ())
        first = " and ".join(
            str(side.get("name") or _named(sources, f"/sides/{place}/units")) for place, side in enumerate(sides)
        )
    words = _WORDS[kind].format(first=first, second=_named(sources, "/target", "/targets"))
    return words if len(words) <= MOST_LENGTH else f"{words[: MOST_LENGTH - 1]}…"


def _named(sources: Sequence[Mapping[str, Any]], *places: str) -> str:
    names = list(dict.fromkeys(source["name"] for source in sources if _stands_at(source["pointer"], places)))
    more = len(names) - _NAMES_SHOWN
    shown = ", ".join(names[:_NAMES_SHOWN])
    return f"{shown} and {more} more" if more > 0 else shown


def _stands_at(pointer: str, places: Sequence[str]) -> bool:
    return any(pointer == place or pointer.startswith(f"{place}/") for place in places)
