"""What other sources call our entries."""

from __future__ import annotations

from django.db import models

from datasheets.catalogue.identity import EntryKind
from datasheets.models.aggregate import ID_LENGTH, one_of

REFERENCE_LENGTH = 250
"""An id of ours, and the namespace before it."""


class ExternalReference(models.Model):
    """A source's own key of an entry, by which the import knows the entry again under another name (R-06).

    One reference may stand at several entries; such a one is of no use for that, and is kept to tell so.
    The row names its entry by public id: it is no fact of the catalogue and of no release.
    """

    KINDS = tuple(kind.value for kind in EntryKind)

    kind = models.CharField("kind", max_length=20, choices=[(kind, kind) for kind in KINDS])
    public_id = models.CharField("public id", max_length=ID_LENGTH)
    reference = models.CharField("reference", max_length=REFERENCE_LENGTH, help_text="Namespace and id, with a colon.")

    class Meta:
        ordering = ["kind", "public_id", "reference"]
        verbose_name = "external reference"
        constraints = [
            models.UniqueConstraint(fields=["kind", "public_id", "reference"], name="external_reference_once"),
            models.CheckConstraint(condition=models.Q(reference__contains=":"), name="external_reference_namespaced"),
            models.CheckConstraint(condition=~models.Q(public_id=""), name="external_reference_of_an_entry"),
            one_of("kind", [kind.value for kind in EntryKind], "external_reference_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.public_id}: {self.reference}"
