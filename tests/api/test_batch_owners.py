"""Whose batches are whose: nobody but the owner learns that there is one."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from api.problems import Kind
from roster.models import CheckBatch
from tests.api.conftest import client_of
from tests.api.problem import problem_of
from tests.roster.batches import batch_of

pytestmark = pytest.mark.django_db
BATCHES = "/api/v1/muster/batches"


@pytest.fixture
def batch(owner: User) -> CheckBatch:
    """A batch of the owner's."""
    return batch_of(owner, "a list", name="Saturday")


def address_of(batch: CheckBatch) -> str:
    return f"{BATCHES}/{batch.uuid}"


@pytest.mark.parametrize("path", ["", "/items", "/items/1", "/csv"])
def test_a_batch_is_its_owners_alone(batch: CheckBatch, club_mate: User, stranger: User, visitor: APIClient, path: str):
    for other in (club_mate, stranger):
        theirs = problem_of(client_of(other).get(address_of(batch) + path), Kind.NOT_FOUND)
        nobodys = problem_of(client_of(other).get(f"{BATCHES}/{uuid.uuid4()}{path}"), Kind.NOT_FOUND)
        # Whether a batch exists is not to be learnt from the answer.
        assert (
            theirs
            == nobodys
            == {"detail": "There is no batch of yours with this id. Batches are deleted after 30 days."}
        )
    problem_of(visitor.get(address_of(batch) + path), Kind.SIGNED_OUT)


def test_nobody_else_deletes_a_batch(batch: CheckBatch, stranger: User, visitor: APIClient):
    problem_of(client_of(stranger).delete(address_of(batch)), Kind.NOT_FOUND)
    problem_of(visitor.delete(address_of(batch)), Kind.SIGNED_OUT)
    assert CheckBatch.objects.count() == 1


def test_everybody_lists_their_own_batches(batch: CheckBatch, as_owner: APIClient, stranger: User):
    theirs = batch_of(stranger, "a list", name="Theirs")
    assert [row["id"] for row in as_owner.get(BATCHES).json()["results"]] == [str(batch.uuid)]
    assert [row["id"] for row in client_of(stranger).get(BATCHES).json()["results"]] == [str(theirs.uuid)]
