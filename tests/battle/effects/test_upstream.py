"""Upstream's encodings become proposals: what they ask stays asked, and what cannot be says why."""

from __future__ import annotations

from typing import Any

import pytest

from battle.effects.judged import Beneficiary
from battle.effects.shapes import Who
from battle.effects.upstream import Proposal, proposal_of
from battle.engine.dice import number
from battle.engine.effects import Change, Condition, Effect, Part, Side, Status, WeaponFilter
from battle.engine.effects import Test as Asks
from battle.engine.weapons import WeaponAbility, WeaponRule
from datasheets.catalogue import Catalogue
from datasheets.catalogue.ability import Ability, AbilityKind
from datasheets.sources.clauses import clause_of

KEYWORDS = frozenset({"monster", "vehicle", "sample guard"})
SWITCH = "unverified:sample:rule"


def proposed(tree: dict[str, Any], scope: dict[str, Any] | None = None) -> Proposal:
    """The proposal for an encoding; ``Any``: a tree as the package has it."""
    ability = Ability(
        "sample:rule",
        "Rule",
        AbilityKind.UNIT,
        "passive",
        clause_of({"type": "scope", **(scope or {})}),
        clause_of(tree),
    )
    return proposal_of(ability, KEYWORDS)


def only(tree: dict[str, Any], scope: dict[str, Any] | None = None) -> tuple[Beneficiary, Effect]:
    """The one effect of an encoding, and who has it."""
    (given,) = proposed(tree, scope).given
    return given.to, given.effect


def an_effect(side: Side, part: Part, change: Change, value: int | None = None, **more: Any) -> Effect:
    """The effect as a proposal has it."""
    amount = None if value is None else number(value)
    return Effect("Rule", side, part, change, amount, switch=SWITCH, status=Status.UNVERIFIED, **more)


def modifier(kind: str, target: str = "unit", **values: Any) -> dict[str, Any]:
    """A clause with its modifier."""
    return {"type": kind, "target": target, "modifier": values}


def when(condition: dict[str, Any], effect: dict[str, Any]) -> dict[str, Any]:
    """An effect under a condition."""
    return {"type": "conditional", "condition": condition, "effect": effect}


def asks(kind: str, **parameters: Any) -> dict[str, Any]:
    """A condition."""
    return {"type": kind, "parameters": parameters}


PLUS_ONE_TO_HIT = modifier("roll-modifier", operation="add", roll="hit", value=1)
MADE_PLUS_ONE = an_effect(Side.MADE, Part.HIT_ROLL, Change.ADD, 1)


