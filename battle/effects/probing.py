"""Probes: small situations in which a judged ability is off and on, answered by the engine."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from battle.effects.attaching import Holder, laid_on_friend, laid_on_own, near, with_wounds
from battle.effects.formula import number_of
from battle.effects.judged import JudgedAbility
from battle.effects.shapes import Holder as Holds
from battle.effects.shapes import ProbeModels, ProbeShape, ProbeUnit, ProbeWeapon
from battle.engine.attacks import resolve
from battle.engine.dice import dice, number
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.situation import Situation
from battle.engine.target import NONE
from battle.engine.weapons import Weapon
from battle.scenario.words import weapon_ability
from datasheets.catalogue.names import fold_keyword, fold_name

UNIT = "Unit"
LEADER = "Leader"
_OF_ATTACKER = frozenset({Holds.ATTACKER, Holds.ATTACKERS_LEADER, Holds.ATTACKERS_FRIEND})
_FRIENDS = frozenset({Holds.ATTACKERS_FRIEND, Holds.TARGETS_FRIEND})
_LEADERS = frozenset({Holds.ATTACKERS_LEADER, Holds.TARGETS_LEADER})


@dataclass(frozen=True, slots=True)
class Probed:
    """What was expected of a probe and what the engine finds: means, without the ability and with it."""

    expected_without: float
    expected_with: float
    without: float
    with_it: float


class NotProbed(ValueError):
    """What a probe asks for that its ability does not have, as a sentence."""


def probed(ability: JudgedAbility, probe: ProbeShape) -> Probed:
    """The probe answered. Without a weapon the attacker has the one of the defaults.

    Raises :class:`NotProbed`, and :class:`~battle.effects.formula.NoNumber` for what was expected.
    """
    attacker, target = _fighters(probe.attacker, "Attacker", armed=True), _fighters(probe.target, "Target", armed=False)
    of_attacker = probe.holder in _OF_ATTACKER
    having = _with(ability, probe, attacker if of_attacker else target)
    without = _mean(ability, probe, attacker, target)
    having_it = _mean(ability, probe, having, target) if of_attacker else _mean(ability, probe, attacker, having)
    return Probed(float(number_of(probe.without)), float(number_of(probe.with_)), without, having_it)


def _mean(ability: JudgedAbility, probe: ProbeShape, attacker: Fighters, target: Fighters) -> float:
    full = {switch.name.rpartition("/")[2]: switch.name for switch in ability.switches}
    full["near"] = near(ability.id)
    for name in probe.situation.switches:
        if name not in full:
            raise NotProbed(f"{ability.id}: a probe turns “{name}” on; there are: {', '.join(sorted(full))}.")
    switches = [full[name] for name in probe.situation.switches]
    situation = {field.name: getattr(probe.situation, field.name) for field in fields(Situation)}
    situation |= {"spent": frozenset(probe.situation.spent), "switches": frozenset(switches)}
    policies = Policies(**{field.name: getattr(probe.policies, field.name) for field in fields(Policies)})
    measures = resolve(attacker, target, Situation(**situation), policies).measures
    return measures.wounds if probe.measure == "wounds" else measures.expected_kills


def _with(ability: JudgedAbility, probe: ProbeShape, fighters: Fighters) -> Fighters:
    """The fighters with the ability's effects."""
    leads = probe.holder in _LEADERS
    component = (LEADER if leads else UNIT) if fighters.is_attached else ""
    own = [profile for profile in fighters.profiles if profile.component == component]
    items = frozenset(fold_name(one) for given in ability.given for one in given.to.carrying)
    holder = Holder(
        name=component or fighters.name,
        kinds=tuple((fold_name(profile.name), (profile.name,)) for profile in own),
        items=items,
        component=component,
        follows=leads,
        carriers=tuple((profile.name, items) for profile in own),
    )
    if probe.holder in _FRIENDS:
        laid = [laid_on_friend(given, ability.id, holder, fighters.keywords) for given in ability.given]
    else:
        laid = [laid_on_own(given, holder, fighters.profiles) for given in ability.given]
    profiles, effects = with_wounds(fighters.profiles, (effect for effect in laid if effect is not None))
    return replace(fighters, profiles=profiles, effects=effects)


def _fighters(shape: ProbeUnit, name: str, *, armed: bool) -> Fighters:
    is_attached = shape.leader is not None
    rows: list[tuple[ProbeModels, bool]] = [(shape, False)]
    if shape.leader is not None:
        rows.append((shape.leader, True))
    profiles, loadouts = [], []
    for row, leads in rows:
        own = row.name if not leads or row.name != shape.name else f"{row.name} that leads"
        component = (LEADER if leads else UNIT) if is_attached else ""
        profiles.append(_profile(row, own, component, leads=leads))
        weapons = row.weapons or ((ProbeWeapon(),) if armed and not leads else ())
        if weapons:
            loadouts.append(Loadout(own, row.count, tuple(WeaponUse(_weapon(one)) for one in weapons)))
    keywords = frozenset().union(*(map(fold_keyword, row.keywords) for row, _ in rows))
    return Fighters(
        name,
        tuple(profiles),
        tuple(loadouts),
        keywords,
        is_attached=is_attached,
        starting_strength=shape.started,
    )


def _profile(row: ProbeModels, name: str, component: str, *, leads: bool) -> Profile:
    return Profile(
        name=name,
        models=row.count,
        toughness=row.T,
        save=row.Sv,
        wounds=row.W,
        invulnerable=row.InSv or NONE,
        feel_no_pain=row.FNP or NONE,
        is_character=leads,
        is_bodyguard=not leads,
        component=component,
        lost=row.lost,
        keywords=frozenset(map(fold_keyword, row.keywords)),
    )


def _weapon(shape: ProbeWeapon) -> Weapon:
    return Weapon(
        name=shape.name,
        range=shape.range,
        attacks=dice(shape.A),
        skill=shape.skill,
        strength=dice(shape.S) if shape.S else number(0),
        armour_penetration=-shape.AP,
        damage=dice(shape.D),
        abilities=tuple(map(weapon_ability, shape.abilities)),
    )
