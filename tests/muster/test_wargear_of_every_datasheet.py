"""Every datasheet of the real catalogue: as it comes, with each option taken, and with one taken too often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet, Knowledge
from roster.muster.loadouts import Fault, Recorded, as_added, assess_loadouts
from roster.muster.loadouts.caps import Cap, CapKind, caps_of
from roster.muster.loadouts.problem import Row

Models = tuple[int, ...]
Pieces = Counter[Row]


FIXED = {
    "adepta-sororitas:sanctifiers",
    "adeptus-astartes:company-heroes",
    "adeptus-mechanicus:servitor-battleclade",
    "agents-of-the-imperium:aquila-kill-team",
    "agents-of-the-imperium:imperial-navy-breachers",
    "agents-of-the-imperium:sanctifiers",
    "agents-of-the-imperium:voidsmen-at-arms",
}
"""Datasheets that fix weapons of single models: not all of a kind have what most of it come with."""


@pytest.fixture(scope="module")
def every_sheet(catalogue: Catalogue) -> list[Datasheet]:
    return [sheet for sheet in catalogue.data.datasheets if sheet.knowledge is Knowledge.FULL and sheet.kinds]


@pytest.fixture(scope="module")
def sheets(every_sheet: list[Datasheet]) -> list[Datasheet]:
    return [sheet for sheet in every_sheet if sheet.id not in FIXED]


def make_ups(sheet: Datasheet) -> set[Models]:
    """The smallest and the largest make-up of every tier."""
    found = set()
    for tier in sheet.tiers:
        rows = {row.kind: row for row in tier.counts}
        counts = {kind.name: rows[kind.name].minimum if kind.name in rows else 0 for kind in sheet.kinds}
        found.add(tuple(counts.values()))
        for row in tier.counts:
            counts[row.kind] += max(0, min(row.maximum - row.minimum, sheet.maximum_models - sum(counts.values())))
        found.add(tuple(counts.values()))
    return found


def as_it_comes(sheet: Datasheet, models: Models) -> Pieces:
    pieces: Pieces = Counter()
    for kind, count in enumerate(models):
        for item in sheet.kinds[kind].default_items:
            pieces[kind, item] += count
    return pieces


def recorded(models: Models, pieces: Pieces) -> Recorded:
    return Recorded(models, tuple(sorted(((row, count) for row, count in pieces.items() if count > 0), key=str)))


def test_what_models_come_with_is_legal_at_every_size(every_sheet: list[Datasheet]) -> None:
    judged, dealt_out = 0, set()
    for sheet in every_sheet:
        for models in make_ups(sheet):
            pieces = Counter(as_added(sheet, models))
            found = assess_loadouts(sheet, recorded(models, pieces))
            assert (found.undecided, found.excesses, found.unwritten) == ("", (), ()), (sheet.id, models)
            judged += 1
            if pieces != as_it_comes(sheet, models):
                dealt_out.add(sheet.id)
    assert judged > 1_500
    assert dealt_out == FIXED


def test_weapons_of_single_models_are_dealt_out_and_no_more_of_the_others(every_sheet: list[Datasheet]) -> None:
    held: dict[str, dict[str, int]] = {}
    for sheet in every_sheet:
        if sheet.id in FIXED:
            models = max(make_ups(sheet), key=sum)
            default = as_it_comes(sheet, models)
            pieces = as_added(sheet, models).items()
            held[sheet.id] = {row[1].partition(":")[2]: count for row, count in pieces if count != default[row]}
            found = assess_loadouts(sheet, recorded(models, default))
            assert ([one.fault for one in found.excesses], found.at_least) == ([Fault.NUMBER], 0), sheet.id
            assert dict(found.nearest) == as_added(sheet, models), sheet.id
    missionaries = {"ministorum-flamer": 1, "plasma-gun": 1}
    assert held == {
        "adepta-sororitas:sanctifiers": missionaries,
        "agents-of-the-imperium:sanctifiers": missionaries,
        "adeptus-astartes:company-heroes": {"master-crafted-bolt-rifle": 1, "master-crafted-heavy-bolter": 1},
        "agents-of-the-imperium:voidsmen-at-arms": {"lasgun": 3, "voidsman-rotor-cannon": 1},
        "adeptus-mechanicus:servitor-battleclade": {"heavy-arc-rifle": 1, "heavy-bolter": 1},
        "agents-of-the-imperium:imperial-navy-breachers": {
            "navis-shotgun": 7,
            "navis-las-volley": 1,
            "navis-heavy-shotgun": 1,
            "endurant-shield": 1,
        },
        "agents-of-the-imperium:aquila-kill-team": {
            "stalker-bolt-rifle": 2,
            "bolt-pistol-aquila-kill-team": 4,
            "close-combat-weapon-aquila-kill-team": 4,
            "heavy-thunder-hammer": 2,
            "deathwatch-marksman-bolt-carbine": 2,
            "special-issue-bolt-pistol": 3,
            "xenophase-blade": 1,
        },
    }


def test_a_sergeant_without_his_shotgun_leaves_none_to_an_armsman(catalogue: Catalogue) -> None:
    sheet = catalogue.datasheets["agents-of-the-imperium:imperial-navy-breachers"]
    pieces = Counter(as_added(sheet, (1, 9)))
    sergeant, armsmen = (0, "agents-of-the-imperium:navis-shotgun"), (1, "agents-of-the-imperium:navis-shotgun")
    pieces.subtract([sergeant])
    pieces.update([(0, "agents-of-the-imperium:autopistol"), (0, "agents-of-the-imperium:chainsword")])
    assert assess_loadouts(sheet, recorded((1, 9), pieces)).excesses == ()

    pieces.subtract([(1, "agents-of-the-imperium:navis-las-volley")])
    pieces.update([armsmen])
    assert [one.fault for one in assess_loadouts(sheet, recorded((1, 9), pieces)).excesses] == [Fault.NUMBER]


def test_wargear_that_is_not_written_is_not_at_fault_where_the_models_are_too_many(catalogue: Catalogue) -> None:
    sheet = catalogue.datasheets["agents-of-the-imperium:aquila-kill-team"]
    found = assess_loadouts(sheet, Recorded((1, 11, 2), ()))
    assert (found.undecided, found.excesses, found.at_least, found.unwritten) == ("", (), 0, None)


def taken_once(sheet: Datasheet, models: Models) -> Iterator[tuple[int, Pieces, int]]:
    """Each choice of each option on one model that has what it replaces: place, what is carried, the kind.

    What all models take or none, and what goes with something else only, is not taken by one.
    """
    for place, option in enumerate(sheet.options):
        for kind, choice in product(range(len(models)), option.choices):
            own = sheet.kinds[kind]
            if not models[kind] or option.kind not in (None, own.name):
                continue
            if option.all_models or not set(option.while_carrying) <= set(own.default_items):
                continue
            if Counter(option.replaces) <= Counter(own.default_items):
                pieces = as_it_comes(sheet, models)
                pieces.subtract((kind, item) for item in option.replaces)
                pieces.update((kind, item) for item in choice)
                yield place, pieces, kind


def room(sheet: Datasheet, cap: Cap, place: int, pieces: Pieces) -> int:
    """How much of the cap is left; an option's own counts as used once where it was."""
    if cap.items:
        return cap.most - sum(count for (_, item), count in pieces.items() if item in cap.items)
    return cap.most - (place in cap.options)


