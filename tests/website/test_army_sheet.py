"""The army as the page shows it."""

from __future__ import annotations

from dataclasses import replace

from django.template.loader import render_to_string

from roster.checking import Cause, CheckResult, PriceDifference
from roster.document import ItemCount, ModelEntry, Reference, UnitChoice
from roster.muster.report import Outcome, PriceKind, PricePart, UnitPrice, Violation
from roster.muster.words import ordinal
from tests.website.results import a_catalogue, a_report, a_result, a_roster, a_unit, a_verdict
from website.result import result_sheet
from website.result.army import ArmySheet, ChoiceLine, DetachmentLine, LoadoutLine, PriceLine, Trouble, UnitCard


def army_of(result: CheckResult) -> ArmySheet:
    army = result_sheet(result, a_catalogue()).army
    assert army is not None
    return army


def tree(cards: tuple[UnitCard, ...]) -> list[list[object]]:
    """Names of the cards, joined units in a list behind their squad."""
    return [[card.anchor, *tree(card.joined)] for card in cards]


def test_units_attached_to_a_squad_stand_under_it_and_each_unit_stands_once():
    roster = a_roster(
        a_unit("u1", "chief", attached_to="u2", attached_as="leader"),
        a_unit("u2"),
        a_unit("u3"),
        a_unit("u4", "chief", attached_to="u2", attached_as="support"),
    )
    army = army_of(a_result(roster, a_report()))
    assert tree(army.units) == [["unit-2", ["unit-1"], ["unit-4"]], ["unit-3"]]
    assert [card.role for card in army.units[0].joined] == ["Leader of Sample Marchers", "Support of Sample Marchers"]
    assert army.unit_count == 4


def test_units_attached_in_a_ring_or_to_nobody_are_still_shown():
    roster = a_roster(
        a_unit("u1", attached_to="u2"),
        a_unit("u2", attached_to="u1"),
        a_unit("u3", attached_to="u9", attached_as="leader"),
    )
    army = army_of(a_result(roster, a_report()))
    assert tree(army.units) == [["unit-3"], ["unit-1", ["unit-2"]]]
    assert army.units[0].role == "Leader of a unit that is not in the army"


def test_a_long_chain_of_attachments_ends_after_three_and_the_rest_stand_by_themselves():
    chain = [a_unit("u1"), *(a_unit(f"u{number}", attached_to=f"u{number - 1}") for number in range(2, 7))]
    army = army_of(a_result(a_roster(*chain), a_report()))
    assert tree(army.units) == [["unit-1", ["unit-2", ["unit-3", ["unit-4"]]]], ["unit-5", ["unit-6"]]]


def test_units_of_one_name_are_told_apart():
    army = army_of(a_result(a_roster(a_unit("u1"), a_unit("u2", "chief"), a_unit("u3")), a_report()))
    assert [(card.name, card.which) for card in army.units] == [
        ("Sample Marchers", "1st of 2"),
        ("Sample Chief", ""),
        ("Sample Marchers", "2nd of 2"),
    ]


def test_a_price_is_shown_in_its_parts_with_the_manuals_it_comes_from():
    price = UnitPrice(
        "u1",
        110,
        (
            PricePart(PriceKind.SIZE, "5 models", 90, "manual 1.5"),
            PricePart(PriceKind.COPY, "3rd copy", 10, "manual 1.5"),
            PricePart(PriceKind.ENHANCEMENT, "Old Boots", 10, "manual 1.4"),
        ),
        copy=3,
        missing=("Painted Banner",),
    )
    card = army_of(a_result(a_roster(a_unit("u1")), a_report(prices=[price]))).units[0]
    assert card.price_lines == (
        PriceLine("Unit size", "5 models", 90),
        PriceLine("Copy of the datasheet", "3rd copy", 10),
        PriceLine("Enhancement", "Old Boots", 10),
    )
    assert (card.points, card.unpriced) == (110, ("Painted Banner",))
    assert card.price_sources == ("manual 1.5", "manual 1.4")
    assert card.copy == "Priced as the 3rd copy: +10"


def test_a_later_copy_that_costs_no_more_is_not_pointed_out():
    price = UnitPrice("u1", 90, (PricePart(PriceKind.SIZE, "5 models", 90),), copy=2)
    assert army_of(a_result(a_roster(a_unit("u1")), a_report(prices=[price]))).units[0].copy == ""


