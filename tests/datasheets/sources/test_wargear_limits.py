"""What only so many models of a unit may carry is limited, as their datasheets have it."""

from __future__ import annotations

import pytest

from datasheets.catalogue import Catalogue


@pytest.mark.parametrize(
    ("datasheet", "item", "limit"),
    [
        ("adepta-sororitas:celestian-insidiants", "adepta-sororitas:virge-of-admonition", (1, 0)),
        ("adepta-sororitas:sanctifiers", "wargear:simulacrum-imperialis", (1, 0)),
        ("adeptus-mechanicus:serberys-sulphurhounds", "adeptus-mechanicus:phosphor-blast-carbine", (1, 3)),
        ("agents-of-the-imperium:grey-knights-terminator-squad", "wargear:ancients-banner", (1, 0)),
        ("astra-militarum:cadian-recon-squad", "astra-militarum:long-las", (1, 0)),
        ("astra-militarum:catachan-jungle-fighters", "wargear:vox-caster", (1, 10)),
        ("drukhari:hand-of-the-archon", "drukhari:razorflail", (1, 0)),
        ("emperors-children:infractors", "wargear:icon-of-excess", (1, 0)),
        ("genestealer-cults:acolyte-hybrids-with-autopistols", "genestealer-cults:heavy-mining-tool", (3, 5)),
        ("grey-knights:paladin-squad", "wargear:apothecarys-narthecium", (1, 0)),
        ("leagues-of-votann:hernkyn-yaegirs", "leagues-of-votann:magna-coil-rifle", (1, 0)),
        ("necrons:canoptek-macrocytes", "wargear:accelerator-mandible", (1, 0)),
        ("tau-empire:stealth-battlesuits", "wargear:homing-beacon", (1, 0)),
        ("world-eaters:goremongers", "world-eaters:blood-harpoon", (1, 0)),
    ],
)
def test_only_so_many_models_carry_it(datasheet: str, item: str, limit: tuple[int, int], catalogue: Catalogue) -> None:
    budgets = catalogue.datasheets[datasheet].budgets
    assert limit in [(each.count, each.per_models) for each in budgets if each.items == (item,)]


def test_limits_that_were_there_stay(catalogue: Catalogue) -> None:
    budgets = catalogue.datasheets["tau-empire:stealth-battlesuits"].budgets
    assert ("tau-empire:fusion-blaster",) in [each.items for each in budgets]


def test_plague_marines_use_two_of_their_options_twice_in_five(catalogue: Catalogue) -> None:
    budgets = catalogue.datasheets["death-guard:plague-marines"].budgets
    assert [(each.options, each.count, each.per_models) for each in budgets] == [
        (("plague-marines-bubotic",), 2, 5),
        (("plague-marines-heavy-plague",), 2, 5),
    ]