def test_each_choice_taken_once_is_legal_where_the_unit_has_room_for_it(sheets: list[Datasheet]) -> None:
    judged = 0
    for sheet in sheets:
        models = max(make_ups(sheet), key=sum)
        caps = caps_of(sheet, range(len(sheet.options)), sum(models))
        for place, pieces, kind in taken_once(sheet, models):
            if min((room(sheet, cap, place, pieces) for cap in caps), default=0) < 0:
                continue
            found = assess_loadouts(sheet, recorded(models, pieces))
            assert (found.undecided, found.excesses) == ("", ()), (sheet.id, sheet.options[place], kind)
            judged += 1
    assert judged > 2_500


def taken_by_all(sheet: Datasheet, models: Models) -> Iterator[tuple[tuple[str, ...], Pieces]]:
    """Each choice that all models take or none, taken by all that have what it replaces."""
    choices = {tuple(sorted(each)): each for one in sheet.options if one.all_models for each in one.choices}
    for key, choice in sorted(choices.items()):
        pieces = as_it_comes(sheet, models)
        for option in sheet.options:
            if not option.all_models or key not in {tuple(sorted(each)) for each in option.choices}:
                continue
            for kind, own in enumerate(sheet.kinds):
                if option.kind in (None, own.name) and Counter(option.replaces) <= Counter(own.default_items):
                    pieces.subtract({(kind, item): models[kind] for item in option.replaces})
                    pieces.update({(kind, item): models[kind] for item in choice})
        yield choice, pieces


