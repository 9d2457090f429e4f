"""Folders of lists: hand in, watch, sort, filter, read a report, download."""

from __future__ import annotations

import csv
import io
import uuid
import zipfile

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from roster.models import CheckBatch, CheckBatchItem
from roster.rations import BatchThrottle
from roster.runner import check_waiting_lists
from tests.website.pages import Element, page_of
from tests.website.texts import ILLEGAL, LEGAL

pytestmark = pytest.mark.usefixtures("release")
UNREAD = LEGAL.replace("Skorpekh Destroyers (85 points)", "Skorpek Destroyer (85 points)", 1)


def a_file(name: str, text: str) -> SimpleUploadedFile:
    """A text file as a browser sends it."""
    return SimpleUploadedFile(name, text.encode(), content_type="text/plain")


@pytest.fixture
def home_client(client: Client, owner: User) -> Client:
    """The owner's browser, signed in."""
    client.force_login(owner)
    return client


@pytest.fixture
def batch(home_client: Client) -> CheckBatch:
    """Three lists handed in through the page: one legal, one illegal, one that is no list; none checked yet."""
    files = [a_file("b-legal.txt", LEGAL), a_file("a-illegal.txt", ILLEGAL), a_file("c-recipe.txt", "Two eggs.")]
    response = home_client.post("/check/batch/", {"lists": files, "name": "Autumn Clash"})
    batch = CheckBatch.objects.get()
    assert (response.status_code, response.headers["Location"]) == (302, f"/check/batch/{batch.uuid}/")
    return batch


@pytest.fixture
def checked_batch(batch: CheckBatch) -> CheckBatch:
    """The same, every list checked."""
    check_waiting_lists(seconds=60)
    return batch


def rows_of(page: Element) -> list[list[str]]:
    """The table's cells as words: list, verdict, faction, stated, computed, broken, unread."""
    body = page.one("table", class_="batch-table").one("tbody")
    return [[row.all("th")[0].all("a")[0].text, *(cell.text for cell in row.all("td"))] for row in body.all("tr")]


def test_a_visitor_is_asked_to_sign_in_and_comes_back(client: Client):
    response = client.get("/check/batch/")
    assert (response.status_code, response.headers["Location"]) == (302, "/accounts/login/?next=/check/batch/")
    page = page_of(client.get(response.headers["Location"]))
    assert page.one("input", name="next").attributes["value"] == "/check/batch/"


def test_the_sign_in_page_names_the_demo_login_only_where_there_is_one(client: Client, settings):
    settings.DEMO_LOGIN = None
    assert "demo" not in page_of(client.get("/accounts/login/")).one("main").text
    settings.DEMO_LOGIN = {"username": "visitor", "password": "come-in"}
    note = page_of(client.get("/accounts/login/")).one("p", class_="note").text
    assert note == "This is a demo on your own machine. Sign in as visitor with the password come-in ."


def test_the_page_has_a_field_for_several_files_and_says_how_many_and_how_long(home_client: Client):
    page = page_of(home_client.get("/check/batch/"))
    field = page.one("input", id="batch-files")
    assert (field.attributes["name"], "multiple" in field.attributes) == ("lists", True)
    assert page.one(id="batch-hint").text == (
        "Up to 300 lists, one text file each. What you upload is kept for 30 days, "
        "visible to you only, and then deleted."
    )
    assert page.one("section", aria_labelledby="mine-heading").text == "My batches None yet."


def test_files_become_a_batch_of_their_owner(batch: CheckBatch, owner: User):
    assert (batch.owner, batch.name, batch.total) == (owner, "Autumn Clash", 3)
    assert list(batch.items.order_by("position").values_list("filename", "text")) == [
        ("b-legal.txt", LEGAL),
        ("a-illegal.txt", ILLEGAL),
        ("c-recipe.txt", "Two eggs."),
    ]


def test_a_zip_becomes_a_batch_of_its_files(home_client: Client):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("lists/one.txt", LEGAL)
        archive.writestr("lists/two.txt", ILLEGAL)
    upload = SimpleUploadedFile("lists.zip", buffer.getvalue(), content_type="application/zip")
    assert home_client.post("/check/batch/", {"lists": upload}).status_code == 302
    assert list(CheckBatchItem.objects.values_list("filename", flat=True)) == ["lists/one.txt", "lists/two.txt"]