@pytest.mark.parametrize(
    ("tree", "who", "effect"),
    [
        (PLUS_ONE_TO_HIT, Who.UNIT, MADE_PLUS_ONE),
        (
            modifier("roll-modifier", "attacker", operation="subtract", roll="hit", value=1),
            Who.UNIT,
            an_effect(Side.SUFFERED, Part.HIT_ROLL, Change.SUBTRACT, 1),
        ),
        (
            modifier("stat-modifier", "bearer", operation="add", stat="AP", value=-1, weapon_type="melee"),
            Who.BEARER,
            an_effect(Side.MADE, Part.ARMOUR_PENETRATION, Change.ADD, 1, weapons=WeaponFilter(melee=True)),
        ),
        (
            modifier("stat-modifier", operation="add", stat="AP", value=1, incoming=True),
            Who.UNIT,
            an_effect(Side.SUFFERED, Part.ARMOUR_PENETRATION, Change.SUBTRACT, 1),
        ),
        (
            modifier("re-roll", roll="wound", subset="ones"),
            Who.UNIT,
            an_effect(Side.MADE, Part.WOUND_ROLL, Change.REROLL_ONES),
        ),
        (
            modifier("keyword-grant", keywords=["Sustained Hits 1"]),
            Who.UNIT,
            an_effect(
                Side.MADE,
                Part.WEAPON_ABILITY,
                Change.GRANT,
                ability=WeaponAbility(WeaponRule.SUSTAINED_HITS, number(1)),
            ),
        ),
        (
            modifier("keyword-grant", keywords=["Critical Hits 5+"]),
            Who.UNIT,
            an_effect(Side.MADE, Part.CRITICAL_HIT, Change.SET, 5),
        ),
        (
            modifier("feel-no-pain", threshold=4, scope="psychic"),
            Who.UNIT,
            an_effect(Side.SUFFERED, Part.FEEL_NO_PAIN, Change.GRANT, 4, only_psychic=True),
        ),
        (
            modifier("invulnerable-save", "self", invuln_sv=4),
            Who.BEARER,
            an_effect(Side.SUFFERED, Part.INVULNERABLE_SAVE, Change.GRANT, 4),
        ),
        (
            modifier("damage-reduction", reduction="half"),
            Who.UNIT,
            an_effect(Side.SUFFERED, Part.DAMAGE, Change.DIVIDE, 2),
        ),
        (
            when(asks("is-attached"), PLUS_ONE_TO_HIT),
            Who.UNIT,
            an_effect(Side.MADE, Part.HIT_ROLL, Change.ADD, 1, conditions=(Condition(Asks.LEADING),)),
        ),
        (when(asks("model-is-leader"), PLUS_ONE_TO_HIT), Who.LED, MADE_PLUS_ONE),
        (
            modifier("stat-modifier", operation="set", stat="A", value=6, weapon_name="arc-flails"),
            Who.UNIT,
            an_effect(
                Side.MADE,
                Part.ATTACKS,
                Change.SET,
                6,
                weapons=WeaponFilter(names=frozenset({"arc-flails", "arc flails"})),
            ),
        ),
    ],
)
def test_an_effect_in_the_words_of_the_engine(tree: dict[str, Any], who: Who, effect: Effect) -> None:
    assert only(tree) == (Beneficiary(who), effect)


@pytest.mark.parametrize(
    ("condition", "asked"),
    [
        (asks("phase-is", phase="fight"), Condition(Asks.PHASE, ("fight",))),
        (asks("target-has-keyword", keyword="Monster"), Condition(Asks.TARGET_KEYWORD, ("monster",))),
        (
            {
                "operator": "or",
                "operands": [
                    asks("target-has-keyword", keyword="Monster"),
                    asks("target-has-keyword", keyword="Vehicle"),
                ],
            },
            Condition(Asks.TARGET_KEYWORD, ("monster", "vehicle")),
        ),
        (
            {"operator": "not", "operands": [asks("target-has-keyword", keyword="Monster")]},
            Condition(Asks.TARGET_KEYWORD, ("monster",), True),
        ),
        (asks("unit-below-half-strength", subject="target"), Condition(Asks.TARGET_BELOW_HALF)),
        (asks("unit-below-half-strength"), Condition(Asks.ATTACKER_BELOW_HALF)),
        (asks("charged-this-turn"), Condition(Asks.CHARGED)),
        (asks("battle-round", min=3), Condition(Asks.ROUND, ("3", "4", "5"))),
        (asks("opponent-unit-within-range", range=12), Condition(Asks.WITHIN, ("12",))),
        (
            asks("attack-stat-compare", attacker_stat="S", comparison="greater-than", target_stat="T"),
            Condition(Asks.STRENGTH_ABOVE_TOUGHNESS),
        ),
    ],
)
def test_conditions_stay_asked(condition: dict[str, Any], asked: Condition) -> None:
    _, effect = only(when(condition, PLUS_ONE_TO_HIT))

    assert effect.conditions == (asked,)


def test_what_only_play_decides_is_taken_to_be_so_and_says_so() -> None:
    found = proposed(when(asks("timing-is", timing="selected-to-shoot"), PLUS_ONE_TO_HIT))

    (switch,) = found.switches
    assert switch.name == SWITCH
    assert switch.says == (
        "Rule: the encoding of the data package, which nobody has judged. It is taken to be so: "
        "timing is “selected to shoot”."
    )


def test_how_often_and_how_long_is_told() -> None:
    ability = Ability(
        "sample:rule",
        "Rule",
        AbilityKind.UNIT,
        "activated",
        clause_of({"type": "scope", "duration": "until-next-command-phase"}),
        clause_of(PLUS_ONE_TO_HIT),
        usage=(("frequency", "n-per-battle"), ("count", 1)),
    )

    (switch,) = proposal_of(ability, KEYWORDS).switches
    assert (switch.once, switch.lasts) == ("battle", "until next command phase")


