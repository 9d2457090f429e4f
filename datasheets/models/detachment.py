"""Detachments, what they cost and grant in each faction, and the force dispositions they grant."""

from __future__ import annotations

from django.db import models

from datasheets.models.aggregate import (
    ID_LENGTH,
    NAME_LENGTH,
    SOURCE_LENGTH,
    Aggregate,
    Part,
    at_least_one,
    named,
    one_of,
)
from datasheets.models.datasheet import KNOWLEDGE, Datasheet
from datasheets.models.faction import Faction
from datasheets.models.keyword import Keyword


class ForceDisposition(Aggregate):
    """A force disposition that detachments grant (25.04)."""

    public_id = models.CharField("public id", max_length=ID_LENGTH, unique=True)
    name = models.CharField("name", max_length=NAME_LENGTH)

    class Meta:
        ordering = ["name"]
        verbose_name = "force disposition"
        constraints = [named("force_disposition_named")]

    def __str__(self) -> str:
        return self.name


class Detachment(Aggregate):
    """A detachment, offered to one or more factions."""

    public_id = models.CharField("public id", max_length=ID_LENGTH, unique=True)
    name = models.CharField("name", max_length=NAME_LENGTH)
    has_uncounted_enhancements = models.BooleanField(
        "enhancements not counted", default=False, help_text="They do not count towards the enhancement limit."
    )
    knowledge = models.CharField("known", max_length=10, choices=KNOWLEDGE, default=KNOWLEDGE[0][0])
    source = models.CharField("source", max_length=SOURCE_LENGTH, blank=True)
    not_offered = models.TextField("not offered because", blank=True, help_text="Empty: it is offered.")

    class Meta:
        ordering = ["name", "public_id"]
        verbose_name = "detachment"
        constraints = [
            named("detachment_named"),
            one_of("knowledge", [value for value, _ in KNOWLEDGE], "detachment_knowledge_known"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.public_id.partition(':')[0]})"


class DetachmentAlias(Part):
    """Another name of the detachment."""

    belongs_to = "detachment"
    detachment = models.ForeignKey(Detachment, models.CASCADE, related_name="alias_rows")
    name = models.CharField("name", max_length=NAME_LENGTH)

    class Meta:
        verbose_name = "detachment alias"
        verbose_name_plural = "detachment aliases"
        constraints = [
            named("detachment_alias_named"),
            models.UniqueConstraint(fields=["detachment", "name"], name="detachment_alias_once"),
        ]

    def __str__(self) -> str:
        return self.name


class DetachmentOffer(Part):
    """What the detachment costs and grants in one faction."""

    belongs_to = "detachment"
    detachment = models.ForeignKey(Detachment, models.CASCADE, related_name="offers")
    faction = models.ForeignKey(Faction, models.PROTECT, related_name="offers", verbose_name="faction")
    points = models.PositiveSmallIntegerField(
        "Detachment Points", null=True, blank=True, help_text="Empty: no source at hand has them."
    )
    source = models.CharField("source", max_length=SOURCE_LENGTH, blank=True)

    class Meta:
        ordering = ["detachment", "position"]
        verbose_name = "offer to a faction"
        verbose_name_plural = "offers to factions"
        constraints = [models.UniqueConstraint(fields=["detachment", "faction"], name="detachment_offer_once")]

    def __str__(self) -> str:
        points = "DP not known" if self.points is None else f"{self.points} DP"
        return f"{self.faction}: {points}"


class OfferedDisposition(Part):
    """A force disposition the offer grants."""

    belongs_to = "offer"
    offer = models.ForeignKey(DetachmentOffer, models.CASCADE, related_name="dispositions")
    disposition = models.ForeignKey(
        ForceDisposition, models.PROTECT, related_name="+", verbose_name="force disposition"
    )

    class Meta:
        verbose_name = "granted disposition"
        constraints = [models.UniqueConstraint(fields=["offer", "disposition"], name="offered_disposition_once")]

    def __str__(self) -> str:
        return str(self.disposition)


class OfferedUniqueTag(Part):
    """A Unique tag: an army selects one detachment with it at most."""

    belongs_to = "offer"
    offer = models.ForeignKey(DetachmentOffer, models.CASCADE, related_name="unique_tags")
    name = models.CharField("tag", max_length=NAME_LENGTH)

    class Meta:
        verbose_name = "Unique tag"
        constraints = [
            named("offered_unique_tag_named"),
            models.UniqueConstraint(fields=["offer", "name"], name="offered_unique_tag_once"),
        ]

    def __str__(self) -> str:
        return self.name


