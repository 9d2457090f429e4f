"""Factions an army can be mustered from."""

from __future__ import annotations

from django.db import models

from datasheets.models.aggregate import ID_LENGTH, NAME_LENGTH, SOURCE_LENGTH, Aggregate, Part, named
from datasheets.models.keyword import Keyword


class Faction(Aggregate):
    """An army faction; a chapter has the Space Marines as parent (R-15)."""

    public_id = models.CharField("public id", max_length=ID_LENGTH, unique=True)
    name = models.CharField("name", max_length=NAME_LENGTH)
    keyword = models.ForeignKey(
        Keyword,
        models.PROTECT,
        related_name="+",
        verbose_name="army faction keyword",
        help_text="A chapter's parent's.",
    )
    parent = models.ForeignKey(
        "self", models.PROTECT, related_name="chapters", null=True, blank=True, verbose_name="parent faction"
    )
    chapter_keyword = models.ForeignKey(
        Keyword, models.PROTECT, related_name="+", null=True, blank=True, verbose_name="chapter keyword"
    )
    price_list = models.ForeignKey(
        "self",
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        verbose_name="price list",
        help_text="The faction whose list in the points manual it buys from.",
    )
    has_detachments = models.BooleanField("has detachments", default=True)
    source = models.CharField("source", max_length=SOURCE_LENGTH, blank=True)

    class Meta:
        ordering = ["name"]
        verbose_name = "faction"
        constraints = [
            named("faction_named"),
            models.CheckConstraint(
                condition=models.Q(parent__isnull=True) | ~models.Q(parent=models.F("id")),
                name="faction_not_its_own_parent",
                violation_error_message="A faction cannot be its own parent.",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class FactionKeyword(Part):
    """A keyword the faction answers to beside its army faction keyword."""

    belongs_to = "faction"
    faction = models.ForeignKey(Faction, models.CASCADE, related_name="keyword_rows")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")

    class Meta:
        verbose_name = "faction keyword"
        constraints = [models.UniqueConstraint(fields=["faction", "keyword"], name="faction_keyword_once")]

    def __str__(self) -> str:
        return str(self.keyword)


class FactionAlias(Part):
    """Another name of the faction."""

    belongs_to = "faction"
    faction = models.ForeignKey(Faction, models.CASCADE, related_name="alias_rows")
    name = models.CharField("name", max_length=NAME_LENGTH)

    class Meta:
        verbose_name = "faction alias"
        verbose_name_plural = "faction aliases"
        constraints = [
            named("faction_alias_named"),
            models.UniqueConstraint(fields=["faction", "name"], name="faction_alias_once"),
        ]

    def __str__(self) -> str:
        return self.name
