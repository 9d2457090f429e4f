"""Transports: capacity, and who may ride."""

from __future__ import annotations

from django.db import models

from datasheets.models.aggregate import NAME_LENGTH, Part, at_least_one, named
from datasheets.models.datasheet import Datasheet
from datasheets.models.keyword import Keyword


class Transport(Part):
    """The datasheet's transport capacity, in model slots (18.01)."""

    belongs_to = "datasheet"
    datasheet = models.OneToOneField(Datasheet, models.CASCADE, related_name="transport")
    capacity = models.PositiveSmallIntegerField("capacity", help_text="Model slots.")
    conditions = models.TextField(
        "conditions", blank=True, help_text="What the other fields cannot hold, in our words."
    )

    class Meta:
        verbose_name = "transport"

    def __str__(self) -> str:
        return f"capacity {self.capacity}"


class PassengerKeyword(Part):
    """A keyword a passenger needs, or must not have (R-09)."""

    belongs_to = "transport"
    transport = models.ForeignKey(Transport, models.CASCADE, related_name="keyword_rows")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")
    is_excluded = models.BooleanField("excluded", default=False)

    class Meta:
        verbose_name = "passenger keyword"
        constraints = [
            models.UniqueConstraint(fields=["transport", "keyword", "is_excluded"], name="passenger_keyword_once")
        ]

    def __str__(self) -> str:
        return f"not {self.keyword}" if self.is_excluded else str(self.keyword)


class PassengerGroup(Part):
    """Keywords of which a passenger needs every one; one group of the transport suffices."""

    belongs_to = "transport"
    transport = models.ForeignKey(Transport, models.CASCADE, related_name="passenger_groups")

    class Meta:
        verbose_name = "passenger group"
        constraints = [
            models.UniqueConstraint(fields=["transport", "position"], name="passenger_group_position_once"),
        ]

    def __str__(self) -> str:
        return f"group {self.position + 1}"


class PassengerGroupKeyword(Part):
    """A keyword of a passenger group."""

    belongs_to = "group"
    group = models.ForeignKey(PassengerGroup, models.CASCADE, related_name="keyword_rows")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")

    class Meta:
        verbose_name = "keyword of a passenger group"
        verbose_name_plural = "keywords of passenger groups"
        constraints = [models.UniqueConstraint(fields=["group", "keyword"], name="passenger_group_keyword_once")]

    def __str__(self) -> str:
        return str(self.keyword)


class SlotCost(Part):
    """Capacity that a model with the keyword takes up instead of one slot (R-09)."""

    belongs_to = "transport"
    transport = models.ForeignKey(Transport, models.CASCADE, related_name="slot_costs")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="models with keyword")
    slots = models.PositiveSmallIntegerField("slots each")

    class Meta:
        verbose_name = "slot cost"
        constraints = [
            models.UniqueConstraint(fields=["transport", "keyword"], name="slot_cost_once"),
            at_least_one("slots", "slot_cost_slots"),
        ]

    def __str__(self) -> str:
        return f"{self.keyword}: {self.slots}"


class FreeModel(Part):
    """A kind of model that takes up no slot."""

    belongs_to = "transport"
    transport = models.ForeignKey(Transport, models.CASCADE, related_name="free_models")
    name = models.CharField("model kind", max_length=NAME_LENGTH)

    class Meta:
        verbose_name = "model without slot"
        verbose_name_plural = "models without slot"
        constraints = [
            named("free_model_named"),
            models.UniqueConstraint(fields=["transport", "name"], name="free_model_once"),
        ]

    def __str__(self) -> str:
        return self.name
