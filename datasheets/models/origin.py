"""Where the values of entries come from that are not simply the package's or the manual's."""

from __future__ import annotations

from django.db import models

from datasheets.catalogue.origin import OriginLayer
from datasheets.models.aggregate import one_of
from datasheets.models.override import COLLECTION_LENGTH, FIELD_LENGTH, KEY_LENGTH

STORED = (OriginLayer.CORRECTION, OriginLayer.SUPPLEMENT)
"""Origins of the package and the manual follow by rule, those of edits stand with the edits."""


class FieldOrigin(models.Model):
    """A field that a correction or supplement set, as the import has it; the field ``""`` is a whole entry.

    It names its entry by collection and key: it is no fact of the catalogue and of no release.
    """

    collection = models.CharField("collection", max_length=COLLECTION_LENGTH)
    key = models.CharField("entry", max_length=KEY_LENGTH)
    field = models.CharField("field", max_length=FIELD_LENGTH, blank=True)
    layer = models.CharField("layer", max_length=20, choices=[(layer.value, layer.value) for layer in STORED])
    source = models.TextField("known from")
    reason = models.TextField("reason", blank=True)
    replaced = models.JSONField("value it replaced", null=True, blank=True)
    row = models.TextField("row", blank=True, help_text="File and number of the correction.")

    class Meta:
        ordering = ["collection", "key", "field"]
        verbose_name = "origin of a field"
        verbose_name_plural = "origins of fields"
        constraints = [
            models.UniqueConstraint(fields=["collection", "key", "field"], name="field_origin_once"),
            models.CheckConstraint(
                condition=~models.Q(collection="") & ~models.Q(key=""), name="field_origin_of_an_entry"
            ),
            one_of("layer", [layer.value for layer in STORED], "field_origin_layer_stored"),
        ]

    def __str__(self) -> str:
        return f"{self.collection}/{self.key}, {self.field or 'all'}: {self.layer}"