def test_a_file_that_is_no_text_is_called_not_checked_in_the_table_and_on_its_page(home_client: Client):
    files = [a_file("a.txt", LEGAL), SimpleUploadedFile("b.rosz", b"PK\x03\x04 a roster")]
    response = home_client.post("/check/batch/", {"lists": files})
    url = response.headers["Location"]
    check_waiting_lists(seconds=60)
    page = page_of(home_client.get(url))
    assert page.one("p", class_="progress-words").text == "All 2 lists done: 1 legal, 1 not checked."
    assert [row[1] for row in rows_of(page)] == ["Legal", "Not checked"]
    note = page_of(home_client.get(f"{url}2/")).one("p", class_="note").text
    assert note.startswith("Not checked. b.rosz: The file is a zip file, not a text.")


def test_my_batches_are_listed_with_their_size_and_time(home_client: Client, batch: CheckBatch):
    entry = page_of(home_client.get("/check/batch/")).one("ul", class_="batch-list").one("li")
    assert entry.one("a").attributes["href"] == f"/check/batch/{batch.uuid}/"
    assert entry.text == f"Autumn Clash 3 lists, {batch.created_at:%Y-%m-%d %H:%M} UTC"


def test_no_file_is_an_error_beside_the_field_and_nothing_is_stored(home_client: Client):
    response = home_client.post("/check/batch/", {"name": "Empty"})
    assert response.status_code == 422
    assert page_of(response).one(id="batch-errors").text == (
        "No file was chosen. Choose the text files of your lists, or one .zip of them."
    )
    assert CheckBatch.objects.count() == 0


def test_a_broken_archive_is_an_error_in_words_and_nothing_is_stored(home_client: Client):
    upload = SimpleUploadedFile("lists.zip", b"PK\x03\x04 cut short")
    response = home_client.post("/check/batch/", {"lists": upload})
    assert response.status_code == 422
    assert page_of(response).one(id="batch-errors").text.startswith("The archive lists.zip is damaged")
    assert CheckBatch.objects.count() == 0


def test_three_hundred_and_one_files_are_refused_with_the_number_allowed(home_client: Client):
    files = [a_file(f"{number}.txt", "Necrons") for number in range(301)]
    response = home_client.post("/check/batch/", {"lists": files})
    assert response.status_code == 422
    assert "at most 300" in page_of(response).one(id="batch-errors").text
    assert CheckBatch.objects.count() == 0


def test_while_lists_wait_the_page_polls_and_has_a_link_for_those_without_script(
    home_client: Client, batch: CheckBatch
):
    page = page_of(home_client.get(f"/check/batch/{batch.uuid}/"))
    progress = page.one(id="batch-progress")
    assert progress.attributes["hx-trigger"] == "every 1s"
    assert progress.one("p", class_="progress-words").text == "0 of 3 lists done."
    assert (progress.one("progress").attributes["value"], progress.one("progress").attributes["max"]) == ("0", "3")
    assert progress.one("a").attributes["href"] == f"/check/batch/{batch.uuid}/?"
    assert [row[1] for row in rows_of(page)] == ["Waiting", "Waiting", "Waiting"]


def test_htmx_gets_the_progress_alone_while_lists_wait(home_client: Client, batch: CheckBatch):
    headers = {"HX-Request": "true", "HX-Target": "batch-progress"}
    part = page_of(home_client.get(f"/check/batch/{batch.uuid}/", headers=headers))
    assert part.all("html") + part.all("table") == []
    assert part.one(id="batch-progress").attributes["hx-trigger"] == "every 1s"


def test_the_last_answer_ends_the_polling_and_brings_the_table(home_client: Client, checked_batch: CheckBatch):
    headers = {"HX-Request": "true", "HX-Target": "batch-progress"}
    part = page_of(home_client.get(f"/check/batch/{checked_batch.uuid}/", headers=headers))
    progress = part.one(id="batch-progress")
    assert "hx-trigger" not in progress.attributes
    assert progress.text == "All 3 lists done: 1 legal, 1 not legal, 1 not readable."
    assert part.one(id="batch-lists").attributes["hx-swap-oob"] == "true"
    assert len(rows_of(part)) == 3


def test_the_table_shows_every_list_with_its_verdict_and_figures(home_client: Client, checked_batch: CheckBatch):
    page = page_of(home_client.get(f"/check/batch/{checked_batch.uuid}/"))
    assert rows_of(page) == [
        ["b-legal.txt", "Legal", "Necrons", "515", "515", "0", "0"],
        ["a-illegal.txt", "Not legal", "Necrons", "630", "630", "2", "0"],
        ["c-recipe.txt", "Not readable", "–", "–", "–", "–", "1"],
    ]
    assert page.one("section", id="batch-lists").one("p", role="status").text == (
        "3 lists, in the order they were handed in."
    )


