"""The three people of every test about who may: the owner, somebody of the same club, and a stranger."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

PASSWORD = "correct horse battery staple"


@pytest.fixture
def owner(db: None) -> User:
    """Whose rows the test is about."""
    return User.objects.create_user("owner", password=PASSWORD)


@pytest.fixture
def club_mate(db: None) -> User:
    """A signed-in person of the same club."""
    return User.objects.create_user("club_mate", password=PASSWORD)


@pytest.fixture
def stranger(db: None) -> User:
    """A signed-in person who has nothing to do with the owner."""
    return User.objects.create_user("stranger", password=PASSWORD)
