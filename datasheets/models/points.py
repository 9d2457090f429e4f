"""Prices of units as a points manual prints them, and what older manuals printed."""

from __future__ import annotations

from django.db import models

from datasheets.models.aggregate import NAME_LENGTH, SOURCE_LENGTH, Aggregate, Part, at_least_one, named, ordered
from datasheets.models.datasheet import Datasheet
from datasheets.models.detachment import Detachment
from datasheets.models.enhancement import Enhancement
from datasheets.models.faction import Faction
from datasheets.models.wargear import Item


class PriceTable(Aggregate):
    """What a datasheet costs in one price list."""

    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="price_tables", verbose_name="datasheet")
    price_list = models.ForeignKey(Faction, models.PROTECT, related_name="price_tables", verbose_name="price list")
    allied = models.BooleanField("for guests", default=False, help_text="Prices in another faction's army.")
    block = models.CharField("block of the list", max_length=NAME_LENGTH, blank=True)
    is_legends = models.BooleanField("Legends", default=False)
    source = models.CharField("source", max_length=SOURCE_LENGTH, blank=True)

    class Meta:
        ordering = ["datasheet__name", "price_list__name", "allied"]
        verbose_name = "price table"
        constraints = [
            models.UniqueConstraint(fields=["datasheet", "price_list", "allied"], name="price_table_once"),
        ]

    def __str__(self) -> str:
        return f"{self.datasheet}, {self.price_list}{' (guests)' if self.allied else ''}"


class CopyTier(Part):
    """The rows for some copies of one datasheet in an army."""

    belongs_to = "table"
    table = models.ForeignKey(PriceTable, models.CASCADE, related_name="tiers")
    first = models.PositiveSmallIntegerField("from copy")
    last = models.PositiveSmallIntegerField("to copy", null=True, blank=True, help_text="Empty: no end.")

    class Meta:
        ordering = ["table", "position"]
        verbose_name = "copy tier"
        constraints = [
            models.UniqueConstraint(fields=["table", "first"], name="copy_tier_first_once"),
            at_least_one("first", "copy_tier_first"),
            ordered("first", "last", "copy_tier_in_order"),
        ]

    def __str__(self) -> str:
        return f"copies {self.first} to {self.last}" if self.last else f"copies {self.first} and more"


class SizeRow(Part):
    """A price for a unit of so many models."""

    belongs_to = "tier"
    tier = models.ForeignKey(CopyTier, models.CASCADE, related_name="rows")
    model_count = models.PositiveSmallIntegerField("models")
    points = models.PositiveIntegerField("points")

    class Meta:
        ordering = ["tier", "position"]
        verbose_name = "size row"
        constraints = [
            models.UniqueConstraint(fields=["tier", "position"], name="size_row_position_once"),
            at_least_one("model_count", "size_row_models"),
        ]

    def __str__(self) -> str:
        return f"{self.model_count} models: {self.points} points"


class SizeRowKind(Part):
    """How many models of a kind the row is for, where the manual names kinds."""

    belongs_to = "row"
    row = models.ForeignKey(SizeRow, models.CASCADE, related_name="composition")
    name = models.CharField("model kind", max_length=NAME_LENGTH)
    count = models.PositiveSmallIntegerField("models")

    class Meta:
        verbose_name = "model kind of a size row"
        verbose_name_plural = "model kinds of size rows"
        constraints = [
            named("size_row_kind_named"),
            models.UniqueConstraint(fields=["row", "name"], name="size_row_kind_once"),
        ]

    def __str__(self) -> str:
        return f"{self.count} {self.name}"


