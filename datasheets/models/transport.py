"""Transports: capacity, and who may ride."""

from __future__ import annotations

from django.db import models

from datasheets.models.aggregate import NAME_LENGTH, Part, at_least_one, named
from datasheets.models.datasheet import Datasheet
from datasheets.models.keyword import Keyword
from datasheets.models.wargear import Item


class Transport(Part):
    """The datasheet's transport capacity, in model slots (18.01)."""

    belongs_to = "datasheet"
    datasheet = models.OneToOneField(Datasheet, models.CASCADE, related_name="transport")
    capacity = models.PositiveSmallIntegerField("capacity", help_text="Model slots.")
    counts_units = models.BooleanField("counts units", default=False, help_text="Capacity for units, of any size.")
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
    minimum_wounds = models.PositiveSmallIntegerField("from so many wounds", null=True, blank=True)

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


class CapacityWith(Part):
    """The capacity of a transport that carries an item or has a model of a kind."""

    belongs_to = "transport"
    transport = models.ForeignKey(Transport, models.CASCADE, related_name="capacities")
    capacity = models.PositiveSmallIntegerField("capacity")
    item = models.ForeignKey(Item, models.PROTECT, related_name="+", null=True, blank=True, verbose_name="carrying")
    kind = models.CharField("with a model", max_length=NAME_LENGTH, blank=True)

    class Meta:
        verbose_name = "other capacity"
        verbose_name_plural = "other capacities"
        constraints = [
            models.UniqueConstraint(fields=["transport", "position"], name="capacity_with_position_once"),
            models.CheckConstraint(
                condition=models.Q(item__isnull=False, kind="") | (models.Q(item__isnull=True) & ~models.Q(kind="")),
                name="capacity_with_one",
                violation_error_message="Name an item or a kind of model, not both.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.capacity} with {self.item or self.kind}"


class Hold(Part):
    """Room beside the capacity, for certain units."""

    belongs_to = "transport"
    transport = models.ForeignKey(Transport, models.CASCADE, related_name="holds")
    model_count = models.PositiveSmallIntegerField("models")
    maximum_wounds = models.PositiveSmallIntegerField("of at most so many wounds", null=True, blank=True)
    capacity = models.PositiveSmallIntegerField("capacity left beside it", null=True, blank=True)

    class Meta:
        verbose_name = "hold"
        constraints = [
            models.UniqueConstraint(fields=["transport", "position"], name="hold_position_once"),
            at_least_one("model_count", "hold_models"),
        ]

    def __str__(self) -> str:
        return f"hold for {self.model_count}"


class HoldGroup(Part):
    """Keywords of which a passenger of the hold needs every one; one group of the hold suffices."""

    belongs_to = "hold"
    hold = models.ForeignKey(Hold, models.CASCADE, related_name="groups")

    class Meta:
        verbose_name = "group of a hold"
        verbose_name_plural = "groups of holds"
        constraints = [models.UniqueConstraint(fields=["hold", "position"], name="hold_group_position_once")]

    def __str__(self) -> str:
        return f"group {self.position + 1}"


class HoldGroupKeyword(Part):
    """A keyword of a hold's group."""

    belongs_to = "group"
    group = models.ForeignKey(HoldGroup, models.CASCADE, related_name="keyword_rows")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")

    class Meta:
        verbose_name = "keyword of a hold"
        verbose_name_plural = "keywords of holds"
        constraints = [models.UniqueConstraint(fields=["group", "keyword"], name="hold_group_keyword_once")]

    def __str__(self) -> str:
        return str(self.keyword)


class Spared(Part):
    """Units that ride although they have a keyword that is excluded."""

    belongs_to = "transport"
    transport = models.ForeignKey(Transport, models.CASCADE, related_name="spared")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="although they are")
    has_joined = models.BooleanField("only if joined", default=False, help_text="To a unit without the keyword.")

    class Meta:
        verbose_name = "spared passenger"
        constraints = [models.UniqueConstraint(fields=["transport", "position"], name="spared_position_once")]

    def __str__(self) -> str:
        return f"although {self.keyword}"


class SparedKeyword(Part):
    """A keyword that a spared passenger has; it needs all of them."""

    belongs_to = "spared"
    spared = models.ForeignKey(Spared, models.CASCADE, related_name="keyword_rows")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")

    class Meta:
        verbose_name = "keyword of a spared passenger"
        verbose_name_plural = "keywords of spared passengers"
        constraints = [models.UniqueConstraint(fields=["spared", "keyword"], name="spared_keyword_once")]

    def __str__(self) -> str:
        return str(self.keyword)
