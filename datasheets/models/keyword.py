"""Keywords: words that units, factions and rules share, each stored once."""

from __future__ import annotations

from django.db import models

from datasheets.models.aggregate import NAME_LENGTH, Aggregate, named


class Keyword(Aggregate):
    """A keyword as sources spell it; comparing folds case and plural (R-07)."""

    name = models.CharField("name", max_length=NAME_LENGTH, unique=True)

    class Meta:
        ordering = ["name"]
        verbose_name = "keyword"
        constraints = [named("keyword_named")]

    def __str__(self) -> str:
        return self.name
