"""Changes of the event the roster is checked for: one restriction each that it does not keep."""

from __future__ import annotations

from dataclasses import replace

from roster.muster.event import EventProfile
from tests.generated.mutations.case import Case, Changed, mutation
from tests.generated.terms import available

PROFILE = EventProfile("club-night", "Club Night", requires_disposition=False)


def _at(case: Case, **asks: object) -> Changed:
    return Changed(case.document, replace(PROFILE, **asks))  # type: ignore[arg-type]


@mutation("event/profile-current")
def a_profile_of_yesterday(case: Case) -> Changed | None:
    return _at(case, barred_datasheets=("nowhere:nobody",))


@mutation("event/battle-size")
def an_event_of_another_size(case: Case) -> Changed | None:
    other = [size.id for size in case.catalogue.data.battle_sizes if size.id != case.terms.size.id]
    return _at(case, battle_size=case.chance.choice(other))


@mutation("event/points-limit")
def an_event_of_fewer_points(case: Case) -> Changed | None:
    return _at(case, points_limit=case.draft.total() - 5) if case.draft.total() > 5 else None


@mutation("event/minimum-points")
def an_event_of_more_points(case: Case) -> Changed | None:
    least = case.draft.total() + 5
    return _at(case, minimum_points=least) if least <= case.terms.size.points_limit else None


@mutation("event/faction-allowed")
def an_event_of_other_factions(case: Case) -> Changed | None:
    others = [one.id for one in case.catalogue.data.factions if one.id not in case.terms.lineage]
    return _at(case, factions=(case.chance.choice(others),))


@mutation("event/detachments-allowed")
def an_event_of_other_detachments(case: Case) -> Changed | None:
    others = [one.id for one in available(case.catalogue, case.terms.faction) if one.id not in case.terms.chosen]
    return _at(case, detachments=(others[0],)) if others and case.terms.detachments else None


@mutation("event/detachments-barred")
def an_event_that_bars_the_detachment(case: Case) -> Changed | None:
    return _at(case, barred_detachments=(case.terms.detachments[0].id,)) if case.terms.detachments else None


@mutation("event/datasheets-barred")
def an_event_that_bars_the_datasheet(case: Case) -> Changed | None:
    return _at(case, barred_datasheets=(case.chance.choice(case.draft.units).sheet.id,))


@mutation("event/disposition-allowed")
def an_event_of_other_dispositions(case: Case) -> Changed | None:
    granted = case.granted()
    others = [one.id for one in case.catalogue.data.dispositions if one.id not in granted]
    return _at(case, dispositions=tuple(others)) if others and granted else None


@mutation("event/disposition-written")
def an_event_that_wants_it_written(case: Case) -> Changed | None:
    if case.document.dispositions or not case.terms.detachments:
        return None
    return _at(case, requires_disposition=True)


@mutation("event/plan-written")
def an_event_that_wants_a_plan(case: Case) -> Changed | None:
    return _at(case, requires_plan=True) if case.document.plan is None else None
