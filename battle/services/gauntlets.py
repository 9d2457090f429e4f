"""What people do with gauntlets of their own: keep them, replace them, delete them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from battle.gauntlets import GauntletContent, GauntletRefused, gauntlet_content
from battle.models import Gauntlet
from battle.models.gauntlet import MOST_GAUNTLETS
from datasheets.selectors import NoRelease, current_catalogue
from roster.document_faults import DocumentError

__all__ = ["GauntletRefused", "create_gauntlet", "delete_gauntlet", "replace_gauntlet"]

_LONGEST_NAME_IN_SLUG = 60


def create_gauntlet(owner: AbstractBaseUser, document: Mapping[str, object]) -> Gauntlet:
    """Keep a gauntlet of ``name``, ``about``, ``units``, ``weights`` and ``reasons``.

    Raises :class:`GauntletRefused` for what does not fit or cannot be fielded by the release in force, and where the
    owner keeps as many as one may.
    """
    content = _content(document)
    with transaction.atomic():
        # One at a time for each owner, so that the limit holds.
        get_user_model().objects.select_for_update().filter(pk=owner.pk).first()
        kept = Gauntlet.objects.filter(owner_id=owner.pk).count()
        if kept >= MOST_GAUNTLETS:
            message = f"You keep {kept} gauntlets; {MOST_GAUNTLETS} is the most. Delete one that you no longer use."
            raise GauntletRefused(DocumentError("", message))
        return Gauntlet.objects.create(owner_id=owner.pk, slug=_free_slug(content.name), **_columns(content))


def replace_gauntlet(gauntlet: Gauntlet, document: Mapping[str, object]) -> Gauntlet:
    """Keep another content under the same slug; raises :class:`GauntletRefused`, and nothing is written then."""
    values = {**_columns(_content(document)), "updated_at": timezone.now()}
    if not Gauntlet.objects.filter(pk=gauntlet.pk).update(**values):
        raise GauntletRefused(DocumentError("", "This gauntlet was deleted in between. Keep it as a new one."))
    for name, value in values.items():
        setattr(gauntlet, name, value)
    return gauntlet


def delete_gauntlet(gauntlet: Gauntlet) -> None:
    """Delete it for good. Simulations that were asked with it have its units written out."""
    gauntlet.delete()


def _content(document: Mapping[str, object]) -> GauntletContent:
    try:
        return gauntlet_content(document, current_catalogue())
    except NoRelease as error:
        message = "No release is in force, so nothing can be fielded. Come back once one is."
        raise GauntletRefused(DocumentError("", message)) from error


def _columns(content: GauntletContent) -> dict[str, object]:
    return {
        "name": content.name,
        "about": content.about,
        "units": list(content.units),
        "weights": list(content.weights),
        "reasons": list(content.reasons),
    }


def _free_slug(name: str) -> str:
    """The name with an ending by chance, so that nobody learns from it what others keep."""
    return f"{slugify(name)[:_LONGEST_NAME_IN_SLUG].strip('-') or 'gauntlet'}-{secrets.token_hex(4)}"
