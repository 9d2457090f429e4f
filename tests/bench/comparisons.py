"""``python -m tests.bench.comparisons``: a preview of a publication over saved rosters, on one worker.

Makes an installation of its own in a folder that is gone afterwards (SQLite), saves varied rosters of
all factions, compiles a draft in which a third of the prices are higher, and works the preview off as
the worker's task does. Prints what it took. Nothing is judged: figures are read by people.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import tempfile
import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datasheets.catalogue import Catalogue
    from datasheets.catalogue.catalogue import CatalogueData
    from datasheets.catalogue.datasheet import Datasheet
    from roster.document import RosterDocument, UnitEntry

SEED = 20260930
POINTS = 2000


def main() -> None:
    """Prepare and measure."""
    parser = argparse.ArgumentParser(description="Measure a preview over saved rosters.")
    parser.add_argument("--rosters", type=int, default=2000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("REDIS_URL", None)
        os.environ |= {
            "QUARTERMASTER_VAR": folder,
            "DJANGO_SETTINGS_MODULE": "config.settings.base",
            "LOG_LEVEL": "WARNING",
        }
        _prepared()
        measure(given.rosters)


def measure(rosters: int) -> None:
    """Save the rosters, start the preview, work it off."""
    from django.contrib.auth.models import User

    from datasheets.bells import SLICE_SECONDS
    from datasheets.models import Publication
    from datasheets.selectors import current_catalogue
    from datasheets.services import publish_release
    from datasheets.sources import source_catalogue
    from roster.comparisons import compare_waiting_rosters
    from roster.selectors.comparisons import ChangeFilter, comparison_progress
    from roster.services.comparisons import start_preview
    from roster.services.rosters import save_roster

    source = source_catalogue()
    manual = source.stamp.manual
    draft = publish_release(dearer(source.data), upstream="bench", manual=manual).release
    Publication.objects.all()._raw_delete("default")  # a draft was never in force
    publish_release(source.data, upstream="bench", manual=manual)
    catalogue = current_catalogue()

    maker = RosterMaker(catalogue, random.Random(SEED))  # noqa: S311  # varied, not secret
    owners = User.objects.bulk_create(User(username=f"user{number}") for number in range(1 + rosters // 100))
    start = time.perf_counter()
    factions: Counter[str] = Counter()
    legalities: Counter[str] = Counter()
    units = 0
    for number in range(rosters):
        document = maker.roster(number)
        saved = save_roster(owners[number // 100], document, catalogue=catalogue, name=f"Roster {number}")
        factions[saved.faction] += 1
        legalities[saved.legality] += 1
        units += len(document.units)
    print(f"{rosters} rosters of {len(factions)} factions saved in {time.perf_counter() - start:.1f} s")
    print(f"  {units / rosters:.1f} units each; as drafts {dict(legalities)}")

    start, busy = time.perf_counter(), time.process_time()
    comparison = start_preview(draft, by=None)
    begun = time.perf_counter() - start
    slices = 0
    has_more = True
    while has_more:
        has_more = compare_waiting_rosters(seconds=SLICE_SECONDS)
        slices += 1
        progress = comparison_progress(comparison)
        print(f"  {progress.finished} of {progress.total} after {time.perf_counter() - start:.1f} s")
    taken, busy = time.perf_counter() - start, time.process_time() - busy
    comparison.refresh_from_db()
    print(
        f"preview {comparison.status} in {taken:.1f} s, {busy:.1f} s of processor, "
        f"{begun:.2f} s to begin, {slices} tasks"
    )
    print(f"  {taken / rosters * 1000:.1f} ms a roster, {rosters / taken:.0f} rosters a second")
    told = ", ".join(f"{choice.value} {progress.counts[choice]}" for choice in ChangeFilter if progress.counts[choice])
    print(f"  {told}")
    print(f"  peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def dearer(data: CatalogueData) -> CatalogueData:
    """The catalogue in which a third of the priced units cost 5 or 10 points more."""
    chance = random.Random(SEED)  # noqa: S311  # varied, not secret
    tables = []
    for table in data.prices:
        more = chance.choice((0, 0, 0, 0, 5, 10))
        tiers = tuple(
            replace(tier, rows=tuple(replace(row, points=row.points + more) for row in tier.rows))
            for tier in table.tiers
        )
        tables.append(replace(table, tiers=tiers))
    return replace(data, prices=tuple(tables))


class RosterMaker:
    """Makes rosters as players write them: a faction, a detachment, units up to the limit with their wargear."""

    def __init__(self, catalogue: Catalogue, chance: random.Random) -> None:
        self.catalogue = catalogue
        self.chance = chance
        self.detachments: dict[str, list[str]] = {}
        for faction in sorted(catalogue.factions):
            lineage = catalogue.lineage(faction)
            offered = [key for key, row in catalogue.detachments.items() if row.offer_to(*lineage) is not None]
            if offered and self._datasheets(faction):
                self.detachments[faction] = offered

    def roster(self, number: int) -> RosterDocument:
        """The roster of this number: factions take turns."""
        from roster.document import Reference, RosterDocument

        factions = sorted(self.detachments)
        faction = factions[number % len(factions)]
        detachment = self.catalogue.detachments[self.chance.choice(self.detachments[faction])]
        units: list[UnitEntry] = []
        left = POINTS
        choices = self._datasheets(faction)
        for _ in range(40):
            datasheet = self.chance.choice(choices)
            size = self.chance.choice((datasheet.minimum_models, datasheet.maximum_models))
            cost = self._cost(datasheet, faction, size)
            if cost is not None and cost <= left:
                left -= cost
                units.append(self._unit(f"u{len(units) + 1}", datasheet, size, is_warlord=not units))
        return RosterDocument(
            Reference(faction, self.catalogue.factions[faction].name),
            Reference("strike-force", "Strike Force"),
            detachments=(Reference(detachment.id, detachment.name),),
            units=tuple(units),
            name=f"Roster {number}",
        )

    def _datasheets(self, faction: str) -> list[Datasheet]:
        lineage = self.catalogue.lineage(faction)
        return [
            row
            for row in self.catalogue.data.datasheets
            if row.faction in lineage and not row.is_legends and row.kinds and row.maximum_models
        ]

    def _cost(self, datasheet: Datasheet, faction: str, size: int) -> int | None:
        table = self.catalogue.price_table(datasheet.id, faction)
        if table is None or not table.tiers:
            return None
        return next((row.points for row in table.tiers[0].rows if row.models >= size), None)

    def _unit(self, key: str, datasheet: Datasheet, size: int, *, is_warlord: bool) -> UnitEntry:
        from roster.document import ItemCount, ModelEntry, Reference, UnitEntry

        models = []
        left = size
        for kind in sorted(datasheet.kinds, key=lambda kind: not kind.is_leader):
            is_last = kind is datasheet.kinds[-1]
            count = left if is_last else min(left, max(kind.minimum, 1 if kind.is_leader else kind.minimum))
            if count <= 0:
                continue
            left -= count
            carried = Counter(kind.default_items)
            items = tuple(
                ItemCount(Reference(item, self.catalogue.items[item].name), each * count)
                for item, each in sorted(carried.items())
                if item in self.catalogue.items
            )
            models.append(ModelEntry(kind.name, count, items))
        return UnitEntry(key, Reference(datasheet.id, datasheet.name), tuple(models), is_warlord=is_warlord)


def _prepared() -> None:
    """Tables as the models have them."""
    import django
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    settings.MIGRATION_MODULES = dict.fromkeys(("datasheets", "roster"))
    settings.CELERY_TASK_ALWAYS_EAGER = False
    call_command("migrate", run_syncdb=True, verbosity=0)


if __name__ == "__main__":
    main()
