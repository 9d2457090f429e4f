"""Two editors on one page: fields of both hold, the second is told, and nothing typed is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from datasheets.admin.workbench import standing
from datasheets.catalogue.entries import EntryRef
from tests.datasheets.workbench import WHY, address_of, save, sent_by, signed_in, told, value

pytestmark = pytest.mark.django_db

KILN = "ash-wardens:kiln"
PRICES = EntryRef("prices", f"{KILN}|ash-wardens")


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    standing.forget()


@pytest.fixture
def editor(db: None) -> Client:
    return signed_in("ada")[1]


def test_two_who_change_different_fields_both_hold_and_the_second_is_told(editor: Client, stored: None) -> None:
    _, other = signed_in("bea")
    opened = sent_by(editor.get(address_of(KILN)))
    save(other, address_of(KILN), {"main-warlord": "may", "confirm": "yes"})

    answer = editor.post(address_of(KILN), {**opened, "main-aliases": "Furnace", **WHY, "do": "save", "confirm": "yes"})

    assert answer.status_code == 302
    kiln = value("datasheets", KILN)
    assert (str(kiln.warlord), kiln.aliases) == ("may", ("Furnace",))
    assert any(
        "Somebody else changed Warlord of datasheet Kiln meanwhile; their values were kept." in message
        for message in told(answer)
    )


def conflict(editor: Client) -> tuple[Any, dict[str, str]]:
    """Two editors set the same price; the second's answer, and what its page sends."""
    _, other = signed_in("bea")
    opened = sent_by(editor.get(address_of(KILN)))
    save(other, address_of(KILN), {"prices0-tiers-0-points": "80"})
    answer = editor.post(
        address_of(KILN),
        {**opened, "prices0-tiers-0-points": "75", "main-aliases": "Furnace", **WHY, "do": "save"},
    )
    sent = dict(answer.context["sent"])
    for choice in answer.context["choices"]:
        sent |= {f"{choice.name}-place": f"{choice.ref}#{choice.field}", f"{choice.name}-seen": choice.seen}
    return answer, sent


def test_the_second_of_two_is_shown_both_values_and_nothing_was_saved(editor: Client, stored: None) -> None:
    answer, sent = conflict(editor)

    [choice] = answer.context["choices"]
    assert (answer.status_code, choice.by, choice.field) == (409, "bea", "tiers")
    assert ("points 80" in choice.theirs, "points 75" in choice.mine, "points 70" in choice.base) == (True, True, True)
    assert sent["main-aliases"] == "Furnace"
    assert value("datasheets", KILN).aliases == ()
    assert value(*PRICES).tiers[0].rows[0].points == 80


@pytest.mark.parametrize(("chosen", "points"), [("mine", 75), ("theirs", 80)])
def test_the_second_of_two_chooses_and_everything_else_is_saved_with_it(
    editor: Client, stored: None, chosen: str, points: int
) -> None:
    _, sent = conflict(editor)

    answer = editor.post(address_of(KILN), {**sent, "conflict0": chosen, "do": "decide"})

    assert answer.status_code == 302, told(answer)
    assert value(*PRICES).tiers[0].rows[0].points == points
    assert value("datasheets", KILN).aliases == ("Furnace",)


def test_the_choice_names_entry_and_field_as_the_page_does(editor: Client, stored: None) -> None:
    page = conflict(editor)[0].content.decode()

    assert "Sizes" in page
    assert "price table Kiln, Ash Wardens" in page
    assert "prices/ash-wardens" not in page.replace('value="prices/ash-wardens', "")


def test_who_chooses_nothing_is_asked_again_in_words(editor: Client, stored: None) -> None:
    _, sent = conflict(editor)

    answer = editor.post(address_of(KILN), {**sent, "do": "decide"})

    assert answer.status_code == 409
    assert [choice.by for choice in answer.context["choices"]] == ["bea"]
    assert told(answer) == ["Choose one of the two values for every field; nothing was saved."]
    assert value(*PRICES).tiers[0].rows[0].points == 80


def test_a_choice_made_on_a_state_that_moved_again_is_asked_anew(editor: Client, stored: None) -> None:
    _, sent = conflict(editor)
    third = signed_in("cleo")[1]
    save(third, address_of(KILN), {"prices0-tiers-0-points": "85"})

    answer = editor.post(address_of(KILN), {**sent, "conflict0": "mine", "do": "decide"})

    assert answer.status_code == 409
    assert [choice.by for choice in answer.context["choices"]] == ["cleo"]
    assert value(*PRICES).tiers[0].rows[0].points == 85
