"""What happens in play, in the admin: found, shown in full, and not edited."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from datasheets import models
from datasheets.admin.play import outline
from datasheets.services import import_catalogue
from tests.datasheets.builders import mini_build

KINDS = (
    "ability",
    "stratagem",
    "resourcepool",
    "mission",
    "missioncard",
    "deployment",
    "terraintemplate",
    "terrainlayout",
    "hull",
    "benchmarktarget",
)


@pytest.fixture
def volunteer(client: Client) -> Client:
    """A client signed in as one who may do everything, with the made-up catalogue imported."""
    import_catalogue(mini_build())
    client.force_login(User.objects.create_superuser("volunteer"))
    return client


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_listed_searched_and_shown(volunteer: Client, kind: str) -> None:
    model = getattr(models, next(name for name in models.__all__ if name.lower() == kind))
    entry = model.objects.first()
    found = volunteer.get(reverse(f"admin:datasheets_{kind}_changelist"), {"q": entry.name[:4]})
    assert found.status_code == 200
    assert entry.name in found.content.decode()
    page = volunteer.get(reverse(f"admin:datasheets_{kind}_change", args=[entry.pk]))
    assert page.status_code == 200
    assert 'name="_save"' not in page.content.decode()


@pytest.mark.django_db
def test_an_ability_shows_its_effect_and_who_has_it(volunteer: Client) -> None:
    stoke = models.Ability.objects.get(public_id="ash-wardens:stoke")
    page = volunteer.get(reverse("admin:datasheets_ability_change", args=[stoke.pk])).content.decode()
    for told in ("threshold 4, is_optional True", "modifier.keywords.0 Lance", "Cinder Squad", "Slow Burn"):
        assert told in page, told


def test_an_outline_leaves_out_what_is_empty() -> None:
    tree = {
        "effect": {"type": "choice", "parameters": [["count", 2]], "branches": []},
        "usage": [],
        "phases": ["fight"],
    }
    assert list(outline(tree)) == ["effect:", "  type: choice", "  parameters: count 2", "phases:", "  1: fight"]
