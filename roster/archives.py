"""Uploads into list texts: loose files or zip archives, read in memory within bounds, never written to disk."""

from __future__ import annotations

import io
import re
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from roster.interchange.decoding import UnreadableFile, decode_upload
from roster.interchange.limits import MAX_BYTES, MAX_CHARACTERS, is_binary
from roster.models.batch import MAXIMUM_LISTS

MAXIMUM_TOTAL_BYTES = 64_000_000
MAXIMUM_ARCHIVE_ENTRIES = 2_000
MAXIMUM_RATIO = 200
"""A large entry that inflates to more than this many times its packed size is taken for a bomb; lists reach 20."""
_RATIO_COUNTS_FROM_BYTES = 100_000
_CHUNK_BYTES = 65_536
_ZIP_ENTRY = b"PK\x01\x02"
_MADE_ON_UNIX = 3
_ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")
_SHOWN_NAME_LENGTH = 200
_DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, OverflowError, NotImplementedError)
"""What the library raises on damaged archives: beside its own errors, whatever their numbers lead to."""
_HALF_A_CHARACTER = re.compile("[\ud800-\udfff]")


class UploadError(Exception):
    """The upload as a whole cannot be used. The message says what, where and what to do."""


class UploadTooLarge(UploadError):
    """The upload is larger than what is opened."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it was handed in."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class ListFile:
    """A list to check, or a file that could not be read: then ``problem`` says why and ``text`` is empty."""

    name: str
    text: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something in the upload that is no list, and why it was left out."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was in an upload: every file is in exactly one of the two."""

    lists: tuple[ListFile, ...]
    skipped: tuple[Skipped, ...]


def read_uploads(uploads: Iterable[Upload]) -> Reading:
    """Read loose files and the entries of zip archives, in the order given.

    A file that cannot be read becomes a :class:`ListFile` with a ``problem``. Raises
    :class:`UploadError` where an archive is damaged or too large, where there is no list at all, or
    where there are more than :data:`~roster.models.batch.MAXIMUM_LISTS`.
    """
    reader = _Reader()
    for upload in uploads:
        reader.take(upload)
    return reader.result()


def read_texts(texts: Iterable[tuple[str, str]]) -> Reading:
    """The same for lists that arrive as (name, text) rather than as files."""
    reader = _Reader()
    for name, text in texts:
        reader.count_bytes(len(text))
        reader.add(_checked_text(shown_name(name), text))
    return reader.result()


def shown_name(name: str) -> str:
    """A file's name fit for showing: one line, no control or direction signs, at most 200 characters."""
    safe = "".join(_shown_letter(letter) for letter in unicodedata.normalize("NFC", name)).strip()
    if not safe:
        return "(no name)"
    return safe if len(safe) <= _SHOWN_NAME_LENGTH else safe[: _SHOWN_NAME_LENGTH - 1] + "…"


def _shown_letter(letter: str) -> str:
    if letter == " " or unicodedata.category(letter)[0] in "LNPSM":
        return letter
    return " " if letter.isspace() else "�"


