"""The catalogue in the admin: every page opens in few queries, and shows each role what it may do."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import models as orm
from django.test import Client
from django.urls import reverse

from datasheets import models
from datasheets.admin.base import EntryAdmin
from datasheets.models import EditGroup
from datasheets.services.roles import Role, ensure_roles, give_role
from datasheets.snapshot import read_catalogue
from tests.datasheets.builders import mini_catalogue
from tests.datasheets.workbench import address_of, read_back, save, sent_by

pytestmark = pytest.mark.django_db

REGISTERED = [model for model in admin.site._registry if model._meta.app_label == "datasheets"]
EDITED = [model for model, page in admin.site._registry.items() if isinstance(page, EntryAdmin)]
FIXED = [models.PastPrice, models.StoredManual, models.Keyword]
KILN = "ash-wardens:kiln"
SQUAD = "ash-wardens:cinder-squad"


@pytest.fixture
def people(db: None) -> dict[Role, Client]:
    """A browser for each role."""
    ensure_roles()
    clients = {}
    for role in Role:
        person = User.objects.create_user(role.value)
        give_role(person, role)
        clients[role] = Client()
        clients[role].force_login(person)
    return clients


@pytest.fixture
def editor(people: dict[Role, Client]) -> Client:
    return people[Role.EDITOR]


def page(model: type[orm.Model], view: str, *args: Any) -> str:
    return reverse(f"admin:datasheets_{model._meta.model_name}_{view}", args=args)


@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model.__name__)
def test_list_opens_and_searches(model: type[orm.Model], editor: Client, stored: None) -> None:
    assert editor.get(page(model, "changelist")).status_code == 200
    assert editor.get(page(model, "changelist"), {"q": "cinder"}).status_code == 200


@pytest.mark.parametrize("model", EDITED, ids=lambda model: model.__name__)
def test_every_entry_opens_and_its_untouched_form_asks_for_no_change(
    model: type[orm.Model], editor: Client, stored: None
) -> None:
    rows = list(model._default_manager.values_list("pk", flat=True))
    for primary_key in rows:
        answer = editor.get(page(model, "change", primary_key))
        assert answer.status_code == 200
        assert read_back(answer) == {}
    assert read_catalogue() == mini_catalogue()


@pytest.mark.parametrize("model", EDITED, ids=lambda model: model.__name__)
def test_saving_an_untouched_page_writes_no_history(model: type[orm.Model], editor: Client, stored: None) -> None:
    for primary_key in model._default_manager.values_list("pk", flat=True)[:3]:
        assert save(editor, page(model, "change", primary_key), {}).status_code == 302

    assert EditGroup.objects.count() == 0
    assert read_catalogue() == mini_catalogue()


@pytest.mark.parametrize("model", FIXED, ids=lambda model: model.__name__)
def test_fixed_rows_can_only_be_looked_at(model: type[orm.Model], editor: Client, stored: None) -> None:
    request = editor.get(page(model, "changelist")).wsgi_request
    site = admin.site._registry[model]

    assert site.has_view_permission(request)
    assert not site.has_add_permission(request)
    assert not site.has_change_permission(request)
    assert not site.has_delete_permission(request)
    assert editor.get(page(model, "add")).status_code == 403


# Roles -----------------------------------------------------------------------------------------


def test_viewer_sees_every_field_and_no_button(people: dict[Role, Client], stored: None) -> None:
    viewer = people[Role.VIEWER]

    answer = viewer.get(address_of(SQUAD))

    content = answer.content.decode()
    assert answer.status_code == 200
    assert 'value="Cinder Squad"' in content
    assert "you may look, not edit" in content
    assert 'name="do"' not in content
    assert all(field.field.disabled for field in answer.context["page"].main.form)


def test_what_a_viewer_sends_is_refused_and_changes_nothing(people: dict[Role, Client], stored: None) -> None:
    sent = sent_by(people[Role.EDITOR].get(address_of(KILN)))

    for do in ("check", "save", "more", "decide"):
        answer = people[Role.VIEWER].post(address_of(KILN), {**sent, "main-name": "Oven", "do": do})
        assert answer.status_code == 403
    assert people[Role.VIEWER].post(page(models.Datasheet, "add"), sent).status_code == 403
    assert people[Role.VIEWER].get(page(models.Datasheet, "add")).status_code == 403
    assert people[Role.VIEWER].post(reverse("admin:give-back"), {"place": "x"}).status_code == 403
    assert people[Role.VIEWER].post(reverse("admin:moved-overrides"), {"override": "1"}).status_code == 403
    assert read_catalogue() == mini_catalogue()


def test_editor_does_not_decide_what_is_a_publishers(people: dict[Role, Client], stored: None) -> None:
    answer = people[Role.EDITOR].post(reverse("admin:moved-overrides"), {"override": "1", "decision": "keep"})

    assert answer.status_code == 403


@pytest.mark.parametrize("name", ["find", "find-results", "suggestions", "changes", "moved-overrides"])
def test_staff_without_a_role_sees_nothing(client: Client, stored: None, name: str) -> None:
    client.force_login(User.objects.create_user("clerk", is_staff=True))

    assert client.get(reverse(f"admin:{name}")).status_code == 403
    assert client.get(address_of(KILN)).status_code == 403


def test_club_member_without_rights_does_not_get_in(client: Client, club_mate: User, stored: None) -> None:
    client.force_login(club_mate)

    assert client.get(page(models.Datasheet, "changelist")).status_code == 302
    assert client.get(reverse("admin:find-results"), {"q": "ki"}).status_code == 302


# What surrounds the pages ----------------------------------------------------------------------


def test_no_script_or_style_stands_within_a_page(editor: Client, stored: None) -> None:
    for address in ("/admin/", page(models.Datasheet, "changelist"), address_of(SQUAD), reverse("admin:find")):
        answer = editor.get(address)
        policy = {
            part.split()[0]: part.split()[1:] for part in answer["Content-Security-Policy"].split(";") if part.strip()
        }
        assert policy["script-src"] == ["'self'", "'unsafe-eval'"]
        assert policy["style-src-elem"] == ["'self'"]
        assert policy["default-src"] == ["'self'"]
        content = answer.content.decode()
        assert "<style" not in content
        assert "<script>" not in content
        assert "http://" not in content.replace("http://www.w3.org", "")
        assert "https://" not in content


def test_the_site_itself_keeps_its_stricter_policy(client: Client, db: None) -> None:
    assert "unsafe" not in client.get("/check/")["Content-Security-Policy"]


def test_side_bar_groups_what_a_role_may_see(people: dict[Role, Client], stored: None) -> None:
    groups = {
        role: [group["title"] for group in client.get("/admin/").context["sidebar_navigation"]]
        for role, client in people.items()
    }

    assert groups[Role.VIEWER][:3] == ["Find", "Catalogue", "Points"]
    assert "Releases" in groups[Role.PUBLISHER]
    assert all("People" not in titles for titles in groups.values())


def test_list_of_datasheets_takes_the_same_queries_however_many(
    editor: Client, stored: None, django_assert_num_queries: Any
) -> None:
    editor.get(page(models.Datasheet, "changelist"))

    # Session, user, rights of the user, rights of the groups, count, rows, and the factions of the filter.
    with django_assert_num_queries(7):
        editor.get(page(models.Datasheet, "changelist"))
