"""JSON is the one language spoken here: another wish of the Accept header is not an error, it is not granted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import Http404
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class FirstIfNoneFits(DefaultContentNegotiation):
    """The renderer asked for, else the first one. A ``format`` in the address that is not known is no wish."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """A renderer and its media type."""
        known = list(renderers)
        try:
            chosen: Any = super().select_renderer(request, known, format_suffix)
        except (NotAcceptable, Http404):
            return known[0], known[0].media_type
        return chosen
