"""``manage.py simulations``: the work queue for those who run the service."""

from __future__ import annotations

import datetime
import json
import uuid
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from battle.claims import free_stale_parts
from battle.models import PartStatus, Simulation, SimulationRequest
from battle.operations import queue_as_dict, queue_as_text, simulation_as_text
from battle.services.purging import delete_simulations, expired_simulations, simulations_not_asked_for
from battle.services.requeueing import NotRequeued, requeue, unsound_simulations
from battle.tasks import work_on_simulations

LONGEST_DAYS = 36_500


def _days(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= LONGEST_DAYS):
        raise ArgumentTypeError(f"“{text}” is no number of days; write a whole number from 0 to {LONGEST_DAYS:,}")
    return int(text)


def _uuid(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError as error:
        raise ArgumentTypeError(f"“{text}” is no id of a simulation, such as {uuid.UUID(int=0)}") from error


class Command(BaseCommand):
    """Subcommands ``queue``, ``requeue``, ``purge`` and ``show``."""

    help = "Shows the queue of simulations, lets them be computed anew, and deletes old ones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One parser for each subcommand."""
        commands = parser.add_subparsers(dest="subcommand", required=True, metavar="queue|requeue|purge|show")
        queue = commands.add_parser("queue", help="what waits and runs, since when, and who works")
        queue.add_argument("--json", action="store_true", help="as one JSON object")
        again = commands.add_parser("requeue", help="let simulations be computed anew")
        which = again.add_mutually_exclusive_group(required=True)
        which.add_argument("--uuid", type=_uuid, action="append", help="this one; may be given several times")
        which.add_argument("--failed", action="store_true", help="all that were given up or have gaps")
        which.add_argument("--stale", action="store_true", help="parts whose workers died, without waiting for a sweep")
        purge = commands.add_parser("purge", help="delete what has expired, or was not asked for lately")
        purge.add_argument("--older-than", type=_days, metavar="DAYS", help="ended, and not asked for in so many days")
        purge.add_argument("--dry-run", action="store_true", help="only say how many")
        show = commands.add_parser("show", help="one simulation: where it stands, its parts and who asked")
        show.add_argument("uuid", type=_uuid, help="of a simulation, or of somebody’s request")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do what the subcommand says."""
        match options["subcommand"]:
            case "queue":
                self._queue(as_json=options["json"])
            case "requeue":
                self._requeue(options)
            case "purge":
                self._purge(options["older_than"], is_trial=options["dry_run"])
            case _:
                self.stdout.write(simulation_as_text(_found(options["uuid"])))

    def _queue(self, *, as_json: bool) -> None:
        found = queue_as_dict()
        self.stdout.write(json.dumps(found, ensure_ascii=False) if as_json else queue_as_text(found))

    def _requeue(self, options: dict[str, Any]) -> None:
        if options["stale"]:
            freed = free_stale_parts()
            self.stdout.write(f"Freed {freed} {_parts(freed)} of workers that died.")
            self._ring(Simulation.objects.filter(chunks__status=PartStatus.PENDING).distinct())
            return
        chosen = [_found(one) for one in options["uuid"]] if options["uuid"] else list(unsound_simulations())
        refused = 0
        for simulation in chosen:
            try:
                parts = requeue(simulation)
            except NotRequeued as refusal:
                refused += 1
                self.stderr.write(f"{simulation.uuid}: not computed anew. {refusal}")
                continue
            self.stdout.write(f"{simulation.uuid}: {parts} {_parts(parts)} wait again.")
            work_on_simulations.delay(simulation.pk)
        if not chosen:
            self.stdout.write("Nothing was given up, and nothing has gaps.")
        if refused and options["uuid"]:
            raise CommandError(f"{refused} of {len(chosen)} were not computed anew.")

    def _ring(self, simulations: QuerySet[Simulation]) -> None:
        for key in simulations.values_list("pk", flat=True):
            work_on_simulations.delay(key)

    def _purge(self, days: int | None, *, is_trial: bool) -> None:
        old = expired_simulations() if days is None else simulations_not_asked_for(datetime.timedelta(days=days))
        if is_trial:
            count = old.count()
            self.stdout.write(f"{count} {_simulations(count)} would be deleted.")
            return
        count = delete_simulations(old)
        self.stdout.write(f"Deleted {count} {_simulations(count)}.")


def _found(key: uuid.UUID) -> Simulation:
    """The simulation with this id, or the one somebody asked for under it."""
    for candidates in _candidates(key):
        found = candidates.first()
        if found is not None:
            return found
    raise CommandError(f"There is no simulation and no request {key}.")


def _candidates(key: uuid.UUID) -> Iterator[QuerySet[Simulation]]:
    yield Simulation.objects.filter(uuid=key)
    yield Simulation.objects.filter(pk__in=SimulationRequest.objects.filter(uuid=key).values("simulation_id"))


def _parts(count: int) -> str:
    return "part" if count == 1 else "parts"


def _simulations(count: int) -> str:
    return "simulation" if count == 1 else "simulations"
