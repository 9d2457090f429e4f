"""What is chosen beside the sides of a matchup: datasheets by name, loadouts, switches, situations turned round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from battle.armies import Fielded
from battle.scenario.fielding import units_of
from battle.scenario.situation_shapes import SituationShape
from battle.scenario.unit_shapes import CatalogueShape
from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Knowledge
from datasheets.catalogue.names import fold_name
from website.matchups.ask_datasheets import NotNamed, datasheet_named, datasheets_like, label_of
from website.matchups.ask_loadouts import LoadoutForm
from website.matchups.ask_situations import DETAILS, PRESETS, SHOOTING_TYPES, turned_round
from website.matchups.ask_switches import Switches, title_of

OATH = "adeptus-astartes:oath-of-moment/oath"
KATAH = "adeptus-custodes:martial-ka-tah"


def fielded(catalogue: Catalogue, *datasheets: str) -> list[Fielded]:
    """The datasheets as they come, as fighters."""
    shapes = [CatalogueShape(datasheet=id) for id in datasheets]
    return [unit for shape in shapes for unit in units_of(shape, "", catalogue, {})]


# Datasheets -----------------------------------------------------------------------------------------------


def test_every_datasheet_that_can_fight_is_found_by_its_label(catalogue: Catalogue):
    known = [sheet for sheet in catalogue.data.datasheets if sheet.knowledge is Knowledge.FULL and sheet.kinds]
    assert len(known) > 900
    assert [datasheet_named(label_of(sheet, catalogue), catalogue).id for sheet in known] == [
        sheet.id for sheet in known
    ]


def test_a_name_of_several_factions_is_asked_which_and_says_how_to_write_it(catalogue: Catalogue):
    with pytest.raises(NotNamed) as refusal:
        datasheet_named("Land Raider", catalogue)
    words = str(refusal.value)
    assert words.endswith(".")
    first = words.partition("Write which one: ")[2].split(" or ")[0]
    assert first.startswith("Land Raider (")
    assert datasheet_named(first, catalogue).name == "Land Raider"


def test_suggestions_are_every_match_those_that_begin_so_first(catalogue: Catalogue):
    known = [sheet for sheet in catalogue.data.datasheets if sheet.knowledge is Knowledge.FULL and sheet.kinds]
    squads = {label for sheet in known if "squad" in fold_name(label := label_of(sheet, catalogue))}
    found = datasheets_like("SQUAD", catalogue)
    assert (set(found), len(found)) == (squads, len(squads))
    assert len(squads) > 50
    assert datasheets_like("boy", catalogue)[0] == "Boyz"
    assert datasheets_like("intercessor squad", catalogue)[0] == "Intercessor Squad"
    assert "Intercessor Squad" in datasheets_like("squad inter", catalogue)


def test_what_is_known_by_name_and_price_only_says_so(catalogue: Catalogue):
    names = {sheet.name for sheet in catalogue.data.datasheets if sheet.knowledge is Knowledge.FULL}
    priced = next(sheet for sheet in catalogue.data.datasheets if sheet.name not in names)
    with pytest.raises(NotNamed, match="known by name and price only"):
        datasheet_named(priced.name, catalogue)


# Loadouts -------------------------------------------------------------------------------------------------


def loadout(catalogue: Catalogue, datasheet: str, data: Mapping[str, Any] | None) -> LoadoutForm:
    return LoadoutForm(data, prefix="mine", sheet=catalogue.datasheets[datasheet], catalogue=catalogue)


def shown(form: LoadoutForm) -> dict[str, Any]:
    """What the page of the form would send."""
    return {form[name].html_name: form[name].value() for name in form.fields}


def numbers(form: LoadoutForm) -> list[tuple[str, int, dict[str, int]]]:
    """Kinds, how many of each, and how many of each item, as the page shows them; zeros are left out."""
    return [
        (
            kind.name,
            int(kind.field.value()),
            {row.name: int(row.field.value()) for row in kind.items if int(row.field.value())},
        )
        for kind in form.kinds
    ]


def test_a_loadout_begins_as_the_datasheet_comes_and_says_nothing(catalogue: Catalogue):
    form = loadout(catalogue, "necrons:immortals", None)
    assert numbers(form) == [("Immortal", 5, {"Gauss blaster": 5, "Close combat weapon": 5})]
    assert (form.is_valid(), form.unit_shape) == (True, {})


def test_items_follow_the_number_of_models_until_somebody_writes_others(catalogue: Catalogue):
    first = shown(loadout(catalogue, "necrons:immortals", None))
    more = loadout(catalogue, "necrons:immortals", {**first, "mine-kind0": "10"})
    assert numbers(more) == [("Immortal", 10, {"Gauss blaster": 10, "Close combat weapon": 10})]
    fields = {row.name: row.field.html_name for row in more.kinds[0].items}
    changed = {**shown(more), fields["Gauss blaster"]: "7", fields["Tesla carbine"]: "3"}
    mixed = loadout(catalogue, "necrons:immortals", {**changed, "mine-kind0": "9"})
    assert numbers(mixed) == [("Immortal", 9, {"Gauss blaster": 7, "Tesla carbine": 3, "Close combat weapon": 10})]


def test_a_loadout_is_asked_with_its_leader_and_can_be_fielded(catalogue: Catalogue):
    first = shown(loadout(catalogue, "orks:boyz", None))
    form = loadout(catalogue, "orks:boyz", {**first, "mine-kind1": "19", "mine-joined": "orks:warboss|leader"})
    assert form.is_valid()
    shape = form.unit_shape
    assert [(row["kind"], row["count"]) for row in shape["models"]] == [("Nob", 1), ("Boy", 19)]
    assert shape["attached"] == [{"datasheet": "orks:warboss", "attached_as": "leader"}]


@pytest.mark.parametrize(
    ("changed", "field", "said"),
    [
        ({"mine-kind0": "0"}, "kind0", "Immortals has no model. Write how many there are."),
        ({"mine-kind0": "201"}, "kind0", "Write a whole number from 0 to 200."),
        ({"mine-kind0": "-1"}, "kind0", "Write a whole number from 0 to 200."),
        ({"mine-item0_0": "many"}, "item0_0", "Write a whole number from 0 to 1,000."),
        (
            {"mine-joined": "orks:warboss|leader"},
            "joined",
            "“orks:warboss|leader” does not join this unit. Choose one of those offered, or none.",
        ),
    ],
)
def test_a_loadout_that_cannot_be_is_told_beside_its_field(
    catalogue: Catalogue, changed: dict[str, str], field: str, said: str
):
    form = loadout(catalogue, "necrons:immortals", {**shown(loadout(catalogue, "necrons:immortals", None)), **changed})
    assert form.errors == {field: [said]}


def test_every_datasheet_has_a_form_that_is_asked_as_it_comes(catalogue: Catalogue):
    known = [sheet for sheet in catalogue.data.datasheets if sheet.knowledge is Knowledge.FULL and sheet.kinds]
    for sheet in known[::23]:
        form = loadout(catalogue, sheet.id, shown(loadout(catalogue, sheet.id, None)))
        assert form.is_valid(), (sheet.id, form.errors)
        assert form.unit_shape["models"], sheet.id


# Switches -------------------------------------------------------------------------------------------------


def test_switches_are_grouped_by_who_has_them_judged_ones_apart(catalogue: Catalogue):
    units = fielded(catalogue, "adeptus-astartes:intercessor-squad", "adeptus-astartes:tactical-squad")
    groups = Switches.handed_in(units, ()).groups
    both = next(group for group in groups if group.units == "Intercessor Squad and Tactical Squad")
    assert "Oath of moment: oath" in [row.title for row in both.judged]
    assert all(row.name.startswith("unverified:") for group in groups for row in group.unverified)
    assert not any(row.name.startswith("unverified:") for group in groups for row in group.judged)
    rows = [row for group in groups for row in (*group.judged, *group.unverified)]
    assert not any(row.is_on for row in rows)
    assert {row.more for row in rows} >= {"lasts until the next Command phase", ""}
    assert not any(row.more.endswith(("lasts phase", "lasts battle")) for row in rows)
    assert len({row.id for row in rows}) == len({row.name for row in rows}) == len(rows)


def test_what_is_turned_on_stays_on_and_what_nobody_has_any_more_is_told(catalogue: Catalogue):
    units = fielded(catalogue, "adeptus-astartes:intercessor-squad")
    switches = Switches.handed_in(units, [OATH, OATH, "necrons:gone/used"])
    assert (switches.on, switches.gone, switches.is_valid) == ((OATH,), ("necrons:gone/used",), False)
    assert switches.general_faults == ["No unit that is chosen has “Gone: used” any more; it is left out. Run again."]
    (row,) = [row for group in switches.groups for row in group.judged if row.is_on]
    assert (row.title, row.more) == ("Oath of moment: oath", "lasts until the next Command phase")


def test_two_that_exclude_each_other_are_told_at_both(catalogue: Catalogue):
    units = fielded(catalogue, "adeptus-custodes:custodian-guard")
    switches = Switches.handed_in(units, [f"{KATAH}/dacatari", f"{KATAH}/rendax"])
    assert switches.faults == {
        f"{KATAH}/dacatari": ["It is not on together with “Martial ka tah: rendax”. Turn one of them off."],
        f"{KATAH}/rendax": ["It is not on together with “Martial ka tah: dacatari”. Turn one of them off."],
    }


def test_titles_are_made_of_names():
    assert title_of("unverified:necrons:their-number-is-legion") == "Their number is legion"
    assert title_of("orks:waaagh/waaagh") == "Waaagh"
    assert title_of("core:epic-challenge/used") == "Epic challenge: used"


# Situations -----------------------------------------------------------------------------------------------


def test_every_preset_detail_and_way_to_shoot_is_a_situation_of_the_scenario():
    facts = [preset.facts for preset in PRESETS.values()]
    facts += [facts for _, facts in (*DETAILS.values(), *SHOOTING_TYPES.values())]
    for one in facts:
        read = msgspec.convert(dict(one), SituationShape)
        assert {name: getattr(read, name) for name in one} == dict(one)
        assert not one or read != SituationShape()


@pytest.mark.parametrize(
    ("activity", "facts", "answer"),
    [
        ("shooting", {}, {}),
        ("shooting", {"distance": 9, "in_cover": True, "is_stationary": True}, {"distance": 9}),
        (
            "fight",
            {"has_charged": True, "target_on_objective": True},
            {"was_charged": True, "attacker_on_objective": True},
        ),
        (
            "shooting",
            {"engaged_with_each_other": True, "shooting_type": "close-quarters"},
            {"engaged_with_each_other": True, "shooting_type": "close-quarters"},
        ),
    ],
)
def test_the_answer_is_the_other_side_of_the_situation(activity: str, facts: dict[str, Any], answer: dict[str, Any]):
    assert turned_round(activity, facts) == answer
