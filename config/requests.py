"""Requests as this service reads them: everything typed is UTF-8, and no header keeps a request from being made."""

from __future__ import annotations

from typing import Any

from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import parse_cookie
from django.utils.functional import cached_property
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

    @cached_property
    def COOKIES(self) -> dict[str, str]:  # type: ignore[override]  # Django's is cached like this one
        """Without those that hold a NUL, which PostgreSQL takes in no text: a session is looked up by its cookie."""
        cookies = parse_cookie(self.environ.get("HTTP_COOKIE", "").encode("latin-1").decode("utf-8", "replace"))
        return {name: value for name, value in cookies.items() if "\0" not in value}


class AsyncRequest(_ReadAsUtf8, ASGIRequest):
    """A request through ASGI."""


class Handler(WSGIHandler):
    """Django's handler with these requests."""

    request_class = Request


class AsyncHandler(ASGIHandler):
    """Django's asynchronous handler with these requests."""

    request_class = AsyncRequest
