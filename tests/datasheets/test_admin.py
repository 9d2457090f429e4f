"""The catalogue in the admin: every page opens in few queries, edits are marked, releases are fixed."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import models as orm
from django.forms import NullBooleanField
from django.test import Client
from django.urls import reverse

from datasheets import models
from datasheets.services import import_catalogue
from datasheets.snapshot import read_catalogue
from tests.datasheets.builders import mini_build, mini_catalogue

pytestmark = pytest.mark.django_db

REGISTERED = [model for model in admin.site._registry if model._meta.app_label == "datasheets"]
FIXED = [models.Release, models.Publication, models.StoredManual, models.PastPrice]


@pytest.fixture
def editor(client: Client, db: None) -> Client:
    """A browser signed in as somebody who may do everything."""
    client.force_login(User.objects.create_superuser("editor"))
    return client


def page(model: type[orm.Model], view: str, *args: Any) -> str:
    return reverse(f"admin:datasheets_{model._meta.model_name}_{view}", args=args)


def form_values(editor: Client, address: str) -> dict[str, Any]:
    """What the form on a page would send if nothing were changed."""
    context = editor.get(address).context
    forms = [context["adminform"].form]
    values: dict[str, Any] = {}
    for inline in context["inline_admin_formsets"]:
        forms += [inline.formset.management_form, *inline.formset.forms]
    for form in forms:
        for field in form:
            value = field.value()
            if isinstance(field.field, NullBooleanField):
                values[field.html_name] = {True: "true", False: "false"}.get(value, "unknown")
            elif value is not None and value is not False:
                values[field.html_name] = value
    return values


@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model.__name__)
def test_list_opens_and_searches(model: type[orm.Model], editor: Client, stored: None) -> None:
    assert editor.get(page(model, "changelist")).status_code == 200
    assert editor.get(page(model, "changelist"), {"q": "cinder"}).status_code == 200


@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model.__name__)
def test_every_entry_opens(model: type[orm.Model], editor: Client, stored: None) -> None:
    for primary_key in model._default_manager.values_list("pk", flat=True)[:5]:
        assert editor.get(page(model, "change", primary_key)).status_code == 200


@pytest.mark.parametrize("model", [each for each in REGISTERED if each not in FIXED], ids=lambda model: model.__name__)
def test_form_for_a_new_entry_opens(model: type[orm.Model], editor: Client, stored: None) -> None:
    assert editor.get(page(model, "add")).status_code == 200


@pytest.mark.parametrize("model", [each for each in REGISTERED if each not in FIXED], ids=lambda model: model.__name__)
def test_saving_a_page_as_it_is_changes_nothing(model: type[orm.Model], editor: Client, stored: None) -> None:
    for primary_key in model._default_manager.values_list("pk", flat=True)[:5]:
        address = page(model, "change", primary_key)
        answer = editor.post(address, form_values(editor, address))
        assert answer.status_code == 302, answer.context["errors"]

    assert read_catalogue() == mini_catalogue()
    assert import_catalogue(mini_build()).difference.edited == 0


@pytest.mark.parametrize("model", FIXED, ids=lambda model: model.__name__)
def test_fixed_entries_can_only_be_looked_at(model: type[orm.Model], editor: Client, stored: None) -> None:
    request = editor.get(page(model, "changelist")).wsgi_request
    site = admin.site._registry[model]

    assert site.has_view_permission(request)
    assert not site.has_add_permission(request)
    assert not site.has_change_permission(request)
    assert not site.has_delete_permission(request)
    assert editor.get(page(model, "add")).status_code == 403


def test_release_refuses_change_and_deletion(editor: Client, stored: None) -> None:
    release = models.Release.objects.get()

    assert editor.post(page(models.Release, "change", release.pk), {"label": "better"}).status_code == 403
    assert editor.post(page(models.Release, "delete", release.pk), {"post": "yes"}).status_code == 403
    assert models.Release.objects.get().label == "2026.10.1"


def test_edited_points_are_marked_signed_and_survive_the_import(editor: Client, stored: None) -> None:
    tier = models.CopyTier.objects.get(table__datasheet__public_id="ash-wardens:kiln")
    address = page(models.CopyTier, "change", tier.pk)

    answer = editor.post(address, form_values(editor, address) | {"rows-0-points": 75}, follow=True)
    outcome = import_catalogue(mini_build())

    table = models.PriceTable.objects.get(datasheet__public_id="ash-wardens:kiln")
    assert table.is_edited
    assert tier.rows.get().points == 75
    assert (outcome.difference.count, outcome.difference.edited, outcome.difference.overruled) == (0, 1, 1)
    assert outcome.published is not None
    assert outcome.published.release.label == "2026.10.2"
    assert next(str(message) for message in answer.context["messages"]) == (
        "It takes effect with the next release: run `manage.py import_catalogue`, which leaves edited entries alone."
    )


def test_edited_datasheet_names_the_admin_as_its_source(editor: Client, stored: None) -> None:
    kiln = models.Datasheet.objects.get(public_id="ash-wardens:kiln")
    address = page(models.Datasheet, "change", kiln.pk)

    editor.post(address, form_values(editor, address) | {"warlord": "may"})

    kiln.refresh_from_db()
    assert (kiln.warlord, kiln.source, kiln.is_edited) == ("may", "admin", True)


def test_new_keyword_goes_last_and_deleted_one_goes(editor: Client, stored: None) -> None:
    kiln = models.Datasheet.objects.get(public_id="ash-wardens:kiln")
    address = page(models.Datasheet, "change", kiln.pk)
    values = form_values(editor, address)
    count = values["keyword_rows-TOTAL_FORMS"]
    values |= {
        "keyword_rows-TOTAL_FORMS": count + 1,
        f"keyword_rows-{count}-role": "unit",
        f"keyword_rows-{count}-keyword": models.Keyword.objects.get(name="Titanic").pk,
        f"keyword_rows-{count}-position": "",
        "keyword_rows-0-DELETE": "on",
    }
    gone = values["keyword_rows-0-keyword"]

    assert editor.post(address, values).status_code == 302

    kept = next(row for row in read_catalogue().datasheets if row.id == "ash-wardens:kiln")
    before = next(row for row in mini_catalogue().datasheets if row.id == "ash-wardens:kiln")
    deleted = models.Keyword.objects.get(pk=gone).name
    assert kept.keywords == (*(keyword for keyword in before.keywords if keyword != deleted), "Titanic")


def test_id_of_an_entry_cannot_be_changed(editor: Client, stored: None) -> None:
    kiln = models.Datasheet.objects.get(public_id="ash-wardens:kiln")
    address = page(models.Datasheet, "change", kiln.pk)

    editor.post(address, form_values(editor, address) | {"public_id": "ash-wardens:oven", "name": "Oven"})

    kiln.refresh_from_db()
    assert (kiln.public_id, kiln.name) == ("ash-wardens:kiln", "Oven")


def test_bad_value_is_refused_with_a_sentence(editor: Client, stored: None) -> None:
    kiln = models.Datasheet.objects.get(public_id="ash-wardens:kiln")
    address = page(models.Datasheet, "change", kiln.pk)

    answer = editor.post(address, form_values(editor, address) | {"minimum_models": 5})

    assert answer.status_code == 200
    assert answer.context["errors"] == [["Minimum_models must not be above maximum_models."]]
    assert read_catalogue() == mini_catalogue()


def test_entry_of_the_sources_cannot_be_deleted_an_edited_one_can(editor: Client, stored: None) -> None:
    models.Keyword.objects.create(name="Homebrew", is_edited=True)
    imported = models.Keyword.objects.get(name="Titanic")
    own = models.Keyword.objects.get(name="Homebrew")

    assert editor.post(page(models.Keyword, "delete", imported.pk), {"post": "yes"}).status_code == 403
    assert editor.post(page(models.Keyword, "delete", own.pk), {"post": "yes"}).status_code == 302
    assert set(models.Keyword.objects.filter(name__in=["Titanic", "Homebrew"])) == {imported}


def test_entry_given_back_follows_the_sources_again(editor: Client, stored: None) -> None:
    kiln = models.Datasheet.objects.get(public_id="ash-wardens:kiln")
    models.Datasheet.objects.filter(pk=kiln.pk).update(name="Oven", is_edited=True)

    editor.post(
        page(models.Datasheet, "changelist"), {"action": "give_back_to_the_import", "_selected_action": [kiln.pk]}
    )
    import_catalogue(mini_build())

    assert read_catalogue() == mini_catalogue()


def test_choices_of_a_kind_are_those_of_its_datasheet(editor: Client, stored: None) -> None:
    option = models.WargearOption.objects.get(public_id="lance-for-blades")
    tier = models.CompositionTier.objects.filter(datasheet__public_id="ash-wardens:cinder-squad")[0]

    option_form = editor.get(page(models.WargearOption, "change", option.pk)).context["adminform"].form
    tier_page = editor.get(page(models.CompositionTier, "change", tier.pk))
    count_form = tier_page.context["inline_admin_formsets"][0].formset.forms[0]

    squad_kinds = ["Cinder Sergeant", "Cinder", "Gun Hound"]
    assert [label for _, label in option_form.fields["kind"].choices][1:] == squad_kinds
    assert [label for _, label in count_form.fields["kind"].choices][1:] == squad_kinds


def test_club_member_without_rights_does_not_get_in(client: Client, club_mate: User, stored: None) -> None:
    client.force_login(club_mate)

    assert client.get(page(models.Datasheet, "changelist")).status_code == 302


def test_list_of_datasheets_takes_the_same_queries_however_many(
    editor: Client, stored: None, django_assert_num_queries: Any
) -> None:
    editor.get(page(models.Datasheet, "changelist"))

    # Session, user, count, rows, and the factions of the filter.
    with django_assert_num_queries(5):
        editor.get(page(models.Datasheet, "changelist"))


def test_page_of_a_datasheet_takes_one_query_for_each_kind_of_part(
    editor: Client, stored: None, django_assert_num_queries: Any
) -> None:
    squad = models.Datasheet.objects.get(public_id="ash-wardens:cinder-squad")
    address = page(models.Datasheet, "change", squad.pk)
    editor.get(address)

    # Session, user, the datasheet, and thirteen kinds of part.
    with django_assert_num_queries(16):
        editor.get(address)
