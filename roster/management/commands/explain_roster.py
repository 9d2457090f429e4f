"""``manage.py explain_roster FILE...``: why a roster costs and counts what it does, and what would break it next."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand

from datasheets.catalogue import Catalogue
from roster.checking import CheckResult, check_document, check_text
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
from roster.documents import DocumentError, document_from_json
from roster.event_arguments import event_named
from roster.explaining import explain
from roster.explaining.as_json import explanation_as_dict
from roster.explaining.as_text import explanation_lines
from roster.interchange.decoding import UnreadableFile, decode_upload
from roster.list_report import printable
from roster.muster import EventProfile, Stage


class Command(BaseCommand):
    """Reads list texts or roster documents, judges them and prints an explanation a file, for people or as JSON."""

    help = (
        "Explain rosters: every price by its parts, every limit, every verdict, and what a change would break. A file "
        "is a list text as the official app exports it, or a roster document (JSON). Exit code 0: all legal, "
        "1: one is illegal, 2: one has no verdict or could not be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_list_arguments(
            parser, files="a text file with a list, or a roster document as JSON", taken="the rosters", event="explain"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        catalogue = catalogue_for(options["release"])
        stage = Stage(options["stage"]) if options["stage"] else None
        event = event_named(options["event"]) if options["event"] is not None else None
        try:
            codes = [
                self._explain(file, catalogue, stage, event, as_json=options["json"], is_first=position == 0)
                for position, file in enumerate(options["files"])
            ]
            self.stdout.flush()
        except BrokenPipeError:
            end_unheard(self.stdout)
        if max(codes) != LEGAL:
            sys.exit(max(codes))

    def _explain(
        self,
        file: str,
        catalogue: Catalogue,
        stage: Stage | None,
        event: EventProfile | None,
        *,
        as_json: bool,
        is_first: bool,
    ) -> int:
        name = shown(file)
        try:
            result = _checked(decode_upload(content_of(file)), catalogue, stage, event)
        except UnreadableFile as fault:
            self.stderr.write(printable(f"{name}: {fault.message}"))
            return UNSURE
        explanation = explain(result, catalogue)
        if as_json:
            shape = explanation_as_dict(explanation, catalogue, file=name)
            self.stdout.write(json.dumps(shape, ensure_ascii=False))
        else:
            lines = explanation_lines(explanation, catalogue, file=name)
            self.stdout.write("\n".join(lines if is_first else ["", *lines]))
        return exit_code_of(result)


def _checked(text: str, catalogue: Catalogue, stage: Stage | None, event: EventProfile | None) -> CheckResult:
    """The roster document in the text judged, or the list it is; UnreadableFile where it is other JSON or none."""
    if _is_json_array(text):
        raise UnreadableFile(
            "This is a JSON array; a roster document is one object of the schema quartermaster.roster/1. "
            "Give each roster as a file of its own."
        )
    if not text.lstrip().startswith("{"):
        return check_text(text, catalogue, stage=stage, event=event)
    try:
        document = document_from_json(text.encode("utf-8"))
    except DocumentError as error:
        where = f" At {error.pointer}:" if error.pointer else ""
        raise UnreadableFile(f"This is no roster document.{where} {error.message}") from error
    return check_document(document, catalogue, stage=stage, event=event)


def _is_json_array(text: str) -> bool:
    """Whether the text is an array, or begins as one of objects does; a list may begin with a name in brackets."""
    inside = text.lstrip()
    if not inside.startswith("["):
        return False
    if inside[1:].lstrip().startswith("{"):
        return True
    try:
        msgspec.json.decode(text)
    except RecursionError:
        return True
    except msgspec.DecodeError:
        return False
    return True
