"""Pages of long lists: counted, and small enough for a phone."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.views import APIView

from api.problems import Fault, invalid

LARGEST_PAGE = 300
LAST_PAGE = 999_999_999
"""No list has as many pages; larger numbers are refused before anything is counted."""


class Pages(PageNumberPagination):
    """``?page=`` from 1 and ``?page_size=`` up to 300; the answer has ``count, next, previous, results``."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = LARGEST_PAGE

    def get_page_size(self, request: Request) -> int:
        """The size asked for; a problem where it is no number within bounds."""
        return _whole(request, self.page_size_query_param, default=self.page_size, most=LARGEST_PAGE)

    def paginate_queryset(self, queryset: Any, request: Request, view: APIView | None = None) -> list[Any] | None:
        """The rows of the page asked for; a problem where there is no such page."""
        page = _whole(request, self.page_query_param, default=1, most=None)
        try:
            return super().paginate_queryset(queryset, request, view)
        except NotFound as error:
            raise NotFound(f"There is no page {page}; follow the links next and previous.") from error

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        """The parameters as OpenAPI describes them."""
        return [
            _parameter(
                self.page_query_param, "Number of the page, from 1.", {"minimum": 1, "maximum": LAST_PAGE, "default": 1}
            ),
            _parameter(
                self.page_size_query_param,
                "Rows of a page.",
                {"minimum": 1, "maximum": LARGEST_PAGE, "default": self.page_size},
            ),
        ]

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """A page as OpenAPI describes it."""
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["count", "next", "previous", "results"],
            "properties": {
                "count": {"type": "integer", "example": 1, "description": "Rows on all pages together."},
                "next": {**link, "example": None, "description": "Address of the page behind this one."},
                "previous": {**link, "example": None, "description": "Address of the page before this one."},
                "results": schema,
            },
        }


def _parameter(name: str, description: str, bounds: dict[str, int]) -> dict[str, Any]:
    schema = {"type": "integer", **bounds}
    return {"name": name, "in": "query", "required": False, "description": description, "schema": schema}


def _whole(request: Request, parameter: str, *, default: int, most: int | None) -> int:
    given = request.query_params.get(parameter)
    if given is None:
        return default
    bounds = f"from 1 to {most}" if most else "from 1"
    if not (
        given.isascii()
        and given.isdigit()
        and len(given) <= len(str(LAST_PAGE))
        and int(given) >= 1
        and int(given) <= (most or LAST_PAGE)
    ):
        raise invalid(Fault(f"{parameter} is {given[:40]!r}; give a whole number {bounds}.", parameter=parameter))
    return int(given)
