"""One unit on another: the outcome, how likely each number is, how it comes about, and one roll to read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from website.charts import Series, distribution_chart
from website.matchups.show_charts import ShownChart
from website.matchups.show_phases import Fact, ShownPhase, groups_table, outcome, shown_phase
from website.matchups.show_tables import ShownTable

MODELS_DESTROYED = "models destroyed"


@dataclass(frozen=True, slots=True)
class TraceLine:
    """A sentence of a roll; ``depth``: how far it is set in."""

    depth: int
    words: str


@dataclass(frozen=True, slots=True)
class ShownPair:
    """What one unit does to another, as a page has it."""

    attacker: Mapping[str, Any]
    target: Mapping[str, Any]
    facts: tuple[Fact, ...]
    charts: tuple[ShownChart, ...]
    groups: ShownTable | None
    phases: tuple[ShownPhase, ...]
    trace: tuple[TraceLine, ...]

    @property
    def tables(self) -> Iterator[ShownTable]:
        """Every table that can be taken away."""
        if self.groups is not None:
            yield self.groups
        yield from (phase.contributions for phase in self.phases if phase.contributions is not None)


def shown_pair(answer: Mapping[str, Any]) -> ShownPair:
    """The answer to an attack, or to the question of one cell."""
    attacker, target = answer["attacker"], answer["target"]
    measures = answer["destroyed"]
    name = f"Models of {target['name']} destroyed"
    at_least = f"So many models of {target['name']} or more destroyed"
    series = [Series(attacker["name"], tuple(measures["models"]))]
    errors = (answer.get("sampling") or {}).get("standard_errors")
    return ShownPair(
        attacker=attacker,
        target=target,
        facts=outcome(measures, target, attacker, errors),
        charts=(
            ShownChart("distribution", distribution_chart(name, series, MODELS_DESTROYED)),
            ShownChart("at-least", distribution_chart(at_least, series, MODELS_DESTROYED, is_at_least=True)),
        ),
        groups=groups_table(measures, "groups", f"What is left of {target['name']}"),
        phases=tuple(_phases(answer)),
        trace=trace_lines(answer.get("trace") or ()),
    )


def _phases(answer: Mapping[str, Any]) -> Iterator[ShownPhase]:
    phases = answer.get("phases")
    if phases is None:
        yield shown_phase(answer, "", "attack")
        return
    for place, phase in enumerate(phases):
        note = "Explained against a fresh target: what is left of it after shooting is many cases." if place else ""
        yield shown_phase(phase, phase["phase"], phase["phase"], note)


def trace_lines(lines: list[str] | tuple[str, ...]) -> tuple[TraceLine, ...]:
    """The sentences of a roll, each as deep as it is set in."""
    return tuple(TraceLine(min(3, (len(line) - len(line.lstrip())) // 2), line.strip()) for line in lines)
