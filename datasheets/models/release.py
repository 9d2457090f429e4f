"""Releases of the catalogue, their publications and withdrawals, and what the tables were imported from."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models
from django.utils import timezone

from datasheets.models.aggregate import NAME_LENGTH, SOURCE_LENGTH

WHO_LENGTH = 150
NOTE_LENGTH = 300


class ReleaseIsImmutable(Exception):
    """Something tried to change or delete what was published."""


def _refuse(name: str) -> NoReturn:
    raise ReleaseIsImmutable(f"{name}: what was published never changes; publish a new release instead.")


class PublishedQuerySet(models.QuerySet["Any"]):
    """Rows that can be added and read, not changed or deleted."""

    def update(self, **kwargs: Any) -> int:
        """Refuse: published rows never change."""
        _refuse(str(self.model._meta.verbose_name_plural))

    def bulk_update(self, *args: Any, **kwargs: Any) -> int:
        """Refuse: published rows never change."""
        _refuse(str(self.model._meta.verbose_name_plural))

    def delete(self) -> tuple[int, dict[str, int]]:
        """Refuse: published rows never go away."""
        _refuse(str(self.model._meta.verbose_name_plural))


class Published(models.Model):
    """A row that is written once."""

    objects = PublishedQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store a new row; raises :class:`ReleaseIsImmutable` for one that is stored already."""
        if not self._state.adding:
            _refuse(str(self))
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Refuse: raises :class:`ReleaseIsImmutable`."""
        _refuse(str(self))


class Release(Published):
    """One compiled catalogue: what checks, simulations and apps read. Without a publication it is a draft."""

    label = models.CharField("label", max_length=80, unique=True, help_text="Year.month of the manual, and a number.")
    content_hash = models.CharField("content hash", max_length=64, unique=True, help_text="SHA-256, hexadecimal.")
    compiled_at = models.DateTimeField("compiled", default=timezone.now)
    by = models.CharField(
        "compiled by", max_length=WHO_LENGTH, blank=True, default="", help_text="Username; empty: an import."
    )
    note = models.CharField("note", max_length=NOTE_LENGTH, blank=True, default="")
    upstream = models.CharField("data package", max_length=SOURCE_LENGTH)
    manual_name = models.CharField("points manual", max_length=NAME_LENGTH)
    manual_version = models.CharField("manual version", max_length=40)
    manual_date = models.DateField("manual date")
    corrections = models.PositiveIntegerField("corrections", default=0, help_text="Entries of the corrections.")
    supplements = models.PositiveIntegerField("supplements", default=0, help_text="Entries of the supplements.")
    overrides = models.PositiveIntegerField("overrides", default=0, help_text="Fields that were edited here.")
    content = models.BinaryField("content", help_text="The compiled catalogue, compressed.")
    counts = models.JSONField("counts", default=dict, help_text="Entries of each kind.")

    class Meta:
        ordering = ["-id"]
        verbose_name = "release"
        permissions = [
            ("edit_catalogue", "Can edit the catalogue"),
            ("compile_draft", "Can compile and preview drafts"),
            ("publish_release", "Can publish, roll back and withdraw releases"),
            ("confirm_override", "Can confirm edits under which the sources moved"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(content_hash__regex=r"^[0-9a-f]{64}$"), name="release_hash_is_sha256"
            ),
            models.CheckConstraint(condition=~models.Q(label=""), name="release_labelled"),
        ]

    def __str__(self) -> str:
        return self.label


class Publication(Published):
    """A release put in force: the newest publication names the current one.

    It is a row of its own because a release can return: rolling back puts a former release in force
    again, which stays as it is.
    """

    release = models.ForeignKey(Release, models.PROTECT, related_name="publications")
    published_at = models.DateTimeField("published", default=timezone.now)
    by = models.CharField(
        "published by", max_length=WHO_LENGTH, blank=True, default="", help_text="Username; empty: an import."
    )
    note = models.CharField("note", max_length=NOTE_LENGTH, blank=True, default="")
    reason = models.CharField(
        "reason in spite of faults",
        max_length=NOTE_LENGTH,
        blank=True,
        default="",
        help_text="Why it was published although the audit found new errors.",
    )
    is_rollback = models.BooleanField("rolled back", default=False)

    class Meta:
        ordering = ["-id"]
        verbose_name = "publication"

    def __str__(self) -> str:
        return f"{self.release} in force from {self.published_at:%Y-%m-%d %H:%M}"


class Withdrawal(Published):
    """A release that must not come into force (again), or, ``is_lifted``, that may; the newest row decides."""

    release = models.ForeignKey(Release, models.PROTECT, related_name="withdrawals")
    at = models.DateTimeField("at", default=timezone.now)
    by = models.CharField("by", max_length=WHO_LENGTH, blank=True, default="")
    reason = models.CharField("reason", max_length=NOTE_LENGTH)
    is_lifted = models.BooleanField("lifted", default=False)

    class Meta:
        ordering = ["-id"]
        verbose_name = "withdrawal"
        constraints = [models.CheckConstraint(condition=~models.Q(reason=""), name="withdrawal_has_a_reason")]

    def __str__(self) -> str:
        return f"{self.release} {'no longer ' if self.is_lifted else ''}withdrawn: {self.reason}"


class ImportedSources(Published):
    """What the tables were last filled from; the newest row tells, and ``release`` what came of it."""

    release = models.ForeignKey(Release, models.PROTECT, related_name="imports")
    at = models.DateTimeField("at", default=timezone.now)
    upstream = models.CharField("data package", max_length=SOURCE_LENGTH)
    manual_name = models.CharField("points manual", max_length=NAME_LENGTH)
    manual_version = models.CharField("manual version", max_length=40)
    manual_date = models.DateField("manual date")
    corrections = models.PositiveIntegerField("corrections", default=0)
    supplements = models.PositiveIntegerField("supplements", default=0)

    class Meta:
        ordering = ["-id"]
        verbose_name = "import"

    def __str__(self) -> str:
        return f"{self.upstream}; {self.manual_name} {self.manual_version}"


class StoredManual(models.Model):
    """A points manual given to ``import_points``; the import takes the newest manual there is."""

    name = models.CharField("name", max_length=NAME_LENGTH)
    version = models.CharField("version", max_length=40)
    date = models.DateField("date")
    content = models.BinaryField("content", help_text="The manual in the project's own shape, compressed.")
    stored_at = models.DateTimeField("stored", default=timezone.now)

    class Meta:
        ordering = ["-date", "-stored_at"]
        verbose_name = "points manual"
        constraints = [models.UniqueConstraint(fields=["name", "version"], name="stored_manual_once")]

    def __str__(self) -> str:
        return f"{self.name} {self.version}"