class PaidItem(Part):
    """Wargear that costs points, per item taken."""

    belongs_to = "table"
    table = models.ForeignKey(PriceTable, models.CASCADE, related_name="wargear")
    name = models.CharField("name", max_length=NAME_LENGTH)
    points = models.PositiveIntegerField("points")

    class Meta:
        ordering = ["table", "position"]
        verbose_name = "paid wargear"
        verbose_name_plural = "paid wargear"
        constraints = [
            named("paid_item_named"),
            models.UniqueConstraint(fields=["table", "name"], name="paid_item_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.points} points"


class PaidItemItem(Part):
    """An item the priced wargear stands for."""

    belongs_to = "paid_item"
    paid_item = models.ForeignKey(PaidItem, models.CASCADE, related_name="items")
    item = models.ForeignKey(Item, models.PROTECT, related_name="+", verbose_name="item")

    class Meta:
        verbose_name = "item of paid wargear"
        verbose_name_plural = "items of paid wargear"
        constraints = [models.UniqueConstraint(fields=["paid_item", "item"], name="paid_item_item_once")]

    def __str__(self) -> str:
        return str(self.item)


class AddOn(Part):
    """Models added beside the unit's size row, priced per model."""

    belongs_to = "table"
    table = models.ForeignKey(PriceTable, models.CASCADE, related_name="add_ons")
    name = models.CharField("model kind", max_length=NAME_LENGTH)
    points = models.PositiveIntegerField("points per model")

    class Meta:
        verbose_name = "add-on"
        constraints = [named("add_on_named"), models.UniqueConstraint(fields=["table", "name"], name="add_on_once")]

    def __str__(self) -> str:
        return f"{self.name}: {self.points} points"


class DetachmentPrice(Part):
    """What the unit costs in armies with a detachment, in place of its size rows (R-10)."""

    belongs_to = "table"
    table = models.ForeignKey(PriceTable, models.CASCADE, related_name="detachment_prices")
    detachment = models.ForeignKey(Detachment, models.CASCADE, related_name="+", verbose_name="detachment")
    first = models.PositiveSmallIntegerField("from copy", default=1)
    last = models.PositiveSmallIntegerField("to copy", null=True, blank=True, help_text="Empty: no end.")
    model_count = models.PositiveSmallIntegerField("models")
    points = models.PositiveIntegerField("points", null=True, blank=True, help_text="Empty: no source says.")
    source = models.CharField("source", max_length=SOURCE_LENGTH, blank=True)

    class Meta:
        ordering = ["table", "position"]
        verbose_name = "price with a detachment"
        verbose_name_plural = "prices with detachments"
        constraints = [
            models.UniqueConstraint(
                fields=["table", "detachment", "first", "model_count"], name="detachment_price_once"
            ),
            at_least_one("first", "detachment_price_first"),
            at_least_one("model_count", "detachment_price_models"),
            ordered("first", "last", "detachment_price_in_order"),
        ]

    def __str__(self) -> str:
        points = "not known" if self.points is None else f"{self.points} points"
        return f"{self.model_count} models with {self.detachment}: {points}"


class IncludedEnhancement(Part):
    """An enhancement whose points are in the price already."""

    belongs_to = "price"
    price = models.ForeignKey(DetachmentPrice, models.CASCADE, related_name="includes")
    enhancement = models.ForeignKey(Enhancement, models.CASCADE, related_name="+", verbose_name="enhancement")

    class Meta:
        verbose_name = "enhancement within a price"
        verbose_name_plural = "enhancements within prices"
        constraints = [models.UniqueConstraint(fields=["price", "enhancement"], name="included_enhancement_once")]

    def __str__(self) -> str:
        return str(self.enhancement)


class PastPrice(Aggregate):
    """A price that an older manual, or the data package, printed for a datasheet or an enhancement."""

    manual = models.CharField("manual", max_length=SOURCE_LENGTH)
    datasheet = models.ForeignKey(
        Datasheet, models.CASCADE, related_name="past_prices", null=True, blank=True, verbose_name="datasheet"
    )
    enhancement = models.ForeignKey(
        "datasheets.Enhancement",
        models.CASCADE,
        related_name="past_prices",
        null=True,
        blank=True,
        verbose_name="enhancement",
    )
    item = models.CharField("paid wargear", max_length=NAME_LENGTH, blank=True, help_text="Empty: the unit itself.")
    price_list = models.ForeignKey(Faction, models.PROTECT, related_name="+", verbose_name="price list")
    allied = models.BooleanField("for guests", default=False)
    first_copy = models.PositiveSmallIntegerField("from copy")
    model_count = models.PositiveSmallIntegerField("models")
    points = models.PositiveIntegerField("points")

    class Meta:
        verbose_name = "past price"
        constraints = [
            models.UniqueConstraint(
                fields=["manual", "datasheet", "item", "price_list", "allied", "first_copy", "model_count", "points"],
                condition=models.Q(datasheet__isnull=False),
                name="past_price_of_datasheet_once",
            ),
            models.UniqueConstraint(
                fields=["manual", "enhancement", "item", "price_list", "allied", "first_copy", "model_count", "points"],
                condition=models.Q(enhancement__isnull=False),
                name="past_price_of_enhancement_once",
            ),
            models.CheckConstraint(
                condition=models.Q(datasheet__isnull=False, enhancement__isnull=True)
                | models.Q(datasheet__isnull=True, enhancement__isnull=False),
                name="past_price_has_one_subject",
                violation_error_message="Name either a datasheet or an enhancement.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.datasheet or self.enhancement}: {self.points} points ({self.manual})"
