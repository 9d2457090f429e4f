"""Bytes of an uploaded file to text, or a clear word on why they are none."""

from __future__ import annotations

import codecs

from roster.interchange.limits import MAX_BYTES, is_binary

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"BM6", "a picture (BMP)"),
    (b"II*\x00", "a picture (TIFF)"),
    (b"MM\x00*", "a picture (TIFF)"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a zip file"),
    (b"PK\x05\x06", "an empty zip file"),
    (b"\x1f\x8b", "a gzip file"),
    (b"Rar!", "a RAR archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"{\\rtf", "a rich text document (RTF)"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
    (b"SQLite format 3", "a database"),
)

_UNDEFINED_IN_CP1252 = b"\x81\x8d\x8f\x90\x9d"
_PLAIN = bytes((9, 10, 13, *range(32, 127)))
_ADVICE = "Save the list as a plain text file and give that."
_SIZE_ADVICE = "Give the file of one army list."


class UnreadableFile(Exception):
    """The bytes are no list text; ``message`` is a sentence for the person who gave the file."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def decode_upload(content: bytes) -> str:
    """The text in an uploaded file: UTF-8, UTF-8 or UTF-16 with a mark, or plausible Windows-1252.

    Raises :class:`UnreadableFile` for anything else, and for more than ``MAX_BYTES`` bytes.
    """
    if not content:
        raise UnreadableFile("The file is empty.")
    if len(content) > MAX_BYTES:
        # Whoever read the bytes may have stopped at the limit: how many there are is not known here.
        raise UnreadableFile(
            f"The file has more than {MAX_BYTES:,} bytes, which is the most that is read. {_SIZE_ADVICE}"
        )
    kind = _known_kind(content)
    if kind is not None:
        raise UnreadableFile(f"The file is {kind}, not a text. {_ADVICE}")
    text = _decoded(content)
    if not text:
        raise UnreadableFile("The file is empty.")
    if is_binary(text):
        raise UnreadableFile(f"The file is not a text: it holds control characters. {_ADVICE}")
    return text


def _known_kind(content: bytes) -> str | None:
    for magic, kind in _MAGIC:
        if content.startswith(magic):
            return kind
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "a picture (WebP)"
    if content[4:8] == b"ftyp":
        return "a picture or film (HEIC or MP4)"
    return None


def _decoded(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return content.decode("utf-16")
        except UnicodeDecodeError as error:
            raise UnreadableFile(f"The file begins as UTF-16 text but is damaged at byte {error.start}.") from error
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if _is_plausible_cp1252(content):
            return content.decode("cp1252")
        raise UnreadableFile(
            f"The file is not UTF-8 text (byte {error.start} does not fit) and no other encoding fits either. {_ADVICE}"
        ) from error


def _is_plausible_cp1252(content: bytes) -> bool:
    """Whether the bytes read as Western European text: no undefined bytes, and mostly plain ones."""
    if b"\x00" in content or len(content.translate(None, _UNDEFINED_IN_CP1252)) < len(content):
        return False
    others = len(content.translate(None, _PLAIN))
    return others * 10 <= len(content) * 2