def test_models_and_wargear_keep_the_words_of_the_text_where_the_catalogue_has_none():
    unit = a_unit(
        "u1",
        "Merchers",
        models=(ModelEntry("Marcher", 4, (ItemCount(Reference(None, "Sample rifle"), 4),)),),
        items=(ItemCount(Reference(None, "Banner"), 1),),
    )
    card = army_of(a_result(a_roster(unit), a_report())).units[0]
    assert (card.name, card.is_known, card.model_count) == ("Merchers", False, 4)
    assert card.loadout == (
        LoadoutLine(4, "Marcher", ("4 × Sample rifle",)),
        LoadoutLine(0, "The unit", ("1 × Banner",)),
    )


def test_a_unit_names_the_rules_that_concern_it_once_each():
    broken = a_verdict(
        "25.04/detachment-chosen",
        Outcome.BROKEN,
        Violation("/units/1", "none", causes=("/units/0",)),
        Violation("/units/1/models/0", "none"),
    )
    army = army_of(a_result(a_roster(a_unit("u1"), a_unit("u2"), a_unit("u3")), a_report(broken, is_legal=False)))
    trouble = Trouble("Title of 25.04/detachment-chosen", "rule-25.04-detachment-chosen", is_illegal=True)
    assert [card.troubles for card in army.units] == [(trouble,), (trouble,), ()]
    assert [card.is_broken for card in army.units] == [True, True, False]


def test_the_frame_has_detachments_with_their_points_and_those_not_known_as_written():
    roster = a_roster(name="Autumn", dispositions=(Reference("take-and-hold", "T&H"),))
    unknown = Reference(None, "Shrt Column")
    army = army_of(a_result(replace(roster, detachments=(*roster.detachments, unknown)), a_report()))
    assert army.detachments == (
        DetachmentLine("Long Column", True, 2, ("Take and Hold",)),
        DetachmentLine("Shrt Column", False, None, ()),
    )
    assert (army.name, army.faction, army.battle_size) == ("Autumn", "Walkers", "Strike Force")
    assert army.dispositions == ("Take and Hold",)


def test_a_difference_stands_on_the_unit_and_in_the_list_of_differences():
    difference = PriceDifference(
        "u2", "Sample Chief", 80, 75, Cause.OLDER_PRICE, "The list states 80; manual 1.5 asks 75."
    )
    roster = a_roster(a_unit("u1"), a_unit("u2", "chief", stated_points=80))
    result = a_result(roster, a_report(), differences=[difference])
    sheet = result_sheet(result, a_catalogue())
    assert [(line.unit.name, line.unit.anchor, line.difference) for line in sheet.differences] == [
        ("Sample Chief", "unit-2", difference)
    ]
    assert [card.difference for card in army_of(result).units] == ["", "The list states 80; manual 1.5 asks 75."]


def test_a_page_shows_three_hundred_units_and_says_how_many_more_there_are():
    roster = a_roster(*(a_unit(f"u{number}") for number in range(1, 10_001)))
    army = army_of(a_result(roster, a_report()))
    assert (len(army.units), army.units_left_out, army.unit_count) == (300, 9_700, 10_000)


def test_ordinals():
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th",
    ]  # fmt: skip


def test_what_is_chosen_for_a_unit_is_shown_and_what_is_not_known_marked():
    unit = a_unit(
        "u1",
        choices=(
            UnitChoice(Reference("walkers:oath"), "stand"),
            UnitChoice(Reference("walkers:oath", "Oath"), "Run"),
            UnitChoice(Reference(None, "Clan"), "Reds"),
        ),
    )
    card = army_of(a_result(a_roster(unit), a_report())).units[0]
    assert card.choices == (
        ChoiceLine("Oath", "Stand", is_known=True),
        ChoiceLine("Oath", "Run", is_known=False),
        ChoiceLine("Clan", "Reds", is_known=False),
    )


def test_choices_stand_among_the_badges_of_the_unit():
    unit = a_unit(
        "u1", choices=(UnitChoice(Reference("walkers:oath"), "Stand"), UnitChoice(Reference(None, "Clan"), "<Reds>"))
    )
    card = army_of(a_result(a_roster(unit), a_report())).units[0]
    html = render_to_string("website/_unit.html", {"unit": card, "level": 4, "sheet": {"release": {"label": "x"}}})
    assert "Oath: Stand" in html
    assert "Clan: &lt;Reds&gt;" in html
    assert html.count("badge-unsure") == 1