@pytest.mark.parametrize(
    ("order", "names", "words"),
    [
        ("filename", ["a-illegal.txt", "b-legal.txt", "c-recipe.txt"], "sorted by list, rising."),
        ("-filename", ["c-recipe.txt", "b-legal.txt", "a-illegal.txt"], "sorted by list, falling."),
        ("computed_points", ["b-legal.txt", "a-illegal.txt", "c-recipe.txt"], "sorted by computed, rising."),
        ("-computed_points", ["a-illegal.txt", "b-legal.txt", "c-recipe.txt"], "sorted by computed, falling."),
        ("owner__password", ["b-legal.txt", "a-illegal.txt", "c-recipe.txt"], "in the order they were handed in."),
    ],
)
def test_the_table_is_sorted_by_the_address(
    home_client: Client, checked_batch: CheckBatch, order: str, names: list[str], words: str
):
    page = page_of(home_client.get(f"/check/batch/{checked_batch.uuid}/", {"order": order}))
    assert [row[0] for row in rows_of(page)] == names
    assert page.one("section", id="batch-lists").one("p", role="status").text == f"3 lists, {words}"


def test_a_heading_says_how_it_is_sorted_and_turns_the_order_round(home_client: Client, checked_batch: CheckBatch):
    page = page_of(home_client.get(f"/check/batch/{checked_batch.uuid}/", {"order": "filename", "show": "legal"}))
    headings = page.one("table", class_="batch-table").one("thead").all("th")
    assert [heading.attributes["aria-sort"] for heading in headings] == ["ascending", *["none"] * 6]
    address = f"/check/batch/{checked_batch.uuid}/"
    assert headings[0].one("a").attributes["href"] == f"{address}?order=-filename&show=legal#batch-lists"
    assert headings[1].one("a").attributes["href"] == f"{address}?order=is_legal&show=legal#batch-lists"


def test_the_table_is_narrowed_by_verdict_with_the_counts_beside_each(home_client: Client, checked_batch: CheckBatch):
    page = page_of(home_client.get(f"/check/batch/{checked_batch.uuid}/", {"show": "illegal"}))
    choices = page.one("ul", class_="choices").all("a")
    assert [(choice.text, choice.attributes.get("aria-current")) for choice in choices] == [
        ("All 3", None),
        ("Legal 1", None),
        ("Not legal 1", "true"),
        ("Not readable 1", None),
    ]
    assert [row[0] for row in rows_of(page)] == ["a-illegal.txt"]


def test_htmx_gets_the_table_alone_for_a_sorting_link(home_client: Client, checked_batch: CheckBatch):
    headers = {"HX-Request": "true", "HX-Target": "batch-lists"}
    part = page_of(home_client.get(f"/check/batch/{checked_batch.uuid}/", {"order": "filename"}, headers=headers))
    assert part.all("html") == []
    assert [row[0] for row in rows_of(part)] == ["a-illegal.txt", "b-legal.txt", "c-recipe.txt"]


def test_each_list_has_its_whole_report(home_client: Client, checked_batch: CheckBatch):
    page = page_of(home_client.get(f"/check/batch/{checked_batch.uuid}/2/"))
    assert page.one("h1").text == "a-illegal.txt"
    assert page.one(id="verdict").text == "Not legal: 2 rules broken"
    assert page.one("pre").text == " ".join(ILLEGAL.split())
    ways = page.one("nav", aria_label="Lists of this batch").all("a")
    assert [(way.text, way.attributes["href"].rsplit("/", 2)[1]) for way in ways] == [
        ("Previous list", "1"),
        ("Next list", "3"),
    ]


def test_a_list_that_waits_or_was_given_up_says_so(home_client: Client, batch: CheckBatch):
    page = page_of(home_client.get(f"/check/batch/{batch.uuid}/1/"))
    assert page.one("p", class_="note").text == "This list has not been checked yet. Refresh"
    home_client.post("/check/batch/", {"lists": [a_file("nothing.txt", " ")]})
    empty = CheckBatch.objects.first()
    assert empty is not None
    page = page_of(home_client.get(f"/check/batch/{empty.uuid}/1/"))
    assert page.one("p", class_="note").text.startswith("Not checked. nothing.txt is empty.")


def test_the_table_downloads_as_csv_in_the_order_handed_in(home_client: Client, checked_batch: CheckBatch):
    response = home_client.get(f"/check/batch/{checked_batch.uuid}/table.csv")
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert response.headers["Content-Disposition"] == f'attachment; filename="check-{checked_batch.uuid}.csv"'
    text = response.getvalue().decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["file"], row["verdict"], row["broken_checks"]) for row in rows] == [
        ("b-legal.txt", "legal", "0"),
        ("a-illegal.txt", "illegal", "2"),
        ("c-recipe.txt", "unreadable", ""),
    ]


