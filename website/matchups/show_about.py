"""What an answer stands on: release, engine, method and seed, what was assumed, what is missing, what was on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from battle.models import Simulation
from battle.selectors import Freshness
from roster.muster.words import counted
from website.matchups.show_phases import Fact


@dataclass(frozen=True, slots=True)
class ShownSwitch:
    """A switch of the units: which rule it stands for, and what it takes to use it."""

    says: str
    unit: str
    costs: str
    name: str


@dataclass(frozen=True, slots=True)
class About:
    """Everything to know before the figures are believed."""

    facts: tuple[Fact, ...]
    assumptions: tuple[str, ...]
    not_modelled: tuple[str, ...]
    turned_on: tuple[ShownSwitch, ...]
    turned_off: tuple[ShownSwitch, ...]


def about(simulation: Simulation, answer: Mapping[str, Any]) -> About:
    """What the answer to ``simulation`` stands on."""
    switches = answer["switches"]
    return About(
        facts=tuple(_facts(simulation, answer)),
        assumptions=tuple(answer["assumptions"]),
        not_modelled=tuple(dict.fromkeys(_not_modelled(answer))),
        turned_on=tuple(_switch(switch) for switch in switches if switch["is_on"]),
        turned_off=tuple(_switch(switch) for switch in switches if not switch["is_on"]),
    )


def _facts(simulation: Simulation, answer: Mapping[str, Any]) -> Iterator[Fact]:
    yield Fact("Release", simulation.release or "none: every unit was given by its profiles")
    yield Fact("Engine", simulation.engine)
    yield Fact("Method", _METHODS.get(answer["method"], answer["method"]))
    sampling = answer.get("sampling")
    if sampling:
        yield Fact("Dice rolled", f"{sampling['samples']:,} times", f"with seed {sampling['seed']}")
        if sampling.get("reason"):
            yield Fact("Why dice", sampling["reason"])
    else:
        yield Fact("Seed", str(simulation.seed))
    yield Fact("Computed in", f"{simulation.seconds:.2f} s", counted(simulation.total_cells, "pair of units", _PAIRS))


_PAIRS = "pairs of units"
_METHODS = {
    "exact": "exact: every chance worked out, no dice rolled",
    "sampled": "sampled: by rolling dice; figures have standard errors (±)",
    "mixed": "exact where that fits, some cells sampled (≈)",
}


def _not_modelled(answer: Mapping[str, Any]) -> Iterator[str]:
    """What is named anywhere in the answer."""
    yield from answer.get("not_modelled", ())
    parts = [*answer.get("phases", ()), *answer.get("answers", ())]
    if "first" in answer and isinstance(answer["first"], dict):
        parts.insert(0, answer["first"])
    for part in parts:
        yield from part["not_modelled"]


def _switch(switch: Mapping[str, Any]) -> ShownSwitch:
    costs = [
        words
        for words in (
            f"costs {switch['cost']}" if switch["cost"] else "",
            f"once per {switch['once']}" if switch["once"] else "",
            f"lasts {switch['lasts']}" if switch["lasts"] else "",
        )
        if words
    ]
    return ShownSwitch(switch["says"], switch["unit"], ", ".join(costs), switch["name"])


def out_of_date(simulation: Simulation, freshness: Freshness) -> tuple[str, ...]:
    """What changed since the answer was asked for, a sentence each; empty where it would be the same today."""
    found = []
    if freshness.release_changed:
        found.append(f"Computed with release {simulation.release}; {freshness.release_now} is in force.")
    if freshness.engine_changed:
        found.append("The engine has changed since this was computed.")
    found += [f"The roster “{name}” has changed since." for name in freshness.changed_rosters]
    found += [f"The gauntlet “{name}” has changed since." for name in freshness.changed_gauntlets]
    return tuple(found)
