"""What is handed in as a batch: files of a form, or lists in JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from rest_framework.request import Request

from api.problems import Fault, invalid
from api.v1.view import escaped, kind_of, object_of
from roster.models.batch import MAXIMUM_LISTS

LONGEST_NAME = 120
_LONGEST_FILE_NAME = 255


@dataclass(frozen=True, slots=True)
class BatchRequest:
    """A name, either files or texts, and an event by its slug, empty for none; a text is (name, text)."""

    name: str
    event: str = ""
    files: tuple[UploadedFile, ...] = ()
    texts: tuple[tuple[str, str], ...] = ()


def batch_request(request: Request) -> BatchRequest:
    """The request as values, or a problem that names every fault."""
    if isinstance(request.data, QueryDict):
        return _of_form(request.data, request.FILES)
    body = object_of(request.data, "name", "event", "lists")
    faults = [*_faults_of_name(body.get("name", "")), *_faults_of_event(body.get("event"))]
    lists = body.get("lists")
    if not isinstance(lists, list) or not 1 <= len(lists) <= MAXIMUM_LISTS:
        found = f"has {len(lists)} lists" if isinstance(lists, list) else f"is {kind_of(lists)}"
        faults.append(Fault(f"lists {found}; send an array of 1 to {MAXIMUM_LISTS} lists.", pointer="/lists"))
        raise invalid(*faults)
    for index, entry in enumerate(lists):
        faults.extend(_faults_of_list(entry, f"/lists/{index}"))
    if faults:
        raise invalid(*faults)
    texts = tuple((entry.get("name") or f"List {place}", entry["text"]) for place, entry in enumerate(lists, start=1))
    return BatchRequest(name=str(body.get("name", "")), event=str(body.get("event") or ""), texts=texts)


def _of_form(fields: QueryDict, files: MultiValueDict[str, UploadedFile]) -> BatchRequest:
    handed_in = tuple(file for name in files for file in files.getlist(name))
    faults = [
        Fault(f"There is no field {name[:60]!r}; known are name, event and files.", pointer=f"/{escaped(name)}")
        for name in fields
        if name not in ("name", "event") and name not in files
    ]
    faults.extend(_faults_of_name(fields.get("name", "")))
    if not handed_in:
        faults.append(Fault("There is no file in the form; add text files or one zip of them.", pointer="/files"))
    if faults:
        raise invalid(*faults)
    return BatchRequest(name=fields.get("name", ""), event=fields.get("event", ""), files=handed_in)


def _faults_of_name(name: object) -> Iterator[Fault]:
    if not isinstance(name, str):
        yield Fault(f"name is {kind_of(name)}; send a string.", pointer="/name")
    elif len(name) > LONGEST_NAME:
        yield Fault(f"name has {len(name)} characters; at most {LONGEST_NAME} are kept.", pointer="/name")


def _faults_of_event(event: object) -> Iterator[Fault]:
    if event is not None and not isinstance(event, str):
        yield Fault(f"event is {kind_of(event)}; send the slug of one as a string.", pointer="/event")


def _faults_of_list(entry: object, pointer: str) -> Iterator[Fault]:
    if not isinstance(entry, dict):
        yield Fault(f"This list is {kind_of(entry)}; send an object with name and text.", pointer=pointer)
        return
    for name in entry:
        if name not in ("name", "text"):
            yield Fault(
                f"There is no member {name[:60]!r}; known are name and text.", pointer=f"{pointer}/{escaped(name)}"
            )
    if not isinstance(entry.get("text"), str):
        yield Fault(f"text is {kind_of(entry.get('text'))}; send the list as a string.", pointer=f"{pointer}/text")
    name = entry.get("name", "")
    if not isinstance(name, str) or len(name) > _LONGEST_FILE_NAME:
        yield Fault(f"name must be a string of at most {_LONGEST_FILE_NAME} characters.", pointer=f"{pointer}/name")
