"""Published releases of the catalogue, their publications, and the points manuals given by hand."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models
from django.utils import timezone

from datasheets.models.aggregate import NAME_LENGTH, SOURCE_LENGTH


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
    """One compiled catalogue: what checks, simulations and apps read."""

    label = models.CharField("label", max_length=80, unique=True)
    content_hash = models.CharField("content hash", max_length=64, unique=True, help_text="SHA-256, hexadecimal.")
    published_at = models.DateTimeField("published", default=timezone.now)
    upstream = models.CharField("data package", max_length=SOURCE_LENGTH)
    manual_name = models.CharField("points manual", max_length=NAME_LENGTH)
    manual_version = models.CharField("manual version", max_length=40)
    manual_date = models.DateField("manual date")
    content = models.BinaryField("content", help_text="The compiled catalogue, compressed.")
    counts = models.JSONField("counts", default=dict, help_text="Entries of each kind.")

    class Meta:
        ordering = ["-id"]
        verbose_name = "release"
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

    It is a row of its own because a release can return: going back to an older points manual compiles
    to the content of an older release, which stays as it is.
    """

    release = models.ForeignKey(Release, models.PROTECT, related_name="publications")
    published_at = models.DateTimeField("published", default=timezone.now)

    class Meta:
        ordering = ["-id"]
        verbose_name = "publication"

    def __str__(self) -> str:
        return f"{self.release} in force from {self.published_at:%Y-%m-%d %H:%M}"


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
