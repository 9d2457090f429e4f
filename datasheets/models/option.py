"""Wargear options and budgets: how models of a datasheet change what they carry."""

from __future__ import annotations

from django.db import models

from datasheets.models.aggregate import ID_LENGTH, Part, at_least_one
from datasheets.models.composition import ModelKind
from datasheets.models.datasheet import Datasheet
from datasheets.models.faction import Faction
from datasheets.models.wargear import Item


class WargearOption(Part):
    """A choice the datasheet offers: models give up items and take one of the choices."""

    belongs_to = "datasheet"
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="options")
    public_id = models.CharField("public id", max_length=ID_LENGTH)
    kind = models.ForeignKey(
        ModelKind, models.PROTECT, related_name="+", null=True, blank=True, verbose_name="only models of this kind"
    )
    per_model = models.PositiveSmallIntegerField("times per model", null=True, blank=True)
    per_models = models.PositiveSmallIntegerField("one per so many models", null=True, blank=True)
    limit = models.PositiveSmallIntegerField("at most per unit", null=True, blank=True)

    required_faction = models.ForeignKey(
        Faction, models.PROTECT, related_name="+", null=True, blank=True, verbose_name="only in armies of"
    )
    all_models = models.BooleanField("all models or none", default=False)
    maximum_models = models.PositiveSmallIntegerField("only in units up to", null=True, blank=True)

    class Meta:
        ordering = ["datasheet", "position"]
        verbose_name = "wargear option"
        constraints = [
            models.UniqueConstraint(fields=["datasheet", "public_id"], name="wargear_option_id_once"),
            at_least_one("per_model", "wargear_option_per_model"),
            at_least_one("per_models", "wargear_option_per_models"),
            at_least_one("maximum_models", "wargear_option_maximum_models"),
        ]

    def __str__(self) -> str:
        return self.public_id


class ReplacedItem(Part):
    """What a model gives up for the option; no row: the option adds."""

    belongs_to = "option"
    option = models.ForeignKey(WargearOption, models.CASCADE, related_name="replaced_items")
    item = models.ForeignKey(Item, models.PROTECT, related_name="+", verbose_name="item")
    quantity = models.PositiveSmallIntegerField("quantity", default=1)

    class Meta:
        verbose_name = "replaced item"
        constraints = [
            models.UniqueConstraint(fields=["option", "position"], name="replaced_item_position_once"),
            at_least_one("quantity", "replaced_item_quantity"),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} × {self.item}"


class OptionChoice(Part):
    """One of the bundles the option gives."""

    belongs_to = "option"
    option = models.ForeignKey(WargearOption, models.CASCADE, related_name="choices")

    class Meta:
        ordering = ["option", "position"]
        verbose_name = "choice of an option"
        verbose_name_plural = "choices of options"
        constraints = [models.UniqueConstraint(fields=["option", "position"], name="option_choice_position_once")]

    def __str__(self) -> str:
        return f"choice {self.position + 1}"


class ChosenItem(Part):
    """An item of a choice's bundle."""

    belongs_to = "choice"
    choice = models.ForeignKey(OptionChoice, models.CASCADE, related_name="items")
    item = models.ForeignKey(Item, models.PROTECT, related_name="+", verbose_name="item")
    quantity = models.PositiveSmallIntegerField("quantity", default=1)

    class Meta:
        verbose_name = "item of a choice"
        verbose_name_plural = "items of choices"
        constraints = [
            models.UniqueConstraint(fields=["choice", "position"], name="chosen_item_position_once"),
            at_least_one("quantity", "chosen_item_quantity"),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} × {self.item}"


class OptionCondition(Part):
    """An item that a model which uses the option carries beside, or does not."""

    belongs_to = "option"
    option = models.ForeignKey(WargearOption, models.CASCADE, related_name="conditions")
    item = models.ForeignKey(Item, models.PROTECT, related_name="+", verbose_name="item")
    is_excluded = models.BooleanField("not with it", default=False)

    class Meta:
        verbose_name = "condition of an option"
        verbose_name_plural = "conditions of options"
        constraints = [models.UniqueConstraint(fields=["option", "item", "is_excluded"], name="option_condition_once")]

    def __str__(self) -> str:
        return f"{'not ' if self.is_excluded else ''}with {self.item}"


class ItemBudget(Part):
    """How many of some items a unit may hold, or how often it may use some options."""

    belongs_to = "datasheet"
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="budgets")
    count = models.PositiveSmallIntegerField("count")
    per_models = models.PositiveSmallIntegerField("per so many models", default=0, help_text="0: per unit.")
    duplicate_limit = models.PositiveSmallIntegerField("at most of one item", null=True, blank=True)

    class Meta:
        ordering = ["datasheet", "position"]
        verbose_name = "item budget"
        constraints = [models.UniqueConstraint(fields=["datasheet", "position"], name="item_budget_position_once")]

    def __str__(self) -> str:
        return f"{self.count} per {self.per_models} models" if self.per_models else f"{self.count} per unit"


class BudgetItem(Part):
    """An item that counts towards the budget."""

    belongs_to = "budget"
    budget = models.ForeignKey(ItemBudget, models.CASCADE, related_name="items")
    item = models.ForeignKey(Item, models.PROTECT, related_name="+", verbose_name="item")

    class Meta:
        verbose_name = "item of a budget"
        verbose_name_plural = "items of budgets"
        constraints = [models.UniqueConstraint(fields=["budget", "item"], name="budget_item_once")]

    def __str__(self) -> str:
        return str(self.item)


class BudgetOption(Part):
    """An option whose uses count towards the budget."""

    belongs_to = "budget"
    budget = models.ForeignKey(ItemBudget, models.CASCADE, related_name="options")
    option = models.ForeignKey(WargearOption, models.CASCADE, related_name="+", verbose_name="option")

    class Meta:
        verbose_name = "option of a budget"
        verbose_name_plural = "options of budgets"
        constraints = [models.UniqueConstraint(fields=["budget", "option"], name="budget_option_once")]

    def __str__(self) -> str:
        return str(self.option)
