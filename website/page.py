"""What every page of the site has in common: methods, size, forgery guard and the release in force."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render, resolve_url
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django_htmx.http import HttpResponseClientRefresh

from datasheets.catalogue import Catalogue
from datasheets.selectors import NoRelease, current_catalogue

SMALL_REQUEST_BYTES = 3_000_000
"""A text of 200,000 characters fits, whatever its script and encoding: 12 bytes for a character at worst."""
DRAINED_BYTES = 20_000_000
"""How much of a refused request is still read."""

View = Callable[..., HttpResponseBase]


def page(*methods: str, most_bytes: int = SMALL_REQUEST_BYTES) -> Callable[[View], View]:
    """A view of the site that answers ``methods`` and reads requests of at most ``most_bytes`` bytes.

    Other methods get a page that says so (405), larger requests likewise (413).
    """

    def decorate(view: View) -> View:
        guarded = csrf_protect(view)

        # Django's middleware would read the whole request to look for its token before any view could
        # refuse the size. So the guard is put on from inside, behind the size check.
        @csrf_exempt
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            response: HttpResponseBase | None = refusal(request, methods, most_bytes)
            if response is None:
                try:
                    response = guarded(request, *args, **kwargs)
                except RequestDataTooBig:
                    response = too_large(request, most_bytes)
                except TooManyFieldsSent:
                    response = problem(
                        request,
                        413,
                        "Too many fields",
                        "The request has more fields than any form here has. Reload the page and send its own form.",
                    )
                except TooManyFilesSent:
                    response = problem(
                        request, 413, "Too many files", "Send them as one .zip, or in several uploads of fewer files."
                    )
            if is_partial(request) and _leads_to_sign_in(response):
                # htmx would follow, and put the page to sign in where a part of this page belongs.
                response = HttpResponseClientRefresh()
            patch_vary_headers(response, ("HX-Request",))
            return response

        return answer

    return decorate


def refusal(request: HttpRequest, methods: tuple[str, ...], most_bytes: int) -> HttpResponse | None:
    """Why this request is not read at all, as a page; None where nothing speaks against it."""
    if request.method not in methods:
        response = problem(
            request,
            405,
            "This address does not do that",
            f"{request.method} is not possible here; {' and '.join(methods)} would be.",
        )
        response.headers["Allow"] = ", ".join(methods)
        return response
    if _content_length(request) > most_bytes:
        drain(request)
        return too_large(request, most_bytes)
    return None


def too_large(request: HttpRequest, most_bytes: int) -> HttpResponse:
    """The page for a request that is larger than this address reads."""
    return problem(
        request,
        413,
        "That is too much at once",
        f"This page reads at most {most_bytes / 1_000_000:g} MB; nothing of what you sent was read. "
        "An army list has a few thousand characters: paste only the list.",
    )


def problem(request: HttpRequest, status: int, title: str, sentence: str) -> HttpResponse:
    """A page, or for htmx its part, that says in words what went wrong and what to do."""
    part = is_partial(request)
    context = {"status": status, "title": title, "sentence": sentence, "level": 2 if part else 1}
    return show(request, "website/_problem.html" if part else "website/problem.html", context, status=status)


def show(request: HttpRequest, template: str, context: Mapping[str, object], *, status: int = 200) -> HttpResponse:
    """Render ``template`` with the release in force beside ``context``."""
    catalogue = catalogue_in_force()
    release = catalogue.stamp if catalogue else None
    return render(request, template, {"release": release, **context}, status=status)


def catalogue_in_force() -> Catalogue | None:
    """The newest published catalogue, or None where none is published yet."""
    try:
        return current_catalogue()
    except NoRelease:
        return None


def is_partial(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of the page; a boosted link or a restored history entry wants the whole."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and not {"HX-Boosted", "HX-History-Restore-Request"} & set(headers)


def _leads_to_sign_in(response: HttpResponseBase) -> bool:
    return response.status_code == 302 and response.headers["Location"].startswith(resolve_url(settings.LOGIN_URL))


def _content_length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def drain(request: HttpRequest) -> None:
    """Read a refused body and drop it, so that the browser shows our answer and not a broken line."""
    remaining = min(_content_length(request), DRAINED_BYTES)
    while remaining > 0:
        chunk = request.read(min(remaining, 65_536))
        if not chunk:
            return
        remaining -= len(chunk)
