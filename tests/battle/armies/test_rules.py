"""Rules of datasheets, factions and detachments on units: judged ones by themselves, others when switched on."""

from __future__ import annotations

import pytest

from battle.armies import Fielded, field_army, field_unit
from battle.armies.army_rules import without_rule
from battle.armies.rules import proposed
from battle.effects.judged import JudgedAbility, judged_abilities
from battle.engine.attacks import resolve
from battle.engine.effects import Change, Effect, Part, Status
from battle.engine.policies import Policies
from battle.engine.situation import Phase, Situation
from datasheets.catalogue import Catalogue
from roster.document import Reference, RosterDocument, UnitEntry
from tests.battle.armies.entries import entry
from tests.battle.engine.units import models, unit

HAULERS = entry("death-guard:myphitic-blight-haulers")
MARINES = entry("death-guard:plague-marines")
PUTRIFIER = entry("death-guard:biologus-putrifier", key="u2", attached_to="u1")
SURGEON = entry("death-guard:plague-surgeon", key="u2", attached_to="u1")
SHOOTING = Situation(phase=Phase.SHOOTING)


def effects_of(found: Fielded, source: str) -> list[Effect]:
    """The effects that come of a rule."""
    return [effect for effect in found.fighters.effects if effect.source == source]


def an_army(*entries: UnitEntry) -> RosterDocument:
    """A roster of the Death Guard with these units."""
    return RosterDocument(Reference("death-guard"), None, units=entries)


def kills(found: Fielded, situation: Situation, *keywords: str) -> float:
    """Models of a large unit that it destroys."""
    target = unit(models(60, 9, 3, 1), keywords=keywords)
    return resolve(found.fighters, target, situation, Policies()).measures.expected_kills


def test_a_judged_ability_applies_by_itself(catalogue: Catalogue) -> None:
    """R-45."""
    haulers = field_unit((HAULERS,), catalogue)

    assert [
        (one.part, one.change, one.status) for one in effects_of(haulers, "Tank Hunters of Myphitic Blight-haulers")
    ] == [
        (Part.HIT_ROLL, Change.ADD, Status.JUDGED),
        (Part.WOUND_ROLL, Change.ADD, Status.JUDGED),
    ]
    assert kills(haulers, SHOOTING, "vehicle") > kills(haulers, SHOOTING, "infantry")
    assert not [words for words in haulers.fighters.not_modelled if words.startswith("Tank Hunters")]


def test_a_leader_gives_the_unit_it_leads_and_alone_nothing(catalogue: Catalogue) -> None:
    """19.04."""
    source = "Foul Infusion of Biologus Putrifier"
    alone = field_unit((entry("death-guard:biologus-putrifier"),), catalogue)
    leading = field_unit((MARINES, PUTRIFIER), catalogue)

    assert effects_of(alone, source) == []
    found = effects_of(leading, source)
    assert [(one.models, one.component) for one in found] == [(frozenset(), "Biologus Putrifier")] * 2


def test_what_one_model_has_is_of_that_model(catalogue: Catalogue) -> None:
    leading = field_unit((MARINES, SURGEON), catalogue)
    alone = field_unit((entry("death-guard:plague-surgeon"),), catalogue)

    source = "Inflamed Infections of Plague Surgeon"
    assert {one.models for one in effects_of(leading, source)} == {frozenset({"Plague Surgeon"})}
    assert {one.models for one in effects_of(alone, source)} == {frozenset()}


def test_what_only_play_decides_waits_for_its_switch(catalogue: Catalogue) -> None:
    surgeon = field_unit((entry("death-guard:plague-surgeon"),), catalogue)
    name = "death-guard:inflamed-infections/selected"
    (offered,) = [switch for switch in surgeon.switches if switch.name == name]

    assert (offered.says, offered.lasts) == (
        "The target was selected for it at the start of the Fight phase.",
        "the phase",
    )
    fight = Situation(phase=Phase.FIGHT)
    target = unit(models(60, 4, 6, 1))
    off = resolve(surgeon.fighters, target, fight, Policies())
    on = resolve(surgeon.fighters, target, Situation(phase=Phase.FIGHT, switches=frozenset({name})), Policies())
    assert "Inflamed Infections of Plague Surgeon" not in off.batches[0].table.sources
    assert "Inflamed Infections of Plague Surgeon" in on.batches[0].table.sources