class RequiredKeyword(Part):
    """A faction or chapter keyword; the army must have one of the detachment's."""

    belongs_to = "detachment"
    detachment = models.ForeignKey(Detachment, models.CASCADE, related_name="required_keywords")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")

    class Meta:
        verbose_name = "required keyword"
        constraints = [models.UniqueConstraint(fields=["detachment", "keyword"], name="required_keyword_once")]

    def __str__(self) -> str:
        return str(self.keyword)


class GrantedKeyword(Part):
    """A keyword the detachment gives to units that have another one."""

    belongs_to = "detachment"
    detachment = models.ForeignKey(Detachment, models.CASCADE, related_name="granted_keywords")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")
    to_keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="to units with")
    maximum = models.PositiveSmallIntegerField("at most", null=True, blank=True, help_text="Units; empty: all.")
    with_keyword = models.ForeignKey(
        Keyword, models.PROTECT, related_name="+", null=True, blank=True, verbose_name="that also have"
    )
    is_choice = models.BooleanField("chosen", default=False, help_text="The player says which units get it.")

    class Meta:
        verbose_name = "granted keyword"
        constraints = [
            models.UniqueConstraint(fields=["detachment", "keyword", "to_keyword"], name="granted_keyword_once"),
            at_least_one("maximum", "granted_keyword_maximum"),
        ]

    def __str__(self) -> str:
        return f"{self.keyword} to {self.to_keyword}"


class UnitMinimum(Part):
    """How many units with a keyword the army must include."""

    belongs_to = "detachment"
    detachment = models.ForeignKey(Detachment, models.CASCADE, related_name="unit_minimums")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")
    minimum = models.PositiveSmallIntegerField("at least")

    class Meta:
        verbose_name = "unit minimum"
        constraints = [models.UniqueConstraint(fields=["detachment", "keyword"], name="unit_minimum_once")]

    def __str__(self) -> str:
        return f"{self.minimum} {self.keyword}"


class DetachmentDatasheet(Part):
    """A datasheet the army must include, or must not."""

    belongs_to = "detachment"
    detachment = models.ForeignKey(Detachment, models.CASCADE, related_name="datasheet_rows")
    datasheet = models.ForeignKey(Datasheet, models.PROTECT, related_name="+", verbose_name="datasheet")
    is_excluded = models.BooleanField("excluded", default=False)

    class Meta:
        verbose_name = "datasheet of a detachment"
        verbose_name_plural = "datasheets of detachments"
        constraints = [
            models.UniqueConstraint(fields=["detachment", "datasheet"], name="detachment_datasheet_once"),
        ]

    def __str__(self) -> str:
        return f"not {self.datasheet}" if self.is_excluded else str(self.datasheet)


class DetachmentExcludedFaction(Part):
    """A chapter whose own list leaves the detachment out, though its parent's list has it."""

    belongs_to = "detachment"
    detachment = models.ForeignKey(Detachment, models.CASCADE, related_name="excluded_factions")
    faction = models.ForeignKey(Faction, models.PROTECT, related_name="+", verbose_name="faction")

    class Meta:
        verbose_name = "faction without the detachment"
        verbose_name_plural = "factions without the detachment"
        constraints = [
            models.UniqueConstraint(fields=["detachment", "faction"], name="detachment_excluded_faction_once"),
        ]

    def __str__(self) -> str:
        return str(self.faction)


class ExcludedDetachment(Part):
    """A detachment that cannot be selected beside this one."""

    belongs_to = "detachment"
    detachment = models.ForeignKey(Detachment, models.CASCADE, related_name="excluded_detachments")
    excluded = models.ForeignKey(Detachment, models.PROTECT, related_name="+", verbose_name="excluded detachment")

    class Meta:
        verbose_name = "excluded detachment"
        constraints = [
            models.UniqueConstraint(fields=["detachment", "excluded"], name="excluded_detachment_once"),
            models.CheckConstraint(
                condition=~models.Q(detachment=models.F("excluded")),
                name="excluded_detachment_is_another",
                violation_error_message="A detachment cannot exclude itself.",
            ),
        ]

    def __str__(self) -> str:
        return str(self.excluded)


class DemandedWarlord(Part):
    """A datasheet; a model of one of those of the detachment must be the Warlord."""

    belongs_to = "detachment"
    detachment = models.ForeignKey(Detachment, models.CASCADE, related_name="demanded_warlords")
    datasheet = models.ForeignKey(Datasheet, models.PROTECT, related_name="+", verbose_name="datasheet")

    class Meta:
        verbose_name = "demanded Warlord"
        constraints = [models.UniqueConstraint(fields=["detachment", "datasheet"], name="demanded_warlord_once")]

    def __str__(self) -> str:
        return str(self.datasheet)
