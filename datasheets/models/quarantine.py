"""Parts of datasheets that are not offered, for want of a dated source (R-11)."""

from __future__ import annotations

from django.db import models

from datasheets.catalogue.datasheet import QuarantinedPart as PartKind
from datasheets.models.aggregate import ID_LENGTH, Part, one_of
from datasheets.models.datasheet import Datasheet


class QuarantinedPart(Part):
    """An option, item or kind of model that the package has with a fault: kept here, and offered nowhere."""

    belongs_to = "datasheet"
    datasheet = models.ForeignKey(Datasheet, models.CASCADE, related_name="quarantined_rows")
    part = models.CharField("part", max_length=20, choices=[(kind.value, kind.value) for kind in PartKind])
    part_id = models.CharField("id", max_length=ID_LENGTH, help_text="Of the option or item; of a kind its name.")
    names = models.TextField("names", help_text="The items or the kind, one a line.")
    reason = models.TextField("reason", help_text="Why it is not offered.")

    class Meta:
        ordering = ["datasheet", "position"]
        verbose_name = "quarantined part"
        constraints = [
            models.UniqueConstraint(fields=["datasheet", "part", "part_id"], name="quarantined_part_once"),
            one_of("part", [kind.value for kind in PartKind], "quarantined_part_known"),
            models.CheckConstraint(
                condition=~models.Q(reason=""),
                name="quarantined_part_reasoned",
                violation_error_message="Say why it is not offered.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.part} {self.part_id}"
