"""Clients for visitors and for signed-in people."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.releases import release

__all__ = ["address", "as_owner", "client_of", "release", "visitor"]


@pytest.fixture
def address() -> str:
    """An address that nobody else has asked from: what throttles count may outlive a test."""
    return f"2001:db8::{uuid.uuid4().hex[:4]}:{uuid.uuid4().hex[:4]}"


@pytest.fixture
def visitor() -> APIClient:
    """A client that is not signed in."""
    return APIClient()


@pytest.fixture
def as_owner(owner: User) -> APIClient:
    """A client of the owner."""
    return client_of(owner)


def client_of(user: User) -> APIClient:
    """A client that is signed in as this user."""
    client = APIClient()
    client.force_authenticate(user)
    return client
