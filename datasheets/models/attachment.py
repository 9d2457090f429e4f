"""Who may join whom."""

from __future__ import annotations

from django.db import models

from datasheets.catalogue.attachment import AttachmentRole
from datasheets.models.aggregate import NAME_LENGTH, SOURCE_LENGTH, Aggregate, Part, at_least_one, one_of
from datasheets.models.datasheet import Datasheet
from datasheets.models.detachment import Detachment
from datasheets.models.faction import Faction
from datasheets.models.keyword import Keyword


class Attachment(Aggregate):
    """A unit that may be attached to another one, in a role that belongs to the pair (R-13)."""

    joining = models.ForeignKey(Datasheet, models.CASCADE, related_name="attachments", verbose_name="joining unit")
    bodyguard = models.ForeignKey(
        Datasheet, models.CASCADE, related_name="attachments_to", verbose_name="bodyguard unit"
    )
    role = models.CharField("as", max_length=10, choices=[(role.value, role.value) for role in AttachmentRole])
    required_detachment = models.ForeignKey(
        Detachment, models.CASCADE, related_name="+", null=True, blank=True, verbose_name="only with detachment"
    )
    may_join_beside_another = models.BooleanField(
        "beside another of its role", default=False, help_text="It may join a unit that has one already (24.22, 24.34)."
    )
    is_mandatory = models.BooleanField(
        "must join", default=False, help_text="A joiner that must join a unit before the battle (R-13)."
    )
    led_by = models.ForeignKey(
        Keyword,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        verbose_name="only where led by",
        help_text="Keyword of a leader or support unit that the bodyguard unit must have.",
    )
    joiner_group = models.CharField(
        "joins once as",
        max_length=NAME_LENGTH,
        blank=True,
        help_text="Of the joiners of one group a bodyguard unit may have one.",
    )
    never_beside_its_like = models.BooleanField(
        "not beside its like", default=False, help_text="Beside another of its role, but not of its datasheet."
    )
    beside_from_models = models.PositiveSmallIntegerField(
        "beside another from", null=True, blank=True, help_text="Models of the bodyguard unit; empty: any number."
    )
    source = models.CharField("source", max_length=SOURCE_LENGTH, blank=True)

    class Meta:
        ordering = ["joining__name", "bodyguard__name"]
        verbose_name = "attachment"
        constraints = [
            models.UniqueConstraint(
                fields=["joining", "bodyguard", "role"],
                condition=models.Q(required_detachment__isnull=True),
                name="attachment_once",
            ),
            models.UniqueConstraint(
                fields=["joining", "bodyguard", "role", "required_detachment"],
                condition=models.Q(required_detachment__isnull=False),
                name="attachment_with_detachment_once",
            ),
            one_of("role", [role.value for role in AttachmentRole], "attachment_role_known"),
            at_least_one("beside_from_models", "attachment_beside_from_models"),
        ]

    def __str__(self) -> str:
        return f"{self.joining}, {self.role} of {self.bodyguard}"


class AttachmentPriceList(Part):
    """A price list whose armies may make the attachment; no row: any army."""

    belongs_to = "attachment"
    attachment = models.ForeignKey(Attachment, models.CASCADE, related_name="price_lists")
    faction = models.ForeignKey(Faction, models.PROTECT, related_name="+", verbose_name="price list")

    class Meta:
        verbose_name = "price list of an attachment"
        verbose_name_plural = "price lists of attachments"
        constraints = [models.UniqueConstraint(fields=["attachment", "faction"], name="attachment_price_list_once")]

    def __str__(self) -> str:
        return str(self.faction)


class AttachmentExcludedDetachment(Part):
    """A detachment with which the attachment cannot be made."""

    belongs_to = "attachment"
    attachment = models.ForeignKey(Attachment, models.CASCADE, related_name="excluded_detachments")
    detachment = models.ForeignKey(Detachment, models.CASCADE, related_name="+", verbose_name="detachment")

    class Meta:
        verbose_name = "detachment that bars an attachment"
        verbose_name_plural = "detachments that bar attachments"
        constraints = [
            models.UniqueConstraint(fields=["attachment", "detachment"], name="attachment_excluded_detachment_once"),
        ]

    def __str__(self) -> str:
        return str(self.detachment)


class AttachmentSharedKeyword(Part):
    """A keyword of which joining and bodyguard unit have to share one."""

    belongs_to = "attachment"
    attachment = models.ForeignKey(Attachment, models.CASCADE, related_name="shared_keywords")
    keyword = models.ForeignKey(Keyword, models.PROTECT, related_name="+", verbose_name="keyword")

    class Meta:
        verbose_name = "shared keyword of an attachment"
        verbose_name_plural = "shared keywords of attachments"
        constraints = [
            models.UniqueConstraint(fields=["attachment", "keyword"], name="attachment_shared_keyword_once"),
        ]

    def __str__(self) -> str:
        return str(self.keyword)


class AttachmentNeighbour(Part):
    """A datasheet beside which alone the unit may join as a second one of its role."""

    belongs_to = "attachment"
    attachment = models.ForeignKey(Attachment, models.CASCADE, related_name="neighbours")
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="+", verbose_name="datasheet")

    class Meta:
        verbose_name = "unit to stand beside"
        verbose_name_plural = "units to stand beside"
        constraints = [models.UniqueConstraint(fields=["attachment", "datasheet"], name="attachment_neighbour_once")]

    def __str__(self) -> str:
        return str(self.datasheet)
