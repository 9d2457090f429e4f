"""What a unit is made of: kinds of model, their default wargear, and the legal make-ups."""

from __future__ import annotations

from django.db import models

from datasheets.models.aggregate import NAME_LENGTH, Part, at_least_one, named, ordered
from datasheets.models.datasheet import Datasheet, ModelProfile
from datasheets.models.wargear import Item


class ModelKind(Part):
    """A kind of model in a unit, named as players read it."""

    belongs_to = "datasheet"
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="kinds")
    name = models.CharField("name", max_length=NAME_LENGTH)
    minimum = models.PositiveSmallIntegerField("fewest")
    maximum = models.PositiveSmallIntegerField("most")
    is_leader = models.BooleanField("unit leader", default=False)
    is_character = models.BooleanField("CHARACTER", null=True, blank=True, help_text="Empty: no source says (R-08).")
    profile = models.ForeignKey(
        ModelProfile, models.PROTECT, related_name="kinds", null=True, blank=True, verbose_name="model profile"
    )
    base_shape = models.CharField("base shape", max_length=40, blank=True, help_text="Empty: no base is known.")
    base_diameter = models.FloatField("base diameter", null=True, blank=True, help_text="Millimetres.")
    base_length = models.FloatField("base length", null=True, blank=True, help_text="Millimetres.")
    base_width = models.FloatField("base width", null=True, blank=True, help_text="Millimetres.")
    base_size = models.CharField("base size", max_length=80, blank=True, help_text="For hulls and flying bases.")
    base_is_draft = models.BooleanField("base not final", default=False)

    class Meta:
        ordering = ["datasheet", "position"]
        verbose_name = "model kind"
        constraints = [
            named("model_kind_named"),
            ordered("minimum", "maximum", "model_kind_counts_in_order"),
            models.UniqueConstraint(fields=["datasheet", "name"], name="model_kind_name_once"),
            models.CheckConstraint(
                condition=~models.Q(base_shape="")
                | models.Q(
                    base_diameter__isnull=True,
                    base_length__isnull=True,
                    base_width__isnull=True,
                    base_size="",
                    base_is_draft=False,
                ),
                name="model_kind_base_has_shape",
                violation_error_message="A base needs a shape.",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class ModelKindAlias(Part):
    """Another name under which lists write models of the kind."""

    belongs_to = "kind"
    kind = models.ForeignKey(ModelKind, models.CASCADE, related_name="alias_rows")
    name = models.CharField("name", max_length=NAME_LENGTH)

    class Meta:
        verbose_name = "model kind alias"
        verbose_name_plural = "model kind aliases"
        constraints = [
            named("model_kind_alias_named"),
            models.UniqueConstraint(fields=["kind", "name"], name="model_kind_alias_once"),
        ]

    def __str__(self) -> str:
        return self.name


class DefaultItem(Part):
    """What one model of the kind carries unless options change it."""

    belongs_to = "kind"
    kind = models.ForeignKey(ModelKind, models.CASCADE, related_name="default_items")
    item = models.ForeignKey(Item, models.PROTECT, related_name="+", verbose_name="item")
    quantity = models.PositiveSmallIntegerField("quantity", default=1)

    class Meta:
        ordering = ["kind", "position"]
        verbose_name = "default item"
        constraints = [
            models.UniqueConstraint(fields=["kind", "position"], name="default_item_position_once"),
            at_least_one("quantity", "default_item_quantity"),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} × {self.item}"


class CompositionTier(Part):
    """One legal make-up of a unit; kinds not named stand at zero."""

    belongs_to = "datasheet"
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="tiers")

    class Meta:
        ordering = ["datasheet", "position"]
        verbose_name = "composition tier"
        constraints = [
            models.UniqueConstraint(fields=["datasheet", "position"], name="composition_tier_position_once"),
        ]

    def __str__(self) -> str:
        return f"make-up {self.position + 1}"


class KindCount(Part):
    """How many models of one kind the tier allows."""

    belongs_to = "tier"
    tier = models.ForeignKey(CompositionTier, models.CASCADE, related_name="counts")
    kind = models.ForeignKey(ModelKind, models.CASCADE, related_name="+", verbose_name="model kind")
    minimum = models.PositiveSmallIntegerField("fewest")
    maximum = models.PositiveSmallIntegerField("most")

    class Meta:
        ordering = ["tier", "position"]
        verbose_name = "model count"
        constraints = [
            models.UniqueConstraint(fields=["tier", "kind"], name="kind_count_once"),
            ordered("minimum", "maximum", "kind_count_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.minimum} to {self.maximum} {self.kind}"
