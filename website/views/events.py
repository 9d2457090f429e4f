"""Events: which there are, what each asks of rosters beside the rules, and the checks it lowers."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from roster.access import event_visible_to, events_changeable_by, may_organise
from roster.document_faults import DocumentError
from roster.event_wording import gone_in_words, lowerings_of, restrictions_of
from roster.selectors.events import listed_events
from roster.services.events import profile_of
from website.page import catalogue_in_force, page, show

MOST_SHOWN = 200
"""Events on the page; the API has all."""


@page("GET", "HEAD")
def events(request: HttpRequest) -> HttpResponse:
    """The events, the latest first."""
    context = {"events": listed_events(request.user)[:MOST_SHOWN], "may_organise": may_organise(request.user)}
    return show(request, "website/events.html", context)


@page("GET", "HEAD")
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """What one event restricts, in sentences."""
    found = event_visible_to(request.user, slug)
    if found is None:
        raise Http404("There is no such event.")
    catalogue = catalogue_in_force()
    context: dict[str, object] = {
        "event": found,
        "may_change": events_changeable_by(request.user).filter(pk=found.pk).exists(),
    }
    try:
        profile = profile_of(found)
    except DocumentError as error:
        context["fault"] = f"The profile cannot be read: {error} Its organiser has to store it anew."
    else:
        context["lowerings"] = lowerings_of(profile)
        if catalogue is not None:
            context["restrictions"] = restrictions_of(profile, catalogue)
            context["gone"] = gone_in_words(profile, catalogue)
    return show(request, "website/event.html", context)
