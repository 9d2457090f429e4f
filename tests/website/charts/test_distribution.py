"""Charts of distributions: what is drawn is what was given."""

from __future__ import annotations

from random import Random

import pytest

from tests.website.charts.pictures import bars, of_class, parsed, texts
from website.charts import Series, Table, distribution_chart
from website.charts.drawing import SVG

FIVE = (0.1, 0.2, 0.4, 0.25, 0.05)


def test_each_chance_is_drawn_as_high_as_it_is() -> None:
    root = parsed(distribution_chart("Destroyed", [Series("Rifles", FIVE)], "models destroyed"))
    drawn = bars(root, 0)
    assert [words for words, _, _ in drawn] == [
        "0 models destroyed: 10.0 %",
        "1 models destroyed: 20.0 %",
        "2 models destroyed: 40.0 %",
        "3 models destroyed: 25.0 %",
        "4 models destroyed: 5.0 %",
    ]
    assert [height / drawn[2][2] for _, _, height in drawn] == pytest.approx([0.25, 0.5, 1.0, 0.625, 0.125])


def test_the_axis_and_the_figures_are_written() -> None:
    root = parsed(distribution_chart("Destroyed", [Series("Rifles", FIVE)], "models destroyed"))
    assert texts(root) == [
        *("0 %", "10 %", "20 %", "30 %", "40 %"),
        *("0", "1", "2", "3", "4"),
        "models destroyed",
        *("10.0 %", "20.0 %", "40.0 %", "25.0 %", "5.0 %"),
    ]


def test_the_words_give_the_most_likely_the_mean_and_the_ends() -> None:
    chart = distribution_chart("Destroyed", [Series("Rifles", FIVE)], "models destroyed")
    assert chart.description == (
        "Models destroyed: most likely 2 (40.0 %), 1.95 on average; none in 10.0 % of cases, 4, the most, in 5.0 %."
    )


def test_the_table_has_every_chance_and_that_of_so_many_or_more() -> None:
    chart = distribution_chart("Destroyed", [Series("Rifles", FIVE)], "models destroyed")
    assert chart.table == Table(
        ("Models destroyed", "Chance", "That many or more"),
        (
            ("0", "10.0 %", "100 %"),
            ("1", "20.0 %", "90.0 %"),
            ("2", "40.0 %", "70.0 %"),
            ("3", "25.0 %", "30.0 %"),
            ("4", "5.0 %", "5.0 %"),
        ),
    )


def test_two_series_stand_side_by_side_the_second_hatched() -> None:
    chart = distribution_chart("Both", [Series("Reds", (0.5, 0.5)), Series("Blues", (0.25, 0.25, 0.5))], "models lost")
    root = parsed(chart)
    assert [words for words, _, _ in bars(root, 0)] == [
        "Reds: 0 models lost: 50.0 %",
        "Reds: 1 models lost: 50.0 %",
        "Reds: 2 models lost: 0 %",
    ]
    assert [words for words, _, _ in bars(root, 1)] == [
        "Blues: 0 models lost: 25.0 %",
        "Blues: 1 models lost: 25.0 %",
        "Blues: 2 models lost: 50.0 %",
    ]
    patterns = [node.get("id") for node in root.iter(f"{{{SVG}}}pattern")]
    assert patterns == [f"{chart.key}-hatch-1"]
    fills = {rect.get("fill") for group in of_class(root, "chart-series-1") for rect in group.iter(f"{{{SVG}}}rect")}
    assert fills == {f"url(#{chart.key}-hatch-1)"}
    assert {"Reds", "Blues"} < set(texts(root))
    assert chart.table.headers == (
        "Models lost",
        "Reds: chance",
        "Reds: that many or more",
        "Blues: chance",
        "Blues: that many or more",
    )
    assert chart.table.rows[2] == ("2", "–", "–", "50.0 %", "50.0 %")


def test_chances_of_so_many_or_more_begin_at_one() -> None:
    chart = distribution_chart("Destroyed", [Series("", FIVE)], "models", is_at_least=True)
    assert chart.description == "Models: 1 or more in 90.0 % of cases, 2 or more in 70.0 %, 4, the most, in 5.0 %."
    root = parsed(chart)
    assert [words for words, _, _ in bars(root, 0)] == [
        "1 models or more: 90.0 %",
        "2 models or more: 70.0 %",
        "3 models or more: 30.0 %",
        "4 models or more: 5.0 %",
    ]