@dataclass(slots=True)
class _Reader:
    """Collects lists within the bounds that hold for an upload as a whole."""

    lists: list[ListFile] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    total_bytes: int = 0
    archives: int = 0
    entries: int = 0
    names: Counter[str] = field(default_factory=Counter)

    def take(self, upload: Upload) -> None:
        name = shown_name(upload.name)
        if upload.content.startswith(_ZIP_STARTS) and not name.lower().endswith(".rosz"):
            self._take_archive(name, upload.content)
            return
        self.count_bytes(len(upload.content))
        self.add(_decoded(name, upload.content))

    def add(self, read: ListFile) -> None:
        if len(self.lists) == MAXIMUM_LISTS:
            raise UploadError(
                f"There are more than {MAXIMUM_LISTS} lists in this upload. "
                f"A batch holds at most {MAXIMUM_LISTS}: split the lists into several batches."
            )
        self.names[read.name] += 1
        copies = self.names[read.name]
        if copies > 1:
            read = ListFile(f"{read.name} ({copies})", read.text, read.problem)
        self.lists.append(read)

    def count_bytes(self, count: int) -> None:
        self.total_bytes += count
        if self.total_bytes > MAXIMUM_TOTAL_BYTES:
            raise UploadTooLarge(
                f"The lists together are larger than {MAXIMUM_TOTAL_BYTES // 1_000_000} MB unpacked. "
                "Split them into several batches."
            )

    def result(self) -> Reading:
        if not self.lists:
            found = f" Found only: {', '.join(entry.name for entry in self.skipped[:5])}." if self.skipped else ""
            raise UploadError(
                f"There is no list in this upload.{found} Add one text file for each list, or a zip of them."
            )
        return Reading(tuple(self.lists), tuple(self.skipped))

    def _count_entries(self, name: str, content: bytes) -> None:
        """Refuse what has too many entries by their marks: the library would make an object of each first."""
        self.archives += 1
        self.entries += content.count(_ZIP_ENTRY)
        if self.entries > MAXIMUM_ARCHIVE_ENTRIES:
            which = f"The archive {name} has {self.entries} entries"
            if self.archives > 1:
                which = f"The archives up to {name} have {self.entries} entries together"
            raise UploadError(
                f"{which}; at most {MAXIMUM_ARCHIVE_ENTRIES} are opened. Pack only the lists, at most {MAXIMUM_LISTS}."
            )

    def _take_archive(self, name: str, content: bytes) -> None:
        self._count_entries(name, content)
        try:
            archive = zipfile.ZipFile(io.BytesIO(content))
        except _DAMAGE as error:
            raise UploadError(
                f"The archive {name} is damaged or cut short and cannot be opened. "
                "Pack the lists again, or upload the files themselves."
            ) from error
        with archive:
            entries = archive.infolist()
            declared = sum(entry.file_size for entry in entries)
            if declared > MAXIMUM_TOTAL_BYTES:
                raise UploadTooLarge(
                    f"The archive {name} unpacks to {declared // 1_000_000} MB; at most "
                    f"{MAXIMUM_TOTAL_BYTES // 1_000_000} MB are opened, so nothing was read. Pack only the lists."
                )
            for entry in entries:
                self._take_entry(archive, entry)

    def _take_entry(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
        name = shown_name(entry.orig_filename)
        reason = _reason_to_skip(entry)
        if reason:
            self.skipped.append(Skipped(name, reason))
            return
        problem = _problem_of_entry(name, entry)
        if problem:
            self.add(ListFile(name, "", problem))
            return
        try:
            content = self._inflate(archive, entry)
        except _DAMAGE as error:
            cause = "its checksum is wrong" if "CRC" in str(error) else "its packing is damaged"
            self.add(
                ListFile(name, "", f"{name} cannot be unpacked: {cause}. Pack it again or upload the file itself.")
            )
            return
        if content is None:
            self.add(
                ListFile(name, "", f"{name} unpacks to far more than it holds, as no list does, so it was not read.")
            )
            return
        self.add(_decoded(name, content))

    def _inflate(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes | None:
        """The entry's bytes, counted while they come out, since an archive may declare what it likes.

        One byte more than a list may have at most; None where it swells as a bomb does.
        """
        content = bytearray()
        with archive.open(entry) as stream:
            while len(content) <= MAX_BYTES:
                chunk = stream.read(_CHUNK_BYTES)
                if not chunk:
                    break
                self.count_bytes(len(chunk))
                content += chunk
                if len(content) > _RATIO_COUNTS_FROM_BYTES and len(content) > MAXIMUM_RATIO * entry.compress_size:
                    return None
        return bytes(content)


_LEFT_BEHIND = frozenset({".ds_store", "thumbs.db", "desktop.ini"})


def _reason_to_skip(entry: zipfile.ZipInfo) -> str:
    """Why an entry of an archive is no list at all; empty where it may be one."""
    if entry.is_dir():
        return "a folder"
    parts = re.split(r"[/\\]", entry.orig_filename.lower())
    if "__macosx" in parts or parts[-1] in _LEFT_BEHIND or parts[-1].startswith("._"):
        return "a file that an operating system leaves behind"
    return ""


def _problem_of_entry(name: str, entry: zipfile.ZipInfo) -> str:
    """What keeps an entry from being read, in a sentence; empty where nothing does."""
    written = entry.orig_filename
    if written.startswith(("/", "\\")) or re.match(r"[A-Za-z]:", written) or ".." in re.split(r"[/\\]", written):
        return (
            f"The name {name} leads out of the archive, so the file was not read. Rename it and pack the archive again."
        )
    if entry.create_system == _MADE_ON_UNIX and stat.S_ISLNK(entry.external_attr >> 16):
        return f"{name} is a link to a file, not a file, so it was not followed. Pack the file itself."
    if entry.flag_bits & 0x1:
        return f"{name} is encrypted, so it was not read. Pack it without a password."
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return f"{name} is packed in a way that is not read here. Pack it as an ordinary zip."
    if entry.file_size > MAX_BYTES:
        return _too_long(name)
    if written.lower().endswith(".zip"):
        return f"{name} is an archive within the archive, which is not opened. Upload it by itself, or unpack it first."
    return ""


def _decoded(name: str, content: bytes) -> ListFile:
    if len(content) > MAX_BYTES:
        return ListFile(name, "", _too_long(name))
    try:
        text = decode_upload(content)
    except UnreadableFile as refusal:
        return ListFile(name, "", f"{name}: {refusal}")
    return _checked_text(name, text)


def _checked_text(name: str, text: str) -> ListFile:
    if len(text) > MAX_CHARACTERS:
        return ListFile(name, "", _too_long(name))
    if not text.strip():
        return ListFile(name, "", f"{name} is empty. Export the list again and upload the new file.")
    if is_binary(text) or _HALF_A_CHARACTER.search(text):
        return ListFile(
            name, "", f"{name} is not a text: it holds characters that no text has. Export the list as text."
        )
    return ListFile(name, text)


def _too_long(name: str) -> str:
    return f"{name} is longer than {MAX_CHARACTERS:,} characters; a list has a few thousand. Upload only the list."
