"""The front page."""

from django.http import HttpRequest, HttpResponse

from website.page import page, show


@page("GET", "HEAD")
def home(request: HttpRequest) -> HttpResponse:
    """What this service does, and the way to the check page."""
    return show(request, "website/home.html", {})
