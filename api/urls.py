"""Addresses of the API; what is not among them gets a problem, not a page."""

from django.urls import include, path, re_path

from api.v1.view import NothingHere

urlpatterns = [
    path("v1/", include("api.v1.urls")),
    re_path(r"^", NothingHere.as_view()),
]
