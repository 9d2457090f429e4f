"""Bodies of requests into values: strict JSON with the place of a fault, plain text, and forms with files."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from typing import IO, Any

import msgspec
from rest_framework.parsers import BaseParser

from api.problems import Fault, Kind, Problem
from roster.document_faults import DocumentError
from roster.interchange.decoding import UnreadableFile, decode_upload
from roster.json_texts import refuse_repeated_fields

_BYTE = re.compile(r" ?\(byte (\d+)\)")


class StrictJSONParser(BaseParser):
    """JSON as RFC 8259 has it: no NaN, no half characters, no numbers beyond measure, no field of an object twice."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The value, or a problem that says where the JSON breaks off."""
        content = stream.read().removeprefix(codecs.BOM_UTF8)
        if not content:
            raise _malformed("The body is empty; send a JSON object.")
        try:
            value = msgspec.json.decode(content)
            refuse_repeated_fields(content)
        except msgspec.DecodeError as error:
            raise _malformed(_where(str(error), content)) from error
        except DocumentError as error:
            raise Problem(
                Kind.MALFORMED,
                f"The body has a field twice, at {error.pointer}. Send it once.",
                errors=(Fault(error.message, pointer=error.pointer),),
            ) from error
        except RecursionError as error:
            raise _malformed("The JSON is nested too deeply. No request needs more than a dozen levels.") from error
        return value


class ListTextParser(BaseParser):
    """The body is the army list itself, in UTF-8, UTF-16 with a mark or Windows-1252."""

    media_type = "text/plain"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, str]:
        """``{"text": ...}``, or a problem where the bytes are no text."""
        content = stream.read()
        try:
            return {"text": decode_upload(content) if content else ""}
        except UnreadableFile as refusal:
            raise _malformed(str(refusal)) from refusal


def _malformed(detail: str) -> Problem:
    return Problem(Kind.MALFORMED, detail, errors=(Fault(detail, pointer=""),))


def _where(message: str, content: bytes) -> str:
    """The decoder's message with line and column in place of a byte count."""
    found = _BYTE.search(message)
    if found is None:
        return f"The body is no JSON: {message[0].lower()}{message[1:]}. Correct it and send it again."
    before = content[: int(found[1])]
    line = before.count(b"\n") + 1
    column = len(before) - (before.rfind(b"\n") + 1) + 1
    what = _BYTE.sub("", message).removeprefix("JSON is malformed: ")
    return f"The body is no JSON: {what} at line {line}, column {column}. Correct it and send it again."
