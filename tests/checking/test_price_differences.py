"""Stated and computed figures side by side: each difference has its cause."""

from __future__ import annotations

import pytest

from datasheets.catalogue import Catalogue
from roster.checking import Cause, CheckResult, check_text
from tests.interchange.texts import strike_force, text_of

FOOTER = "Exported with App Version: v2.6.0 (3), Data Version: "


def tyranids(*body: str, title: str = "Sample (2000 points)", data_version: str = "") -> str:
    text = strike_force(*body, faction="Tyranids", detachments="Invasion Fleet (3 Detachment Points)")
    return text.replace("Sample (2000 points)", title) + (f"{FOOTER}{data_version}\n" if data_version else "")


def differences(result: CheckResult) -> list[tuple[str, int, int | None, Cause, str]]:
    return [(row.unit, row.stated, row.computed, row.cause, row.explanation) for row in result.differences]


def test_figures_that_agree_are_no_differences(catalogue: Catalogue) -> None:
    result = check_text(text_of("dialect_a"), catalogue)
    assert (result.stated_points, result.computed_points) == (955, 955)
    assert (result.differences, result.total_difference) == ((), None)


def test_the_dear_copy_listed_first_is_no_mismatch_of_the_army(catalogue: Catalogue) -> None:
    text = tyranids("Norn Emissary (270 points)", "Norn Emissary (250 points)", title="Sample (520 points)")
    result = check_text(text, catalogue)
    assert differences(result) == [
        (
            "u1",
            270,
            250,
            Cause.COPY_TIER,
            "The list prices it as the 2nd Norn Emissary (270), here it is the 1st (250); "
            "all 2 together cost 520 either way.",
        ),
        (
            "u2",
            250,
            270,
            Cause.COPY_TIER,
            "The list prices it as the 1st Norn Emissary (250), here it is the 2nd (270); "
            "all 2 together cost 520 either way.",
        ),
    ]
    assert (result.stated_points, result.computed_points, result.total_difference) == (520, 520, None)


def test_the_order_of_copies_may_move_the_surcharge_between_sizes(catalogue: Catalogue) -> None:
    text = tyranids(
        *("Pyrovores (50 points)", "• 1x Pyrovore", "Pyrovores (40 points)", "• 1x Pyrovore"),
        *("Pyrovores (100 points)", "• 3x Pyrovore"),
    )
    result = check_text(text, catalogue)
    assert [(row[0], row[1], row[2], row[3]) for row in differences(result)] == [
        ("u1", 50, 40, Cause.COPY_TIER),
        ("u3", 100, 110, Cause.COPY_TIER),
    ]


def test_two_first_copies_are_no_order_of_copies(catalogue: Catalogue) -> None:
    result = check_text(tyranids("Norn Emissary (250 points)", "Norn Emissary (250 points)"), catalogue)
    assert [(row[0], row[1], row[2], row[3]) for row in differences(result)] == [("u2", 250, 270, Cause.UNEXPLAINED)]


@pytest.mark.parametrize(
    ("unit", "stated", "computed", "explanation"),
    [
        (
            "Crisis Starscythe Battlesuits",
            90,
            100,
            "Munitorum Field Manual 1.1 asked 90, Munitorum Field Manual 1.5 asks 100.",
        ),
        (
            "The Twin Lance",
            220,
            240,
            "Munitorum Field Manual 1.1 asked 220, Munitorum Field Manual 1.5 asks 240.",
        ),
    ],
)
def test_an_older_manual_that_printed_the_figure_is_named_with_both_figures(
    catalogue: Catalogue, unit: str, stated: int, computed: int, explanation: str
) -> None:
    text = strike_force(
        f"{unit} ({stated} points)",
        "• 3x Battlesuit fists",
        faction="T’au Empire",
        detachments="Kauyon (2 Detachment Points)",
    )
    assert differences(check_text(text, catalogue)) == [("u1", stated, computed, Cause.OLDER_PRICE, explanation)]


def test_an_older_price_is_found_beside_the_enhancement_that_is_part_of_the_figure(catalogue: Catalogue) -> None:
    text = strike_force(
        "Shield-Captain on Dawneagle Jetbike (155 Points)",
        "• Enhancements: Fierce Conqueror",
        faction="Adeptus Custodes",
        detachments="Lions of the Emperor (3 Detachment Points)",
    )
    assert differences(check_text(text, catalogue)) == [
        (
            "u1",
            155,
            165,
            Cause.OLDER_PRICE,
            "Munitorum Field Manual 1.3 or 1.4 (wh40kdc 1.4.5) asked 155 (140 for 1 model, now 150), "
            "Munitorum Field Manual 1.5 asks 165.",
        )
    ]


def test_a_list_from_before_the_oldest_manual_explains_its_figures(catalogue: Catalogue) -> None:
    result = check_text(tyranids("Norn Emissary (245 points)", data_version="v879"), catalogue)
    assert differences(result) == [
        (
            "u1",
            245,
            250,
            Cause.OLDER_PRICE,
            "The list states 245, Munitorum Field Manual 1.5 asks 250. The list was made with data version v879, "
            "from before the oldest manual at hand (Munitorum Field Manual 1.1), so its figure is taken for an older "
            "one.",
        )
    ]


