"""Requests as this service reads them: everything typed is UTF-8, and no header keeps a request from being made."""

from __future__ import annotations

from typing import Any

from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.utils.http import parse_header_parameters


class _ReadAsUtf8:
    """Leaves ``encoding`` unset whatever charset ``Content-Type`` names.

    Django would decode the address by it, while the request is being made and no answer can be given
    yet: a charset that is no text encoding (``hex``, ``idna``) would end the request without one.
    ``config.middleware.BodyLimit`` refuses bodies in other charsets.
    """

    content_type: str | None
    content_params: dict[str, str] | None

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except (LookupError, ValueError):
            self.content_type, self.content_params = "", {}


class Request(_ReadAsUtf8, WSGIRequest):
    """A request through WSGI."""


class AsyncRequest(_ReadAsUtf8, ASGIRequest):
    """A request through ASGI."""


class Handler(WSGIHandler):
    """Django's handler with these requests."""

    request_class = Request


class AsyncHandler(ASGIHandler):
    """Django's asynchronous handler with these requests."""

    request_class = AsyncRequest
