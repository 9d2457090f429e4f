"""Reports of data errors: what is taken, what is refused, and how editors answer."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from datasheets.catalogue import Catalogue
from datasheets.catalogue.entries import EntryRef
from datasheets.models import DataErrorReport, ReportState
from datasheets.services.reports import (
    AnswerRefused,
    ReportDraft,
    ReportRefused,
    TooManyReports,
    answer_report,
    faction_of,
    submit_report,
)

pytestmark = pytest.mark.django_db
WRONG = ReportDraft("price", "A Warboss costs 75 points.", "Manual 1.5, page 9", "", "prices", "orks:warboss|orks")


@pytest.fixture
def editor(db: None) -> User:
    """Somebody who may answer reports."""
    user = User.objects.create_user("editor", is_staff=True)
    names = ("view_dataerrorreport", "change_dataerrorreport")
    user.user_permissions.set(Permission.objects.filter(codename__in=names))
    return user


@pytest.fixture
def admin_client(editor: User) -> Client:
    """The editor's browser."""
    client = Client()
    client.force_login(editor)
    return client


def report_of(owner: User | None, catalogue: Catalogue | None = None, **values: str) -> DataErrorReport:
    draft = ReportDraft(**{**{name: getattr(WRONG, name) for name in WRONG.__dataclass_fields__}, **values})
    return submit_report(draft, by=owner, catalogue=catalogue)


def test_a_report_knows_its_entry_and_faction_by_the_release_in_force(owner: User, catalogue: Catalogue):
    report = report_of(owner, catalogue)
    assert (report.name, report.faction, report.release) == ("Warboss", "orks", catalogue.stamp.label)
    assert (report.state, report.reporter, report.answered_at) == ("open", owner, None)


def test_a_visitor_may_report_a_line_without_an_entry():
    report = report_of(
        None, subject="line", line="1x Zzap\tvexilla\0", collection="", key="", name="Warboss", release="2026.09.1"
    )
    assert (report.reporter, report.line, report.name, report.faction) == (None, "1x Zzap vexilla", "Warboss", "")


@pytest.mark.parametrize(
    ("values", "fields"),
    [
        ({"wrong": " \n"}, ["wrong"]),
        ({"wrong": "x" * 2001}, ["wrong"]),
        ({"known_from": "x" * 2001, "name": "x" * 201}, ["name", "known_from"]),
        ({"subject": "weather"}, ["subject"]),
        ({"key": ""}, ["key"]),
        ({"collection": "heroes"}, ["collection"]),
        ({"subject": "line"}, ["line"]),
        ({"subject": "verdict"}, ["check"]),
        ({"subject": "line", "wrong": "", "collection": ""}, ["wrong", "key", "line"]),
    ],
)
def test_what_does_not_fit_is_refused_with_every_fault(owner: User, values: dict[str, str], fields: list[str]):
    with pytest.raises(ReportRefused) as refused:
        report_of(owner, None, **values)
    assert [fault.field for fault in refused.value.faults] == fields
    assert DataErrorReport.objects.count() == 0


def test_a_report_sent_twice_is_one(owner: User, club_mate: User):
    assert report_of(owner) == report_of(owner)
    assert report_of(club_mate) != report_of(owner)
    assert DataErrorReport.objects.count() == 2


def test_not_more_reports_wait_than_editors_can_read(owner: User, monkeypatch):
    monkeypatch.setattr("datasheets.services.reports.OPEN_REPORTS_OF_ONE", 1)
    monkeypatch.setattr("datasheets.services.reports.OPEN_REPORTS_OF_VISITORS", 1)
    first = report_of(owner)
    report_of(None)
    with pytest.raises(TooManyReports, match=r"^1 reports of yours wait"):
        report_of(owner, wrong="Another.")
    with pytest.raises(TooManyReports, match=r"^Too many reports of visitors wait for an answer\. Sign in to report"):
        report_of(None)
    first.answered_by = owner
    answer_report(first, ReportState.FIXED, by=owner)
    assert report_of(owner, wrong="Another.").state == "open"


