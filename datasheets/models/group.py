"""Groups of units that limit each other, and choices made for units when the army is mustered."""

from __future__ import annotations

from django.db import models

from datasheets.models.aggregate import ID_LENGTH, NAME_LENGTH, SOURCE_LENGTH, Aggregate, Part, named, ordered
from datasheets.models.datasheet import Datasheet
from datasheets.models.detachment import Detachment
from datasheets.models.faction import Faction
from datasheets.models.keyword import Keyword

BASIS_LENGTH = 500


class GroupLimit(Aggregate):
    """How many units of a group an army includes, all together."""

    public_id = models.CharField("public id", max_length=ID_LENGTH, unique=True)
    name = models.CharField("name", max_length=NAME_LENGTH)
    minimum = models.PositiveSmallIntegerField("at least", default=0)
    maximum = models.PositiveSmallIntegerField("at most", null=True, blank=True, help_text="Empty: any number.")
    faction = models.ForeignKey(
        Faction, models.CASCADE, related_name="+", null=True, blank=True, verbose_name="only in armies of"
    )
    detachment = models.ForeignKey(
        Detachment, models.CASCADE, related_name="+", null=True, blank=True, verbose_name="only with detachment"
    )
    basis = models.CharField("rests on", max_length=BASIS_LENGTH, blank=True)
    source = models.CharField("source", max_length=SOURCE_LENGTH, blank=True)

    class Meta:
        ordering = ["name", "public_id"]
        verbose_name = "group limit"
        constraints = [named("group_limit_named"), ordered("minimum", "maximum", "group_limit_in_order")]

    def __str__(self) -> str:
        return self.name


class GroupMember(Part):
    """A datasheet of the group, or one that an army with a unit of the group does not include."""

    belongs_to = "group"
    group = models.ForeignKey(GroupLimit, models.CASCADE, related_name="member_rows")
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="+", verbose_name="datasheet")
    is_excluded = models.BooleanField("excluded", default=False)

    class Meta:
        verbose_name = "member of a group"
        verbose_name_plural = "members of groups"
        constraints = [models.UniqueConstraint(fields=["group", "datasheet"], name="group_member_once")]

    def __str__(self) -> str:
        return f"not {self.datasheet}" if self.is_excluded else str(self.datasheet)


class GroupOverride(Part):
    """Other limits of the group in armies with a detachment."""

    belongs_to = "group"
    group = models.ForeignKey(GroupLimit, models.CASCADE, related_name="overrides")
    detachment = models.ForeignKey(Detachment, models.CASCADE, related_name="+", verbose_name="detachment")
    minimum = models.PositiveSmallIntegerField("at least", default=0)
    maximum = models.PositiveSmallIntegerField("at most", null=True, blank=True, help_text="Empty: any number.")

    class Meta:
        verbose_name = "limit of a group with a detachment"
        verbose_name_plural = "limits of groups with detachments"
        constraints = [
            models.UniqueConstraint(fields=["group", "detachment"], name="group_override_once"),
            ordered("minimum", "maximum", "group_override_in_order"),
        ]

    def __str__(self) -> str:
        return str(self.detachment)


class Allegiance(Aggregate):
    """One of several choices that are made for each of some units."""

    public_id = models.CharField("public id", max_length=ID_LENGTH, unique=True)
    name = models.CharField("name", max_length=NAME_LENGTH)
    detachment = models.ForeignKey(
        Detachment, models.CASCADE, related_name="+", null=True, blank=True, verbose_name="only with detachment"
    )
    is_mandatory = models.BooleanField("has to be made", default=False)
    minimum = models.PositiveSmallIntegerField("units at least", default=0)
    maximum = models.PositiveSmallIntegerField("units at most", null=True, blank=True, help_text="Empty: any number.")
    basis = models.CharField("rests on", max_length=BASIS_LENGTH, blank=True)
    source = models.CharField("source", max_length=SOURCE_LENGTH, blank=True)

    class Meta:
        ordering = ["name", "public_id"]
        verbose_name = "allegiance"
        constraints = [named("allegiance_named"), ordered("minimum", "maximum", "allegiance_in_order")]

    def __str__(self) -> str:
        return self.name


class AllegianceKeyword(Part):
    """A keyword that units with the choice have, or must not have."""

    belongs_to = "allegiance"
    allegiance = models.ForeignKey(Allegiance, models.CASCADE, related_name="keyword_rows")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")
    is_excluded = models.BooleanField("excluded", default=False)

    class Meta:
        verbose_name = "keyword of an allegiance"
        verbose_name_plural = "keywords of allegiances"
        constraints = [models.UniqueConstraint(fields=["allegiance", "keyword"], name="allegiance_keyword_once")]

    def __str__(self) -> str:
        return f"not {self.keyword}" if self.is_excluded else str(self.keyword)


class AllegianceMember(Part):
    """A datasheet that has the choice."""

    belongs_to = "allegiance"
    allegiance = models.ForeignKey(Allegiance, models.CASCADE, related_name="member_rows")
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="+", verbose_name="datasheet")

    class Meta:
        verbose_name = "unit of an allegiance"
        verbose_name_plural = "units of allegiances"
        constraints = [models.UniqueConstraint(fields=["allegiance", "datasheet"], name="allegiance_member_once")]

    def __str__(self) -> str:
        return str(self.datasheet)


class AllegianceChoice(Part):
    """One of the choices."""

    belongs_to = "allegiance"
    allegiance = models.ForeignKey(Allegiance, models.CASCADE, related_name="choices")
    name = models.CharField("name", max_length=NAME_LENGTH)
    maximum = models.PositiveSmallIntegerField("units at most", null=True, blank=True, help_text="Empty: any number.")

    class Meta:
        verbose_name = "choice of an allegiance"
        verbose_name_plural = "choices of allegiances"
        constraints = [
            named("allegiance_choice_named"),
            models.UniqueConstraint(fields=["allegiance", "name"], name="allegiance_choice_once"),
        ]

    def __str__(self) -> str:
        return self.name


class AllegianceChoiceKeyword(Part):
    """A keyword that the choice gives."""

    belongs_to = "choice"
    choice = models.ForeignKey(AllegianceChoice, models.CASCADE, related_name="keyword_rows")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")

    class Meta:
        verbose_name = "keyword of a choice"
        verbose_name_plural = "keywords of choices"
        constraints = [models.UniqueConstraint(fields=["choice", "keyword"], name="allegiance_choice_keyword_once")]

    def __str__(self) -> str:
        return str(self.keyword)
