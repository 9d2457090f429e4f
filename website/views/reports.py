"""Reports of data errors: a short form with the ids filled in, and what became of one's own (R-36)."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from datasheets.models import DataErrorReport
from datasheets.services.reports import ReportRefused, TooManyReports, submit_report
from roster.rations import REPORT_THROTTLES
from website.page import catalogue_in_force, page, problem, show
from website.report_form import ReportForm, about
from website.throttle import seconds_to_wait

SHOWN_REPORTS = 200


@page("GET", "HEAD", "POST")
@never_cache
def report_form(request: HttpRequest) -> HttpResponse:
    """The form, filled in by the link that led here; with a POST, hand it in."""
    if request.method != "POST":
        form = ReportForm(initial={name: request.GET.get(name, "") for name in ReportForm.base_fields})
        return show(request, "website/report.html", {"form": form, "about": about(request.GET)})
    form = ReportForm(request.POST)
    if form.is_valid():
        wait = seconds_to_wait(request, *REPORT_THROTTLES)
        if wait is not None:
            return _busy(request, wait)
        by = request.user if request.user.is_authenticated else None
        try:
            submit_report(form.draft(), by=by, catalogue=catalogue_in_force())
        except TooManyReports as refusal:
            return problem(request, 429, "Not reported", str(refusal))
        except ReportRefused as refusal:
            for fault in refusal.faults:
                form.add_error(fault.field if fault.field in form.fields else None, fault.message)
        else:
            messages.success(request, "Thank you: the report is in the editors' queue.")
            return redirect("reports" if by else "check")
    return show(request, "website/report.html", {"form": form, "about": about(request.POST)}, status=422)


@page("GET", "HEAD")
@login_required
@never_cache
def reports(request: HttpRequest) -> HttpResponse:
    """The reports of the signed-in user, newest first, with their answers."""
    mine = DataErrorReport.objects.filter(reporter=cast(User, request.user))[:SHOWN_REPORTS]
    return show(request, "website/reports.html", {"reports": mine})


def _busy(request: HttpRequest, wait: int) -> HttpResponse:
    response = problem(
        request,
        429,
        "Too many reports at once",
        f"Many reports came from you within an hour. Wait {-(-wait // 60)} min and send it again.",
    )
    response.headers["Retry-After"] = str(wait)
    return response
