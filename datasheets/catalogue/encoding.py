"""A release's content as bytes, and the hash that names it."""

from __future__ import annotations

import hashlib

import msgspec

from datasheets.catalogue.catalogue import CatalogueData

_DECODER = msgspec.json.Decoder(CatalogueData)


def encode_data(data: CatalogueData) -> bytes:
    """``data`` as JSON: fields in the order of their declaration, so equal data give equal bytes."""
    return msgspec.json.encode(data)


def decode_data(content: bytes) -> CatalogueData:
    """The data in ``content``; raises ``msgspec.DecodeError`` where it is not a release's content."""
    return _DECODER.decode(content)


def content_hash(data: CatalogueData) -> str:
    """SHA-256 of the encoded data, in hex."""
    return hashlib.sha256(encode_data(data)).hexdigest()
