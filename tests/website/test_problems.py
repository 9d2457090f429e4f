"""Pages for what goes wrong: wrong method, too much, too often, not found, not allowed, our fault."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.views.defaults import server_error

from datasheets.models import Release
from tests.website.pages import page_of
from tests.website.texts import LEGAL
from website.page import page, show

pytestmark = pytest.mark.usefixtures("release")


def test_a_wrong_method_gets_a_page_that_names_the_right_ones(client: Client):
    response = client.put("/check/")
    assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD, POST")
    assert page_of(response).one(id="problem").text == (
        "405 This address does not do that PUT is not possible here; GET and HEAD and POST would be."
    )


def test_a_paste_larger_than_the_page_reads_is_refused_before_it_is_read(client: Client):
    response = client.post("/check/", {"text": "x" * 3_100_000})
    assert response.status_code == 413
    problem = page_of(response).one(id="problem")
    assert problem.one("h1").text == "That is too much at once"
    assert "at most 3 MB" in problem.text


def test_htmx_gets_the_problem_alone(client: Client):
    response = client.post("/check/", {"text": "x" * 3_100_000}, headers={"HX-Request": "true"})
    assert response.status_code == 413
    part = page_of(response)
    assert part.all("html") == []
    assert part.one(id="problem").one("h2").text == "That is too much at once"


def test_a_form_larger_than_django_reads_is_a_page_and_no_crash(client: Client, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000
    response = client.post("/check/", {"text": "x" * 2_000})
    assert response.status_code == 413


def test_more_files_than_django_counts_are_a_page_and_no_crash(client: Client, settings, owner):
    settings.DATA_UPLOAD_MAX_NUMBER_FILES = 2
    client.force_login(owner)
    files = [SimpleUploadedFile(f"{number}.txt", b"Necrons") for number in range(3)]
    response = client.post("/check/batch/", {"lists": files})
    assert response.status_code == 413
    assert page_of(response).one("h1").text == "Too many files"


def test_a_form_without_its_token_is_refused_with_a_page_that_says_what_to_do(release: Release):
    response = Client(enforce_csrf_checks=True).post("/check/", {"text": LEGAL})
    assert response.status_code == 403
    assert page_of(response).one(id="problem").one("h1").text == "The form has expired"


def test_too_many_checks_from_one_address_are_refused_with_the_seconds_to_wait(client: Client, settings):
    settings.WEBSITE_CHECK_RATE = "3/min"
    answers = [client.post("/check/", {"text": LEGAL}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    seconds = int(answers[3].headers["Retry-After"])
    assert 1 <= seconds <= 60
    problem = page_of(answers[3]).one(id="problem")
    assert problem.one("h1").text == "Too many checks at once"
    assert f"Wait {seconds} second" in problem.text


def test_one_address_does_not_use_up_the_checks_of_another(client: Client, settings):
    settings.WEBSITE_CHECK_RATE = "1/min"
    assert client.post("/check/", {"text": LEGAL}, REMOTE_ADDR="192.0.2.1").status_code == 200
    assert client.post("/check/", {"text": LEGAL}, REMOTE_ADDR="192.0.2.1").status_code == 429
    assert client.post("/check/", {"text": LEGAL}, REMOTE_ADDR="192.0.2.2").status_code == 200


def test_a_signed_in_person_is_not_counted(client: Client, settings, owner):
    settings.WEBSITE_CHECK_RATE = "1/min"
    client.force_login(owner)
    assert [client.post("/check/", {"text": LEGAL}).status_code for _ in range(3)] == [200, 200, 200]


def test_looking_at_the_empty_page_is_not_counted(client: Client, settings):
    settings.WEBSITE_CHECK_RATE = "1/min"
    assert [client.get("/check/").status_code for _ in range(3)] == [200, 200, 200]


def test_an_address_that_does_not_exist_gets_a_page_that_leads_on(client: Client):
    response = client.get("/rosters/of/long/ago/")
    assert response.status_code == 404
    found = page_of(response)
    assert found.one("h1").text == "There is no such page"
    assert [link.attributes["href"] for link in found.one("main").all("a")] == ["/check/", "/"]


@pytest.mark.parametrize(
    ("template", "title"),
    [("400.html", "That request cannot be read"), ("403.html", "You may not do that")],
)
def test_other_refusals_have_their_page(template: str, title: str):
    assert f"<h1>{title}</h1>" in render_to_string(template)


def test_a_fault_of_ours_has_a_page_that_needs_neither_database_nor_session(django_assert_num_queries):
    with django_assert_num_queries(0):
        response = server_error(RequestFactory().get("/check/"))
    assert response.status_code == 500
    assert page_of(response).one(id="problem").text.startswith("500 This went wrong on our side")


def test_a_view_is_not_called_for_a_method_it_does_not_answer():
    calls = []

    @page("GET")
    def view(request):
        calls.append(request.method)
        return show(request, "website/home.html", {})

    assert view(RequestFactory().delete("/")).status_code == 405
    assert calls == []
