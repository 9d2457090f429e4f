"""What kinds of fault are made of: words one slip apart, ways to a loadout, sentences."""

from __future__ import annotations

from collections import Counter

import pytest

from datasheets.audit.loadouts import Choice, chosen, price_of, taken_back, way_to
from datasheets.audit.spelling import Neighbours, is_one_slip
from datasheets.audit.words import fill
from datasheets.catalogue.datasheet import Datasheet, ModelKind
from datasheets.catalogue.points import PaidItem, PriceTable
from datasheets.catalogue.wargear import WargearOption


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("infantry", "infantri", True),
        ("infantry", "infantrey", True),
        ("infantry", "infanry", True),
        ("infantry", "infnatry", True),
        ("infantry", "infantry", False),
        ("infantry", "infanty s", False),
        ("infantry", "nifanrty", False),
        ("psyker", "psykers", True),
        ("mounted", "monuted", True),
    ],
)
def test_words_are_one_slip_apart_or_not(one: str, other: str, expected: bool) -> None:
    assert is_one_slip(one, other) is expected
    assert is_one_slip(other, one) is expected


def test_neighbours_are_found_among_many_words() -> None:
    neighbours = Neighbours(["infantry", "mounted", "terminator", "fly"])
    assert neighbours.of("infnatry") == ("infantry",)
    assert neighbours.of("infantry") == ()
    assert neighbours.of("fyl") == (), "short words are one slip apart by chance"


def _option(name: str, replaces: str, grants: str, *, per_model: int | None = None) -> WargearOption:
    limit = 1 if per_model is None else None
    return WargearOption(name, tuple(replaces.split()), (tuple(grants.split()),), per_model=per_model, limit=limit)


def _sheet(default: str, *options: WargearOption) -> tuple[Datasheet, ModelKind]:
    kind = ModelKind("Sample", 1, 1, default_items=tuple(default.split()))
    return Datasheet("s:s", "Sample", "s", ("S",), ("Sample",), 1, 1, kinds=(kind,), options=options), kind


def test_what_a_model_comes_with_needs_no_way() -> None:
    last = _option("last", "gun", "cannon")
    sheet, kind = _sheet("gun blade", last)
    assert way_to(sheet, kind, ["gun", "blade"], without=last) == []


def test_a_way_may_need_one_choice_after_another() -> None:
    first, second = _option("first", "blade", "fist"), _option("second", "fist", "claw")
    last = _option("last", "claw gun", "cannon")
    sheet, kind = _sheet("gun blade", second, first, last)
    way = way_to(sheet, kind, ["claw", "gun"], without=last)
    assert way is not None
    assert [choice.option.id for choice in way] == ["first", "second"]


def test_no_way_takes_one_blade_twice() -> None:
    first, second = _option("first", "blade", "fist"), _option("second", "blade", "claw")
    last = _option("last", "fist claw", "cannon")
    sheet, kind = _sheet("blade", first, second, last)
    assert way_to(sheet, kind, ["fist", "claw"], without=last) is None


def test_an_option_is_used_as_often_as_it_says() -> None:
    once, twice = _option("once", "", "drone", per_model=1), _option("twice", "", "drone", per_model=2)
    last = _option("last", "drone drone", "cannon")
    for option, expected in ((once, None), (twice, 2)):
        sheet, kind = _sheet("", option, last)
        way = way_to(sheet, kind, ["drone", "drone"], without=last)
        assert (None if way is None else len(way)) == expected


def test_a_choice_taken_back_leaves_loadout_and_price_as_they_were() -> None:
    option = _option("swap", "blade", "fist fist")
    table = PriceTable("s:s", "s", (), wargear=(PaidItem("Fist", 10, ("fist",)),))
    before = Counter(["gun", "blade"])
    after = chosen(before, Choice(option, option.choices[0]))
    assert (after, price_of(after, table)) == (Counter({"gun": 1, "fist": 2}), 20)
    back = taken_back(after, Choice(option, option.choices[0]))
    assert (back, price_of(back, table)) == (before, 0)


def test_sentences_count_and_list() -> None:
    params = {"count": 1, "names": ("A", "B", "C"), "many": tuple("ABCDEFGHIJ")}
    assert (
        fill("{count:model|models} of {names:or}: {many}.", params)
        == "1 model of A, B or C: A, B, C, D, E, F, G, H and 2 more."
    )
    assert fill("{count:model|models}", {"count": 2}) == "2 models"
