"""The gauntlets that come with the service: the files of ``fixtures/gauntlets``, kept in the database as they are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from django.db import transaction
from django.utils import timezone

from battle.gauntlets import GauntletContent
from battle.models import Gauntlet

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "gauntlets"


@dataclass(frozen=True, slots=True)
class Loaded:
    """What loading changed, by slug."""

    made: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]


def shipped_gauntlets(folder: Path = FOLDER) -> dict[str, GauntletContent]:
    """The gauntlets of the folder by slug, which is the name of the file."""
    return {path.stem: _read(path) for path in sorted(folder.glob("*.yaml"))}


@transaction.atomic
def load_gauntlets(folder: Path = FOLDER) -> Loaded:
    """Bring the rows that are nobody's in line with the files; a second time changes nothing."""
    wanted = shipped_gauntlets(folder)
    rows = {row.slug: row for row in Gauntlet.objects.select_for_update().filter(owner__isnull=True)}
    made, changed = [], []
    for slug, content in wanted.items():
        columns = {
            "name": content.name,
            "about": content.about,
            "units": list(content.units),
            "weights": list(content.weights),
            "reasons": list(content.reasons),
        }
        row = rows.get(slug)
        if row is None:
            Gauntlet.objects.create(slug=slug, owner=None, **columns)
            made.append(slug)
        elif any(getattr(row, name) != value for name, value in columns.items()):
            Gauntlet.objects.filter(pk=row.pk).update(**columns, updated_at=timezone.now())
            changed.append(slug)
    removed = sorted(set(rows) - set(wanted))
    Gauntlet.objects.filter(owner__isnull=True, slug__in=removed).delete()
    return Loaded(tuple(made), tuple(changed), tuple(removed))


def _read(path: Path) -> GauntletContent:
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    targets = found["targets"]
    return GauntletContent(
        name=found["name"],
        about=found["about"],
        units=tuple(target["unit"] for target in targets),
        weights=tuple(target["weight"] for target in targets),
        reasons=tuple(target["why"] for target in targets),
    )
