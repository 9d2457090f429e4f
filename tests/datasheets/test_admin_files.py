"""Spreadsheets and points manuals in the admin: looked at first, taken on a yes, refused in words."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from datasheets.admin.manual_files import MOST_BYTES_OF_A_FILE, NotAManual, unpacked
from datasheets.catalogue.entries import EntryRef
from datasheets.models import EditGroup, EditKind
from datasheets.services.editing import working_entry
from datasheets.services.roles import Role, ensure_roles, give_role
from datasheets.snapshot import read_catalogue
from tests.datasheets.builders import mini_catalogue
from tests.datasheets.workbench import WHY

SHEETS = "/admin/spreadsheets/"
MANUAL = "/admin/points-manual/"


def browser_of(role: Role) -> Client:
    ensure_roles()
    person = User.objects.create_user(role.value)
    give_role(person, role)
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def editor(db: None) -> Client:
    return browser_of(Role.EDITOR)


def told(answer: Any) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def prices(editor: Client) -> str:
    return editor.get(reverse("admin:export", args=["prices", "csv"])).content.decode("utf-8-sig")


def look(client: Client, text: str, name: str = "prices.csv", sheet: str = "prices") -> Any:
    file = SimpleUploadedFile(name, text.encode("utf-8-sig"))
    return client.post(SHEETS, {"sheet": sheet, "file": file, **WHY, "do": "look"})


def approve(client: Client, answer: Any) -> Any:
    context = answer.context
    sent = {"kept": context["kept"], "sheet": "prices", "format": context["format"], "told": context["told"]}
    return client.post(SHEETS, {**sent, "do": "apply"})


# Spreadsheets ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("ending", "first"), [("csv", b"\xef\xbb\xbf"), ("xlsx", b"PK\x03\x04")])
def test_a_list_is_taken_along_as_a_file(editor: Client, stored: None, ending: str, first: bytes) -> None:
    answer = editor.get(reverse("admin:export", args=["datasheets", ending]))

    assert answer["Content-Disposition"] == f'attachment; filename="datasheets.{ending}"'
    assert answer.content.startswith(first)


def test_one_faction_is_taken_along_and_an_unknown_one_is_not_there(editor: Client, stored: None) -> None:
    chosen = {"sheet": "prices", "format": "csv"}
    walkers = editor.get(reverse("admin:export-chosen"), {**chosen, "faction": "walkers"})

    assert walkers["Content-Disposition"] == 'attachment; filename="prices-walkers.csv"'
    assert "walkers:strider" in walkers.content.decode()
    assert "ash-wardens:kiln" not in walkers.content.decode()
    assert editor.get(reverse("admin:export-chosen"), {**chosen, "faction": "nobody"}).status_code == 404
    assert editor.get(reverse("admin:export", args=["secrets", "csv"])).status_code == 404


def test_lists_lead_to_their_sheets(editor: Client, stored: None) -> None:
    page = editor.get(reverse("admin:datasheets_pricetable_changelist")).content.decode()

    assert 'href="/admin/spreadsheets/prices.csv"' in page
    assert 'href="/admin/spreadsheets/?sheet=prices"' in page


def test_an_untouched_sheet_changes_nothing(editor: Client, stored: None) -> None:
    answer = look(editor, prices(editor))

    assert (answer.context["cells"], answer.context["refused"], answer.context["kept"]) == ([], [], "")


def test_a_price_is_looked_at_first_and_written_on_a_yes(editor: Client, stored: None) -> None:
    text = prices(editor).replace(",70,", ",75,", 1)
    assert text != prices(editor)

    looked = look(editor, text)
    assert len(looked.context["cells"]) == 1
    assert looked.context["cells"][0].startswith("price table Kiln, Ash Wardens (")
    assert looked.context["cells"][0].endswith("points: 70 -> 75")
    assert read_catalogue() == mini_catalogue()

    answer = approve(editor, looked)
    assert answer.status_code == 302
    kiln = working_entry(EntryRef("prices", "ash-wardens:kiln|ash-wardens")).value
    assert kiln.tiers[0].rows[0].points == 75
    group = EditGroup.objects.get()
    assert (group.kind, group.by_name) == (EditKind.SPREADSHEET, "editor")
    assert group.reason == "A slip. Known from: Field Manual 1.0, 1 October 2026"


def test_wrong_values_are_told_by_row_and_nothing_can_be_approved(editor: Client, stored: None) -> None:
    answer = look(editor, prices(editor).replace(",70,", ",=1+1,", 1))

    assert answer.context["kept"] == ""
    assert len(answer.context["refused"]) == 1
    assert answer.context["refused"][0].startswith("Row ")
    assert "Write these changes" not in answer.content.decode()
    assert read_catalogue() == mini_catalogue()


def test_a_file_of_another_kind_is_refused_in_words(editor: Client, stored: None) -> None:
    answer = look(editor, "x", name="prices.pdf")

    assert answer.context["form"].errors == {"file": ["The file's name must end in .csv or .xlsx."]}


def test_what_another_looked_at_cannot_be_approved(editor: Client, stored: None) -> None:
    looked = look(editor, prices(editor).replace(",70,", ",75,", 1))

    answer = approve(browser_of(Role.PUBLISHER), looked)

    assert told(answer) == ["The file is no longer kept here: nothing was written. Choose it again."]
    assert read_catalogue() == mini_catalogue()


def test_viewer_takes_along_and_brings_nothing_in(stored: None, db: None) -> None:
    viewer = browser_of(Role.VIEWER)

    assert viewer.get(SHEETS).status_code == 200
    assert "Bring in" not in viewer.get(SHEETS).content.decode()
    assert viewer.get(reverse("admin:export", args=["prices", "csv"])).status_code == 200
    assert look(viewer, "x").status_code == 403
    assert viewer.post(SHEETS, {"do": "apply"}).status_code == 403
    assert viewer.post(MANUAL, {}).status_code == 403


# Points manuals --------------------------------------------------------------------------------


def zipped(**files: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def test_yaml_files_are_taken_out_of_a_zip_and_its_folders() -> None:
    content = zipped(
        **{"v9/necrons.yaml": "a: 1", "v9/README.md": "no", "orks.yml": "b: 2", "__MACOSX/._orks.yml": "x"}
    )

    assert unpacked([("mfm.zip", content), ("aeldari.yaml", b"c: 3")]) == {
        "necrons.yaml": b"a: 1",
        "orks.yml": b"b: 2",
        "aeldari.yaml": b"c: 3",
    }


BOMB = "a: &a [x, x, x]\nb: &b [*a, *a, *a]\nc: [*b, *b, *b]\n"


@pytest.mark.parametrize(
    ("uploads", "said"),
    [
        ([("x.zip", zipped(**{"../../etc/evil.yaml": "a: 1"}))], "x.zip holds a file with a path that leads out of it"),
        ([("x.zip", zipped(**{"/evil.yaml": "a: 1"}))], "x.zip holds a file with a path that leads out of it"),
        ([("x.zip", b"PK\x03\x04 and no more")], "x.zip is no zip that can be read"),
        ([("x.zip", zipped(**{f"f{n}.yaml": "a: 1" for n in range(81)}))], "x.zip holds 81 files; 80 are read."),
        ([("x.zip", zipped(**{"a.yaml": "#" * 1_000_001}))], "a.yaml has more than 1,000,000 bytes."),
        ([("x.zip", zipped(**{f"f{n}.yaml": "#" * 999_999 for n in range(7)}))], "x.zip holds more than 6,000,000"),
        ([("bomb.yaml", BOMB.encode())], "bomb.yaml refers to parts of itself (*a), which is not read."),
        ([("deep.yaml", b"[" * 50 + b"]" * 50)], "deep.yaml is nested more than 40 levels deep."),
        ([("bad.yaml", b"a: [")], "bad.yaml is not valid YAML"),
        ([("bad.yaml", b"\xff\xfe")], "bad.yaml is not UTF-8 text"),
        ([("a.yaml", b"a: 1"), ("a.yaml", b"a: 2")], "a.yaml is there twice"),
        ([("C:\\files\\Orks list.yaml", b"a: 1")], "'Orks list.yaml' is no name of a manual's file"),
        ([("x.zip", zipped(**{"read.me": "a"}))], "There is no YAML file among them"),
    ],
)
def test_files_that_would_do_harm_are_refused_by_name(uploads: list[tuple[str, bytes]], said: str) -> None:
    with pytest.raises(NotAManual) as refused:
        unpacked(uploads)
    assert said in str(refused.value)


@pytest.mark.parametrize("packing", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_zip_is_refused_by_name(packing: int) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packing) as archive:
        archive.writestr("a.yaml", str(list(range(200))))
    for place in range(45, 200, 3):
        damaged = bytearray(out.getvalue())
        damaged[place] ^= 0xFF

        with pytest.raises(NotAManual) as refused:
            unpacked([("mfm.zip", bytes(damaged))])
        assert str(refused.value).startswith("mfm.zip is no zip that can be read (")


def test_a_large_file_is_bounded_before_it_is_read() -> None:
    with pytest.raises(NotAManual):
        unpacked([("a.yaml", b"#" * (MOST_BYTES_OF_A_FILE + 1))])


def test_a_refused_file_is_told_beside_the_field(editor: Client, stored: None) -> None:
    answer = editor.post(MANUAL, {"manual": SimpleUploadedFile("bomb.yaml", BOMB.encode())})

    assert answer.status_code == 200
    assert answer.context["form"].errors == {"manual": ["bomb.yaml refers to parts of itself (*a), which is not read."]}
