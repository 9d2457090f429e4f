"""Editing on the workbench: checked before it is saved, told where it comes from, undone after a question."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from datasheets import models
from datasheets.admin.workbench import standing
from datasheets.catalogue.entries import EntryRef
from datasheets.services.editing import save_changes
from datasheets.snapshot import read_catalogue
from tests.datasheets.builders import mini_catalogue
from tests.datasheets.workbench import WHY, address_of, save, sent_by, signed_in, told, value

pytestmark = pytest.mark.django_db

KILN = "ash-wardens:kiln"
SQUAD = "ash-wardens:cinder-squad"
PRICES = EntryRef("prices", f"{KILN}|ash-wardens")


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    standing.forget()


@pytest.fixture
def editor(db: None) -> Client:
    return signed_in("ada")[1]


# One editor ------------------------------------------------------------------------------------


def test_a_wrong_price_is_mended_and_the_page_says_who_and_why(editor: Client, stored: None) -> None:
    answer = save(editor, address_of(KILN), {"prices0-tiers-0-points": "75"})

    assert answer.status_code == 302
    assert told(answer)[0] == "Saved: 1 field of 1 entry. It takes effect when the next release is published."
    assert value(*PRICES).tiers[0].rows[0].points == 75
    page = editor.get(address_of(KILN)).content.decode()
    assert "edited here by ada" in page
    assert "A slip. Known from: Field Manual 1.0, 1 October 2026" in page
    assert "Give back to the sources" in page


def test_saving_asks_why_and_where_it_is_known_from(editor: Client, stored: None) -> None:
    answer = save(editor, address_of(KILN), {"prices0-tiers-0-points": "75"}, why={"reason": "", "known_from": ""})

    assert answer.status_code == 200
    assert answer.context["reason"].errors == {
        "reason": ["Say in a few words why: the next editor will want to know."],
        "known_from": ["Name the document that has the right value, with its date."],
    }
    assert read_catalogue() == mini_catalogue()
    assert 'value="75"' in answer.content.decode()


def test_check_shows_what_the_audit_says_and_saves_nothing(editor: Client, stored: None) -> None:
    before = editor.get(address_of(SQUAD))
    sent = sent_by(before) | {"main-kinds-1-default_items": "", "main-kinds-0-profile": "Nobody", "do": "check"}

    answer = editor.post(address_of(SQUAD), sent)

    assert answer.context["is_checked"]
    new = {fault.message for fault in answer.context["errors"]}
    assert any("Nobody" in message for message in new)
    kinds = next(
        shown for section in answer.context["sections"] for shown in section.rows if shown.part.field == "kinds"
    )
    assert any("Nobody" in remark.message for remark in kinds.remarks)
    assert read_catalogue() == mini_catalogue()


def test_new_errors_are_saved_only_where_the_editor_confirms(editor: Client, stored: None) -> None:
    typed = {"prices0-tiers-0-DELETE": "on"}

    asked = save(editor, address_of(KILN), typed)
    assert asked.status_code == 200
    assert asked.context["has_to_confirm"]
    assert "Save all the same" in asked.content.decode()
    assert read_catalogue() == mini_catalogue()

    done = save(editor, address_of(KILN), {**typed, "confirm": "yes"})
    assert done.status_code == 302
    assert value(*PRICES).tiers == ()
    assert told(done)[-1].startswith("The audit still finds ")


def test_what_the_tables_refuse_is_told_beside_its_field_and_stays_typed(editor: Client, stored: None) -> None:
    answer = save(editor, address_of(SQUAD), {"main-kinds-0-profile": "Nobody", "confirm": "yes"})

    assert answer.status_code == 200
    assert told(answer) == ["Some values do not fit. They are marked below; nothing was saved."]
    kinds = next(
        shown for section in answer.context["sections"] for shown in section.rows if shown.part.field == "kinds"
    )
    assert any("which is not among the" in remark.message for remark in kinds.remarks)
    assert 'value="Nobody"' in answer.content.decode()
    assert read_catalogue() == mini_catalogue()


def test_an_unreadable_value_is_told_beside_its_field_and_nothing_typed_is_lost(editor: Client, stored: None) -> None:
    answer = save(editor, address_of(SQUAD), {"main-options-1-choices": "Sunspear", "main-aliases": "Cinders\nSparks"})

    assert answer.status_code == 200
    options = answer.context["page"].main.parts["options"]
    assert options.forms[1].errors == {
        "choices": ['There is no item called "Sunspear". Pick one of the names offered while you type.']
    }
    assert "Sparks" in answer.content.decode()
    assert read_catalogue() == mini_catalogue()


def test_rows_are_added_and_removed_without_a_script(editor: Client, stored: None) -> None:
    rows = len(value("datasheets", SQUAD).options)

    answer = save(
        editor,
        address_of(SQUAD),
        {
            "main-options-0-DELETE": "on",
            f"main-options-{rows}-id": "two-banners",
            f"main-options-{rows}-kind": "Cinder",
            f"main-options-{rows}-choices": "2 Ash banner\nEmber lance + Ash banner",
            f"main-options-{rows}-limit": "1",
            "confirm": "yes",
        },
    )

    assert answer.status_code == 302
    options = value("datasheets", SQUAD).options
    assert [option.id for option in options] == ["banner", "second-lance", "two-banners"]
    assert options[-1].choices == (
        ("wargear:ash-banner", "wargear:ash-banner"),
        ("ash-wardens:ember-lance", "wargear:ash-banner"),
    )


def test_a_shared_weapon_names_the_other_datasheets_that_have_it(editor: Client, stored: None) -> None:
    kiln = value("datasheets", KILN)
    save_changes(
        {EntryRef("datasheets", KILN): replace(kiln, items=("ash-wardens:ember-lance",))}, by=None, reason="armed"
    )

    page = editor.get(address_of(SQUAD))

    shared = {editor_.before.name: sharers for editor_, _, _, sharers in page.context["weapons"]}
    assert [name for _, name in shared["Ember lance"]] == ["Kiln"]
    assert shared["Warden blade"] == []
    assert "a change here changes it for 1 other datasheet too" in page.content.decode()


def test_a_weapon_line_is_edited_on_the_page_of_its_datasheet(editor: Client, stored: None) -> None:
    numbers = {
        editor_.before.id: number
        for number, (editor_, *_) in enumerate(editor.get(address_of(SQUAD)).context["weapons"])
    }
    lance = numbers["ash-wardens:ember-lance"]

    answer = save(
        editor,
        address_of(SQUAD),
        {
            f"item{lance}-profiles-1-damage": "2",
            f"item{lance}-profiles-1-keywords": "Torrent\nAnti-Vehicle 4+",
            "confirm": "yes",
        },
    )

    assert answer.status_code == 302
    wide = value("items", "ash-wardens:ember-lance").profiles[1]
    assert (wide.damage, [str(keyword) for keyword in wide.keywords]) == ("2", ["Torrent", "Anti-vehicle 4+"])


def test_a_new_weapon_is_made_and_named_by_an_option_in_one_save(editor: Client, stored: None) -> None:
    rows = len(value("datasheets", SQUAD).options)

    answer = save(
        editor,
        address_of(SQUAD),
        {
            "newitem0-name": "Coal thrower",
            "newitem0-kind": "ranged",
            "newitem0-profiles-0-name": "Coal thrower",
            "newitem0-profiles-0-range": "12",
            "newitem0-profiles-0-attacks": "D6",
            "newitem0-profiles-0-strength": "4",
            "newitem0-profiles-0-armour_penetration": "0",
            "newitem0-profiles-0-damage": "1",
            "newitem0-profiles-0-keywords": "Torrent",
            f"main-options-{rows}-id": "thrower",
            f"main-options-{rows}-kind": "Cinder",
            f"main-options-{rows}-replaces": "Warden blade",
            f"main-options-{rows}-choices": "Coal thrower",
            f"main-options-{rows}-limit": "1",
            "confirm": "yes",
        },
    )

    assert answer.status_code == 302, told(answer)
    assert value("items", "ash-wardens:coal-thrower").profiles[0].range == 12
    squad = value("datasheets", SQUAD)
    assert squad.items[-1] == "ash-wardens:coal-thrower"
    assert squad.options[-1].choices == (("ash-wardens:coal-thrower",),)


def test_an_attachment_is_added_from_the_page_of_the_leader(editor: Client, stored: None) -> None:
    marshal = "ash-wardens:flame-marshal"
    before = [row for row in read_catalogue().attachments if row.joining == marshal]
    number = len(before)

    answer = save(
        editor,
        address_of(marshal),
        {
            f"attachments-joining-{number}-bodyguard": "Kiln",
            f"attachments-joining-{number}-role": "support",
            "confirm": "yes",
        },
    )

    assert answer.status_code == 302, told(answer)
    after = [row for row in read_catalogue().attachments if row.joining == marshal]
    assert {(row.bodyguard, str(row.role)) for row in after} - {(row.bodyguard, str(row.role)) for row in before} == {
        (KILN, "support")
    }


def test_a_size_and_a_copy_tier_are_added_to_a_price_table(editor: Client, stored: None) -> None:
    answer = save(
        editor,
        address_of(KILN),
        {
            "prices0-tiers-0-last": "2",
            "prices0-tiers-1-first": "3",
            "prices0-tiers-1-models": "1",
            "prices0-tiers-1-points": "90",
            "confirm": "yes",
        },
    )

    assert answer.status_code == 302, told(answer)
    assert [(tier.first, tier.last, tier.rows[0].points) for tier in value(*PRICES).tiers] == [
        (1, 2, 70),
        (3, None, 90),
    ]


# Back --------------------------------------------------------------------------------------------


def test_a_field_is_given_back_to_the_sources(editor: Client, stored: None) -> None:
    save(editor, address_of(KILN), {"prices0-tiers-0-points": "75"})

    answer = editor.post(reverse("admin:give-back"), {"place": f"{PRICES}#tiers", "next": address_of(KILN)})

    assert (answer.status_code, answer["Location"]) == (302, address_of(KILN))
    assert read_catalogue() == mini_catalogue()
    assert models.Override.objects.count() == 0


def test_giving_back_leads_to_no_foreign_place(editor: Client, stored: None) -> None:
    answer = editor.post(reverse("admin:give-back"), {"place": f"{PRICES}#tiers", "next": "https://elsewhere.example/"})

    assert answer["Location"] == reverse("admin:changes")


def test_history_tells_who_changed_what_and_undoes_it_after_a_question(editor: Client, stored: None) -> None:
    save(editor, address_of(KILN), {"prices0-tiers-0-points": "75"})

    history = editor.get(address_of(KILN, "history"))
    [change] = history.context["changes"]
    assert [edit.place for edit in change.edits] == ["price table Kiln, Ash Wardens: Sizes"]
    assert (change.group.by_name, [edit.field for edit in change.edits]) == ("ada", ["tiers"])
    assert "points 70" in change.edits[0].before
    assert "points 75" in change.edits[0].after

    question = editor.get(reverse("admin:undo", args=[change.group.pk]))
    assert [edit.is_as_left for edit in question.context["edits"]] == [True]
    assert value(*PRICES).tiers[0].rows[0].points == 75

    editor.post(reverse("admin:undo", args=[change.group.pk]))
    assert value(*PRICES).tiers[0].rows[0].points == 70
    assert [each.is_undone for each in editor.get(address_of(KILN, "history")).context["changes"]] == [False, True]


def test_a_change_that_was_changed_again_is_not_undone_and_the_question_says_so(editor: Client, stored: None) -> None:
    save(editor, address_of(KILN), {"prices0-tiers-0-points": "75"})
    save(editor, address_of(KILN), {"prices0-tiers-0-points": "80"})
    first = models.EditGroup.objects.order_by("pk")[0]

    question = editor.get(reverse("admin:undo", args=[first.pk]))
    answer = editor.post(reverse("admin:undo", args=[first.pk]))

    assert [edit.is_as_left for edit in question.context["edits"]] == [False]
    assert value(*PRICES).tiers[0].rows[0].points == 80
    assert "ada changed tiers" in told(answer)[0]


def test_a_page_that_was_tampered_with_is_refused(editor: Client, stored: None) -> None:
    sent = sent_by(editor.get(address_of(KILN)))

    forged = editor.post(address_of(KILN), {**sent, "subject": sent["subject"][:-3] + "abc", "do": "save", **WHY})
    other = editor.post(address_of(SQUAD), {**sent, "do": "save", **WHY})

    assert (forged.status_code, other.status_code) == (400, 400)
    assert read_catalogue() == mini_catalogue()