def test_lone_operative_that_a_rule_gives() -> None:
    to, effect = only(modifier("ability-grant", grant_type="lone-operative"))

    ranged = WeaponFilter(melee=False)
    assert to.who is Who.UNIT
    assert effect == an_effect(Side.SUFFERED, Part.TARGETED_WITHIN, Change.SET, 12, weapons=ranged)


def test_each_option_is_a_switch_of_its_own() -> None:
    second = {"type": "named-effect", "name": "Second", "effect": modifier("re-roll", roll="hit")}
    found = proposed({"type": "choice", "options": [PLUS_ONE_TO_HIT, second]})

    assert [given.effect.switch for given in found.given] == [f"{SWITCH}/1", f"{SWITCH}/2"]
    assert [switch.name for switch in found.switches] == [f"{SWITCH}/1", f"{SWITCH}/2"]


def test_a_marked_enemy_is_weaker_against_the_army_and_friends_attack_it_better() -> None:
    minus = modifier("roll-modifier", operation="subtract", roll="hit", value=1)
    weaker, effect = only(
        {"type": "designate-target", "designation": "seen", "applies": {"to": "target", "effect": minus}}
    )
    better, gain = only(
        {
            "type": "designate-target",
            "designation": "seen",
            "applies": {"to": "attackers-of-target", "effect": PLUS_ONE_TO_HIT},
        }
    )

    assert (weaker.who, effect.side, effect.part) == (Who.ARMY, Side.SUFFERED, Part.HIT_ROLL)
    assert (better.who, gain.side) == (Who.ARMY, Side.MADE)


def test_friends_within_an_aura() -> None:
    aura = modifier("roll-modifier", "friendly-within-aura", operation="add", roll="wound", value=1)
    to, _ = only(
        {**aura, "applies_to": {"type": "applies-to", "required_keywords": ["Sample Guard"]}}, {"range": "aura-6"}
    )

    assert to == Beneficiary(Who.ARMY, keywords=frozenset({"sample guard"}), within=6)


@pytest.mark.parametrize(
    ("tree", "reason"),
    [
        (
            when(asks("target-has-keyword", keyword="A"), PLUS_ONE_TO_HIT),
            "it asks for the keyword “A”, which no unit has",
        ),
        (
            modifier("stat-modifier", operation="add", stat="W", value=1),
            "a W that changes in the battle is not worked out",
        ),
        (modifier("re-roll", roll="hit", uses=1), "one re-roll of a hit roll for the whole unit is not spent"),
        (modifier("ability-grant", grant_type="mobile"), "“mobile” is named and not told"),
        (
            {**modifier("stat-modifier", operation="add", stat="A", value=1), "scaling": {"of": "models", "per": 5}},
            "its amount depends on numbers of models",
        ),
    ],
)
def test_what_cannot_be_says_why(tree: dict[str, Any], reason: str) -> None:
    found = proposed(tree)

    assert (found.given, found.reasons, found.touching, found.translated) == ((), (reason,), 1, 0)


def test_what_touches_no_attack_is_not_counted() -> None:
    assert proposed(modifier("stat-modifier", operation="add", stat="M", value=1)) == Proposal()
    assert proposed(modifier("mortal-wounds", "defender", count="D3")) == Proposal()


def test_proposals_of_the_catalogue_are_all_switches_that_are_off(catalogue: Catalogue) -> None:
    for ability in catalogue.data.abilities:
        found = proposal_of(ability)
        offered = {switch.name for switch in found.switches}
        for given in found.given:
            assert given.effect.status is Status.UNVERIFIED
            assert given.effect.switch in offered
            assert given.effect.switch.startswith(f"unverified:{ability.id}")
        assert found.translated <= found.touching
        assert bool(found.reasons) is (found.translated < found.touching)


def test_steps_are_walked_through() -> None:
    assert proposed({"type": "sequence", "steps": [PLUS_ONE_TO_HIT, PLUS_ONE_TO_HIT]}).touching == 2
