"""An exchange: what both sides lose beside each other, and the answer of whoever survives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battle.advice import both_sides
from website.charts import Series, distribution_chart
from website.matchups import show_numbers as numbers
from website.matchups.show_cell import MODELS_DESTROYED, TraceLine, trace_lines
from website.matchups.show_charts import ShownChart
from website.matchups.show_phases import Fact, ShownPhase, groups_table, outcome, shown_phase
from website.matchups.show_tables import Entry, Heading, ShownTable, figure, words


@dataclass(frozen=True, slots=True)
class ShownExchange:
    """An attack and the answer to it. ``answers`` is a table of cases of survivors, likely ones first."""

    attacker: Mapping[str, Any]
    target: Mapping[str, Any]
    first_facts: tuple[Fact, ...]
    back_facts: tuple[Fact, ...]
    charts: tuple[ShownChart, ...]
    groups: tuple[ShownTable, ...]
    first: ShownPhase
    answers: ShownTable
    likeliest: ShownPhase | None
    joint: ShownTable
    trace: tuple[TraceLine, ...]

    @property
    def tables(self) -> Iterator[ShownTable]:
        """Every table that can be taken away."""
        yield from self.groups
        yield self.answers
        yield self.joint


def shown_exchange(answer: Mapping[str, Any]) -> ShownExchange:
    """The answer to an exchange."""
    attacker, target = both_sides(answer).values()
    first, back = answer["first"]["destroyed"], answer["back"]
    sampling = answer.get("sampling") or {}
    groups = (
        groups_table(first, "groups-target", f"What is left of {target['name']}"),
        groups_table(back, "groups-attacker", f"What is left of {attacker['name']}"),
    )
    likely = sorted(answer["answers"], key=lambda one: -one["chance"])
    return ShownExchange(
        attacker=attacker,
        target=target,
        first_facts=outcome(first, target, attacker, sampling.get("standard_errors")),
        back_facts=outcome(back, attacker, target, sampling.get("standard_errors_back")),
        charts=(paired_chart("losses", "Losses of both sides", attacker, back["models"], target, first["models"]),),
        groups=tuple(table for table in groups if table is not None),
        first=shown_phase(answer["first"], "", "first"),
        answers=_answers(likely, attacker),
        likeliest=_likeliest(likely),
        joint=joint_table(answer["joint"], attacker, target),
        trace=trace_lines(answer.get("trace") or ()),
    )


def paired_chart(
    name: str,
    title: str,
    attacker: Mapping[str, Any],
    attackers_losses: Sequence[float],
    target: Mapping[str, Any],
    targets_losses: Sequence[float],
) -> ShownChart:
    """How likely each number of models lost is, for both units beside each other."""
    series = [
        Series(f"{target['name']}: models lost", tuple(targets_losses)),
        Series(f"{attacker['name']}: models lost", tuple(attackers_losses)),
    ]
    return ShownChart(name, distribution_chart(title, series, MODELS_DESTROYED))


def joint_table(joint: Sequence[Sequence[float]], attacker: Mapping[str, Any], target: Mapping[str, Any]) -> ShownTable:
    """Chances of losses of both sides together: a row for each number of the target's, a column of the attacker's."""
    width = max((len(row) for row in joint), default=0)
    return ShownTable(
        "joint",
        f"Models lost together: rows {target['name']}, columns {attacker['name']}",
        (Heading("Models lost"), *(Heading(str(number), is_number=True) for number in range(width))),
        tuple(
            (words(str(number)), *(figure(numbers.percent(chance), chance) for chance in row))
            for number, row in enumerate(joint)
        ),
    )


def _answers(likely: Sequence[Mapping[str, Any]], attacker: Mapping[str, Any]) -> ShownTable:
    """Cases of survivors; those that differ only in wounds stand together."""
    chances: defaultdict[str, float] = defaultdict(float)
    models: defaultdict[str, float] = defaultdict(float)
    points: defaultdict[str, float] = defaultdict(float)
    for one in likely:
        chances[one["survivors"]] += one["chance"]
        models[one["survivors"]] += one["chance"] * one["destroyed"]["expected_models"]
        points[one["survivors"]] += one["chance"] * one["destroyed"]["expected_points"]
    return ShownTable(
        "answers",
        "The answer of whoever survives",
        (
            Heading("Left to answer"),
            Heading("Chance", is_number=True),
            Heading(f"Models of {attacker['name']} destroyed", is_number=True),
            Heading("Points", is_number=True),
        ),
        tuple(
            _answer(survivors, chances[survivors], models[survivors], points[survivors])
            for survivors in sorted(chances, key=lambda survivors: -chances[survivors])
        ),
    )


def _answer(survivors: str, chance: float, models: float, points: float) -> tuple[Entry, ...]:
    each, worth = (models / chance, points / chance) if chance else (0.0, 0.0)
    return (
        words(survivors or "nobody"),
        figure(numbers.percent(chance), chance),
        figure(numbers.mean(each), each),
        figure(numbers.points(worth), worth),
    )


def _likeliest(likely: Sequence[Mapping[str, Any]]) -> ShownPhase | None:
    """How the likeliest answer comes about, None where nobody answers."""
    found = next((one for one in likely if one["batches"]), None)
    if found is None:
        return None
    note = f"The likeliest case, {numbers.percent(found['chance'])}: {found['survivors']} answer."
    return shown_phase(found, "", "answer", note)
