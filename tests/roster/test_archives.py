"""Uploads into list texts: what is read, what is left out, what is refused, each in a sentence."""

from __future__ import annotations

import random
import zipfile

import pytest

from roster.archives import ListFile, Skipped, Upload, UploadError, UploadTooLarge, read_texts, read_uploads, shown_name
from tests.roster.uploads import as_link, declaring, with_flag, zip_of, zip_upload

LIST = "Strike Force (2000 points)\n"


def problems_of(*uploads: Upload) -> dict[str, str]:
    return {entry.name: entry.problem for entry in read_uploads(uploads).lists}


def test_files_are_read_in_the_order_given():
    reading = read_uploads([Upload("b.txt", b"second"), Upload("a.txt", b"first")])
    assert reading.lists == (ListFile("b.txt", "second"), ListFile("a.txt", "first"))
    assert reading.skipped == ()


def test_a_zip_gives_its_lists_and_names_what_is_no_list():
    reading = read_uploads(
        [
            zip_upload(
                ("lists/", b""),
                ("lists/one.txt", LIST.encode()),
                ("__MACOSX/lists/._one.txt", b"\x00\x05\x16\x07"),
                ("lists/.DS_Store", b"\x00\x00\x00\x01Bud1"),
                ("lists/two.txt", LIST.encode("utf-16")),
            )
        ]
    )
    assert reading.lists == (ListFile("lists/one.txt", LIST), ListFile("lists/two.txt", LIST))
    assert reading.skipped == (
        Skipped("lists/", "a folder"),
        Skipped("__MACOSX/lists/._one.txt", "a file that an operating system leaves behind"),
        Skipped("lists/.DS_Store", "a file that an operating system leaves behind"),
    )


def test_files_and_zips_may_be_mixed():
    reading = read_uploads([Upload("a.txt", b"first"), zip_upload(("b.txt", b"second")), Upload("c.txt", b"third")])
    assert [entry.name for entry in reading.lists] == ["a.txt", "b.txt", "c.txt"]


def test_files_of_one_name_are_told_apart():
    reading = read_uploads([zip_upload(("a.txt", b"1"), ("a.txt", b"2"), ("a.txt", b"3"))])
    assert reading.lists == (ListFile("a.txt", "1"), ListFile("a.txt (2)", "2"), ListFile("a.txt (3)", "3"))


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("empty.txt", b"", "empty.txt: The file is empty."),
        ("blank.txt", b" \n\t\n", "blank.txt is empty. Export the list again and upload the new file."),
        (
            "photo.jpg",
            b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(200),
            "photo.jpg: The file is a picture (JPEG), not a text. Save the list as a plain text file and give that.",
        ),
        (
            "noise.txt",
            b"ab\x00\x01" * 50,
            "noise.txt: The file is not a text: it holds control characters. "
            "Save the list as a plain text file and give that.",
        ),
        (
            "long.txt",
            b"a" * 200_001,
            "long.txt is longer than 200,000 characters; a list has a few thousand. Upload only the list.",
        ),
        (
            "huge.txt",
            b"a" * 800_001,
            "huge.txt is longer than 200,000 characters; a list has a few thousand. Upload only the list.",
        ),
    ],
)
def test_an_unreadable_file_says_why_and_the_others_are_read(name: str, content: bytes, sentence: str):
    assert problems_of(Upload(name, content), Upload("good.txt", b"a list")) == {name: sentence, "good.txt": ""}


def test_two_hundred_thousand_characters_are_read():
    (entry,) = read_uploads([Upload("a.txt", ("ẞ" * 200_000).encode())]).lists
    assert (len(entry.text), entry.problem) == (200_000, "")


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "\\\\server\\a.txt", "C:\\a.txt", "lists/../../a.txt"]
)
def test_a_name_that_leads_out_of_the_archive_is_not_read(name: str):
    assert problems_of(zip_upload((name, b"a list"), ("good.txt", b"a list"))) == {
        name: f"The name {name} leads out of the archive, so the file was not read. "
        "Rename it and pack the archive again.",
        "good.txt": "",
    }


def test_an_archive_within_the_archive_is_not_opened():
    assert problems_of(zip_upload(("inner.zip", zip_of(("a.txt", b"a list"))))) == {
        "inner.zip": "inner.zip is an archive within the archive, which is not opened. "
        "Upload it by itself, or unpack it first."
    }


def test_an_encrypted_entry_is_not_read():
    content = with_flag(zip_of(("secret.txt", b"a list")), 0x1)
    assert problems_of(Upload("lists.zip", content)) == {
        "secret.txt": "secret.txt is encrypted, so it was not read. Pack it without a password."
    }


def test_another_packing_is_not_read():
    content = zip_of(("a.txt", b"a list"), compression=zipfile.ZIP_LZMA)
    assert problems_of(Upload("lists.zip", content)) == {
        "a.txt": "a.txt is packed in a way that is not read here. Pack it as an ordinary zip."
    }


def test_an_entry_that_swells_is_not_read():
    assert problems_of(zip_upload(("bomb.txt", b"a" * 700_000), ("good.txt", b"a list"))) == {
        "bomb.txt": "bomb.txt unpacks to far more than it holds, as no list does, so it was not read.",
        "good.txt": "",
    }


def test_an_archive_that_declares_more_than_is_opened_is_refused_whole():
    content = zip_of(*((f"{number}.txt", b"\0" * 1_000_000) for number in range(70)))
    with pytest.raises(UploadTooLarge) as refusal:
        read_uploads([Upload("bomb.zip", content)])
    assert str(refusal.value) == (
        "The archive bomb.zip unpacks to 70 MB; at most 64 MB are opened, so nothing was read. Pack only the lists."
    )


