"""Reporting a data error on the site: links with the ids filled in, the form, one's own reports."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from django.contrib.auth.models import User
from django.test import Client

from datasheets.models import DataErrorReport, Release, ReportState
from datasheets.services.reports import answer_report
from roster.rations import VisitorReportThrottle
from tests.website.pages import Element, page_of
from tests.website.texts import ILLEGAL, LEGAL

UNREAD = LEGAL.replace("Skorpekh Destroyers (85 points)", "Skorpek Destroyer (85 points)", 1)


def filled_in(element: Element) -> list[dict[str, str]]:
    """What the report links within the element fill in."""
    addresses = [urlsplit(link.attributes["href"]) for link in element.all("a", class_="report-link")]
    assert {address.path for address in addresses} <= {"/reports/new/"}
    return [{name: values[0] for name, values in parse_qs(address.query).items()} for address in addresses]


def test_a_link_stands_on_every_unit_and_price(client: Client, release: Release):
    page = page_of(client.post("/check/", {"text": LEGAL}))
    units = page.all("article", class_="unit")
    assert len(units) == 6
    overlord = next(unit for unit in units if unit.one(id=f"{unit.attributes['id']}-name").text == "Overlord")
    price, unit = filled_in(overlord)
    assert price == {
        "subject": "price",
        "collection": "prices",
        "key": "necrons:overlord|necrons",
        "name": "Overlord",
        "release": release.label,
    }
    assert unit == {
        "subject": "unit",
        "collection": "datasheets",
        "key": "necrons:overlord",
        "name": "Overlord",
        "release": release.label,
    }


def test_a_link_stands_on_every_verdict(client: Client, release: Release):
    rules = page_of(client.post("/check/", {"text": ILLEGAL})).one("section", class_="rules")
    checks = [row["check"] for row in filled_in(rules)]
    shown = [code.text for code in rules.all("code")]
    assert checks == shown
    assert "25.03/unit-limit" in checks


def test_a_link_stands_on_every_line_not_understood(client: Client, release: Release):
    lines = page_of(client.post("/check/", {"text": UNREAD})).one("section", class_="lines")
    shown = lines.one("ul", class_="rule-lines-unsure").all("q", class_="line-text")
    assert [row["line"].strip() for row in filled_in(lines)] == [line.text for line in shown]
    assert "Skorpek Destroyer (85 points)" in {line.text for line in shown}


def test_a_visitor_reports_and_is_thanked(client: Client, release: Release):
    link = "/reports/new/?subject=unit&collection=datasheets&key=necrons%3Aoverlord&name=Overlord"
    page = page_of(client.get(link))
    assert "Overlord" in page.one("dl", class_="report-about").text
    hidden = {
        field.attributes["name"]: field.attributes.get("value", "")
        for field in page.one("form", action="/reports/new/").all("input", type="hidden")
    }
    del hidden["csrfmiddlewaretoken"]
    sent = client.post("/reports/new/", {**hidden, "wrong": "Its Toughness is 5.", "known_from": ""}, follow=True)
    report = DataErrorReport.objects.get()
    assert (report.key, report.faction, report.wrong, report.reporter) == (
        "necrons:overlord",
        "necrons",
        "Its Toughness is 5.",
        None,
    )
    assert sent.redirect_chain == [("/check/", 302)]
    assert "Thank you: the report is in the editors' queue." in page_of(sent).text.replace("’", "'")


def test_a_report_that_says_nothing_is_asked_again_with_its_ids(client: Client, release: Release):
    response = client.post("/reports/new/", {"subject": "price", "key": "a", "name": "Overlord", "wrong": " "})
    assert response.status_code == 422
    errors = page_of(response).one(id="report-errors").text
    assert "Say what is wrong, in a sentence or two." in errors
    assert "give both, or neither" in errors
    assert DataErrorReport.objects.count() == 0


def test_the_reporter_reads_the_answer_and_nobody_else_does(
    client: Client, release: Release, owner: User, stranger: User
):
    client.force_login(owner)
    sent = client.post("/reports/new/", {"name": "Overlord", "wrong": "Too cheap."}, follow=True)
    assert sent.redirect_chain == [("/reports/", 302)]
    report = DataErrorReport.objects.get()
    assert (report.subject, report.reporter) == ("other", owner)
    answer_report(report, ReportState.REJECTED, by=stranger, note="The manual says so.")
    card = page_of(client.get("/reports/")).one("li", class_="roster-card").text
    assert "Rejected" in card
    assert "Answer: The manual says so." in card
    client.force_login(stranger)
    assert page_of(client.get("/reports/")).all("li", class_="roster-card") == []
    client.logout()
    assert client.get("/reports/").status_code == 302


def test_visitors_are_rationed(client: Client, release: Release, monkeypatch):
    monkeypatch.setattr(VisitorReportThrottle, "rate", "1/hour")
    body = {"name": "Overlord", "wrong": "Too cheap."}
    assert client.post("/reports/new/", body).status_code == 302
    refused = client.post("/reports/new/", body)
    assert (refused.status_code, page_of(refused).one("h1").text) == (429, "Too many reports at once")
    assert DataErrorReport.objects.count() == 1
