"""Batches: many lists handed in together, checked in the background, read page by page."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

from django.http import HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from api.pagination import Pages
from api.parsers import StrictJSONParser
from api.problems import Fault, Kind, Problem, invalid
from api.v1.batch_requests import batch_request
from api.v1.batch_shapes import (
    VERDICTS,
    BatchSerializer,
    CountedBatch,
    ItemSerializer,
    ItemWithReportSerializer,
)
from api.v1.check import event_named
from api.v1.schema.batches import (
    BATCH_EXAMPLES,
    BATCH_REQUEST,
    BATCHES_EXAMPLES,
    CREATE_DESCRIPTION,
    CREATE_EXAMPLES,
    CSV_EXAMPLE,
    ITEM_EXAMPLES,
    ITEMS_EXAMPLES,
)
from api.v1.view import ApiView, owner_of
from roster.models import CheckBatch
from roster.rations import BatchThrottle
from roster.selectors import (
    ITEM_ORDERINGS,
    ItemFilter,
    batch_csv,
    batch_progress,
    batch_visible_to,
    batches_visible_to,
    items_of,
    progress_of_batches,
)
from roster.services import UploadError, UploadTooLarge, create_batch, create_batch_of_texts, delete_batch, uploads_of

ORDERINGS = tuple(sign + name for name in ITEM_ORDERINGS for sign in ("", "-"))
_BY_LEGALITY = {"true": ItemFilter.LEGAL, "false": ItemFilter.ILLEGAL, "null": ItemFilter.UNDECIDED}


class BatchesView(ApiView):
    """The batches of the signed-in user."""

    pagination_class = Pages
    parser_classes = (MultiPartParser, StrictJSONParser)

    def get_throttles(self) -> list[BaseThrottle]:
        """Starting a batch is rationed on top of the usual."""
        usual = super().get_throttles()
        return [*usual, BatchThrottle()] if self.request.method == "POST" else usual

    @extend_schema(
        operation_id="create_batch",
        tags=["batches"],
        summary="Hand in a folder of lists",
        description=CREATE_DESCRIPTION,
        parameters=[
            OpenApiParameter(
                "Location", OpenApiTypes.URI, OpenApiParameter.HEADER, response=[202], description="The batch."
            )
        ],
        request=BATCH_REQUEST,
        responses={202: BatchSerializer},
        examples=CREATE_EXAMPLES,
    )
    def post(self, request: Request) -> Response:
        """Store the lists and say where to follow them."""
        wanted = batch_request(request)
        event = event_named(wanted.event, request.user) if wanted.event else None
        try:
            if wanted.files:
                batch = create_batch(owner_of(request), uploads_of(wanted.files), name=wanted.name, event=event)
            else:
                batch = create_batch_of_texts(owner_of(request), wanted.texts, name=wanted.name, event=event)
        except UploadTooLarge as refusal:
            raise Problem(Kind.TOO_LARGE, str(refusal)) from refusal
        except UploadError as refusal:
            raise Problem(Kind.UNREADABLE_UPLOAD, str(refusal)) from refusal
        body = _batch_as_dict(batch, request)
        return Response(body, status=202, headers={"Location": body["url"]})

    @extend_schema(
        operation_id="list_batches",
        tags=["batches"],
        summary="Your batches",
        description="Newest first. Batches are deleted 30 days after they were handed in.",
        responses={200: BatchSerializer(many=True)},
        examples=BATCHES_EXAMPLES,
    )
    def get(self, request: Request) -> Response:
        """A page of batches."""
        pages = self.pagination_class()
        batches = pages.paginate_queryset(batches_visible_to(request.user), request, self) or []
        progress = progress_of_batches(batches)
        counted = [CountedBatch(batch, progress[batch.pk]) for batch in batches]
        return pages.get_paginated_response(BatchSerializer(counted, many=True, context={"request": request}).data)


class BatchView(ApiView):
    """One batch."""

    @extend_schema(
        operation_id="get_batch",
        tags=["batches"],
        summary="How far a batch is",
        description="Ask once a second until `progress.is_finished`.",
        responses={200: BatchSerializer},
        examples=BATCH_EXAMPLES,
    )
    def get(self, request: Request, batch: uuid.UUID) -> Response:
        """The batch with its counts."""
        return Response(_batch_as_dict(_batch_of(request, batch), request))

    @extend_schema(
        operation_id="delete_batch",
        tags=["batches"],
        summary="Delete a batch",
        description="With its texts and reports, at once; lists still waiting are not checked any more.",
        responses={204: None},
    )
    def delete(self, request: Request, batch: uuid.UUID) -> Response:
        """Delete it."""
        delete_batch(_batch_of(request, batch))
        return Response(status=204)


class BatchItemsView(ApiView):
    """The lists of a batch, as a table."""

    pagination_class = Pages

    @extend_schema(
        operation_id="list_batch_items",
        tags=["batches"],
        summary="The table of a batch",
        parameters=[
            OpenApiParameter(
                "ordering",
                str,
                enum=ORDERINGS,
                default="position",
                description="Column to sort by, `-` in front to turn it round; what has no value stands last.",
            ),
            OpenApiParameter("verdict", str, enum=VERDICTS, description="Only the lists with this verdict."),
            OpenApiParameter(
                "is_legal",
                str,
                enum=tuple(_BY_LEGALITY),
                description="Only legal, illegal or undecided lists; not together with `verdict`.",
            ),
        ],
        responses={200: ItemSerializer(many=True)},
        examples=ITEMS_EXAMPLES,
    )
    def get(self, request: Request, batch: uuid.UUID) -> Response:
        """A page of the table."""
        found = _batch_of(request, batch)
        ordering = _one_of(request, "ordering", ORDERINGS) or "position"
        rows = items_of(found, ordering=ordering, filter=_filter(request))
        pages = self.pagination_class()
        page = pages.paginate_queryset(rows, request, self)
        context = {"request": request, "batch": found}
        return pages.get_paginated_response(ItemSerializer(page, many=True, context=context).data)


class BatchItemView(ApiView):
    """One list of a batch."""

    @extend_schema(
        operation_id="get_batch_item",
        tags=["batches"],
        summary="One list of a batch with its report",
        responses={200: ItemWithReportSerializer},
        examples=ITEM_EXAMPLES,
    )
    def get(self, request: Request, batch: uuid.UUID, position: int) -> Response:
        """The list, its text and its report."""
        found = _batch_of(request, batch)
        item = found.items.filter(position=position).first() if position <= found.total else None
        if item is None:
            raise NotFound(f"This batch has no list {position}; its lists are numbered 1 to {found.total}.")
        return Response(ItemWithReportSerializer(item, context={"request": request, "batch": found}).data)


class BatchCsvView(ApiView):
    """The table of a batch for a spreadsheet."""

    @extend_schema(
        operation_id="get_batch_csv",
        tags=["batches"],
        summary="The table of a batch as CSV",
        description=(
            "UTF-8 with a byte order mark, one line for each list in the order handed in. A cell that a spreadsheet "
            "would take for a formula begins with an apostrophe."
        ),
        responses={(200, "text/csv"): OpenApiTypes.STR},
        examples=[CSV_EXAMPLE],
    )
    def get(self, request: Request, batch: uuid.UUID) -> HttpResponseBase:
        """The table, streamed."""
        found = _batch_of(request, batch)
        response = StreamingHttpResponse(_encoded(batch_csv(found)), content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="batch-{found.uuid}.csv"'
        return response


def _batch_of(request: Request, batch: uuid.UUID) -> CheckBatch:
    found = batch_visible_to(request.user, batch)
    if found is None:
        raise NotFound("There is no batch of yours with this id. Batches are deleted after 30 days.")
    return found


def _batch_as_dict(batch: CheckBatch, request: Request) -> dict[str, str]:
    return BatchSerializer(CountedBatch(batch, batch_progress(batch)), context={"request": request}).data


def _filter(request: Request) -> ItemFilter:
    verdict = _one_of(request, "verdict", VERDICTS)
    legality = _one_of(request, "is_legal", tuple(_BY_LEGALITY))
    if verdict and legality:
        raise invalid(Fault("Give verdict or is_legal, not both.", parameter="is_legal"))
    if verdict:
        return ItemFilter(verdict)
    return _BY_LEGALITY[legality] if legality else ItemFilter.ALL


def _one_of(request: Request, parameter: str, known: tuple[str, ...]) -> str | None:
    given = request.query_params.get(parameter)
    if given is not None and given not in known:
        detail = f"{parameter} cannot be {given[:40]!r}; choose {', '.join(known)}."
        raise invalid(Fault(detail, parameter=parameter))
    return given


def _encoded(lines: Iterator[str]) -> Iterator[bytes]:
    # Spreadsheets read a CSV as UTF-8 only where it begins with this mark.
    yield b"\xef\xbb\xbf"
    for line in lines:
        yield line.encode()