@pytest.mark.parametrize("tail", ["", "1/", "table.csv"])
def test_a_stranger_finds_no_such_batch_and_a_visitor_must_sign_in(
    client: Client, batch: CheckBatch, stranger: User, tail: str
):
    address = f"/check/batch/{batch.uuid}/{tail}"
    client.logout()
    assert client.get(address).headers["Location"].startswith("/accounts/login/?next=")
    client.force_login(stranger)
    assert client.get(address).status_code == 404
    assert client.get(f"/check/batch/{uuid.uuid4()}/{tail}").status_code == 404


def test_the_owner_deletes_a_batch_before_its_time(home_client: Client, checked_batch: CheckBatch):
    form = page_of(home_client.get(f"/check/batch/{checked_batch.uuid}/")).one("form", class_="actions")
    assert form.one("p").text == "Its 3 lists and their reports are gone for good."
    response = home_client.post(form.attributes["action"])
    assert (response.status_code, response.headers["Location"]) == (302, "/check/batch/")
    assert (CheckBatch.objects.count(), CheckBatchItem.objects.count()) == (0, 0)


def test_a_stranger_deletes_nothing_and_following_a_link_deletes_nothing(
    client: Client, batch: CheckBatch, owner: User, stranger: User
):
    address = f"/check/batch/{batch.uuid}/delete/"
    client.force_login(stranger)
    assert client.post(address).status_code == 404
    client.force_login(owner)
    assert client.get(address).status_code == 405
    client.logout()
    assert client.post(address).status_code == 302
    assert (CheckBatch.objects.count(), CheckBatchItem.objects.count()) == (1, 3)


def test_a_club_mate_does_not_see_the_batch_among_theirs(client: Client, batch: CheckBatch, club_mate: User):
    client.force_login(club_mate)
    assert page_of(client.get("/check/batch/")).all("ul", class_="batch-list") == []


def test_a_place_beyond_the_batch_is_not_found(home_client: Client, checked_batch: CheckBatch):
    assert home_client.get(f"/check/batch/{checked_batch.uuid}/4/").status_code == 404


def test_names_of_files_are_shown_as_text(home_client: Client):
    home_client.post(
        "/check/batch/", {"lists": [a_file("<img src=x onerror=alert(1)>.txt", LEGAL)], "name": "<b>x</b>"}
    )
    batch = CheckBatch.objects.get()
    for address in ("/check/batch/", f"/check/batch/{batch.uuid}/", f"/check/batch/{batch.uuid}/1/"):
        content = home_client.get(address).content.decode()
        assert "<img" not in content
        assert "<b>" not in content


def test_the_table_asks_the_same_few_questions_whatever_its_length(
    home_client: Client, checked_batch: CheckBatch, django_assert_num_queries
):
    address = f"/check/batch/{checked_batch.uuid}/"
    home_client.get(address)
    # Session, person, batch, counts, rows and the release in force.
    with django_assert_num_queries(6):
        home_client.get(address)


def test_a_report_asks_for_its_list_and_its_release_only(
    home_client: Client, checked_batch: CheckBatch, django_assert_num_queries
):
    address = f"/check/batch/{checked_batch.uuid}/1/"
    home_client.get(address)
    # Session, person, batch, list, the batch's release and the release in force.
    with django_assert_num_queries(6):
        home_client.get(address)


def test_batches_are_not_kept_in_shared_caches(home_client: Client, batch: CheckBatch):
    assert "private" in home_client.get(f"/check/batch/{batch.uuid}/").headers["Cache-Control"]


@pytest.mark.parametrize(
    ("name", "errors"),
    [("x" * 121, "The name has 121 characters; at most 120 are kept. Give a shorter one."), ("Clash\0", "")],
)
def test_a_name_that_does_not_fit_is_told_in_words(home_client: Client, name: str, errors: str):
    response = home_client.post("/check/batch/", {"name": name, "lists": a_file("a.txt", LEGAL)})
    if errors:
        assert page_of(response).one("div", id="batch-errors").text == errors
    else:
        assert response.status_code == 302
        assert CheckBatch.objects.get().name == "Clash\N{REPLACEMENT CHARACTER}"


def test_batches_are_rationed(home_client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(BatchThrottle, "rate", "1/hour")
    first, second = (home_client.post("/check/batch/", {"lists": a_file("a.txt", LEGAL)}) for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 429)
    assert 0 < int(second.headers["Retry-After"]) <= 3600
    assert page_of(second).one("div", id="problem").one("h1").text == "Too many batches at once"
    assert CheckBatch.objects.count() == 1
