"""``manage.py simulate FILE...``: what attacks do, as scenario files ask."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand

from battle.sampling.sampled import LEAST_SAMPLES, MOST_SAMPLES
from battle.scenario.answering import answer
from battle.scenario.as_json import answer_as_dict
from battle.scenario.as_text import answer_lines
from battle.scenario.decoding import MAX_BYTES, scenario_from_json
from battle.scenario.fielding import needs_catalogue
from battle.scenario.rolling import LARGEST_SEED, USUAL_SEED, Rolls
from roster.command_line import catalogue_for, content_of, end_unheard, shown
from roster.document_faults import DocumentError
from roster.interchange.decoding import UnreadableFile
from roster.list_report import printable

ANSWERED, REFUSED = 0, 2
"""Exit codes; over several files the highest. Refused: a scenario that cannot be, or a file that could not be read."""


def _samples(written: str) -> int:
    """How many samples, within what can be rolled."""
    if not written.isdecimal() or not LEAST_SAMPLES <= int(written) <= MOST_SAMPLES:
        raise ArgumentTypeError(f"“{written}”: write a number from {LEAST_SAMPLES} to {MOST_SAMPLES:,}.")
    return int(written)


def _seed(written: str) -> int:
    """A seed of dice."""
    if not written.isdecimal() or int(written) > LARGEST_SEED:
        raise ArgumentTypeError(f"“{written}”: write a whole number from 0 to {LARGEST_SEED:,}.")
    return int(written)


class Command(BaseCommand):
    """Reads scenarios and prints their answers, for people or as JSON. Scenarios of profiles need no database."""

    help = (
        "Answer scenarios: what attacks do, as files of quartermaster.scenario/1 ask (docs/scenario.md). Exit code 0: "
        "all answered, 2: one was refused or could not be read."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a scenario as JSON; - reads standard input")
        parser.add_argument("--json", action="store_true", help="print one JSON object a file, a line each")
        parser.add_argument(
            "--release",
            metavar="LABEL",
            help="take units from this release or draft of the data (default: the one in force)",
        )
        parser.add_argument(
            "--samples",
            type=_samples,
            metavar="N",
            help=f"roll dice so many times instead of answering exactly ({LEAST_SAMPLES} to {MOST_SAMPLES:,})",
        )
        parser.add_argument("--seed", type=_seed, default=USUAL_SEED, metavar="S", help="seed of the dice (default: 1)")
        parser.add_argument("--trace", action="store_true", help="show one roll, die by die, with the rules at work")

    def handle(self, *args: Any, **options: Any) -> None:
        rolls = Rolls(options["samples"], options["seed"], options["trace"])
        try:
            codes = [
                self._answer(file, options["release"], rolls, as_json=options["json"], is_first=position == 0)
                for position, file in enumerate(options["files"])
            ]
            self.stdout.flush()
        except BrokenPipeError:
            end_unheard(self.stdout)
        if max(codes) != ANSWERED:
            sys.exit(max(codes))

    def _answer(self, file: str, release: str | None, rolls: Rolls, *, as_json: bool, is_first: bool) -> int:
        name = shown(file)
        try:
            scenario = scenario_from_json(content_of(file, MAX_BYTES))
            found = answer(scenario, catalogue_for(release) if needs_catalogue(scenario) else None, rolls)
        except UnreadableFile as fault:
            self.stderr.write(printable(f"{name}: {fault.message}"))
            return REFUSED
        except DocumentError as fault:
            place = f"At {fault.pointer}: " if fault.pointer else ""
            self.stderr.write(printable(f"{name}: {place}{fault.message}"))
            return REFUSED
        if as_json:
            self.stdout.write(json.dumps({"file": name, **answer_as_dict(found)}, ensure_ascii=False))
        else:
            lines = [printable(line) for line in answer_lines(found)]
            self.stdout.write("\n".join(lines if is_first else ["", *lines]))
        return ANSWERED
