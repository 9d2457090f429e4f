"""Datasheets: keywords, stat lines, transport and the names they go by."""

from __future__ import annotations

from django.db import models

from datasheets.catalogue.datasheet import Knowledge, WarlordRule
from datasheets.models.aggregate import (
    ID_LENGTH,
    NAME_LENGTH,
    SOURCE_LENGTH,
    Aggregate,
    Part,
    named,
    one_of,
    ordered,
)
from datasheets.models.faction import Faction
from datasheets.models.keyword import Keyword
from datasheets.models.wargear import Item

KNOWLEDGE = [
    (Knowledge.FULL.value, "full"),
    (Knowledge.PRICED.value, "name and price only"),
]


class Datasheet(Aggregate):
    """A datasheet. Its public id never changes (R-06)."""

    public_id = models.CharField("public id", max_length=ID_LENGTH, unique=True)
    name = models.CharField("name", max_length=NAME_LENGTH)
    faction = models.ForeignKey(Faction, models.PROTECT, related_name="datasheets", verbose_name="faction")
    minimum_models = models.PositiveSmallIntegerField("fewest models")
    maximum_models = models.PositiveSmallIntegerField("most models")
    warlord = models.CharField(
        "Warlord",
        max_length=10,
        choices=[(rule.value, rule.value) for rule in WarlordRule],
        default=WarlordRule.MAY.value,
    )
    must_start_in_reserves = models.BooleanField("must start in reserves", default=False)
    is_exempt_from_reserves_limit = models.BooleanField("outside the reserves limit", default=False)
    passengers_exempt_from_reserves_limit = models.BooleanField("passengers outside the reserves limit", default=False)
    cannot_bear_enhancements = models.BooleanField("cannot bear enhancements", default=False)
    excluded_epic_heroes = models.ForeignKey(
        Keyword,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        verbose_name="excludes Epic Heroes with",
        help_text="No other Epic Hero with this keyword may be in the army.",
    )
    is_legends = models.BooleanField("Legends", default=False)
    knowledge = models.CharField("known", max_length=10, choices=KNOWLEDGE, default=Knowledge.FULL.value)
    source = models.CharField("source", max_length=SOURCE_LENGTH, blank=True)
    not_offered = models.TextField("not offered because", blank=True, help_text="Empty: it is offered.")

    class Meta:
        ordering = ["name", "public_id"]
        verbose_name = "datasheet"
        constraints = [
            named("datasheet_named"),
            ordered("minimum_models", "maximum_models", "datasheet_models_in_order"),
            one_of("warlord", [rule.value for rule in WarlordRule], "datasheet_warlord_known"),
            one_of("knowledge", [value for value, _ in KNOWLEDGE], "datasheet_knowledge_known"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.public_id.partition(':')[0]})"


class DatasheetAlias(Part):
    """Another name of the datasheet, an older one for instance."""

    belongs_to = "datasheet"
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="alias_rows")
    name = models.CharField("name", max_length=NAME_LENGTH)

    class Meta:
        verbose_name = "datasheet alias"
        verbose_name_plural = "datasheet aliases"
        constraints = [
            named("datasheet_alias_named"),
            models.UniqueConstraint(fields=["datasheet", "name"], name="datasheet_alias_once"),
        ]

    def __str__(self) -> str:
        return self.name


class DatasheetKeywordRole(models.TextChoices):
    """Which of the datasheet's two lists of keywords names it."""

    UNIT = "unit", "keyword"
    FACTION = "faction", "faction keyword"


class DatasheetKeyword(Part):
    """A keyword of the datasheet, or a faction keyword of it."""

    belongs_to = "datasheet"
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="keyword_rows")
    role = models.CharField(
        "kind", max_length=10, choices=DatasheetKeywordRole.choices, default=DatasheetKeywordRole.UNIT
    )
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="datasheet_rows", verbose_name="keyword")

    class Meta:
        ordering = ["datasheet", "-role", "position"]
        verbose_name = "datasheet keyword"
        constraints = [
            models.UniqueConstraint(fields=["datasheet", "role", "keyword"], name="datasheet_keyword_once"),
            one_of("role", DatasheetKeywordRole.values, "datasheet_keyword_role_known"),
        ]

    def __str__(self) -> str:
        return str(self.keyword)


class ConditionalKeyword(Part):
    """A keyword the datasheet has only in an army with that detachment, faction keyword or Warlord."""

    belongs_to = "datasheet"
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="conditional_keywords")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")
    detachment = models.ForeignKey(
        "datasheets.Detachment", models.PROTECT, related_name="+", null=True, blank=True, verbose_name="detachment"
    )
    faction_keyword = models.ForeignKey(
        Keyword, models.PROTECT, related_name="+", null=True, blank=True, verbose_name="faction keyword"
    )
    warlord = models.ForeignKey(
        Datasheet, models.PROTECT, related_name="+", null=True, blank=True, verbose_name="while the Warlord is"
    )

    class Meta:
        verbose_name = "conditional keyword"
        constraints = [
            models.UniqueConstraint(fields=["datasheet", "position"], name="conditional_keyword_position_once"),
            models.CheckConstraint(
                condition=models.Q(detachment__isnull=False)
                | models.Q(faction_keyword__isnull=False)
                | models.Q(warlord__isnull=False),
                name="conditional_keyword_has_condition",
                violation_error_message="Name a detachment, a faction keyword or a Warlord.",
            ),
        ]

    def __str__(self) -> str:
        return str(self.keyword)