def test_an_answer_is_kept_with_who_and_when(owner: User, editor: User):
    report = report_of(owner)
    answer_report(report, ReportState.ACCEPTED, by=editor, note="Right, see the manual.")
    assert (report.state, report.answered_by, report.note) == ("accepted", editor, "Right, see the manual.")
    assert report.answered_at is not None
    answer_report(report, ReportState.OPEN, by=editor)
    assert (report.state, report.answered_at) == ("open", None)


def test_a_rejection_says_why(owner: User, editor: User):
    report = report_of(owner)
    with pytest.raises(AnswerRefused, match=r"^Say why the report is rejected"):
        answer_report(report, ReportState.REJECTED, by=editor, note=" ")
    report.refresh_from_db()
    assert report.state == "open"


def test_of_two_editors_the_second_is_told(owner: User, editor: User):
    report = report_of(owner)
    other = DataErrorReport.objects.get(pk=report.pk)
    answer_report(other, ReportState.FIXED, by=editor)
    with pytest.raises(AnswerRefused, match=r"^Somebody else answered this report in between"):
        answer_report(report, ReportState.ACCEPTED, by=editor)
    report.refresh_from_db()
    assert report.state == "fixed"


def test_a_report_outlives_its_reporter_without_the_name(owner: User):
    report = report_of(owner)
    owner.delete()
    report.refresh_from_db()
    assert report.reporter is None


@pytest.mark.parametrize(
    ("ref", "faction"),
    [
        (EntryRef("datasheets", "orks:warboss"), "orks"),
        (EntryRef("prices", "orks:warboss|orks"), "orks"),
        (EntryRef("detachments", "orks:war-horde"), "orks"),
        (EntryRef("factions", "necrons"), "necrons"),
        (EntryRef("battle_sizes", "incursion"), ""),
        (EntryRef("datasheets", "orks:nobody"), ""),
    ],
)
def test_the_faction_of_an_entry(catalogue: Catalogue, ref: EntryRef, faction: str):
    assert faction_of(ref, catalogue) == faction


def test_editors_find_the_open_reports_by_faction(admin_client: Client, owner: User, catalogue: Catalogue):
    report_of(owner, catalogue)
    report_of(owner, catalogue, key="necrons:overlord|necrons", wrong="An Overlord costs 85 points.")
    address = "/admin/datasheets/dataerrorreport/"
    both = admin_client.get(address).content.decode()
    assert ("A Warboss costs 75 points." in both, "An Overlord costs 85 points." in both) == (True, True)
    orks = admin_client.get(f"{address}?faction=orks&state__exact=open").content.decode()
    assert ("A Warboss costs 75 points." in orks, "An Overlord costs 85 points." in orks) == (True, False)


def test_an_editor_answers_on_the_page_of_a_report(admin_client: Client, editor: User, owner: User):
    report = report_of(owner)
    address = f"/admin/datasheets/dataerrorreport/{report.pk}/change/"
    assert "Price table orks:warboss, orks (not in the catalogue)" in admin_client.get(address).content.decode()
    refused = admin_client.post(address, {"state": "rejected", "note": "", "seen": ""})
    assert "Say why the report is rejected" in refused.content.decode()
    assert admin_client.post(address, {"state": "fixed", "note": "Corrected.", "seen": ""}).status_code == 302
    report.refresh_from_db()
    assert (report.state, report.note, report.answered_by) == ("fixed", "Corrected.", editor)
    late = admin_client.post(address, {"state": "rejected", "note": "No.", "seen": ""})
    assert "Somebody else answered this report in between" in late.content.decode()
    report.refresh_from_db()
    assert report.state == "fixed"


def test_reports_are_not_for_everybody_and_never_deleted(owner: User, admin_client: Client):
    report = report_of(owner)
    member = Client()
    member.force_login(User.objects.create_user("member", is_staff=True))
    assert member.get("/admin/datasheets/dataerrorreport/").status_code == 403
    assert (
        admin_client.post(f"/admin/datasheets/dataerrorreport/{report.pk}/delete/", {"post": "yes"}).status_code == 403
    )
    assert DataErrorReport.objects.count() == 1
