"""Which saved rosters use an entry of the catalogue: what deleting one asks before (``settings.CATALOGUE_USES``)."""

from __future__ import annotations

from django.urls import reverse

from datasheets.catalogue.entries import EntryRef
from datasheets.services.refusals import Use
from roster.models import RosterReference


def uses_of(ref: EntryRef) -> tuple[Use, ...]:
    """The saved rosters that use the entry, by owner and name, each with its address in the administration."""
    rows = RosterReference.objects.filter(collection=ref.collection, key=ref.key)
    named = rows.order_by("roster__owner__username", "roster__name", "roster_id").values_list(
        "roster_id", "roster__name", "roster__owner__username"
    )
    return tuple(
        Use(label=f"“{name}” of {owner}", url=reverse("admin:roster_roster_change", args=[key]))
        for key, name, owner in named
    )
