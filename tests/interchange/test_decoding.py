"""Bytes to text, or one clear sentence."""

from __future__ import annotations

import codecs

import pytest

from roster.interchange.decoding import UnreadableFile, decode_upload
from roster.interchange.limits import MAX_BYTES

ADVICE = "Save the list as a plain text file and give that."


@pytest.mark.parametrize(
    "content",
    [
        "Kâhl (65 points)".encode(),
        codecs.BOM_UTF8 + "Kâhl (65 points)".encode(),
        codecs.BOM_UTF16_LE + "Kâhl (65 points)".encode("utf-16-le"),
        codecs.BOM_UTF16_BE + "Kâhl (65 points)".encode("utf-16-be"),
        "Kâhl (65 points)".encode("cp1252"),
    ],
)
def test_texts_in_the_usual_encodings_are_read(content: bytes) -> None:
    assert decode_upload(content) == "Kâhl (65 points)"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "The file is empty."),
        (codecs.BOM_UTF8, "The file is empty."),
        (b"\x89PNG\r\n\x1a\n....", f"The file is a picture (PNG), not a text. {ADVICE}"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", f"The file is a picture (JPEG), not a text. {ADVICE}"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", f"The file is a picture (WebP), not a text. {ADVICE}"),
        (b"\x00\x00\x00\x18ftypheic", f"The file is a picture or film (HEIC or MP4), not a text. {ADVICE}"),
        (b"%PDF-1.7", f"The file is a PDF document, not a text. {ADVICE}"),
        (b"PK\x03\x04....", f"The file is a zip file, not a text. {ADVICE}"),
        (b"Boyz\x00(85 points)", f"The file is not a text: it holds control characters. {ADVICE}"),
        (b"\x01\x02\x03 Boyz", f"The file is not a text: it holds control characters. {ADVICE}"),
        (
            b"Boyz \x81 (85 points)",
            f"The file is not UTF-8 text (byte 5 does not fit) and no other encoding fits either. {ADVICE}",
        ),
        (
            bytes(range(0xA0, 0x100)),
            f"The file is not UTF-8 text (byte 0 does not fit) and no other encoding fits either. {ADVICE}",
        ),
        (codecs.BOM_UTF16_LE + b"\x00\xd8", "The file begins as UTF-16 text but is damaged at byte 2."),
        (
            b"x" * (MAX_BYTES + 1),
            "The file has more than 800,000 bytes, which is the most that is read. Give the file of one army list.",
        ),
    ],
)
def test_anything_else_is_refused_with_its_reason(content: bytes, message: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        decode_upload(content)
    assert refused.value.message == message