def test_a_hundred_models_share_columns_and_it_is_said() -> None:
    chances = tuple([1 / 101] * 101)
    chart = distribution_chart("Horde", [Series("", chances)], "models destroyed")
    drawn = bars(parsed(chart), 0)
    assert len(drawn) == 21
    assert drawn[0][0] == "0–4 models destroyed: 5.0 %"
    assert drawn[-1][0] == "100 models destroyed: 1.0 %"
    assert chart.description.endswith("Each column stands for 5 numbers.")
    assert len(chart.table.rows) == 101


def test_a_far_end_with_next_to_no_chance_is_left_out_and_it_is_said() -> None:
    chances = (0.5, 0.25, 0.25 - 0.0001, 0.0001, *([0.0] * 97))
    chart = distribution_chart("Horde", [Series("", chances)], "models destroyed")
    assert len(bars(parsed(chart), 0)) == 3
    assert chart.description.endswith(
        "Numbers from 3 on are not drawn: together they have a chance of less than 0.1 %."
    )
    assert chart.table.rows[3] == ("3", "less than 0.1 %", "less than 0.1 %")


@pytest.mark.parametrize("chance", [5e-324, 1.5e-18, 4e-13, 2e-7])
@pytest.mark.parametrize("is_at_least", [False, True])
def test_chances_next_to_nothing_are_drawn_below_an_axis_that_can_be_read(chance: float, is_at_least: bool) -> None:
    chart = distribution_chart("Destroyed", [Series("", (1 - chance, chance))], "models", is_at_least=is_at_least)
    assert chart.table.rows[1] == ("1", "less than 0.1 %", "less than 0.1 %")
    assert texts(parsed(chart))[:2] == (["0 %", "0.02 %"] if is_at_least else ["0 %", "20 %"])


def test_labels_are_thinned_where_they_would_overlap() -> None:
    root = parsed(distribution_chart("Horde", [Series("", tuple([1 / 24] * 24))], "models destroyed"))
    labels = [text for group in of_class(root, "chart-x") for text in texts(group) if text]
    assert labels == ["0", "2", "4", "6", "8", "10", "12", "14", "16", "18", "20", "22"]
    assert len(bars(root, 0)) == 24


@pytest.mark.parametrize("series", [[], [Series("Nobody", ())]])
def test_without_chances_it_says_that_there_is_nothing(series: list[Series]) -> None:
    chart = distribution_chart("Nothing", series, "models destroyed")
    root = parsed(chart)
    assert (bars(root, 0), chart.table.rows) == ([], ())
    assert "Nothing to show" in texts(root)
    assert chart.description == ("Models destroyed: no chances are known." if series else "There is nothing to show.")


def test_more_series_than_patterns_are_refused() -> None:
    with pytest.raises(ValueError, match="7 series cannot be told apart in one chart; at most 6"):
        distribution_chart("Many", [Series(str(number), (1.0,)) for number in range(7)], "models")


@pytest.mark.parametrize("seed", range(12))
def test_columns_hold_all_chances_of_random_distributions(seed: int) -> None:
    luck = Random(seed)  # noqa: S311  (seeded, not secret)
    weights = [luck.random() ** 4 for _ in range(luck.randrange(1, 150))]
    chances = tuple(weight / sum(weights) for weight in weights)
    drawn = bars(parsed(distribution_chart("Any", [Series("", chances)], "models")), 0)
    assert 1 <= len(drawn) <= 24
    heights = [height for _, _, height in drawn]
    highest = max(heights)
    numbers = [words.split(" ", 1)[0].split("–") for words, _, _ in drawn]
    expected = [sum(chances[int(ends[0]) : int(ends[-1]) + 1]) for ends in numbers]
    assert [height / highest for height in heights] == pytest.approx([one / max(expected) for one in expected])
    assert sum(expected) == pytest.approx(1.0, abs=0.0005)


def test_a_chance_next_to_nothing_has_room_above_its_column() -> None:
    chart = distribution_chart("Destroyed", [Series("Rifles", (0.9998, 0.0001, 0.0001))], "models destroyed")
    written = texts(parsed(chart))
    assert written[-3:] == [">99.9 %", "<0.1 %", "<0.1 %"]
    assert "1, the most" not in chart.description
    assert chart.description.endswith("2, the most, in less than 0.1 %.")


@pytest.mark.parametrize(
    ("chances", "words"),
    [
        ((0.25, 0.75), "Models: 1, the most, in 75.0 % of cases."),
        ((0.25, 0.25, 0.5), "Models: 1 or more in 75.0 % of cases, 2, the most, in 50.0 %."),
        ((1.0,), "Models: 0, the most, in 100 % of cases."),
    ],
)
def test_few_numbers_are_told_once_each(chances: tuple[float, ...], words: str) -> None:
    chart = distribution_chart("Destroyed", [Series("", chances)], "models", is_at_least=True)
    assert chart.description == words