def test_what_all_models_take_is_legal_on_all_and_broken_on_all_but_one(sheets: list[Datasheet]) -> None:
    judged = []
    for sheet in sheets:
        models = max(make_ups(sheet), key=sum)
        for choice, pieces in taken_by_all(sheet, models):
            found = assess_loadouts(sheet, recorded(models, pieces))
            assert (found.undecided, found.excesses, found.unwritten) == ("", (), ()), (sheet.id, choice)
            kind, item = next(row for row in pieces if pieces[row] and row[1] == choice[0])
            mixed = Counter(pieces)
            mixed.subtract((kind, each) for each in choice)
            replaced = next(one.replaces for one in sheet.options if one.all_models and choice in one.choices)
            mixed.update((kind, each) for each in replaced)
            broken = assess_loadouts(sheet, recorded(models, mixed))
            assert [each.fault for each in broken.excesses] == [Fault.ALL_MODELS], (sheet.id, choice, item)
            judged.append(sheet.id)
    assert len(set(judged)) == 18


def test_every_choice_can_be_taken_at_the_largest_size(sheets: list[Datasheet]) -> None:
    """But those for small units only: they can be taken at the largest size that has them."""
    closed = set()
    for sheet in sheets:
        models = max(make_ups(sheet), key=sum)
        caps = caps_of(sheet, range(len(sheet.options)), sum(models))
        for place, pieces, _ in taken_once(sheet, models):
            if min((room(sheet, cap, place, pieces) for cap in caps), default=0) < 0:
                closed.add((sheet.id, sheet.options[place].id))
    small = {
        (sheet.id, option.id): (sheet, option.maximum_models)
        for sheet in sheets
        for option in sheet.options
        if option.maximum_models is not None
    }
    assert closed == small.keys() == {("death-guard:blightlord-terminators", "blightlord-terminators-wgo-mfm-2")}
    for (_, id), (sheet, most) in small.items():
        models = max((one for one in make_ups(sheet) if sum(one) <= most), key=sum)
        taken = [pieces for place, pieces, _ in taken_once(sheet, models) if sheet.options[place].id == id]
        assert taken
        for pieces in taken:
            assert assess_loadouts(sheet, recorded(models, pieces)).excesses == ()


def test_one_piece_more_than_all_limits_together_allow_is_broken(sheets: list[Datasheet]) -> None:
    """Written for the unit, so that no wrong kind of model can be what is at fault."""
    judged = 0
    for sheet in sheets:
        models = max(make_ups(sheet), key=sum)
        for cap in caps_of(sheet, range(len(sheet.options)), sum(models)):
            if cap.kind is CapKind.NUMBER and cap.items:
                item = min(cap.items)
                found = assess_loadouts(sheet, Recorded(models, (((None, item), cap.most + 1),)))
                assert found.dropped or found.at_least, (sheet.id, item)
                judged += 1
    assert judged > 200


def test_one_more_of_a_default_item_than_models_can_have_is_broken(sheets: list[Datasheet]) -> None:
    """More than every option together could add: ten for each choice that grants it."""
    for sheet in sheets:
        models = max(make_ups(sheet), key=sum)
        pieces = as_it_comes(sheet, models)
        if not pieces:
            continue
        row = min(pieces, key=str)
        grants = sum(choice.count(row[1]) for option in sheet.options for choice in option.choices)
        pieces[row] += 1 + 10 * grants * models[row[0] or 0]
        found = assess_loadouts(sheet, recorded(models, pieces))
        assert found.dropped or found.at_least, (sheet.id, row)


def test_a_default_item_left_out_is_no_fault_and_is_told(sheets: list[Datasheet]) -> None:
    """Lists may leave out what models carry anyway; whether all is written down is a check of its own."""
    told = 0
    for sheet in sheets:
        models = max(make_ups(sheet), key=sum)
        pieces = as_it_comes(sheet, models)
        if not pieces:
            continue
        row = min(pieces, key=str)
        pieces[row] -= 1
        found = assess_loadouts(sheet, recorded(models, pieces))
        assert (found.undecided, found.excesses) == ("", ()), sheet.id
        told += found.unwritten != ()
    assert told > 900
