"""The check page: paste a list, get the army beside the verdicts."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.website.pages import Element, page_of
from tests.website.texts import ILLEGAL, LEGAL, WITH_MARKUP

pytestmark = pytest.mark.usefixtures("release")
HTMX = {"HX-Request": "true", "HX-Target": "result"}


def words_of(name: str) -> str:
    """The text of an example, its white space folded."""
    return " ".join((settings.BASE_DIR / "fixtures" / "demo" / name).read_text(encoding="utf-8").split())


def checked(client: Client, text: str) -> Element:
    """The whole page after checking ``text``."""
    response = client.post("/check/", {"text": text})
    assert response.status_code == 200
    return page_of(response)


def errors_of(page: Element) -> list[str]:
    """The sentences beside the box."""
    return [paragraph.text for paragraph in page.one(id="list-errors").all("p")]


def test_the_empty_page_has_a_labelled_box_a_file_field_and_a_button(client: Client):
    form = page_of(client.get("/check/")).one("form", class_="list-form")
    assert form.one("label", **{"for": "list-text"}).text == "Your army list"
    assert form.one("label", **{"for": "list-file"}).text == "or choose a text file"
    assert form.one("textarea").attributes["name"] == "text"
    assert form.one("button").text == "Check"
    assert (form.attributes["method"], form.attributes["action"]) == ("post", "/check/#result")


def test_a_legal_list_is_legal_in_words_with_its_figures(client: Client):
    page = checked(client, LEGAL)
    assert page.one(id="verdict").text == "Legal"
    assert [figure.text for figure in page.all("li", class_="figure")] == [
        "Points 515 / 1,000",
        "Detachment Points DP 2 / 2",
        "Enhancements Enh. 1 / 2",
        "Units 6",
    ]
    assert page.one("title").text == "Legal – Check a list – Quartermaster"


def test_the_army_groups_attached_units_under_their_squad_and_crowns_the_warlord(client: Client):
    army = checked(client, LEGAL).one("section", class_="army")
    tops = [child for child in army.children if isinstance(child, Element) and child.tag == "article"]
    assert [top.one("h4").text for top in tops] == [
        "Immortals",
        "Canoptek Wraiths",
        "Skorpekh Destroyers , 1st of 2",
        "Skorpekh Destroyers , 2nd of 2",
    ]
    overlord = tops[0].one("article")
    assert overlord.one("h5").text == "Overlord"
    assert [badge.text for badge in overlord.all("li", class_="badge")] == ["Leader of Immortals", "Warlord"]
    technomancer = tops[1].one("article")
    assert [badge.text for badge in technomancer.all("li", class_="badge")] == [
        "Support of Canoptek Wraiths",
        "Autodivinator",
    ]


def test_every_price_opens_to_its_parts_and_names_the_manual(client: Client):
    page = checked(client, LEGAL)
    prices = page.all("details", class_="price")
    assert len(prices) == 6
    technomancer = page.one("article", id="unit-3").one("details", class_="price")
    assert technomancer.one("summary").text == "Price of Technomancer: 95 points"
    assert [[cell.text for cell in row.all("td")] for row in technomancer.all("tr")] == [["80"], ["15"], ["95"]]
    assert "Munitorum Field Manual 1.5" in technomancer.text


def test_models_and_wargear_are_folded_under_their_unit(client: Client):
    loadout = checked(client, LEGAL).one("article", id="unit-2").all("details", class_="loadout")[0]
    assert loadout.one("summary").text == "5 models of Immortals and wargear"
    assert [line.text for line in loadout.all("li")] == ["5 × Immortal 5 × Close combat weapon, 5 × Gauss blaster"]
    assert "open" not in loadout.attributes


def test_an_illegal_list_counts_its_broken_rules_and_shows_them_first(client: Client):
    page = checked(client, ILLEGAL)
    assert page.one(id="verdict").text == "Not legal: 2 rules broken"
    rules = page.one("section", class_="rules")
    broken = rules.all("li", class_="rule-illegal")
    assert sorted(rule.one("code").text for rule in broken) == ["25.03/unit-limit", "25.04/warlord-named"]
    limit = next(rule for rule in broken if rule.one("code").text == "25.03/unit-limit")
    assert limit.one("span", class_="status").text == "Broken"
    assert limit.one("span", class_="numbers").text == "Found 3, limit 2"
    links = limit.one("ul", class_="unit-links").all("a")
    assert {link.attributes["href"] for link in links} == {"#unit-1", "#unit-2", "#unit-3"}


def test_a_unit_names_the_broken_rule_and_leads_back_to_it(client: Client):
    page = checked(client, ILLEGAL)
    trouble = page.one("article", id="unit-3").one("li", class_="trouble-illegal").one("a")
    assert trouble.text.startswith("Broken: ")
    assert trouble.attributes["href"] == "#rule-25.03-unit-limit"


def test_held_and_not_applicable_rules_are_folded_with_what_was_found(client: Client):
    folds = checked(client, LEGAL).one("section", class_="rules").all("details")
    assert [fold.one("summary").text.split(":")[0] for fold in folds] == ["Advice", "Held", "Does not apply"]
    points = next(line for line in folds[1].all("li") if line.one("code").text == "25.03/points-limit")
    assert points.one("span", class_="numbers").text == "Found 515, limit 1,000"
    assert all("open" not in fold.attributes for fold in folds)


def test_advice_is_folded_and_called_advice_not_a_warning(client: Client):
    rules = checked(client, LEGAL).one("section", class_="rules")
    advice = rules.all("details")[0]
    assert advice.one("summary").text == "Advice: 1"
    assert advice.one("li", class_="rule-advice").one("span", class_="status").text == "Advice"
    assert "Warnings" not in rules.text


def test_what_is_not_checked_yet_is_listed(client: Client):
    page = checked(client, LEGAL)
    families = page.one("section", class_="not-covered").all("li")
    assert families
    assert all(family.text for family in families)


def test_the_verdict_says_beside_itself_that_not_everything_is_checked(client: Client):
    page = checked(client, LEGAL)
    families = page.one("section", class_="not-covered").all("li")
    link = page.one("header", class_="verdict").one("a")
    assert (link.text, link.attributes["href"]) == ("not checked yet", "#not-covered-heading")
    assert f"{len(families)} kinds of rule are not checked yet" in page.one("header", class_="verdict").text


def test_lines_not_understood_come_first_and_the_whole_account_is_folded(client: Client):
    page = checked(client, LEGAL.replace("Skorpekh Destroyers (85 points)", "Skorpek Destroyer (85 points)", 1))
    lines = page.one("section", class_="lines")
    unknown = lines.one("ul", class_="rule-lines-unsure").all("li")
    assert next(line.one("q").text for line in unknown) == "Skorpek Destroyer (85 points)"
    assert "Perhaps: Skorpekh Destroyers" in unknown[0].text
    assert len(lines.one("table").all("tr")) - 1 == len([line for line in LEGAL.splitlines() if line.strip()])


def test_a_price_stated_differently_is_explained_for_its_unit(client: Client):
    page = checked(client, LEGAL.replace("Immortals (65 points)", "Immortals (75 points)"))
    differences = page.one("section", class_="differences").all("li")
    assert [line.one("a").attributes["href"] for line in differences] == ["#unit-2"]
    assert differences[0].one("span", class_="numbers").text == "75 stated, 65 computed"
    assert differences[0].one("span", class_="reason").text


def test_names_that_look_like_markup_are_shown_as_text(client: Client):
    response = client.post("/check/", {"text": WITH_MARKUP})
    content = response.content.decode()
    assert "<script>alert" not in content
    assert "<img src=x" not in content
    assert "<b>Bold" not in content
    page = page_of(response)
    assert page.one("textarea").text == " ".join(WITH_MARKUP.split())
    assert "<script>alert('units')</script>" in page.one("section", class_="army").text


def test_htmx_gets_the_result_alone_from_the_same_address(client: Client):
    whole = client.post("/check/", {"text": LEGAL})
    part = client.post("/check/", {"text": LEGAL}, headers=HTMX)
    assert part.status_code == 200
    assert page_of(part).all("html") == []
    assert page_of(part).one("div", class_="report").text == page_of(whole).one("div", class_="report").text
    assert "HX-Request" in part.headers["Vary"]


def test_htmx_clears_the_errors_of_the_last_try(client: Client):
    errors = page_of(client.post("/check/", {"text": LEGAL}, headers=HTMX)).one(id="list-errors")
    assert (errors.text, errors.attributes["hx-swap-oob"]) == ("", "true")


def test_a_file_is_checked_like_a_pasted_text_and_put_into_the_box(client: Client):
    file = SimpleUploadedFile("list.txt", LEGAL.encode())
    page = page_of(client.post("/check/", {"text": "", "file": file}))
    assert page.one(id="verdict").text == "Legal"
    assert page.one("textarea").text == " ".join(LEGAL.split())


def test_htmx_gets_the_box_with_the_files_text_beside_the_result(client: Client):
    file = SimpleUploadedFile("list.txt", LEGAL.encode())
    part = page_of(client.post("/check/", {"text": "", "file": file}, headers=HTMX))
    assert part.one(id="list-source").attributes["hx-swap-oob"] == "true"
    assert part.one("textarea").text == " ".join(LEGAL.split())


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The box is empty. Paste the text of your list, or choose a file."),
        (" \n\t ", "The box is empty. Paste the text of your list, or choose a file."),
        (
            "x" * 200_001,
            "This text has 200,001 characters; at most 200,000 are read, and a list has a few thousand. "
            "Keep only the list and check again.",
        ),
        (
            "Necrons\0",
            "This is not a text: it holds characters that no text has. Export the list as text and paste that.",
        ),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_beside_the_box(client: Client, headers, text: str, sentence: str):
    response = client.post("/check/", {"text": text}, headers=headers)
    assert response.status_code == 422
    assert errors_of(page_of(response)) == [sentence]


def test_a_refused_text_is_kept_in_the_box(client: Client):
    text = "Necrons " * 30_000
    page = page_of(client.post("/check/", {"text": text}))
    assert page.one("textarea").text == text.strip()
    assert page.one(id="result").text == ""


def test_exactly_two_hundred_thousand_characters_are_read_however_a_browser_ends_its_lines(client: Client):
    text = ("x" * 99 + "\r\n") * 2_000
    assert client.post("/check/", {"text": text}).status_code == 200


def test_a_text_and_a_file_together_are_a_question(client: Client):
    file = SimpleUploadedFile("list.txt", LEGAL.encode())
    response = client.post("/check/", {"text": "Necrons", "file": file})
    assert response.status_code == 422
    assert errors_of(page_of(response)) == [
        "There is a pasted list and a chosen file. Empty the box or take the file away, then check again."
    ]


def test_an_empty_file_is_named(client: Client):
    response = client.post("/check/", {"file": SimpleUploadedFile("list.txt", b"")})
    assert response.status_code == 422
    assert errors_of(page_of(response)) == ["list.txt is empty. Export the list again, or paste its text."]


def test_a_photo_is_refused_in_words(client: Client):
    photo = SimpleUploadedFile("list.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40)
    response = client.post("/check/", {"file": photo})
    assert response.status_code == 422
    (sentence,) = errors_of(page_of(response))
    assert sentence.startswith("list.png: ")


def test_a_file_of_many_bytes_is_refused_with_both_numbers(client: Client):
    response = client.post("/check/", {"file": SimpleUploadedFile("list.txt", b"x" * 800_001)})
    assert response.status_code == 422
    assert errors_of(page_of(response)) == [
        "list.txt has 800,001 bytes; a list has a few thousand, and at most 800,000 are read. "
        "Choose the file of one list."
    ]


def test_a_text_that_is_no_list_is_answered_with_what_to_do(client: Client):
    page = checked(client, "Two eggs, a pinch of salt, and flour.\n\nStir.")
    assert page.one(id="verdict").text == "Cannot read this text"
    assert page.one("header", class_="verdict").one("p").text


def test_lines_of_a_refused_text_are_not_complained_of_one_by_one(client: Client):
    lines = checked(client, "Two eggs, a pinch of salt, and flour.\n\nStir.").one("section", class_="lines")
    assert lines.all("p")[0].text == "2 lines: nothing read, for the reason above."
    assert lines.all("ul") == []
    assert [row.all("td")[1].text for row in lines.one("tbody").all("tr")] == [
        "Two eggs, a pinch of salt, and flour.",
        "Stir.",
    ]


def test_nothing_is_stored(client: Client):
    response = client.post("/check/", {"text": LEGAL})
    assert set(response.cookies) <= {"csrftoken"}
    assert Session.objects.count() == 0


def test_a_check_asks_the_database_for_the_release_in_force_and_the_events_and_nothing_else(
    client: Client, django_assert_max_num_queries
):
    client.post("/check/", {"text": LEGAL})
    with django_assert_max_num_queries(3) as queries:
        client.post("/check/", {"text": LEGAL})
    assert all("publication" in query["sql"] or "_event" in query["sql"] for query in queries.captured_queries)


def test_examples_are_one_click_away_and_their_text_is_put_into_the_box(client: Client):
    links = page_of(client.get("/check/")).one("nav", class_="examples").all("a")
    shown = {}
    for link in links:
        page = page_of(client.get(link.attributes["href"]))
        shown[link.text] = (page.one(id="verdict").text.split(":")[0], page.one("textarea").text)
    assert shown == {
        "A legal roster": ("Legal", words_of("a-legal-roster.txt")),
        "A roster with a line not understood": ("Cannot say", words_of("a-roster-with-a-line-not-understood.txt")),
        "An illegal roster": ("Not legal", words_of("an-illegal-roster.txt")),
    }


def test_an_example_that_does_not_exist_is_a_page_that_says_so(client: Client):
    response = client.get("/check/?example=../../pyproject")
    assert response.status_code == 404
    assert page_of(response).one(id="problem").one("h1").text == "No such example"


def test_a_line_that_turns_the_direction_of_writing_turns_only_itself(client: Client):
    line = "\u202efdp.tsil (5 points)"
    page = page_of(client.post("/check/", {"text": LEGAL + line + "\n"}))
    quoted = [quote for quote in page.all("q", class_="line-text") if "fdp" in quote.text]
    assert [quote.attributes["dir"] for quote in quoted] == ["auto"]
