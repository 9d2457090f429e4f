"""Battle sizes: the table of 25.03."""

from __future__ import annotations

from django.db import models

from datasheets.models.aggregate import ID_LENGTH, NAME_LENGTH, Aggregate, named


class BattleSize(Aggregate):
    """One row of the battle size table (25.03)."""

    public_id = models.CharField("public id", max_length=ID_LENGTH, unique=True)
    name = models.CharField("name", max_length=NAME_LENGTH)
    points_limit = models.PositiveIntegerField("points limit")
    detachment_points = models.PositiveSmallIntegerField("Detachment Points")
    enhancement_limit = models.PositiveSmallIntegerField("enhancement limit")
    unit_limit = models.PositiveSmallIntegerField("unit limit", help_text="Units of one datasheet.")
    solo_detachment_points = models.PositiveSmallIntegerField(
        "Detachment Points of a single detachment",
        null=True,
        blank=True,
        help_text="What one detachment may cost when it is the army's only one; empty: no exception.",
    )

    class Meta:
        ordering = ["points_limit"]
        verbose_name = "battle size"
        constraints = [
            named("battle_size_named"),
            models.CheckConstraint(
                condition=models.Q(points_limit__gte=1, unit_limit__gte=1),
                name="battle_size_limits_positive",
                violation_error_message="The points limit and the unit limit must be at least 1.",
            ),
        ]

    def __str__(self) -> str:
        return self.name
