"""Why a result is what it is: the chances of each stage, saves by group, and what every ability added.

What an ability added is found by asking again without it; means of distributions are shown, never used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from battle.engine.allocation import Blow
from battle.engine.attack import Ending
from battle.engine.attacks import BatchReport, Result, resolve
from battle.engine.dice import mean
from battle.engine.effects import Change, Effect, Part, Side
from battle.engine.modifiers import Figure, Step
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.situation import Situation
from battle.engine.tables import Table
from battle.engine.target import NONE, Group, Target
from battle.engine.weapons import WeaponAbility, WeaponRule


@dataclass(frozen=True, slots=True)
class Against:
    """One way for an attack to end, against one group.

    ``needed`` is the face that saves (7: none, None: no save roll is made), ``through`` the chance that it gets
    through, ``inflicted`` the wounds that it then takes from an unhurt model on average, ``wasted`` what of its D is
    lost on Feel No Pain and beyond the model's last wound.
    """

    group: str
    needed: int | None
    through: float
    inflicted: float
    wasted: float


@dataclass(frozen=True, slots=True)
class Stages:
    """A batch stage by stage. The chances are of one attack die: to hit, to hit critically, and of one hit to wound.

    ``attacks``, ``hits`` and ``wounds`` are means of all dice, with what [SUSTAINED HITS] add. ``figures`` are the
    numbers with their reasons. ``against`` has, for each ending that can happen, its mean number and each group.
    """

    weapons: tuple[str, ...]
    figures: tuple[tuple[str, Figure], ...]
    hit: float
    critical_hit: float
    wound: float
    wound_of_critical: float
    attacks: float
    hits: float
    wounds: float
    against: tuple[tuple[float, tuple[Against, ...]], ...]


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a rule added, on average: the result with it less the result without; below 0: it took away."""

    source: str
    kills: float
    wounds: float
    destroyed: float


def stages_of(report: BatchReport, target: Target) -> Stages:
    """The batch stage by stage, against the groups of ``target``."""
    attacks = report.table.attacks
    number = mean(attacks.dice)
    critical = number * attacks.critical
    ordinary = number * attacks.hit + critical * mean(attacks.extra_hits)
    counts = [
        ordinary * after + critical * at_critical
        for after, at_critical in zip(attacks.after_hit, attacks.after_critical, strict=True)
    ]
    return Stages(
        weapons=report.weapons,
        figures=tuple(report.table.figures.items()),
        hit=attacks.hit + attacks.critical,
        critical_hit=attacks.critical,
        wound=sum(attacks.after_hit),
        wound_of_critical=sum(attacks.after_critical),
        attacks=number,
        hits=ordinary + critical,
        wounds=sum(counts),
        against=tuple(
            (
                count,
                tuple(
                    _against(ending, place, group, target, attacks.save_faces)
                    for place, group in enumerate(target.groups)
                ),
            )
            for count, ending in zip(counts, attacks.endings, strict=True)
            if count
        ),
    )


def _against(ending: Ending, place: int, group: Group, target: Target, faces: tuple[float, ...]) -> Against:
    needed = None if ending.is_mortal else ending.saves[place]
    through = 1.0 if needed is None else sum((ending.save_faces or faces)[: needed - 1])
    blow = Blow(ending.damage, ending.is_mortal, ending.modifiers)
    whole = (*(one.total_wounds for one in target.groups), 0)
    inflicted = sum(
        chance * (whole[place] - state[place]) for state, chance in blow.moves(target, whole, place) if chance
    )
    # A model with wounds beyond any D and nothing to ignore them takes all of it.
    boundless = replace(group, wounds=len(ending.damage) * 10, feel_no_pain=NONE, feel_no_pain_mortal=NONE)
    unlimited = replace(target, groups=(*target.groups[:place], boundless, *target.groups[place + 1 :]))
    start = (*whole[:place], boundless.wounds, *whole[place + 1 :])
    full = sum(
        chance * (start[place] - state[place]) for state, chance in blow.moves(unlimited, start, place) if chance
    )
    return Against(group.name, needed, through, inflicted, full - inflicted)


def contributions(
    result: Result, attacker: Fighters, target: Fighters, situation: Situation, policies: Policies
) -> tuple[Contribution, ...]:
    """What each ability and rule that was at work added to ``result``, the answer to the same question."""
    used = tuple(dict.fromkeys(weapon.split(" × ", 1)[1] for report in result.batches for weapon in report.weapons))
    settled = replace(policies, weapons=used)
    found = []
    for source, one, other, at in _without(result, attacker, target, situation):
        without = resolve(one, other, at, settled).measures
        measures = result.measures
        found.append(
            Contribution(
                source,
                measures.expected_kills - without.expected_kills,
                measures.wounds - without.wounds,
                measures.destroyed - without.destroyed,
            )
        )
    return tuple(found)


def _without(
    result: Result, attacker: Fighters, target: Fighters, situation: Situation
) -> Iterator[tuple[str, Fighters, Fighters, Situation]]:
    """The same question without each rule that was at work, one by one."""
    tables = [report.table for report in result.batches]
    for rule in dict.fromkeys(ability.rule for table in tables for ability in table.abilities):
        if rule in _NEEDED_TO_ATTACK:
            continue
        denied = Effect(_NOBODY, Side.MADE, Part.WEAPON_ABILITY, Change.DENY, ability=WeaponAbility(rule))
        yield f"[{rule.value.upper()}]", replace(attacker, effects=(*attacker.effects, denied)), target, situation
    for source in dict.fromkeys(source for table in tables for source in table.sources):
        yield source, _less(attacker, source), _less(target, source), situation
    if any(step.source.startswith(("Benefit of Cover", "Stealth")) for table in tables for step in _steps(table)):
        yield "Cover", attacker, replace(target, has_stealth=False), replace(situation, in_cover=False)
    if any(profile.feel_no_pain < NONE or profile.feel_no_pain_mortal < NONE for profile in target.profiles):
        none = tuple(replace(profile, feel_no_pain=NONE, feel_no_pain_mortal=NONE) for profile in target.profiles)
        yield "Feel No Pain", attacker, replace(target, profiles=none), situation


_NOBODY = "left out"
_NEEDED_TO_ATTACK = frozenset(
    {WeaponRule.ASSAULT, WeaponRule.CLOSE_QUARTERS, WeaponRule.INDIRECT_FIRE, WeaponRule.TORRENT}
    | {WeaponRule.EXTRA_ATTACKS, WeaponRule.HAZARDOUS, WeaponRule.ONE_SHOT}
)
"""Abilities without which the weapon does not attack, or that change nothing but who may."""


def _steps(table: Table) -> Iterator[Step]:
    for figure in table.figures.values():
        yield from figure.steps


def _less(fighters: Fighters, source: str) -> Fighters:
    return replace(fighters, effects=tuple(effect for effect in fighters.effects if effect.source != source))