def test_a_figure_no_manual_printed_is_unexplained(catalogue: Catalogue) -> None:
    result = check_text(tyranids("Norn Emissary (12 points)", data_version="v960"), catalogue)
    ((unit, stated, computed, cause, explanation),) = differences(result)
    assert (unit, stated, computed) == ("u1", 12, 250)
    assert cause in (Cause.UNEXPLAINED, Cause.OLDER_PRICE)
    assert explanation.startswith("The list states 12, Munitorum Field Manual 1.5 asks 250")


def test_a_part_that_makes_up_the_difference_is_named(catalogue: Catalogue) -> None:
    text = strike_force("Meganobz (105 points)", "• 3x Meganob", "◦ 2x Power Klaw", "◦ 1x Twin Killsaws")
    result = check_text(text, catalogue)
    ((_, stated, computed, cause, explanation),) = differences(result)
    assert (stated, computed, cause) == (105, 110, Cause.UNEXPLAINED)
    assert explanation.endswith("; without the 5 points for Twin Killsaws the figures would be equal.")


def test_a_unit_nobody_knows_has_no_price(catalogue: Catalogue) -> None:
    result = check_text(tyranids("Big Bug (100 points)", title="Sample (100 points)"), catalogue)
    assert differences(result) == [
        (
            "u1",
            100,
            None,
            Cause.NOT_READ,
            "The list states 100; its price here is not whole: Big Bug is not recognised.",
        )
    ]
    assert result.total_difference is not None
    assert (result.total_difference.cause, result.total_difference.computed) == (Cause.UNPRICED, None)
    assert result.total_difference.explanation == (
        "The list states 100 points, 0 are computed without what has no known price: Big Bug."
    )


def test_units_that_do_not_add_up_are_told_also_where_a_price_is_not_known(catalogue: Catalogue) -> None:
    result = check_text(tyranids("Big Bug (100 points)", title="Sample (1,990 points)"), catalogue)
    assert result.total_difference is not None
    assert result.total_difference.explanation == (
        "The list states 1990 points, 0 are computed without what has no known price: Big Bug; "
        "the list's own figures for its units add up to 100, not to 1990."
    )


def test_an_enhancement_the_manual_dropped_leaves_the_price_open(catalogue: Catalogue) -> None:
    text = strike_force(
        "Techmarine (85 Points)",
        "• Enhancements: Target Augury Web",
        faction="Black Templars",
        detachments="Ironstorm Spearhead (2 Detachment Points)",
    )
    ((_, stated, computed, cause, _),) = differences(check_text(text, catalogue))
    assert (stated, computed, cause) == (85, None, Cause.UNPRICED)


def test_an_unread_line_may_be_what_is_missing(catalogue: Catalogue) -> None:
    result = check_text(tyranids("Norn Emissary (260 points)", "• 1x Extra brain"), catalogue)
    ((_, stated, computed, cause, explanation),) = differences(result)
    assert (stated, computed, cause) == (260, 250, Cause.NOT_READ)
    assert explanation == (
        "The list states 260, Munitorum Field Manual 1.5 asks 250; "
        "a line of this unit was not understood, so something may be missing."
    )


def test_a_total_that_is_not_the_sum_of_the_lists_own_figures_is_said(catalogue: Catalogue) -> None:
    result = check_text(tyranids("Norn Emissary (250 points)", title="Sample (300 points)"), catalogue)
    assert result.differences == ()
    assert result.total_difference is not None
    assert result.total_difference.explanation == (
        "The list states 300 points, 250 are computed; the list's own figures for its units add up to 250, not to 300."
    )


def test_the_total_names_the_units_that_make_the_difference(catalogue: Catalogue) -> None:
    text = strike_force(
        *("Crisis Starscythe Battlesuits (90 points)", "• 3x Battlesuit fists") * 2,
        *("Kroot Carnivores (65 points)", "• 1x Long-quill", "• 9x Kroot Carnivore"),
        faction="T’au Empire",
        detachments="Kauyon (2 Detachment Points)",
    ).replace("(2000 points)", "(245 points)", 1)
    result = check_text(text, catalogue)
    assert result.total_difference is not None
    assert (result.total_difference.cause, result.total_difference.explanation) == (
        Cause.OLDER_PRICE,
        "The list states 245 points, 265 are computed: Crisis Starscythe Battlesuits +20.",
    )


def test_no_price_is_ever_taken_from_the_text(catalogue: Catalogue) -> None:
    plain = check_text(text_of("dialect_a"), catalogue)
    lying = check_text(text_of("dialect_a").replace("(170 points)", "(1 points)"), catalogue)
    assert lying.computed_points == plain.computed_points == 955
    assert lying.report is not None
    assert plain.report is not None
    assert lying.report.points == plain.report.points
