"""Every price by its parts: whose list, which copy pays, what has no price."""

from __future__ import annotations

from roster.explaining.explanation import PriceRow
from roster.muster.report import PriceKind
from tests.explaining.rosters import PATROL, account_of_unit, explained

MANUAL = "Sample Manual v1"
WALKERS = "At this size, copies 1 to 2 cost 100 and the 3rd copy and later ones cost 110."


def test_the_third_copy_says_what_copies_cost_and_which_pays():
    first, third = (account_of_unit(explained(PATROL), index) for index in (3, 5))
    assert (first.points, first.copy, first.copies, third.points, third.copy) == (100, 1, 3, 110, 3)
    assert first.rows == (PriceRow(PriceKind.SIZE, "1 model", 100, MANUAL, f"{WALKERS} This is the 1st."),)
    assert third.rows == (
        PriceRow(PriceKind.SIZE, "1 model", 100, MANUAL),
        PriceRow(PriceKind.COPY, "3rd Walker", 10, MANUAL, f"{WALKERS} This is the 3rd."),
    )


def test_the_sums_by_kind_are_the_total():
    account = explained(PATROL).account
    assert account is not None
    assert dict(account.by_kind) == {PriceKind.SIZE: 675, PriceKind.COPY: 10, PriceKind.ENHANCEMENT: 20}
    assert (account.total, account.is_complete) == (705, True)
    assert sum(unit.known for unit in account.units) == account.total


def test_paid_wargear_says_what_one_costs():
    account = account_of_unit(explained({"units": [{"unit": "stalker", "items": {"sample-cannon": 2}}]}), 0)
    assert account.points == 170
    assert account.rows[1] == PriceRow(PriceKind.WARGEAR, "2 × Sample Cannon", 50, MANUAL, "25 points for each.")


def test_added_models_say_what_one_costs():
    models = {"Rider": 3, "Buggy": 1}
    account = account_of_unit(explained({"units": [{"unit": "riders", "models": models}]}), 0)
    assert account.points == 130
    assert account.rows[1] == PriceRow(PriceKind.ADD_ON, "1 × Buggy", 60, MANUAL, "60 points for each model.")


def test_whose_list_a_unit_is_bought_from():
    own = account_of_unit(explained({"units": ["squad"]}), 0)
    chapter = account_of_unit(explained({"faction": "sample-reds", "units": ["squad"]}), 0)
    ally = account_of_unit(explained({"detachments": ["accord"], "units": ["sample-court:agent"]}), 0)
    woe = account_of_unit(explained({"detachments": ["woe"], "units": ["walker"]}), 0)
    assert (own.points, own.price_list) == (75, "Sample Legion")
    assert (chapter.points, chapter.price_list) == (80, "Sample Reds")
    assert ally.price_list.startswith("Sample Court")
    assert (woe.points, woe.price_list) == (140, "Sample Legion, with Sample Woe")


def test_what_has_no_price_is_named_and_the_rest_is_summed():
    explanation = explained({"units": [{"unit": "captain", "enhancements": ["rumour"]}, "?Nobody"]})
    captain, nobody = (account_of_unit(explanation, index) for index in (0, 1))
    assert (captain.points, captain.known) == (None, 80)
    assert captain.missing == ("the enhancement Sample Rumour has no price in this army’s faction",)
    assert (nobody.points, nobody.known, nobody.price_list) == (None, 0, "")
    assert nobody.missing == ("Nobody is not recognised",)
    assert explanation.account is not None
    assert (explanation.account.total, explanation.account.is_complete) == (80, False)
