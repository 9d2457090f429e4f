"""Asking: a question is answered once, at once where it is small, and refused with every place that is at fault."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from battle.models import (
    AskedKey,
    Gauntlet,
    PartStatus,
    Priority,
    Simulation,
    SimulationChunk,
    SimulationRequest,
    SimulationStatus,
    WorkShare,
)
from battle.models.simulation import CELL_KEPT_FOR, KEPT_FOR
from battle.runner import work_on_waiting_parts
from battle.selectors import freshness_of, question_of, result_of
from battle.services import (
    AskRefused,
    IdempotencyConflict,
    NotCancellable,
    TooManyUnfinished,
    ask,
    ask_again,
    ask_cell,
    cancel,
    delete_request,
)
from battle.services import asking as asking_module
from datasheets.catalogue import Catalogue
from datasheets.models import Release, Withdrawal
from roster.services.rosters import rename_roster
from tests.battle.work.asked import attack, standing, table, unit, waiting
from tests.roster.lists import LEGAL_LIST, NO_LIST, WITH_UNKNOWN_LINE
from tests.roster.saved import dearer, drafted, published, saved_roster

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("release")]


def rows() -> tuple[int, int, int]:
    return Simulation.objects.count(), SimulationRequest.objects.count(), SimulationChunk.objects.count()


def refused(owner: User, document: dict) -> list[tuple[str, str]]:
    before = rows()
    with pytest.raises(AskRefused) as caught:
        ask(owner, document)
    assert rows() == before
    return [(fault.pointer, fault.message) for fault in caught.value.faults]


# Answered once -----------------------------------------------------------------------------------------------


def test_a_small_question_is_answered_at_once(owner: User):
    asked = ask(owner, attack(name="Volley"))
    simulation = asked.request.simulation
    assert (asked.is_new, asked.is_finished, asked.request.status) == (True, True, SimulationStatus.DONE)
    assert (asked.request.name, asked.request.title) == ("Volley", "Guards attacks Raiders")
    assert (simulation.method, simulation.total_parts, simulation.total_cells) == ("exact", 1, 1)
    answer = result_of(simulation)
    assert answer is not None
    assert (answer["schema"], answer["question"], answer["method"]) == ("quartermaster.answer/1", "attack", "exact")
    assert rows() == (1, 1, 0)


def test_a_table_falls_into_parts_where_it_is_not_answered_at_once(owner: User):
    request = waiting(owner, 3)
    assert (request.status, request.is_finished) == (SimulationStatus.PENDING, False)
    assert standing(request) == dict.fromkeys(range(3), PartStatus.PENDING)
    assert (request.simulation.total_parts, request.simulation.total_cells) == (3, 6)
    assert result_of(request.simulation) is None


def test_parts_joined_are_the_answer_that_is_had_at_once(owner: User, club_mate: User):
    request = waiting(owner, 3, both_ways=True)
    assert work_on_waiting_parts(seconds=30) is False
    in_parts = result_of(request.simulation)
    delete_request(request)
    at_once = result_of(ask(club_mate, table(3, both_ways=True)).request.simulation)
    assert in_parts is not None
    assert in_parts == at_once


def test_two_people_who_ask_the_same_share_one_simulation(owner: User, stranger: User):
    mine = ask(owner, attack(name="Mine"))
    theirs = ask(stranger, attack(name="Theirs"))
    assert (mine.is_new, theirs.is_new) == (True, True)
    assert mine.request.simulation_id == theirs.request.simulation_id
    assert mine.request.uuid != theirs.request.uuid
    assert (mine.request.name, theirs.request.name) == ("Mine", "Theirs")
    assert rows() == (1, 2, 0)


def test_whoever_asks_again_gets_the_same_request_with_its_new_name(owner: User):
    first = ask(owner, attack(name="First"))
    second = ask(owner, attack(name="Second"))
    assert (second.is_new, second.request.pk) == (False, first.request.pk)
    second.request.refresh_from_db()
    assert second.request.name == "Second"


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": 2},
        {"samples": 500},
        {"trace": True},
        {"situation": {"in_cover": True}},
        {"policies": {"attacker": "points"}},
        {"target": unit("Others", toughness=3)},
    ],
)
def test_what_determines_the_answer_makes_another_question(owner: User, changes: dict):
    plain = ask(owner, attack())
    other = ask(owner, attack(**changes))
    assert other.request.simulation.key != plain.request.simulation.key
    assert rows()[0] == 2


def test_the_answer_by_samples_carries_their_seed(owner: User):
    request = waiting_samples = ask(owner, attack(samples=500, seed=2**32 - 1)).request
    assert waiting_samples.status == SimulationStatus.PENDING  # dice are rolled by workers
    assert work_on_waiting_parts(seconds=30) is False
    request.simulation.refresh_from_db()
    answer = result_of(request.simulation)
    assert answer is not None
    assert (request.simulation.method, answer["sampling"]["seed"], answer["sampling"]["samples"]) == (
        "sampled",
        2**32 - 1,
        500,
    )


def test_a_person_who_waits_comes_before_a_batch_that_asked_the_same(owner: User, stranger: User):
    request = waiting(owner, priority="batch")
    assert request.simulation.priority == Priority.BATCH
    assert waiting(stranger).simulation.priority == Priority.PERSON
    assert waiting(owner, priority="batch").simulation.priority == Priority.PERSON


@pytest.mark.parametrize("status", [SimulationStatus.FAILED, SimulationStatus.CANCELLED])
def test_what_failed_or_was_cancelled_begins_anew_under_the_same_row(owner: User, status: SimulationStatus):
    request = waiting(owner)
    long_ago = timezone.now() - timedelta(days=1)
    Simulation.objects.update(
        status=status, problem="It went wrong.", finished_at=timezone.now(), created_at=long_ago, joins=2
    )
    SimulationChunk.objects.filter(position=0).delete()
    again = waiting(owner)
    assert (again.pk, again.simulation_id) == (request.pk, request.simulation_id)
    again.simulation.refresh_from_db()
    simulation = again.simulation
    assert (simulation.status, simulation.problem, simulation.finished_at, simulation.joins) == (
        SimulationStatus.PENDING,
        "",
        None,
        0,
    )
    assert simulation.created_at > long_ago
    assert standing(again) == dict.fromkeys(range(3), PartStatus.PENDING)


def test_a_simulation_is_kept_from_when_it_was_last_asked_for(owner: User):
    request = ask(owner, attack()).request
    Simulation.objects.update(expires_at=timezone.now() + timedelta(days=1))
    before = timezone.now()
    ask(owner, attack())
    request.simulation.refresh_from_db()
    assert before + KEPT_FOR <= request.simulation.expires_at <= timezone.now() + KEPT_FOR


def test_a_broker_that_is_away_does_not_lose_the_question(
    owner: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks
):
    def away(*_: object) -> None:
        raise OSError("no broker")

    monkeypatch.setattr("battle.tasks.work_on_simulations.delay", away)
    with django_capture_on_commit_callbacks() as bells:
        request = waiting(owner, 20)
    assert len(bells) == 3
    for bell in bells:
        with pytest.raises(OSError, match="no broker"):
            bell()
    assert request.status == SimulationStatus.PENDING


# Sources -----------------------------------------------------------------------------------------------------


def test_a_saved_roster_brings_its_units(owner: User, release: Catalogue):
    roster = saved_roster(owner, release, name="Green tide")
    source = {"from": "saved", "roster": str(roster.uuid)}
    asked = ask(owner, table(columns=0, attackers=[source], targets=[unit("Raiders")]))
    assert asked.request.title == "Green tide against Raiders"
    assert asked.request.sources[0] == {
        "pointer": "/attackers/0",
        "kind": "saved",
        "name": "Green tide",
        "roster": str(roster.uuid),
        "version": 1,
        "release": release.stamp.label,
    }
    answer = result_of(asked.request.simulation)
    assert answer is not None
    assert [one["name"] for one in answer["attackers"]] == ["Warboss"]
    assert question_of(asked.request.simulation)["attackers"][0]["from"] == "roster"


def test_a_pasted_list_brings_its_units_and_tells_what_was_not_understood(owner: User):
    source = {"from": "text", "text": WITH_UNKNOWN_LINE}
    request = ask(owner, attack(attacker=source)).request
    assert request.title == "Patrol attacks Raiders"
    assert request.notes == ["“Patrol”, line 14 was not understood and is left out: 1x Zzap vexilla of doom"]


def test_a_pasted_list_and_the_saved_roster_of_it_are_the_same_question(
    owner: User, stranger: User, release: Catalogue
):
    roster = saved_roster(owner, release, name="By another name")
    saved = ask(owner, attack(attacker={"from": "saved", "roster": str(roster.uuid)}))
    pasted = ask(stranger, attack(attacker={"from": "text", "text": LEGAL_LIST}))
    first, second = (question_of(asked.request.simulation) for asked in (saved, pasted))
    assert first["attacker"]["roster"]["units"] == second["attacker"]["roster"]["units"]


def test_a_gauntlet_brings_several_units_with_their_weights(owner: User):
    Gauntlet.objects.create(
        slug="usual", name="The usual", units=[unit("Horde", models=9), unit("Brutes")], weights=[3, 1]
    )
    document = table(1, question="field", targets=[{"from": "gauntlet", "gauntlet": "usual"}])
    del document["both_ways"]
    request = ask(owner, document).request
    answer = result_of(request.simulation)
    assert answer is not None
    assert [one["name"] for one in answer["targets"]] == ["Horde", "Brutes"]
    assert answer["weights"] == [3, 1]
    assert request.title == "Attacker 0 against The usual"


def test_faults_have_their_place_in_what_was_asked(owner: User):
    Gauntlet.objects.create(slug="odd", name="Odd", units=[unit("One"), {"from": "catalogue", "datasheet": "Nobody"}])
    gauntlet = {"from": "gauntlet", "gauntlet": "odd"}
    assert refused(owner, table(1, targets=[unit("First"), gauntlet])) == [
        ("/targets/1/gauntlet", "No datasheet is called “Nobody”. Did you mean Painboy or Nobz or Boyz?")
    ]
    # A unit behind a gauntlet stands further back than it was asked.
    Gauntlet.objects.filter(slug="odd").update(units=[unit("One"), unit("Two"), unit("Three")])
    unknown = {"from": "catalogue", "datasheet": "Nobody"}
    assert refused(owner, table(1, targets=[gauntlet, unknown])) == [
        ("/targets/1/datasheet", "No datasheet is called “Nobody”. Did you mean Painboy or Nobz or Boyz?")
    ]


def test_all_faulty_sources_are_told(owner: User, stranger: User, release: Catalogue):
    theirs = saved_roster(stranger, release)
    nobody = "You keep no roster with this id. Your rosters are listed under “Rosters”."
    document = table(
        attackers=[
            {"from": "saved", "roster": str(theirs.uuid)},
            {"from": "saved", "roster": str(uuid.uuid4())},
            {"from": "saved", "roster": "no id"},
            {"from": "text", "text": NO_LIST},
        ],
        targets=[{"from": "gauntlet", "gauntlet": "none"}, {"from": "saved", "roster": 5, "unit": "u1"}],
    )
    faults = refused(owner, document)
    assert [pointer for pointer, _ in faults] == [
        "/attackers/0/roster",
        "/attackers/1/roster",
        "/attackers/2/roster",
        "/attackers/3/text",
        "/targets/0/gauntlet",
        "/targets/1/unit",
        "/targets/1/roster",
    ]
    # A roster of somebody else and one that does not exist are refused in the same words.
    assert [message for _, message in faults[:3]] == [nobody] * 3


def test_a_gauntlet_of_somebody_else_is_refused_as_one_that_is_not_there(owner: User, stranger: User):
    Gauntlet.objects.create(slug="theirs", name="Theirs", owner=stranger, units=[unit("One")])
    faults = {
        name: refused(owner, table(1, targets=[{"from": "gauntlet", "gauntlet": name}])) for name in ("theirs", "none")
    }
    assert faults["theirs"] == faults["none"]


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"seed": -1}, "/seed"),
        ({"seed": 2**32}, "/seed"),
        ({"seed": True}, "/seed"),
        ({"samples": 5}, "/samples"),
        ({"samples": "many"}, "/samples"),
        ({"trace": 1}, "/trace"),
        ({"priority": "now"}, "/priority"),
        ({"priority": ["person"]}, "/priority"),
        ({"release": "r0"}, "/release"),
        ({"release": 7}, "/release"),
        ({"release": "a\0b"}, "/release"),
        ({"colour": "red"}, ""),
        ({"attacker": {"from": "nowhere"}}, "/attacker/from"),
        ({"attacker": {"from": "gauntlet", "gauntlet": "x"}}, "/attacker"),
        ({"attacker": 5}, "/attacker"),
        ({"schema": "other/1"}, "/schema"),
    ],
)
def test_what_is_not_understood_is_refused_with_its_place(owner: User, changes: dict, pointer: str):
    assert [found for found, _ in refused(owner, attack(**changes))] == [pointer]


def test_a_table_of_four_hundred_units_is_refused(owner: User):
    faults = refused(owner, table(400, 400))
    assert faults == [("", "800 units and lists are named here; 100 are the most.")]
    assert [pointer for pointer, _ in refused(owner, table(41, 1))] == ["/attackers"]


def test_more_than_eight_pasted_lists_are_refused(owner: User):
    pasted = [{"from": "text", "text": f"{LEGAL_LIST}{number * ' '}"} for number in range(9)]
    assert refused(owner, table(attackers=pasted)) == [
        ("", "9 different lists are pasted here; 8 are the most."),
    ]


def test_drafts_withdrawn_releases_and_those_there_are_not_are_refused_alike(owner: User, release: Catalogue):
    draft = drafted(dearer(release.data), release).label
    withdrawn = release.stamp.label
    published(dearer(release.data, by=20), release)
    Withdrawal.objects.create(release=Release.objects.get(label=withdrawn), reason="Wrong prices.")
    for label in (draft, withdrawn, "2020.01.1"):
        assert refused(owner, attack(release=label)) == [
            ("/release", f"There is no release “{label}” to ask by. /releases/ lists those there are.")
        ]


def test_a_former_release_may_be_asked_by(owner: User, release: Catalogue):
    published(dearer(release.data), release)
    warboss = {"from": "catalogue", "datasheet": "Warboss"}
    by_release = {
        label: ask(owner, attack(attacker=warboss, **({"release": label} if label else {}))).request.simulation
        for label in (release.stamp.label, None)
    }
    assert by_release[release.stamp.label].release == release.stamp.label
    assert by_release[None].release != release.stamp.label
    assert by_release[release.stamp.label].key != by_release[None].key


# Limits ------------------------------------------------------------------------------------------------------


def test_unfinished_simulations_of_a_person_are_bounded(owner: User, stranger: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(asking_module, "MOST_UNFINISHED", 2)
    first = waiting(owner, tag="a")
    waiting(owner, tag="b")
    before = rows()
    with pytest.raises(TooManyUnfinished) as caught:
        waiting(owner, tag="c")
    assert (caught.value.limit, caught.value.seconds, rows()) == (2, 30, before)
    waiting(owner, tag="b")  # the same as before
    ask(owner, attack())  # answered at once
    waiting(stranger, tag="c")
    cancel(first)
    waiting(owner, tag="c")


def test_requests_that_a_person_keeps_are_bounded(owner: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(asking_module, "MOST_REQUESTS", 1)
    ask(owner, attack())
    ask(owner, attack())
    assert refused(owner, attack(seed=2)) == [
        ("", "You keep 1 matchups; 1 is the most. Delete some that you no longer need.")
    ]


def test_a_key_brings_the_same_request_again(owner: User, stranger: User):
    first = ask(owner, attack(), idempotency_key="k1")
    again = ask(owner, attack(), idempotency_key="k1")
    assert (again.request.pk, again.is_new) == (first.request.pk, False)
    with pytest.raises(IdempotencyConflict):
        ask(owner, attack(seed=2), idempotency_key="k1")
    ask(owner, attack(), idempotency_key="k2")
    with pytest.raises(IdempotencyConflict):
        ask(owner, attack(seed=2), idempotency_key="k2")
    assert ask(stranger, attack(seed=2), idempotency_key="k1").is_new
    assert list(AskedKey.objects.order_by("pk").values_list("owner__username", "key")) == [
        ("owner", "k1"),
        ("owner", "k2"),
        ("stranger", "k1"),
    ]
    delete_request(first.request)
    assert ask(owner, attack(seed=3), idempotency_key="k1").is_new


def test_a_key_that_is_too_long_is_refused(owner: User):
    with pytest.raises(AskRefused, match="201 characters"):
        ask(owner, attack(), idempotency_key="k" * 201)


# Again, cells ------------------------------------------------------------------------------------------------


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


# Cancelled, deleted ------------------------------------------------------------------------------------------


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
