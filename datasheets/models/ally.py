"""Datasheets that another faction's army may include beside its own."""

from __future__ import annotations

from django.db import models

from datasheets.models.aggregate import ID_LENGTH, NAME_LENGTH, SOURCE_LENGTH, Aggregate, Part, named, one_of
from datasheets.models.battle_size import BattleSize
from datasheets.models.datasheet import Datasheet
from datasheets.models.detachment import Detachment
from datasheets.models.keyword import Keyword


class AlliedRule(Aggregate):
    """A rule by which guests may join an army (25.04)."""

    public_id = models.CharField("public id", max_length=ID_LENGTH, unique=True)
    name = models.CharField("name", max_length=NAME_LENGTH)
    cannot_be_warlord = models.BooleanField("guests cannot be Warlord", default=True)
    cannot_take_enhancements = models.BooleanField("guests cannot take enhancements", default=False)
    warlord_required_keyword = models.ForeignKey(
        Keyword, models.PROTECT, related_name="+", null=True, blank=True, verbose_name="keyword the Warlord needs"
    )
    exclusive_bucket = models.CharField(
        "exclusive group", max_length=NAME_LENGTH, blank=True, help_text="An army uses one rule of a group."
    )
    is_confirmed = models.BooleanField("checked against the rule's text", default=False)
    source = models.CharField("source", max_length=SOURCE_LENGTH, blank=True)

    class Meta:
        ordering = ["name", "public_id"]
        verbose_name = "allied rule"
        constraints = [named("allied_rule_named")]

    def __str__(self) -> str:
        return self.name


class AlliedKeywordRole(models.TextChoices):
    """Which of the rule's lists names the keyword."""

    HOST = "host", "host army"
    RATIO = "ratio", "counted in the ratio"
    ALL_MODELS = "all_models", "had by every other model"
    UNCOUNTED = "uncounted", "outside the limits"


class AlliedKeyword(Part):
    """A keyword of the rule: of the host army, of the ratio, of every other model, or of guests not counted."""

    belongs_to = "rule"
    rule = models.ForeignKey(AlliedRule, models.CASCADE, related_name="keyword_rows")
    role = models.CharField("kind", max_length=10, choices=AlliedKeywordRole.choices)
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")

    class Meta:
        verbose_name = "keyword of an allied rule"
        verbose_name_plural = "keywords of allied rules"
        constraints = [
            models.UniqueConstraint(fields=["rule", "role", "keyword"], name="allied_keyword_once"),
            one_of("role", AlliedKeywordRole.values, "allied_keyword_role_known"),
        ]

    def __str__(self) -> str:
        return str(self.keyword)


class AlliedGuest(Part):
    """A datasheet the rule lets in."""

    belongs_to = "rule"
    rule = models.ForeignKey(AlliedRule, models.CASCADE, related_name="guests")
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="+", verbose_name="datasheet")

    class Meta:
        ordering = ["rule", "position"]
        verbose_name = "guest"
        constraints = [models.UniqueConstraint(fields=["rule", "datasheet"], name="allied_guest_once")]

    def __str__(self) -> str:
        return str(self.datasheet)


class AlliedDetachment(Part):
    """A detachment the rule needs; one of them suffices, no row: none is needed."""

    belongs_to = "rule"
    rule = models.ForeignKey(AlliedRule, models.CASCADE, related_name="detachments")
    detachment = models.ForeignKey(Detachment, models.PROTECT, related_name="+", verbose_name="detachment")

    class Meta:
        verbose_name = "detachment of an allied rule"
        verbose_name_plural = "detachments of allied rules"
        constraints = [models.UniqueConstraint(fields=["rule", "detachment"], name="allied_detachment_once")]

    def __str__(self) -> str:
        return str(self.detachment)


class FreeGuest(Part):
    """A guest of which one unit is not counted for each unit of the army with some keywords."""

    belongs_to = "rule"
    rule = models.ForeignKey(AlliedRule, models.CASCADE, related_name="free_guests")
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="+", verbose_name="datasheet")

    class Meta:
        ordering = ["rule", "position"]
        verbose_name = "guest not counted"
        verbose_name_plural = "guests not counted"
        constraints = [models.UniqueConstraint(fields=["rule", "datasheet"], name="free_guest_once")]

    def __str__(self) -> str:
        return str(self.datasheet)


class FreeGuestKeyword(Part):
    """A keyword of the units, for each of which one guest is not counted."""

    belongs_to = "free_guest"
    free_guest = models.ForeignKey(FreeGuest, models.CASCADE, related_name="beside")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")

    class Meta:
        verbose_name = "keyword beside which a guest is not counted"
        verbose_name_plural = "keywords beside which guests are not counted"
        constraints = [models.UniqueConstraint(fields=["free_guest", "keyword"], name="free_guest_keyword_once")]

    def __str__(self) -> str:
        return str(self.keyword)


class LimitMeasure(models.TextChoices):
    """What the cap counts."""

    POINTS = "points", "points"
    COUNT = "count", "units"


class AlliedLimit(Part):
    """A cap on guests at a battle size: of points, or of units with a keyword."""

    belongs_to = "rule"
    rule = models.ForeignKey(AlliedRule, models.CASCADE, related_name="limits")
    measure = models.CharField("counts", max_length=10, choices=LimitMeasure.choices)
    battle_size = models.ForeignKey(BattleSize, models.PROTECT, related_name="+", verbose_name="battle size")
    maximum = models.PositiveIntegerField("at most")
    keyword = models.ForeignKey(
        Keyword, models.PROTECT, related_name="+", null=True, blank=True, verbose_name="units with keyword"
    )

    class Meta:
        ordering = ["rule", "measure", "position"]
        verbose_name = "limit of an allied rule"
        verbose_name_plural = "limits of allied rules"
        constraints = [
            models.UniqueConstraint(fields=["rule", "measure", "position"], name="allied_limit_position_once"),
            one_of("measure", LimitMeasure.values, "allied_limit_measure_known"),
        ]

    def __str__(self) -> str:
        return f"{self.battle_size}: {self.maximum} {self.get_measure_display()}"
