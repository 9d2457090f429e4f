"""Who may see and change what. Every reach for a person's rows goes through here."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet

from roster.models import CheckBatch

Person = AbstractBaseUser | AnonymousUser


def batches_visible_to(person: Person) -> QuerySet[CheckBatch]:
    """The batches this person may open, newest first: their own, and nobody else's. None for a visitor."""
    if not person.is_authenticated or not getattr(person, "is_active", False):
        return CheckBatch.objects.none()
    return CheckBatch.objects.filter(owner_id=person.pk)


def batch_visible_to(person: Person, batch: uuid.UUID) -> CheckBatch | None:
    """The batch with this public id, or None where it does not exist or is not theirs: a stranger learns neither."""
    return batches_visible_to(person).filter(uuid=batch).first()
