"""Builds uploads: zips as packers make them, and zips as nobody should."""

from __future__ import annotations

import io
import struct
import zipfile

from roster.archives import Upload


def zip_of(*entries: tuple[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip with these entries, names written as given and twice where given twice."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, content in entries:
            info = zipfile.ZipInfo("x")
            info.filename = name
            info.compress_type = compression
            archive.NameToInfo.pop(name, None)  # else it warns of a name given twice
            archive.writestr(info, content)
    return buffer.getvalue()


def zip_upload(*entries: tuple[str, bytes], name: str = "lists.zip") -> Upload:
    """The same as an upload."""
    return Upload(name, zip_of(*entries))


def with_flag(content: bytes, bit: int) -> bytes:
    """The zip with a general-purpose flag set in every header."""
    changed = bytearray(content)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = changed.find(signature)
        while at >= 0:
            flags = struct.unpack_from("<H", changed, at + offset)[0]
            struct.pack_into("<H", changed, at + offset, flags | bit)
            at = changed.find(signature, at + 4)
    return bytes(changed)


def declaring(content: bytes, size: int) -> bytes:
    """The zip whose entries all declare this unpacked size."""
    changed = bytearray(content)
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = changed.find(signature)
        while at >= 0:
            struct.pack_into("<I", changed, at + offset, size)
            at = changed.find(signature, at + 4)
    return bytes(changed)


def as_link(content: bytes) -> bytes:
    """The zip whose entries all say that they are symbolic links, as Unix packers store them."""
    changed = bytearray(content)
    at = changed.find(b"PK\x01\x02")
    while at >= 0:
        changed[at + 5] = 3  # made on Unix
        struct.pack_into("<I", changed, at + 38, 0o120777 << 16)
        at = changed.find(b"PK\x01\x02", at + 4)
    return bytes(changed)
