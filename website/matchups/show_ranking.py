"""Which units are worth their points: a ranking of those that attack, over all their targets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battle.advice import totals
from website.charts import Series, bars_chart
from website.matchups.show_charts import ShownChart
from website.matchups.show_ways import Way


def ranking_chart(answer: Mapping[str, Any], view: int, way: Way) -> ShownChart:
    """What each unit of this way destroys of an average target, for each of its points where all have a price."""
    sides = totals(answer, view)
    side = sides[way.side] if answer["question"] == "comparison" else sides[int(way.direction == "back")]
    is_by_price = side.share is not None
    known = [(one.unit.name, one.share if is_by_price else one.points) for one in side.units]
    ranked = sorted(((name, figure.value) for name, figure in known if figure is not None), key=lambda one: -one[1])
    each = " for each point" if is_by_price else ""
    weighed = ", weighted" if answer.get("weights") and way.direction == "forth" else ""
    chart = bars_chart(
        f"{way.label}: points destroyed{each} over all targets{weighed}",
        [name for name, _ in ranked],
        [Series(way.label, tuple(value for _, value in ranked))],
        value_words=f"points destroyed{each}",
        key=way.slug,
    )
    return ShownChart("ranking", chart)
