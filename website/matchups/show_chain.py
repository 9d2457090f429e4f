"""A duel over battle rounds: its steps, how both units stand as each round ends, and what both lost in the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battle.advice import both_sides
from website.charts import Kind, Series, steps_chart
from website.matchups import show_numbers as numbers
from website.matchups.show_charts import ShownChart
from website.matchups.show_exchange import joint_table, paired_chart
from website.matchups.show_phases import Fact
from website.matchups.show_tables import Entry, Heading, ShownTable, figure, words

ACTIONS = {"shooting": "shoots", "charge": "charges", "fight": "fights"}


@dataclass(frozen=True, slots=True)
class ShownChain:
    """The duel as a page has it."""

    attacker: Mapping[str, Any]
    target: Mapping[str, Any]
    first: str
    facts: tuple[tuple[str, tuple[Fact, ...]], ...]
    charts: tuple[ShownChart, ...]
    steps: ShownTable
    rounds: ShownTable
    joint: ShownTable

    @property
    def tables(self) -> Iterator[ShownTable]:
        """Every table that can be taken away."""
        yield self.rounds
        yield self.steps
        yield self.joint


def shown_chain(answer: Mapping[str, Any]) -> ShownChain:
    """The answer to a duel."""
    sides = both_sides(answer)
    attacker, target = sides.values()
    end = answer["rounds"][-1]
    return ShownChain(
        attacker=attacker,
        target=target,
        first=sides[answer["first"]]["name"],
        facts=tuple((unit["name"], _facts(end[side], unit)) for side, unit in sides.items()),
        charts=tuple(_charts(answer["rounds"], sides)),
        steps=_steps(answer["steps"], sides),
        rounds=_rounds(answer["rounds"], sides),
        joint=joint_table(answer["joint"], attacker, target),
    )


def _facts(standing: Mapping[str, Any], unit: Mapping[str, Any]) -> tuple[Fact, ...]:
    facts = [
        Fact("Models lost", numbers.mean(standing["expected_models_destroyed"]), f"of {unit['models']}"),
        Fact("All of the unit", numbers.percent(standing["whole_unit"])),
    ]
    if unit["points"]:
        lost = numbers.points(standing["expected_points_destroyed"])
        facts.append(Fact("Points lost", lost, f"of {numbers.points(unit['points'])}"))
    return tuple(facts)


def _charts(rounds: Sequence[Mapping[str, Any]], sides: Mapping[str, Mapping[str, Any]]) -> Iterator[ShownChart]:
    labels = ("Start", *(f"Round {end['round']}" for end in rounds))
    left = [
        Series(unit["name"], (float(unit["models"]), *(numbers.mean_of(end[side]["left"]) for end in rounds)))
        for side, unit in sides.items()
    ]
    destroyed = [
        Series(unit["name"], (0.0, *(end[side]["whole_unit"] for end in rounds))) for side, unit in sides.items()
    ]
    yield ShownChart(
        "left", steps_chart("Models left as each round ends", labels, left, value_words="models left on average")
    )
    chart = steps_chart(
        "Chance to be destroyed by then", labels, destroyed, value_words="chance to be destroyed", kind=Kind.CHANCE
    )
    yield ShownChart("destroyed", chart)
    losses = {side: tuple(reversed(rounds[-1][side]["left"])) for side in sides}
    attacker, target = sides["attacker"], sides["target"]
    yield paired_chart("losses", "Losses at the end", attacker, losses["attacker"], target, losses["target"])


def _steps(steps: Sequence[Mapping[str, Any]], sides: Mapping[str, Mapping[str, Any]]) -> ShownTable:
    return ShownTable(
        "steps",
        "Step by step",
        (
            Heading("Step"),
            Heading("Distance", is_number=True),
            Heading("Takes place", is_number=True),
            *_standing_headings(sides),
        ),
        tuple(
            (
                words(
                    f"Round {step['round']}, turn of {sides[step['turn']]['name']}: "
                    f"{sides[step['unit']]['name']} {ACTIONS.get(step['action'], step['action'])}",
                    note=_charge(step["charge_succeeds"]),
                ),
                words("engaged") if step["distance"] is None else figure(f"{step['distance']:g}″", step["distance"]),
                figure(numbers.percent(step["chance"]), step["chance"]),
                *_standings(step, sides),
            )
            for step in steps
        ),
    )


def _charge(chance: float | None) -> str:
    return "" if chance is None else f"succeeds in {numbers.percent(chance)}"


def _rounds(rounds: Sequence[Mapping[str, Any]], sides: Mapping[str, Mapping[str, Any]]) -> ShownTable:
    return ShownTable(
        "rounds",
        "As each round ends",
        (
            Heading("Round"),
            Heading("Distance", is_number=True),
            Heading("Engaged", is_number=True),
            *_standing_headings(sides),
        ),
        tuple(
            (
                words(f"Round {end['round']}"),
                figure(f"{end['distance']:g}″", end["distance"]),
                figure(numbers.percent(end["engaged"]), end["engaged"]),
                *_standings(end, sides),
            )
            for end in rounds
        ),
    )


def _standing_headings(sides: Mapping[str, Mapping[str, Any]]) -> tuple[Heading, ...]:
    return tuple(
        Heading(f"{unit['name']}: {what}", is_number=True)
        for unit in sides.values()
        for what in ("models lost", "destroyed")
    )


def _standings(where: Mapping[str, Any], sides: Mapping[str, Mapping[str, Any]]) -> Iterator[Entry]:
    for side in sides:
        standing = where[side]
        lost = standing["expected_models_destroyed"]
        yield figure(numbers.mean(lost), lost)
        yield figure(numbers.percent(standing["whole_unit"]), standing["whole_unit"])
