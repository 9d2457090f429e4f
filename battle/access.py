"""Who may see which simulations and gauntlets. Every reach for a person's rows goes through here."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q, QuerySet

from battle.models import Gauntlet, SimulationRequest

Person = AbstractBaseUser | AnonymousUser


def requests_visible_to(person: Person) -> QuerySet[SimulationRequest]:
    """The requests this person may open, last asked first: their own. None for a visitor."""
    if not _is_signed_in(person):
        return SimulationRequest.objects.none()
    return SimulationRequest.objects.filter(owner_id=person.pk)


def request_visible_to(person: Person, request: uuid.UUID) -> SimulationRequest | None:
    """The request with this public id and its simulation, None where it does not exist or is not theirs."""
    return requests_visible_to(person).filter(uuid=request).select_related("simulation").first()


def gauntlets_visible_to(person: Person) -> QuerySet[Gauntlet]:
    """The gauntlets this person may use: those that come with the service, and their own."""
    if not _is_signed_in(person):
        return Gauntlet.objects.filter(owner__isnull=True)
    return Gauntlet.objects.filter(Q(owner__isnull=True) | Q(owner_id=person.pk))


def gauntlet_visible_to(person: Person, slug: str) -> Gauntlet | None:
    """The gauntlet with this slug, None where there is none or it is not theirs to see."""
    # No slug has a NUL, and PostgreSQL looks none up.
    return None if "\0" in slug else gauntlets_visible_to(person).filter(slug=slug).first()


def gauntlets_changeable_by(person: Person) -> QuerySet[Gauntlet]:
    """The gauntlets this person may change: their own."""
    if not _is_signed_in(person):
        return Gauntlet.objects.none()
    return Gauntlet.objects.filter(owner_id=person.pk)


def _is_signed_in(person: Person) -> bool:
    return bool(person.is_authenticated and getattr(person, "is_active", False))
