"""What every table of the catalogue has in common: aggregates, and the parts they are made of.

An aggregate (a datasheet, a detachment ...) is edited and imported as a whole. Its parts name the
row they belong to in ``belongs_to``; following it upwards ends at the aggregate.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models

ID_LENGTH = 200
NAME_LENGTH = 200
SOURCE_LENGTH = 200

EDITED_HERE = "admin"
"""The source of a value that was entered in the admin."""


class Aggregate(models.Model):
    """A row that stands by itself. ``is_edited`` is for people; what was edited, the overrides say."""

    is_edited = models.BooleanField(
        "edited here",
        default=False,
        help_text="Other than the sources have it, because of an edit.",
    )

    class Meta:
        abstract = True


class Part(models.Model):
    """A row that belongs to another one. ``position`` is its place among its neighbours, from 0."""

    belongs_to: ClassVar[str]
    position = models.PositiveSmallIntegerField(
        "position", default=0, help_text="Place in the order, from 0; left empty, the entry goes last."
    )

    class Meta:
        abstract = True


def named(name: str) -> models.CheckConstraint:
    """A constraint that refuses an empty name."""
    return models.CheckConstraint(
        condition=~models.Q(name=""), name=name, violation_error_message="The name must not be empty."
    )


def ordered(lower: str, upper: str, name: str) -> models.CheckConstraint:
    """A constraint that refuses a ``lower`` value above the ``upper`` one; a null bound is no bound."""
    return models.CheckConstraint(
        condition=models.Q(**{f"{lower}__lte": models.F(upper)}),
        name=name,
        violation_error_message=f"{lower.capitalize()} must not be above {upper}.",
    )


def at_least_one(field: str, name: str) -> models.CheckConstraint:
    """A constraint that refuses a ``field`` of zero; null stays allowed."""
    return models.CheckConstraint(
        condition=models.Q(**{f"{field}__gte": 1}),
        name=name,
        violation_error_message=f"{field.replace('_', ' ').capitalize()} must be at least 1.",
    )


def one_of(field: str, values: list[str], name: str) -> models.CheckConstraint:
    """A constraint that refuses a value that is no choice of ``field``."""
    return models.CheckConstraint(
        condition=models.Q(**{f"{field}__in": values}),
        name=name,
        violation_error_message=f"{field.capitalize()} must be one of {', '.join(values)}.",
    )
