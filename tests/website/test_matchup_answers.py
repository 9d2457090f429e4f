"""Cells of a matchup, and answers that have none: attacks, exchanges, duels."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battle.models import Simulation
from tests.battle.work.asked import attack, table
from tests.website.matchups_asked import (
    address,
    asked,
    home_client,
)
from tests.website.pages import page_of

__all__ = ["home_client"]

pytestmark = pytest.mark.usefixtures("release")


# Cells --------------------------------------------------------------------------------------------------------


def test_a_cell_opens_with_its_distribution_stages_reasons_and_one_roll(home_client: Client, owner: User):
    views = [{"name": "", "activity": "shooting", "situation": {"distance": 12, "in_cover": True}}]
    found = asked(owner, table(2, 2, views=views))
    page = page_of(home_client.get(address(found, "cells/0/forth/1/0/")))
    assert page.one("h1").text == "Attacker 1 on Target 0"
    assert page.one("p", class_="lead").text == "Shooting: 12″ away, the target is in cover"
    facts = {fact.one("dt").text: fact.one("dd").text for fact in page.all("dl", class_="facts")[0].all("div")}
    assert facts["Models destroyed"].endswith(" of 1")
    assert [figure.one("figcaption").text for figure in page.all("figure")] == [
        "Models of Target 0 destroyed",
        "So many models of Target 0 or more destroyed",
    ]
    stages = [row.one("strong").text for row in page.one("table", class_="stages").one("tbody").all("tr")]
    assert stages == ["Attacks", "Hits", "Wounds", "Unsaved", "Damage"]
    assert "-1: Benefit of Cover (13.08) → 5+" in page.one("dl", class_="figures-of").text
    assert "Cover" in page.one("section", id="table-added-shooting").one("tbody").text
    assert [one.text for one in page.all("ul", class_="plain-list")][1] == "Blade : It is a melee weapon."
    assert page.one("ol", class_="trace").all("li")[0].text.startswith("3 × Rifle against T 4")
    steps = [link.attributes["href"] for link in page.one("nav", class_="cell-steps").all("a")]
    assert steps == [address(found, "cells/0/forth/0/1/"), address(found, "cells/0/forth/1/1/")]


def test_a_cell_without_attacks_opens_and_says_why(home_client: Client, owner: User):
    found = asked(owner, table(1, 1, views=[{"name": "", "activity": "shooting", "situation": {"distance": 30}}]))
    page = page_of(home_client.get(address(found, "cells/0/forth/0/0/")))
    how = page.one("h2", id="how-shooting").text
    assert how == "How it comes about: shooting"
    assert "No weapon attacks here." in [line.text for line in page.all("p")]
    assert [one.text for one in page.all("ul", class_="plain-list")][1].startswith("Rifle : ")
    assert page.all("article") == []


def test_another_seed_rolls_other_dice_and_keeps_the_figures(home_client: Client, owner: User):
    found = asked(owner, table(1, 1))
    first, other = (page_of(home_client.get(address(found, f"cells/0/forth/0/0/{tail}"))) for tail in ("", "?seed=2"))
    assert first.one("section", id="roll").one("a").attributes["href"].endswith("?seed=2#roll")
    assert other.one("h2", id="roll-heading").text == "One roll, seed 2"
    assert first.one("ol", class_="trace").text != other.one("ol", class_="trace").text
    assert first.all("dl", class_="facts")[0].text == other.all("dl", class_="facts")[0].text


@pytest.mark.parametrize("tail", ["9/forth/0/0/", "0/back/0/0/", "0/forth/2/0/", "0/forth/0/9/", "0/nonsense/0/0/"])
def test_a_cell_that_is_not_there_is_not_found(home_client: Client, owner: User, tail: str):
    found = asked(owner, table(2, 2))
    assert home_client.get(address(found, f"cells/{tail}")).status_code == 404
    assert Simulation.objects.count() == 1


def test_a_matchup_that_waits_has_no_cells_yet(home_client: Client, owner: User):
    found = asked(owner, table(2, 2), is_worked=False)
    assert home_client.get(address(found, "cells/0/forth/0/0/")).status_code == 404


# Other questions ----------------------------------------------------------------------------------------------


def test_an_attack_is_shown_as_a_cell_is(home_client: Client, owner: User):
    page = page_of(home_client.get(address(asked(owner, attack(trace=True)))))
    stages = [row.one("strong").text for row in page.one("table", class_="stages").one("tbody").all("tr")]
    assert stages == ["Attacks", "Hits", "Wounds", "Unsaved", "Damage"]
    assert page.one("ol", class_="trace").all("li")
    assert page.one("section", id="roll").all("a") == []


def test_sampled_figures_carry_their_standard_errors(home_client: Client, owner: User):
    page = page_of(home_client.get(address(asked(owner, attack(samples=2000, seed=3)))))
    facts = {fact.one("dt").text: fact.one("dd").text for fact in page.all("dl", class_="facts")[0].all("div")}
    assert " ± " in facts["Models destroyed"]
    assert " ± " in facts["All of the unit"]
    about = {fact.one("dt").text: fact.one("dd").text for fact in page.one("dl", class_="facts-small").all("div")}
    assert about["Dice rolled"] == "2,000 times with seed 3"
    assert about["Method"].startswith("sampled")


def test_an_exchange_shows_losses_of_both_and_the_answer_of_survivors(home_client: Client, owner: User):
    document = {**attack(), "question": "exchange"}
    page = page_of(home_client.get(address(asked(owner, document))))
    assert [card.one("h2").text for card in page.one("div", class_="cards").all("section")] == [
        "The attack of Guards",
        "Whoever is left answers",
    ]
    assert page.one("figure").one("figcaption").text == "Losses of both sides"
    chances = [row.all("td")[0].text for row in page.one("section", id="table-answers").one("tbody").all("tr")]
    assert chances == sorted(chances, key=lambda words: -float(words.split()[0]))
    joint = page.one("section", id="table-joint").one("tbody").all("tr")
    assert (len(joint), len(joint[0].all("td"))) == (4, 4)


@pytest.mark.parametrize(
    ("question", "place", "more"), [("exchange", 0, {}), ("chain", 2, {"distance": 12, "rounds": 1})]
)
def test_units_of_one_name_are_told_apart_wherever_both_stand(
    home_client: Client, owner: User, question: str, place: int, more: dict[str, int]
):
    document = {**attack(), "question": question, "target": attack()["attacker"], **more}
    page = page_of(home_client.get(address(asked(owner, document))))
    losses = page.all("figure")[place]
    assert [one.text for one in losses.one("table").one("thead").all("th")][1::2] == [
        "Guards (target): models lost: chance",
        "Guards (attacker): models lost: chance",
    ]


def test_a_duel_shows_each_step_and_the_rounds_ends(home_client: Client, owner: User):
    document = {**attack(), "question": "chain", "distance": 12, "rounds": 2}
    page = page_of(home_client.get(address(asked(owner, document))))
    rounds = [row.one("th").text for row in page.one("section", id="table-rounds").one("tbody").all("tr")]
    assert rounds == ["Round 1", "Round 2"]
    first = page.one("section", id="table-steps").one("tbody").all("tr")[0].one("th").text
    assert first == "Round 1, turn of Guards: Guards shoots"
    assert [figure.one("figcaption").text for figure in page.all("figure")] == [
        "Models left as each round ends",
        "Chance to be destroyed by then",
        "Losses at the end",
    ]