class ItemKeyword(Part):
    """A keyword that a unit has while one of its models carries the item."""

    belongs_to = "datasheet"
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="item_keywords")
    item = models.ForeignKey(Item, models.PROTECT, related_name="+", verbose_name="item")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")

    class Meta:
        verbose_name = "keyword of an item"
        verbose_name_plural = "keywords of items"
        constraints = [models.UniqueConstraint(fields=["datasheet", "item", "keyword"], name="item_keyword_once")]

    def __str__(self) -> str:
        return f"{self.keyword} with {self.item}"


class ExcludedFaction(Part):
    """A faction or chapter keyword whose armies may not take the datasheet."""

    belongs_to = "datasheet"
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="excluded_factions")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="faction keyword")

    class Meta:
        verbose_name = "excluded faction"
        constraints = [models.UniqueConstraint(fields=["datasheet", "keyword"], name="excluded_faction_once")]

    def __str__(self) -> str:
        return str(self.keyword)


class WarlordDetachment(Part):
    """A detachment with which the datasheet may be the Warlord although its own text says never."""

    belongs_to = "datasheet"
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="warlord_with")
    detachment = models.ForeignKey("datasheets.Detachment", models.PROTECT, related_name="+", verbose_name="detachment")

    class Meta:
        verbose_name = "detachment that allows the Warlord"
        verbose_name_plural = "detachments that allow the Warlord"
        constraints = [models.UniqueConstraint(fields=["datasheet", "detachment"], name="warlord_detachment_once")]

    def __str__(self) -> str:
        return str(self.detachment)


class SplitRule(Part):
    """What may split a unit of the datasheet in two before the battle (01.02.06)."""

    belongs_to = "datasheet"
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="splits")
    transport = models.ForeignKey(
        Datasheet, models.PROTECT, related_name="+", null=True, blank=True, verbose_name="transport"
    )
    detachment = models.ForeignKey(
        "datasheets.Detachment", models.PROTECT, related_name="+", null=True, blank=True, verbose_name="detachment"
    )

    equal_parts = models.BooleanField("into equal parts", default=True)

    class Meta:
        verbose_name = "split"
        constraints = [
            models.UniqueConstraint(fields=["datasheet", "position"], name="split_rule_position_once"),
            models.CheckConstraint(
                condition=models.Q(transport__isnull=True) | models.Q(detachment__isnull=True),
                name="split_rule_by_one",
                violation_error_message="Name a transport or a detachment, not both.",
            ),
        ]

    def __str__(self) -> str:
        return str(self.transport or self.detachment or "its own text")


class ModelProfile(Part):
    """A stat line. M in inches; saves and Ld are the number needed on the die."""

    belongs_to = "datasheet"
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="profiles")
    name = models.CharField("name", max_length=NAME_LENGTH)
    M = models.PositiveSmallIntegerField("M")
    T = models.PositiveSmallIntegerField("T")
    Sv = models.PositiveSmallIntegerField("Sv")
    W = models.PositiveSmallIntegerField("W")
    Ld = models.PositiveSmallIntegerField("Ld")
    OC = models.PositiveSmallIntegerField("OC")
    invulnerable = models.PositiveSmallIntegerField("invulnerable save", null=True, blank=True)
    invulnerable_melee = models.PositiveSmallIntegerField("against melee", null=True, blank=True)
    invulnerable_ranged = models.PositiveSmallIntegerField("against ranged", null=True, blank=True)

    class Meta:
        ordering = ["datasheet", "position"]
        verbose_name = "model profile"
        constraints = [
            named("model_profile_named"),
            models.UniqueConstraint(fields=["datasheet", "name"], name="model_profile_name_once"),
            models.CheckConstraint(
                condition=models.Q(T__gte=1, W__gte=1),
                name="model_profile_toughness_and_wounds",
                violation_error_message="T and W must be at least 1.",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class DatasheetItem(Part):
    """An item that a model of the datasheet can carry."""

    belongs_to = "datasheet"
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="item_rows")
    item = models.ForeignKey(Item, models.PROTECT, related_name="datasheet_rows", verbose_name="item")

    class Meta:
        ordering = ["datasheet", "position"]
        verbose_name = "item of a datasheet"
        verbose_name_plural = "items of datasheets"
        constraints = [models.UniqueConstraint(fields=["datasheet", "item"], name="datasheet_item_once")]

    def __str__(self) -> str:
        return str(self.item)
