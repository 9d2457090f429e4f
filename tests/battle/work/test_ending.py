"""Asked again, opened by the cell, cancelled, deleted: alone and where others asked the same."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from battle.models import (
    Gauntlet,
    PartStatus,
    Simulation,
    SimulationChunk,
    SimulationRequest,
    SimulationStatus,
    WorkShare,
)
from battle.models.simulation import CELL_KEPT_FOR
from battle.selectors import freshness_of, result_of
from battle.services import (
    AskRefused,
    NotCancellable,
    ask,
    ask_again,
    ask_cell,
    cancel,
    delete_request,
)
from datasheets.catalogue import Catalogue
from roster.services.rosters import rename_roster
from tests.battle.work.asked import attack, standing, table, unit, waiting
from tests.roster.saved import dearer, published, saved_roster

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("release")]


def rows() -> tuple[int, int, int]:
    return Simulation.objects.count(), SimulationRequest.objects.count(), SimulationChunk.objects.count()


def test_asked_again_it_is_by_the_release_and_the_rosters_of_today(owner: User, release: Catalogue):
    roster = saved_roster(owner, release, name="Tide")
    document = attack(attacker={"from": "saved", "roster": str(roster.uuid)}, release=release.stamp.label, name="Mine")
    request = ask(owner, document).request
    assert freshness_of(request).is_current
    assert ask_again(request).request.pk == request.pk

    rename_roster(roster, "Tide of green")
    now = published(dearer(release.data), release).label
    freshness = freshness_of(request)
    assert (freshness.release_now, freshness.release_changed, freshness.changed_rosters, freshness.engine_changed) == (
        now,
        True,
        ("Tide",),
        False,
    )
    again = ask_again(request)
    assert (again.is_new, again.request.name, again.request.simulation.release) == (True, "Mine", now)
    assert freshness_of(again.request).is_current
    roster.delete()
    assert freshness_of(again.request).changed_rosters == ("Tide of green",)
    Simulation.objects.update(engine="1-0000000000")
    request.refresh_from_db()
    assert freshness_of(request).engine_changed


def test_a_gauntlet_that_was_changed_since_is_named(owner: User):
    gauntlet = Gauntlet.objects.create(slug="usual", name="The usual", units=[unit("Horde")])
    request = ask(owner, table(1, targets=[{"from": "gauntlet", "gauntlet": "usual"}])).request
    assert freshness_of(request).is_current
    Gauntlet.objects.filter(pk=gauntlet.pk).update(updated_at=timezone.now())
    assert (freshness_of(request).changed_gauntlets, freshness_of(request).is_current) == (("The usual",), False)
    gauntlet.delete()
    assert freshness_of(request).changed_gauntlets == ("The usual",)


def test_a_cell_is_the_same_as_in_the_table_and_in_nobodys_list(owner: User, stranger: User):
    request = ask(owner, table(3, 2)).request
    before = SimulationRequest.objects.count()
    cell = ask_cell(request, view=0, direction="forth", row=2, column=1)
    assert (cell.status, cell.question_kind, SimulationRequest.objects.count()) == ("done", "pair", before)
    in_full, in_table = result_of(cell), result_of(request.simulation)
    assert in_full is not None
    assert in_table is not None
    assert in_full["trace"]
    expected = in_table["views"][0]["forth"][2][1]["expected_models"]
    assert in_full["destroyed"]["expected_models"] == pytest.approx(expected, abs=1e-12)
    theirs = ask(stranger, table(3, 2)).request
    assert ask_cell(theirs, view=0, direction="forth", row=2, column=1).pk == cell.pk
    cell.refresh_from_db()
    assert cell.expires_at - timezone.now() <= CELL_KEPT_FOR


@pytest.mark.parametrize("place", [{"row": 3}, {"column": 2}, {"view": 1}, {"direction": "back"}, {"row": -1}])
def test_a_cell_that_is_not_there_is_refused(owner: User, place: dict):
    request = ask(owner, table(3, 2)).request
    with pytest.raises(AskRefused, match="This cell is not there"):
        ask_cell(request, **{"view": 0, "direction": "forth", "row": 0, "column": 0, **place})


def test_only_tables_that_are_answered_have_cells(owner: User):
    for request in (waiting(owner), ask(owner, attack()).request):
        with pytest.raises(AskRefused, match="There is no table here"):
            ask_cell(request, view=0, direction="forth", row=0, column=0)


def test_cancelled_it_is_computed_no_further(owner: User):
    request = waiting(owner)
    cancel(request)
    request.refresh_from_db()
    assert (request.status, request.simulation.status, standing(request)) == ("cancelled", "cancelled", {})
    with pytest.raises(NotCancellable, match="cancelled already"):
        cancel(request)


def test_cancelled_by_one_it_goes_on_for_others_in_their_share(owner: User, stranger: User):
    mine, theirs = waiting(owner), waiting(stranger)
    cancel(mine)
    theirs.refresh_from_db()
    assert (mine.status, theirs.status) == (SimulationStatus.CANCELLED, SimulationStatus.PENDING)
    assert theirs.simulation.share == WorkShare.objects.get(person=stranger)
    assert standing(theirs) == dict.fromkeys(range(3), PartStatus.PENDING)
    cancel(theirs)
    assert Simulation.objects.get().status == SimulationStatus.CANCELLED


def test_what_is_done_or_given_up_cannot_be_cancelled(owner: User):
    request = ask(owner, attack()).request
    with pytest.raises(NotCancellable, match="done already"):
        cancel(request)
    Simulation.objects.update(status=SimulationStatus.FAILED, problem="It failed.")
    request.refresh_from_db()
    with pytest.raises(NotCancellable, match="given up already"):
        cancel(request)


def test_deleted_it_is_gone_unless_others_asked_the_same(owner: User, stranger: User):
    mine, theirs = ask(owner, attack()).request, ask(stranger, attack()).request
    delete_request(mine)
    assert rows() == (1, 1, 0)
    delete_request(theirs)
    assert rows() == (0, 0, 0)


def test_an_account_that_is_deleted_takes_its_requests_and_leaves_what_others_asked(owner: User, stranger: User):
    from battle.services.settling import settle_nobodys

    alone = waiting(owner, tag="alone")
    shared = waiting(owner, tag="shared")
    theirs = waiting(stranger, tag="shared")
    owner.delete()
    assert set(SimulationRequest.objects.values_list("pk", flat=True)) == {theirs.pk}
    assert settle_nobodys() == 2
    by_key = dict(Simulation.objects.values_list("pk", "status"))
    assert by_key == {alone.simulation_id: "cancelled", shared.simulation_id: "pending"}
    theirs.refresh_from_db()
    assert theirs.simulation.share == WorkShare.objects.get(person=stranger)
    assert settle_nobodys() == 0
