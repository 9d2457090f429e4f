"""Reports of data errors through the API: anyone may hand one in, each reads their own."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from api.problems import Kind
from api.v1.data_errors import REQUEST_EXAMPLE
from datasheets.catalogue import Catalogue
from datasheets.models import DataErrorReport, ReportState
from datasheets.services.reports import answer_report
from roster.rations import VisitorReportThrottle
from tests.api.conftest import client_of
from tests.api.problem import problem_of

pytestmark = pytest.mark.django_db
REPORTS = "/api/v1/data-errors"


def test_a_signed_in_user_reports_and_reads_the_answer(as_owner: APIClient, owner: User, release: Catalogue):
    response = as_owner.post(REPORTS, REQUEST_EXAMPLE, format="json")
    report = DataErrorReport.objects.get()
    body = response.json()
    assert (response.status_code, response["Location"]) == (201, f"http://testserver{REPORTS}/{report.uuid}")
    assert {**body, **REQUEST_EXAMPLE} == body
    assert (body["name"], body["faction"], body["state"], report.reporter) == ("Warboss", "orks", "open", owner)
    answer_report(report, ReportState.FIXED, by=owner, note="Corrected.")
    (row,) = as_owner.get(REPORTS).json()["results"]
    assert (row["state"], row["note"]) == ("fixed", "Corrected.")
    assert as_owner.get(f"{REPORTS}/{report.uuid}").json() == row


def test_a_visitor_reports_without_a_catalogue_too(visitor: APIClient):
    body = {"subject": "line", "line": "1x Zzap vexilla", "wrong": "That is a banner."}
    assert visitor.post(REPORTS, body, format="json").status_code == 201
    report = DataErrorReport.objects.get()
    assert (report.reporter, report.line, report.release) == (None, "1x Zzap vexilla", "")
    assert visitor.get(REPORTS).status_code == 401


def test_nobody_reads_the_reports_of_another(as_owner: APIClient, stranger: User):
    as_owner.post(REPORTS, REQUEST_EXAMPLE, format="json")
    other = client_of(stranger)
    assert other.get(REPORTS).json()["count"] == 0
    for key in (DataErrorReport.objects.get().uuid, uuid.uuid4()):
        problem = problem_of(other.get(f"{REPORTS}/{key}"), Kind.NOT_FOUND)
        assert problem["detail"] == "There is no report of yours with this id."


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/subject", "/wrong"]),
        ({**REQUEST_EXAMPLE, "wrong": 5, "key": None}, ["/wrong", "/key"]),
        ({**REQUEST_EXAMPLE, "key": ""}, ["/key"]),
        ({**REQUEST_EXAMPLE, "reporter": "me"}, ["/reporter"]),
        ({**REQUEST_EXAMPLE, "subject": "verdict"}, ["/check"]),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(as_owner: APIClient, body: dict[str, Any], pointers: list[str]):
    problem = problem_of(as_owner.post(REPORTS, body, format="json"), Kind.INVALID)
    assert sorted(error["pointer"] for error in problem["errors"]) == sorted(pointers)
    assert DataErrorReport.objects.count() == 0


def test_visitors_are_rationed(visitor: APIClient, address: str, monkeypatch):
    monkeypatch.setattr(VisitorReportThrottle, "rate", "1/hour")
    sent = [visitor.post(REPORTS, REQUEST_EXAMPLE, format="json", REMOTE_ADDR=address) for _ in range(2)]
    assert sent[0].status_code == 201
    problem_of(sent[1], Kind.TOO_MANY_REQUESTS)


def test_a_full_queue_says_so(as_owner: APIClient, monkeypatch):
    monkeypatch.setattr("datasheets.services.reports.OPEN_REPORTS_OF_ONE", 0)
    response = as_owner.post(REPORTS, REQUEST_EXAMPLE, format="json")
    assert problem_of(response, Kind.TOO_MANY_REQUESTS)["detail"].startswith("0 reports of yours wait")
    assert response["Retry-After"] == "86400"
