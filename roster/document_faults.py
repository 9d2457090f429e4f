"""What does not fit into a document that is read strictly, with a pointer to the place and a sentence."""

from __future__ import annotations

import re


class DocumentError(Exception):
    """What does not fit: ``pointer`` is a JSON pointer into the document, ``message`` a sentence."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(f"{pointer or '/'}: {message}")
        self.pointer = pointer
        self.message = message


LONGEST_ECHO = 200
"""How many characters of a decoder's message are told: it repeats what stands in the document, however long."""
_AT = re.compile(r"^(?P<what>.*) - at `(?P<path>\$.*)`$", re.DOTALL)
_JSON_WORDS = (("int", "integer"), ("str", "string"), ("bool", "boolean"), ("object", "object"), ("array", "array"))
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\[\.\.\.\]")


def located(message: str, schema: str) -> DocumentError:
    """The fault of a document of ``schema`` as msgspec words it, with its path as a JSON pointer."""
    match = _AT.match(message)
    if match is None:
        return DocumentError("", _sentence(message))
    steps = [name or number for name, number in _STEP.findall(match["path"]) if name or number]
    pointer = "".join(f"/{escaped(step)}" for step in steps)
    if pointer == "/schema":
        kind = schema.partition("/")[0].removeprefix("quartermaster.")
        return DocumentError(pointer, f'This version reads {kind} documents of the schema "{schema}".')
    return DocumentError(pointer, _sentence(match["what"]))


def escaped(name: str) -> str:
    """A member's name as a part of a JSON pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


def _sentence(what: str) -> str:
    what = what if len(what) <= LONGEST_ECHO else f"{what[:LONGEST_ECHO]}…"
    for type_name, word in _JSON_WORDS:
        what = what.replace(f"`{type_name}`", word).replace(f"`{type_name} | null`", f"{word} or null")
    return what.rstrip(".").replace("`", '"') + "."