def test_an_entry_that_declares_less_than_it_unpacks_to_is_not_trusted():
    content = declaring(zip_of(("liar.txt", b"x = 1\n" * 100)), 10)
    assert problems_of(Upload("lists.zip", content)) == {
        "liar.txt": "liar.txt cannot be unpacked: its checksum is wrong. Pack it again or upload the file itself."
    }


def test_a_zip_cut_short_is_refused_whole():
    content = zip_of(("a.txt", b"a list"))
    with pytest.raises(UploadError) as refusal:
        read_uploads([Upload("lists.zip", content[:-10])])
    assert str(refusal.value) == (
        "The archive lists.zip is damaged or cut short and cannot be opened. "
        "Pack the lists again, or upload the files themselves."
    )


def test_no_damage_to_a_zip_ends_otherwise_than_in_words():
    luck = random.Random(11)  # noqa: S311
    whole = zip_of(*((f"lists/{number}.txt", LIST.encode() * number) for number in range(1, 8)))
    for _ in range(2_000):
        damaged = bytearray(whole)
        for _ in range(luck.randint(1, 4)):
            damaged[luck.randrange(4, len(damaged))] = luck.randrange(256)
        assert all(_outcome(bytes(damaged)))


def _outcome(content: bytes) -> list[str]:
    """What became of each list: its text or its problem; or of the whole upload."""
    try:
        return [entry.text or entry.problem for entry in read_uploads([Upload("lists.zip", content)]).lists]
    except UploadError as refusal:
        return [str(refusal)]


def test_three_hundred_lists_are_a_batch_and_one_more_is_refused():
    files = [Upload(f"{number}.txt", b"a list") for number in range(301)]
    assert len(read_uploads(files[:300]).lists) == 300
    with pytest.raises(UploadError) as refusal:
        read_uploads(files)
    assert str(refusal.value) == (
        "There are more than 300 lists in this upload. A batch holds at most 300: split the lists into several batches."
    )


def test_an_archive_of_very_many_entries_is_refused():
    with pytest.raises(UploadError) as refusal:
        read_uploads([zip_upload(*((f"{number}/", b"") for number in range(2_001)))])
    assert str(refusal.value) == (
        "The archive lists.zip has 2001 entries; at most 2000 are opened. Pack only the lists, at most 300."
    )


def test_entries_are_counted_before_the_archive_is_opened():
    content = zip_of(*((f"{number}/", b"") for number in range(2_001)))
    with pytest.raises(UploadError) as refusal:
        read_uploads([Upload("lists.zip", content[:-10])])
    assert str(refusal.value) == (
        "The archive lists.zip has 2001 entries; at most 2000 are opened. Pack only the lists, at most 300."
    )


def test_entries_of_several_archives_are_counted_together():
    folders = zip_of(*((f"{number}/", b"") for number in range(1_000)))
    good = Upload("good.txt", b"a list")
    assert len(read_uploads([Upload("a.zip", folders), Upload("b.zip", folders), good]).skipped) == 2_000
    with pytest.raises(UploadError) as refusal:
        read_uploads([Upload("a.zip", folders), Upload("b.zip", folders), zip_upload(("x/", b""), name="c.zip"), good])
    assert str(refusal.value) == (
        "The archives up to c.zip have 2001 entries together; at most 2000 are opened. "
        "Pack only the lists, at most 300."
    )


def test_a_link_in_an_archive_is_not_taken_for_a_list():
    assert problems_of(Upload("lists.zip", as_link(zip_of(("link.txt", b"/etc/passwd")))), Upload("a", b"a list")) == {
        "link.txt": "link.txt is a link to a file, not a file, so it was not followed. Pack the file itself.",
        "a": "",
    }


def test_an_upload_without_lists_is_refused_and_says_what_was_found():
    with pytest.raises(UploadError) as refusal:
        read_uploads([zip_upload(("lists/", b""), ("lists/.DS_Store", b"x"))])
    assert str(refusal.value) == (
        "There is no list in this upload. Found only: lists/, lists/.DS_Store. "
        "Add one text file for each list, or a zip of them."
    )
    with pytest.raises(UploadError) as refusal:
        read_uploads([])
    assert str(refusal.value) == ("There is no list in this upload. Add one text file for each list, or a zip of them.")


def test_texts_are_held_to_the_same_bounds():
    reading = read_texts([("a", "a list"), ("b", "x" * 200_001), ("c", "\0"), ("d", "\ud800")])
    assert [(entry.name, entry.problem) for entry in reading.lists] == [
        ("a", ""),
        ("b", "b is longer than 200,000 characters; a list has a few thousand. Upload only the list."),
        ("c", "c is not a text: it holds characters that no text has. Export the list as text."),
        ("d", "d is not a text: it holds characters that no text has. Export the list as text."),
    ]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("list.txt", "list.txt"),
        ("a\nb\x1b[31m.txt", "a b�[31m.txt"),
        ("invoice\u202etxt.exe", "invoice�txt.exe"),
        ("\ud800.txt", "�.txt"),
        ("  ", "(no name)"),
        ("x" * 201, "x" * 199 + "…"),
        ("<script>", "<script>"),
    ],
)
def test_a_name_is_shown_on_one_line_without_signs_that_deceive(written: str, shown: str):
    assert shown_name(written) == shown