def test_an_unverified_encoding_applies_only_when_switched_on(catalogue: Catalogue) -> None:
    """R-45."""
    offered = 0
    for ability in catalogue.data.abilities:
        if ability.id in judged_abilities() or not ability.datasheets or not proposed(ability, catalogue).given:
            continue
        offered += 1
    assert offered > 300

    for sheet in ("necrons:necron-warriors", "orks:boyz", "tau-empire:breacher-team", "aeldari:guardian-defenders"):
        found = field_unit((entry(sheet),), catalogue)
        unverified = [one for one in found.fighters.effects if one.status is Status.UNVERIFIED]
        names = {switch.name for switch in found.switches}
        assert all(one.switch.startswith("unverified:") and one.switch in names for one in unverified)
        target = unit(models(10, 4, 3, 1), keywords=("infantry",))
        for phase in Phase:
            result = resolve(found.fighters, target, Situation(phase=phase), Policies())
            at_work = {source for report in result.batches for source in report.table.sources}
            assert at_work.isdisjoint(one.source for one in unverified)


def test_once_switched_on_it_applies_and_is_still_named(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    """R-45: nobody has judged anything, so the encoding that lost its condition is offered as it is."""
    monkeypatch.setattr("battle.armies.rules.judged_ability", lambda id: None)
    haulers = field_unit((HAULERS,), catalogue)
    switch = "unverified:death-guard:tank-hunters"

    assert switch in {one.name for one in haulers.switches}
    on = Situation(switches=frozenset({switch}))
    assert kills(haulers, SHOOTING, "infantry") == pytest.approx(kills(haulers, SHOOTING, "vehicle"))
    assert kills(haulers, on, "infantry") > kills(haulers, SHOOTING, "infantry")
    assert (
        "Tank Hunters of Myphitic Blight-haulers: not judged; unverified:death-guard:tank-hunters applies the data "
        "package's encoding"
    ) in haulers.fighters.not_modelled


def test_a_friend_re_rolls_against_the_unit_that_was_selected(catalogue: Catalogue) -> None:
    army = field_army(an_army(HAULERS, entry("death-guard:lord-of-virulence", key="u2")), catalogue)
    haulers, lord = army.units
    name = "death-guard:blight-bombardment/selected"

    source = "Blight Bombardment of Lord of Virulence"
    assert [one.change for one in effects_of(haulers, source)] == [Change.REROLL_ONES, Change.REROLL]
    assert [one.change for one in effects_of(lord, source)] == [Change.REROLL_ONES, Change.REROLL]
    assert name in {switch.name for switch in haulers.switches}
    on = Situation(switches=frozenset({name}))
    assert kills(haulers, on, "infantry") > kills(haulers, SHOOTING, "infantry")


def test_friends_alone_give_nothing(catalogue: Catalogue) -> None:
    army = field_army(an_army(HAULERS), catalogue)

    assert effects_of(army.units[0], "Blight Bombardment of Lord of Virulence") == []


def test_every_judged_ability_is_laid_on_its_datasheets(catalogue: Catalogue) -> None:
    """What is judged for a datasheet stands on it once it is fielded, unless it needs a leader, an item or a friend."""
    missing = [ability.id for ability in judged_abilities().values() if not _is_laid(ability, catalogue)]

    assert missing == []


def _is_laid(ability: JudgedAbility, catalogue: Catalogue) -> bool:
    needing = {given.to.who.value for given in ability.given} & {"led", "characters", "bodyguards", "army"}
    if not ability.given or needing or any(given.to.carrying or given.to.others_only for given in ability.given):
        return True
    known = [sheet for sheet in ability.datasheets if catalogue.datasheets[sheet].profiles]
    return all(
        f"{ability.name} of {catalogue.datasheets[sheet].name}"
        in {effect.source for effect in field_unit((entry(sheet),), catalogue).fighters.effects}
        for sheet in known
    )


def test_models_that_carry_what_bearers_need_stand_apart(catalogue: Catalogue) -> None:
    """05.03: another W or InSv is another group."""
    squad = entry(
        "astra-militarum:bullgryn-squad",
        models={"Bullgryn Bone ’ead": 1, "Bullgryn": 2},
        items={
            "Bullgryn Bone ’ead": {"astra-militarum:grenadier-gauntlet": 1, "wargear:slabshield": 1},
            "Bullgryn": {
                "astra-militarum:grenadier-gauntlet": 1,
                "wargear:slabshield": 1,
                "astra-militarum:bullgryn-maul": 1,
                "wargear:brute-shield": 1,
            },
        },
    )
    fighters = field_unit((squad,), catalogue).fighters

    assert [(profile.name, profile.models, profile.wounds) for profile in fighters.profiles] == [
        ("Bullgryn Bone ’ead", 1, 4),
        ("Bullgryn with Slabshield", 1, 4),
        ("Bullgryn with Brute shield", 1, 3),
    ]
    brute = [effect for effect in fighters.effects if effect.source == "Brute Shield of Bullgryn Squad"]
    assert {effect.models for effect in brute} == {frozenset({"Bullgryn with Brute shield"})}


def test_stratagems_are_offered_to_units_that_they_can_be_used_on(catalogue: Catalogue) -> None:
    rhino = field_unit((entry("adeptus-astartes:rhino"),), catalogue)
    speartip = "adeptus-astartes:armoured-speartip"
    with_detachment = field_unit((entry("adeptus-astartes:rhino"),), catalogue, detachments=(speartip,))
    captain = field_unit((entry("adeptus-astartes:captain"),), catalogue)

    def offered(found: Fielded) -> set[str]:
        return {switch.name for switch in found.switches}

    assert ("core:smokescreen/used" in offered(rhino), "core:epic-challenge/used" in offered(rhino)) == (True, False)
    assert ("core:smokescreen/used" in offered(captain), "core:epic-challenge/used" in offered(captain)) == (
        False,
        True,
    )
    costs = {switch.cost for switch in with_detachment.switches if switch.name.endswith("-armoured-speartip")}
    assert costs <= {"1 CP", "2 CP"}
    assert {name for name in offered(with_detachment) - offered(rhino) if name.endswith("-armoured-speartip")}


def test_an_army_rule_is_of_the_units_of_its_faction(catalogue: Catalogue) -> None:
    def has(sheet: str, rule: str, army: str) -> bool:
        found = field_unit((entry(sheet),), catalogue, faction=army)
        return any(switch.name.startswith(rule) for switch in found.switches)

    ka_tah, oath = "adeptus-custodes:martial-ka-tah", "adeptus-astartes:oath-of-moment"
    assert has("adeptus-custodes:custodian-guard", ka_tah, "adeptus-custodes")
    assert not has("adeptus-custodes:prosecutors", ka_tah, "adeptus-custodes")
    assert has("adeptus-astartes:intercessor-squad", oath, "ultramarines")
    # An ally has neither its own army's rule nor that of the army it fights in.
    assert not has("adeptus-custodes:custodian-guard", ka_tah, "adeptus-astartes")
    assert not has("adeptus-custodes:custodian-guard", oath, "adeptus-astartes")


def test_datasheets_without_their_army_rule_exist(catalogue: Catalogue) -> None:
    rules = {ability.id for ability in catalogue.data.abilities if ability.factions}

    assert without_rule().keys() <= rules
    assert {sheet for sheets in without_rule().values() for sheet in sheets} <= catalogue.datasheets.keys()
