"""Where units come from: saved rosters, pasted lists, gauntlets; and faults with their place in what was asked."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.auth.models import User

from battle.models import (
    Gauntlet,
    Simulation,
    SimulationChunk,
    SimulationRequest,
)
from battle.selectors import result_of
from battle.services import (
    AskRefused,
    ask,
)
from datasheets.catalogue import Catalogue
from datasheets.models import Release, Withdrawal
from tests.battle.work.asked import attack, table, unit
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
    assert asked.request.simulation.content.question["attackers"][0]["from"] == "roster"


def test_a_pasted_list_brings_its_units_and_tells_what_was_not_understood(owner: User):
    source = {"from": "text", "text": WITH_UNKNOWN_LINE}
    request = ask(owner, attack(attacker=source)).request
    assert request.title == "Patrol attacks Raiders"
    assert request.notes == ["“Patrol”, line 14 was not understood and is left out: 1x Zzap vexilla of doom"]


def test_a_saved_roster_tells_what_was_not_understood_and_its_units_cost_what_the_release_asked_by_says(
    owner: User, release: Catalogue
):
    roster = saved_roster(owner, release, WITH_UNKNOWN_LINE, name="Green tide")
    label = release.stamp.label
    today = published(dearer(release.data), release).label
    source = {"from": "saved", "roster": str(roster.uuid)}
    now, then = (ask(owner, attack(attacker=source, release=one)).request for one in (today, label))
    unread = "1 line of “Green tide” was not understood when it was saved; what it says is not in it."
    elsewhere = f"“Green tide” stands on release {label}; its units are taken from {today} here."
    assert (now.notes, then.notes) == ([elsewhere, unread], [unread])
    costs = [one["attacker"]["points"] for one in (result_of(now.simulation), result_of(then.simulation)) if one]
    assert costs[0] == costs[1] + 10


def test_a_pasted_list_and_the_saved_roster_of_it_are_the_same_question(
    owner: User, stranger: User, release: Catalogue
):
    roster = saved_roster(owner, release, name="By another name")
    saved = ask(owner, attack(attacker={"from": "saved", "roster": str(roster.uuid)}))
    pasted = ask(stranger, attack(attacker={"from": "text", "text": LEGAL_LIST}))
    first, second = (asked.request.simulation.content.question for asked in (saved, pasted))
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


def test_pasted_lists_are_a_hundred_thousand_characters_together_at_most(owner: User):
    pasted = [{"from": "text", "text": f"{LEGAL_LIST}{' ' * (50_000 - len(LEGAL_LIST))}{ending}"} for ending in "ab"]
    assert refused(owner, table(attackers=pasted)) == [
        (
            "",
            "The pasted lists have 100,002 characters together; at most 100,000 are read. "
            "Paste army lists, not collections.",
        )
    ]


def test_a_member_that_a_source_does_not_have_is_pointed_at_by_its_escaped_name(owner: User):
    unit = {"from": "text", "text": LEGAL_LIST, "a/b~c": 1, "x" * 81: 2}
    assert refused(owner, attack(attacker=unit)) == [
        ("/attacker/a~1b~0c", "A unit from “text” has no “a/b~c”."),
        ("/attacker", f"A unit from “text” has no “{'x' * 80}”."),
    ]


def test_a_word_of_any_length_is_told_by_its_beginning(owner: User):
    ((pointer, message),) = refused(owner, attack(situation={"phase": "x" * 20_000}))
    assert pointer == "/situation/phase"
    assert message.startswith(f"Invalid enum value '{'x' * 180}…. There are: shooting")
    assert len(message) < 300


def test_a_word_that_looks_like_a_place_is_not_taken_for_one(owner: User):
    ((pointer, _),) = refused(owner, attack(situation={"phase": "x` - at `$.attacker` - at `$.target"}))
    assert pointer == "/situation/phase"


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
