"""Enhancements: prices by faction, who may bear them, whom their bearer may join."""

from __future__ import annotations

from django.db import models

from datasheets.catalogue.attachment import AttachmentRole
from datasheets.models.aggregate import (
    ID_LENGTH,
    NAME_LENGTH,
    SOURCE_LENGTH,
    Aggregate,
    Part,
    named,
    one_of,
)
from datasheets.models.datasheet import KNOWLEDGE, Datasheet
from datasheets.models.detachment import Detachment
from datasheets.models.faction import Faction
from datasheets.models.keyword import Keyword
from datasheets.models.wargear import Item


class Enhancement(Aggregate):
    """An enhancement of a detachment."""

    public_id = models.CharField("public id", max_length=ID_LENGTH, unique=True)
    name = models.CharField("name", max_length=NAME_LENGTH)
    detachment = models.ForeignKey(Detachment, models.CASCADE, related_name="enhancements", verbose_name="detachment")
    is_upgrade = models.BooleanField("Upgrade", default=False)
    usable_by_epic_hero = models.BooleanField("for EPIC HEROES too", default=False)
    usable_by_non_character = models.BooleanField("for others than CHARACTERS too", default=False)
    bars_warlord = models.BooleanField(
        "not on the Warlord", default=False, help_text="Its bearer cannot be the Warlord."
    )
    is_demanded = models.BooleanField(
        "has to be borne", default=False, help_text="Every unit that may bear it has to, with its detachment."
    )
    knowledge = models.CharField("known", max_length=10, choices=KNOWLEDGE, default=KNOWLEDGE[0][0])
    source = models.CharField("source", max_length=SOURCE_LENGTH, blank=True)
    not_offered = models.TextField("not offered because", blank=True, help_text="Empty: it is offered.")

    class Meta:
        ordering = ["name", "public_id"]
        verbose_name = "enhancement"
        constraints = [
            named("enhancement_named"),
            one_of("knowledge", [value for value, _ in KNOWLEDGE], "enhancement_knowledge_known"),
        ]

    def __str__(self) -> str:
        return self.name


class EnhancementAlias(Part):
    """Another name of the enhancement."""

    belongs_to = "enhancement"
    enhancement = models.ForeignKey(Enhancement, models.CASCADE, related_name="alias_rows")
    name = models.CharField("name", max_length=NAME_LENGTH)

    class Meta:
        verbose_name = "enhancement alias"
        verbose_name_plural = "enhancement aliases"
        constraints = [
            named("enhancement_alias_named"),
            models.UniqueConstraint(fields=["enhancement", "name"], name="enhancement_alias_once"),
        ]

    def __str__(self) -> str:
        return self.name


class EnhancementPrice(Part):
    """Points the enhancement costs in one faction."""

    belongs_to = "enhancement"
    enhancement = models.ForeignKey(Enhancement, models.CASCADE, related_name="prices")
    faction = models.ForeignKey(Faction, models.PROTECT, related_name="+", verbose_name="faction")
    points = models.PositiveIntegerField("points")
    source = models.CharField("source", max_length=SOURCE_LENGTH, blank=True)

    class Meta:
        ordering = ["enhancement", "position"]
        verbose_name = "price of an enhancement"
        verbose_name_plural = "prices of enhancements"
        constraints = [models.UniqueConstraint(fields=["enhancement", "faction"], name="enhancement_price_once")]

    def __str__(self) -> str:
        return f"{self.faction}: {self.points} points"


class RequirementGroup(Part):
    """Keywords of which the bearer needs every one; one group of the enhancement suffices."""

    belongs_to = "enhancement"
    enhancement = models.ForeignKey(Enhancement, models.CASCADE, related_name="requirement_groups")

    class Meta:
        ordering = ["enhancement", "position"]
        verbose_name = "requirement group"
        constraints = [
            models.UniqueConstraint(fields=["enhancement", "position"], name="requirement_group_position_once"),
        ]

    def __str__(self) -> str:
        return f"group {self.position + 1}"


class RequirementKeyword(Part):
    """A keyword of a requirement group."""

    belongs_to = "group"
    group = models.ForeignKey(RequirementGroup, models.CASCADE, related_name="keyword_rows")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")

    class Meta:
        verbose_name = "required keyword of a bearer"
        verbose_name_plural = "required keywords of bearers"
        constraints = [models.UniqueConstraint(fields=["group", "keyword"], name="requirement_keyword_once")]

    def __str__(self) -> str:
        return str(self.keyword)


class BearerExclusion(Part):
    """A keyword the bearer must not have."""

    belongs_to = "enhancement"
    enhancement = models.ForeignKey(Enhancement, models.CASCADE, related_name="exclusions")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")

    class Meta:
        verbose_name = "excluded keyword of a bearer"
        verbose_name_plural = "excluded keywords of bearers"
        constraints = [models.UniqueConstraint(fields=["enhancement", "keyword"], name="bearer_exclusion_once")]

    def __str__(self) -> str:
        return str(self.keyword)


class GrantedAttachment(Part):
    """A datasheet that the bearer may join because of the enhancement."""

    ROLES = (AttachmentRole.LEADER.value, AttachmentRole.SUPPORT.value)

    belongs_to = "enhancement"
    enhancement = models.ForeignKey(Enhancement, models.CASCADE, related_name="granted_attachments")
    role = models.CharField("as", max_length=10, choices=[(role, role) for role in ROLES])
    bodyguard = models.ForeignKey(Datasheet, models.PROTECT, related_name="+", verbose_name="bodyguard unit")

    class Meta:
        verbose_name = "granted attachment"
        constraints = [
            models.UniqueConstraint(fields=["enhancement", "role", "bodyguard"], name="granted_attachment_once"),
            one_of(
                "role", [AttachmentRole.LEADER.value, AttachmentRole.SUPPORT.value], "granted_attachment_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.bodyguard}"


class RequiredItem(Part):
    """An item; the bearer carries one of those of the enhancement."""

    belongs_to = "enhancement"
    enhancement = models.ForeignKey(Enhancement, models.CASCADE, related_name="required_items")
    item = models.ForeignKey(Item, models.PROTECT, related_name="+", verbose_name="item")

    class Meta:
        verbose_name = "required item of a bearer"
        verbose_name_plural = "required items of bearers"
        constraints = [models.UniqueConstraint(fields=["enhancement", "item"], name="required_item_once")]

    def __str__(self) -> str:
        return str(self.item)


class EnhancementKeyword(Part):
    """A keyword that the bearer and its unit have because of the enhancement."""

    belongs_to = "enhancement"
    enhancement = models.ForeignKey(Enhancement, models.CASCADE, related_name="granted_keywords")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")

    class Meta:
        verbose_name = "keyword of an enhancement"
        verbose_name_plural = "keywords of enhancements"
        constraints = [models.UniqueConstraint(fields=["enhancement", "keyword"], name="enhancement_keyword_once")]

    def __str__(self) -> str:
        return str(self.keyword)
