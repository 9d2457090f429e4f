"""Totals of a roster shared out among models."""

from __future__ import annotations

from battle.armies.sharing import Shared, default_loadouts, shared_out
from datasheets.catalogue.datasheet import Datasheet, ModelKind
from datasheets.catalogue.wargear import WargearOption
from roster.muster.loadouts.problem import Row

SQUAD = Datasheet(
    "sample:squad",
    "Sample Squad",
    "sample",
    ("Sample",),
    ("Infantry",),
    5,
    10,
    kinds=(
        ModelKind("Sergeant", 1, 1, default_items=("gun", "blade")),
        ModelKind("Trooper", 4, 9, default_items=("gun", "blade")),
    ),
    items=("gun", "blade", "cannon", "pistol"),
    options=(
        WargearOption("heavy", ("gun",), (("cannon",),), kind="Trooper", per_models=5),
        WargearOption("pistol", ("gun",), (("pistol",),), kind="Sergeant", limit=1),
    ),
)


def test_every_model_comes_with_its_default_items() -> None:
    assert default_loadouts(SQUAD, (1, 4)) == Shared(
        (
            (((("gun", 1), ("blade", 1)), 1),),
            (((("gun", 1), ("blade", 1)), 4),),
        )
    )


def test_a_cannon_takes_the_place_of_one_gun() -> None:
    pieces: dict[Row, int] = {(0, "pistol"): 1, (0, "blade"): 1, (1, "gun"): 3, (1, "cannon"): 1, (1, "blade"): 4}

    found = shared_out(SQUAD, (1, 4), pieces, ())

    assert [sorted((sorted(items), count) for items, count in kind) for kind in found.kinds] == [
        [([("blade", 1), ("pistol", 1)], 1)],
        [([("blade", 1), ("cannon", 1)], 1), ([("blade", 1), ("gun", 1)], 3)],
    ]
    assert (found.left_out, found.is_assumed) == ((), False)


def test_what_models_carry_anyway_is_added_and_said() -> None:
    pieces: dict[Row, int] = {(None, "gun"): 5}

    found = shared_out(SQUAD, (1, 4), pieces, ())

    assert found.left_out == (("blade", 5),)
    assert [count for kind in found.kinds for _, count in kind] == [1, 4]


def test_what_no_models_can_carry_is_dealt_out_in_turn() -> None:
    pieces: dict[Row, int] = {(None, "cannon"): 7, (1, "gun"): 2}

    found = shared_out(SQUAD, (1, 4), pieces, ())

    assert found.is_assumed
    carried: dict[str, int] = {}
    for kind in found.kinds:
        for items, count in kind:
            for item, each in items:
                carried[item] = carried.get(item, 0) + each * count
    assert carried == {"cannon": 7, "gun": 2}
    assert [sum(count for _, count in kind) for kind in found.kinds] == [1, 4]
