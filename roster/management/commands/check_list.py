"""``manage.py check_list FILE...``: is an army list legal, and why (R-19)."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from datasheets.catalogue import Catalogue
from roster.checking import check_text
from roster.command_line import (
    LEGAL,
    UNSURE,
    add_list_arguments,
    catalogue_for,
    content_of,
    end_unheard,
    exit_code_of,
    shown,
)
from roster.event_arguments import event_named
from roster.fixing import with_fixes
from roster.interchange.decoding import UnreadableFile, decode_upload
from roster.list_report import printable, report_lines
from roster.muster import EventProfile, Stage
from roster.presentation import result_as_dict


class Command(BaseCommand):
    """Reads list texts, judges them and prints a report a file, for people or as JSON."""

    help = (
        "Check army lists: texts exported by the official app. Exit code 0: all legal, 1: one is illegal, "
        "2: one has no verdict or could not be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_list_arguments(parser, files="a text file with a list", taken="the lists", event="check")

    def handle(self, *args: Any, **options: Any) -> None:
        catalogue = catalogue_for(options["release"])
        stage = Stage(options["stage"]) if options["stage"] else None
        event = event_named(options["event"]) if options["event"] is not None else None
        try:
            codes = [
                self._check(file, catalogue, stage, event, as_json=options["json"], is_first=position == 0)
                for position, file in enumerate(options["files"])
            ]
            self.stdout.flush()
        except BrokenPipeError:
            end_unheard(self.stdout)
        if max(codes) != LEGAL:
            sys.exit(max(codes))

    def _check(
        self,
        file: str,
        catalogue: Catalogue,
        stage: Stage | None,
        event: EventProfile | None,
        *,
        as_json: bool,
        is_first: bool,
    ) -> int:
        try:
            text = decode_upload(content_of(file))
        except UnreadableFile as fault:
            self.stderr.write(printable(f"{shown(file)}: {fault.message}"))
            return UNSURE
        result = with_fixes(check_text(text, catalogue, stage=stage, event=event), catalogue)
        if as_json:
            self.stdout.write(json.dumps(result_as_dict(result, catalogue, file=shown(file)), ensure_ascii=False))
        else:
            lines = report_lines(result, catalogue, file=shown(file))
            self.stdout.write("\n".join(lines if is_first else ["", *lines]))
        return exit_code_of(result)
