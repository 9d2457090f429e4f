"""Batches in the admin: to look at, without texts, and not to change."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from roster.models import CheckBatch
from tests.roster.batches import batch_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    """Somebody who may do everything the admin offers."""
    client = Client()
    client.force_login(User.objects.create_superuser("staff"))
    return client


def test_a_batch_is_shown_without_its_texts(staff: Client, owner: User, django_assert_max_num_queries):
    batch = batch_of(owner, *(f"secret list {number}" for number in range(30)), name="Saturday")
    with django_assert_max_num_queries(10):
        page = staff.get(f"/admin/roster/checkbatch/{batch.pk}/change/")
    assert page.status_code == 200
    content = page.content.decode()
    assert ("Saturday" in content, "30.txt" in content, "secret list" in content) == (True, True, False)


def test_batches_are_listed_with_their_owners_in_few_queries(staff: Client, owner: User, django_assert_max_num_queries):
    for number in range(20):
        batch_of(owner, "a list", name=f"batch {number}")
    with django_assert_max_num_queries(10):
        page = staff.get("/admin/roster/checkbatch/")
    assert page.status_code == 200
    assert page.content.decode().count("batch ") >= 20


@pytest.mark.parametrize("action", ["add/", "{batch}/delete/"])
def test_nothing_is_added_or_deleted_there(staff: Client, owner: User, action: str):
    batch = batch_of(owner, "a list")
    assert staff.post(f"/admin/roster/checkbatch/{action.format(batch=batch.pk)}", {"post": "yes"}).status_code == 403
    assert CheckBatch.objects.count() == 1


def test_nothing_is_changed_there(staff: Client, owner: User):
    batch = batch_of(owner, "a list", name="Saturday")
    assert staff.post(f"/admin/roster/checkbatch/{batch.pk}/change/", {"name": "Sunday"}).status_code == 403
    assert CheckBatch.objects.get().name == "Saturday"
