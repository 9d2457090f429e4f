"""``manage.py export_event SLUG``: the profile of a stored event as JSON."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from roster.event_arguments import event_named
from roster.event_documents import event_to_json


class Command(BaseCommand):
    """Prints the profile; ``import_event`` reads it again."""

    help = "Print the profile of a stored event as JSON (quartermaster.event/1)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the event")

    def handle(self, *args: Any, **options: Any) -> None:
        profile = event_to_json(event_named(options["slug"]))
        self.stdout.write(json.dumps(profile, ensure_ascii=False, indent=2))
