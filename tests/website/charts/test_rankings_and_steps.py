"""Charts of rankings and of values over steps."""

from __future__ import annotations

import pytest

from tests.website.charts.pictures import bars, of_class, parsed, texts
from website.charts import Kind, Series, Table, bars_chart, steps_chart


def test_a_ranking_has_its_first_name_on_top_and_bars_as_long_as_their_values() -> None:
    chart = bars_chart("Points", ["Rhino", "Warriors"], [Series("", (100.0, 25.0))], value_words="points destroyed")
    root = parsed(chart)
    drawn = bars(root, 0)
    assert [words for words, _, _ in drawn] == ["Warriors: 25", "Rhino: 100"]  # from the bottom up
    assert drawn[0][1] / drawn[1][1] == pytest.approx(0.25)
    heights = {
        (text.text or ""): float(text.get("y", "0"))
        for group in of_class(root, "chart-y")
        for text in group.iter()
        if text.text
    }
    assert heights["Rhino"] < heights["Warriors"]
    assert chart.description == "Most for Rhino: 100 points destroyed; least for Warriors: 25."
    assert chart.table == Table(("Name", "Points destroyed"), (("Rhino", "100"), ("Warriors", "25")))


def test_two_series_of_a_ranking_and_a_value_that_is_not_known() -> None:
    series = [Series("Shooting", (0.5, None)), Series("Fight", (0.25, 0.0))]
    chart = bars_chart("Chances", ["Rhino", "Warriors"], series, value_words="chance", kind=Kind.CHANCE)
    root = parsed(chart)
    assert [words for words, _, _ in bars(root, 0)] == ["Rhino: Shooting: 50.0 %"]
    assert [words for words, _, _ in bars(root, 1)] == ["Warriors: Fight: 0 %", "Rhino: Fight: 25.0 %"]
    assert chart.description == (
        "Shooting: most for Rhino: 50.0 % chance. Fight: most for Rhino: 25.0 % chance; least for Warriors: 0 %."
    )
    assert chart.table.rows == (("Rhino", "50.0 %", "25.0 %"), ("Warriors", "–", "0 %"))
    assert {"Shooting", "Fight"} < set(texts(root))


def test_equal_values_have_no_most() -> None:
    chart = bars_chart("Points", ["Reds", "Blues"], [Series("", (3.0, 3.0))], value_words="points")
    assert chart.description == "The same for all: 3 points."


def test_forty_names_have_forty_rows() -> None:
    names = [f"Unit {number}" for number in range(40)]
    root = parsed(bars_chart("Points", names, [Series("", tuple(map(float, range(40))))], value_words="points"))
    assert len(bars(root, 0)) == 40
    assert set(names) < set(texts(root))


def test_lines_go_through_their_values_and_end_in_letters() -> None:
    series = [Series("Reds", (0.0, 0.5, 1.0)), Series("Blues", (0.0, 0.25, None))]
    chart = steps_chart("Duel", ["1", "2", "3"], series, value_words="chance destroyed", kind=Kind.CHANCE)
    root = parsed(chart)
    heights = [
        [
            float(dot.get("cy", "0"))
            for group in of_class(root, f"chart-series-{index}")
            for dot in of_class(group, "chart-dot")
        ]
        for index in (0, 1)
    ]
    assert (len(heights[0]), len(heights[1])) == (3, 2)
    bottom, middle, top = heights[0]
    assert middle - top == pytest.approx(bottom - middle)
    assert heights[1] == pytest.approx([bottom, (bottom + middle) / 2])
    assert [letter.text for letter in of_class(root, "chart-letter")] == ["A", "B"]
    assert {"A  Reds", "B  Blues"} < set(texts(root))
    assert chart.description == "Reds: from 0 % (1) to 100 % (3). Blues: from 0 % (1) to 25.0 % (2)."
    assert chart.table.rows == (("1", "0 %", "0 %"), ("2", "50.0 %", "25.0 %"), ("3", "100 %", "–"))


def test_letters_of_lines_that_end_together_stand_apart() -> None:
    series = [Series(name, (0.0, 1.0)) for name in ("Reds", "Blues", "Greens")]
    root = parsed(steps_chart("Duel", ["1", "2"], series, value_words="models"))
    first, second, third = (float(letter.get("y", "0")) for letter in of_class(root, "chart-letter"))
    assert (second - first, third - second) == pytest.approx((13, 13), abs=0.11)


def test_a_single_line_has_no_letter_and_no_legend() -> None:
    chart = steps_chart("Duel", ["1", "2"], [Series("Reds", (1.0, 2.0))], value_words="models lost")
    assert of_class(parsed(chart), "chart-letter") == []
    assert chart.description == "Models lost: from 1 (1) to 2 (2)."


@pytest.mark.parametrize("draw", [bars_chart, steps_chart])
def test_nothing_is_said_to_be_nothing(draw) -> None:
    chart = draw("Nothing", [], [], value_words="points")
    assert (chart.description, chart.table.rows) == ("There is nothing to show.", ())
    assert "Nothing to show" in texts(parsed(chart))


@pytest.mark.parametrize("draw", [bars_chart, steps_chart])
def test_values_that_do_not_go_with_the_labels_are_refused(draw) -> None:
    with pytest.raises(ValueError, match="Reds has 1 values for 2 labels"):
        draw("Wrong", ["1", "2"], [Series("Reds", (1.0,))], value_words="points")


def test_figures_behind_rankings_and_steps_stand_in_full() -> None:
    series = [Series("Mine", (1 / 3, None)), Series("Theirs", (0.0, 2 / 3))]
    for chart in (bars_chart, steps_chart):
        table = chart("Points", ["Rhino", "Warriors"], series, value_words="points").table
        assert table.figures == ((1 / 3, 0.0), (None, 2 / 3))
        assert [row[0] for row in table.rows] == ["Rhino", "Warriors"]
