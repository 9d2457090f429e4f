"""One roster in, as a list text or as a roster document, and the explained verdict out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.parsers import ListTextParser, StrictJSONParser
from api.problems import Fault, Kind, Problem, invalid
from api.v1.schema.check import CHECK_DESCRIPTION, CHECK_EXAMPLES, CHECK_REQUEST
from api.v1.schema.report import REPORT
from api.v1.view import JudgingView, OpenApiView, escaped, kind_of, object_of
from datasheets.catalogue import Catalogue
from datasheets.selectors import NoRelease, catalogue_of, current_catalogue
from roster.access import Person, event_visible_to
from roster.checking import CheckResult, check_document, check_text
from roster.document import RosterDocument
from roster.documents import DocumentError, document_from_json
from roster.fixing import with_fixes
from roster.interchange.limits import MAX_CHARACTERS
from roster.models import Event
from roster.muster import EventProfile, Stage
from roster.presentation import result_as_dict
from roster.services.events import profile_of

STAGES = tuple(stage.value for stage in Stage)


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """What is to be checked, as what, by which release (None: the one in force) and for which event, by its slug."""

    roster: str | RosterDocument
    stage: Stage | None
    release: str | None
    event: str | None = None


class CheckView(JudgingView, OpenApiView):
    """Check a roster."""

    parser_classes = (StrictJSONParser, ListTextParser)

    @extend_schema(
        operation_id="check_roster",
        tags=["muster"],
        summary="Check a roster",
        description=CHECK_DESCRIPTION,
        parameters=[
            OpenApiParameter(
                "stage", str, enum=STAGES, description="For a text/plain body; a member of a JSON body comes first."
            ),
            OpenApiParameter("release", str, description="For a text/plain body; a member of a JSON body comes first."),
            OpenApiParameter("event", str, description="Slug of an event; a member of a JSON body comes first."),
            OpenApiParameter(
                "fixes",
                bool,
                default=True,
                description="Whether to look for fixes of what is broken; `false` is answered sooner.",
            ),
        ],
        request=CHECK_REQUEST,
        responses={200: REPORT},
        examples=CHECK_EXAMPLES,
    )
    def post(self, request: Request) -> Response:
        """The report; a text that is no list gets one that says so."""
        wants_fixes = fixes_wanted(request.query_params)
        result, catalogue = result_asked_for(request)
        return Response(result_as_dict(with_fixes(result, catalogue) if wants_fixes else result, catalogue))


def fixes_wanted(parameters: Mapping[str, str]) -> bool:
    """Whether fixes are asked for: they are unless the address says otherwise; a problem for any other word."""
    written = parameters.get("fixes", "true")
    if written.lower() not in ("true", "false"):
        raise invalid(Fault(f"fixes is {written[:40]!r}; send true or false.", parameter="fixes"))
    return written.lower() == "true"


def result_asked_for(request: Request) -> tuple[CheckResult, Catalogue]:
    """The roster of a check request judged, and by which catalogue; a problem that names every fault of the request."""
    wanted = check_request(_body_of(request), request.query_params)
    catalogue = catalogue_named(wanted.release)
    event = profile_of(event_named(wanted.event, request.user)) if wanted.event else None
    return _checked(wanted, catalogue, event), catalogue


def _body_of(request: Request) -> object:
    """The body; where there is none no parser is asked, and a text without letters is a text all the same."""
    if not request.data and request.content_type.startswith(ListTextParser.media_type):
        return {"text": ""}
    return request.data


def check_request(data: object, parameters: Mapping[str, str]) -> CheckRequest:
    """The request as values, or a problem that names every fault. ``parameters`` are those of the address."""
    body = object_of(data, "text", "roster", "stage", "release", "event")
    faults: list[Fault] = []
    roster = _roster(body, faults)
    stage = _choice("stage", body, parameters, faults)
    release = _choice("release", body, parameters, faults)
    if stage is not None and stage not in STAGES:
        faults.append(_fault_at("stage", body, f"There is no stage {stage[:40]!r}; choose {', '.join(STAGES)}."))
    event = _choice("event", body, parameters, faults)
    if faults or roster is None:
        raise invalid(*faults)
    # Without a stage the roster is taken as one for the event, or as a finished one.
    return CheckRequest(roster=roster, stage=Stage(stage) if stage else None, release=release, event=event or None)


def _roster(body: Mapping[str, object], faults: list[Fault]) -> str | RosterDocument | None:
    """The text or the document of the body; None where there is a fault."""
    if ("text" in body) == ("roster" in body):
        how = "both text and roster" if "text" in body else "neither text nor roster"
        faults.append(Fault(f"The body has {how}; send one of them.", pointer=""))
        return None
    if "text" in body:
        text = body["text"]
        if not isinstance(text, str):
            faults.append(Fault(f"text is {kind_of(text)}; send the list as a string.", pointer="/text"))
            return None
        if len(text) > MAX_CHARACTERS:
            sentence = (
                f"The text has {len(text):,} characters; at most {MAX_CHARACTERS:,} are read, and a list has a few "
                "thousand. Send one list."
            )
            raise Problem(Kind.TOO_LARGE, sentence, errors=(Fault(sentence, pointer="/text"),))
        return text
    roster = body["roster"]
    if not isinstance(roster, dict):
        faults.append(Fault(f"roster is {kind_of(roster)}; send a roster document, an object.", pointer="/roster"))
        return None
    try:
        return document_from_json(roster)
    except DocumentError as error:
        faults.append(Fault(error.message, pointer=f"/roster{error.pointer}"))
        return None


def _choice(name: str, body: Mapping[str, object], parameters: Mapping[str, str], faults: list[Fault]) -> str | None:
    """A choice of the body, else of the address; None where neither makes one."""
    given = body.get(name)
    if given is not None and not isinstance(given, str):
        faults.append(Fault(f"{name} is {kind_of(given)}; send a string.", pointer=f"/{escaped(name)}"))
        return None
    return given if given is not None else parameters.get(name)


def _fault_at(name: str, body: Mapping[str, object], detail: str) -> Fault:
    if body.get(name) is not None:
        return Fault(detail, pointer=f"/{name}")
    return Fault(detail, parameter=name)


def catalogue_named(release: str | None) -> Catalogue:
    """The catalogue of the release of that label, or of the one in force; a problem where there is none."""
    current = current_catalogue()
    if release is None or release == current.stamp.label:
        return current
    try:
        # No text with a NUL can be looked up in PostgreSQL, and no label has one.
        return catalogue_of(release.replace("\0", "�"))
    except NoRelease as error:
        detail = f"There is no release {release[:60]!r}; the one in force is {current.stamp.label!r}."
        raise invalid(Fault(detail, pointer="/release")) from error


def event_named(slug: str, person: Person) -> Event:
    """The event of that slug, if this person may see it and its profile can be read; a problem where there is none."""
    event = event_visible_to(person, slug)
    if event is None:
        detail = f"There is no event {slug[:60]!r}; /api/v1/events lists those there are."
        raise invalid(Fault(detail, pointer="/event"))
    try:
        profile_of(event)
    except DocumentError as error:
        detail = f"The profile of {slug} cannot be read: {error} Its organiser has to store it anew."
        raise invalid(Fault(detail, pointer="/event")) from error
    return event


def _checked(wanted: CheckRequest, catalogue: Catalogue, event: EventProfile | None) -> CheckResult:
    if isinstance(wanted.roster, str):
        return check_text(wanted.roster, catalogue, stage=wanted.stage, event=event)
    return check_document(wanted.roster, catalogue, stage=wanted.stage, event=event)
