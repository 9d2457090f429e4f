"""The work queue and simulations in the administration: for those who may, to look at only, without what is private."""

from __future__ import annotations

import datetime

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from battle.models import Simulation, SimulationChunk, SimulationRequest
from datasheets.workers import note_worker
from tests.battle.operations.simulations import simulation_of

pytestmark = pytest.mark.django_db

QUEUE = "/admin/battle/simulation/queue/"
LISTS = ("/admin/battle/simulation/", "/admin/battle/simulationchunk/", "/admin/battle/simulationrequest/")


@pytest.fixture
def staff() -> Client:
    """Somebody who may do everything the admin offers."""
    client = Client()
    client.force_login(User.objects.create_superuser("staff"))
    return client


def test_an_empty_queue_says_that_nothing_is_there_and_that_no_worker_was_seen(staff: Client) -> None:
    page = staff.get(QUEUE).content.decode()
    for words in ("Nobody waits.", "Nothing is being computed.", "None was seen in the last day.", "None."):
        assert words in page


def test_the_queue_shows_depth_age_people_running_and_failed_parts_and_workers(
    staff: Client, owner: User, club_mate: User, django_assert_max_num_queries
) -> None:
    two_hours = datetime.timedelta(hours=2)
    simulation_of(owner, "pending", "pending", "claimed", "done", age=two_hours)
    simulation_of(club_mate, "pending", status="pending", priority=1)
    simulation_of(club_mate, "done", "failed", status="done")
    note_worker("a machine, process 7")
    with django_assert_max_num_queries(14):
        page = staff.get(QUEUE)
    text = " ".join(page.content.decode().split())
    assert page.status_code == 200
    for words in (
        '<th scope="row" class="font-medium px-3 py-2 text-left">somebody waits</th> <td class="px-3 py-2">2</td> '
        '<td class="px-3 py-2">1</td> <td class="px-3 py-2">2.0 h</td>',
        '<th scope="row" class="font-medium px-3 py-2 text-left">owner</th> <td class="px-3 py-2">1</td> '
        '<td class="px-3 py-2">2</td>',
        "Parts being computed: 1",
        "Parts given up: 1",
        "It ended its worker.",
        "a machine, process 7",
        "1 pending, 1 running, 1 done, 0 failed, 0 cancelled",
    ):
        assert words in text
    assert "private" not in text


def test_long_queues_are_shown_in_part_and_in_as_many_queries(
    staff: Client, owner: User, django_assert_max_num_queries
) -> None:
    simulation_of(owner, *["claimed"] * 60, *["failed"] * 70)
    with django_assert_max_num_queries(14):
        page = staff.get(QUEUE).content.decode()
    assert (page.count("It ended its worker."), "Parts given up: 70" in page) == (50, True)
    assert ("The 50 oldest are shown." in page, "The 50 last are shown." in page) == (True, True)


@pytest.mark.parametrize("address", [QUEUE, *LISTS])
def test_only_staff_with_the_permission_see_it(address: str, owner: User, club_mate: User) -> None:
    visitor, player, helper = Client(), Client(), Client()
    player.force_login(owner)
    User.objects.filter(pk=club_mate.pk).update(is_staff=True)
    helper.force_login(club_mate)
    assert [client.get(address).status_code for client in (visitor, player, helper)] == [302, 302, 403]
    for codename in ("view_simulation", "view_simulationchunk", "view_simulationrequest"):
        club_mate.user_permissions.add(Permission.objects.get(codename=codename))
    assert helper.get(address).status_code == 200


def test_the_menu_offers_the_queue_to_those_who_may_see_it(staff: Client, club_mate: User) -> None:
    assert QUEUE in staff.get("/admin/").content.decode()
    User.objects.filter(pk=club_mate.pk).update(is_staff=True)
    helper = Client()
    helper.force_login(club_mate)
    assert QUEUE not in helper.get("/admin/").content.decode()


@pytest.mark.parametrize("address", LISTS)
def test_lists_take_few_queries_can_be_filtered_and_tell_nothing_private(
    address: str, staff: Client, owner: User, django_assert_max_num_queries
) -> None:
    for _ in range(20):
        simulation_of(owner, "done", "failed", status="done")
    with django_assert_max_num_queries(10):
        page = staff.get(address)
    assert page.status_code == 200
    assert "private" not in page.content.decode()
    status = "simulation__status__exact" if "request" in address else "status__exact"
    found = [staff.get(f"{address}?{status}={value}").context["cl"].result_count for value in ("done", "pending")]
    assert found == [20, 0]


def test_simulations_with_gaps_are_found(staff: Client, owner: User) -> None:
    gaps, whole = simulation_of(owner, "done", "failed"), simulation_of(owner, "done", "done")
    found = [list(staff.get(f"{LISTS[0]}?gaps={value}").context["cl"].result_list) for value in ("yes", "no")]
    assert found == [[gaps], [whole]]


def test_a_row_is_shown_and_nothing_is_changed_there(staff: Client, owner: User) -> None:
    simulation = simulation_of(owner, "done", status="done")
    part, request = SimulationChunk.objects.get(), SimulationRequest.objects.get()
    for address, key in zip(LISTS, (simulation.pk, part.pk, request.pk), strict=True):
        page = staff.get(f"{address}{key}/change/")
        assert page.status_code == 200
        assert "private" not in page.content.decode()
        assert staff.post(f"{address}{key}/change/", {"status": "failed"}).status_code == 403
        assert staff.post(f"{address}{key}/delete/", {"post": "yes"}).status_code == 403
        assert staff.post(f"{address}add/", {}).status_code == 403
    assert Simulation.objects.get().status == "done"


def test_a_simulation_is_found_by_its_id(staff: Client, owner: User) -> None:
    wanted, _ = simulation_of(owner, "done", status="done"), simulation_of(owner, "done", status="done")
    found = staff.get(f"/admin/battle/simulation/?q={wanted.uuid}").context["cl"].result_list
    assert list(found) == [wanted]
