"""An upstream encoding as a proposal: effects by a switch that is off, and why others are none (R-45)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from battle.effects.judged import Beneficiary, Given, Switch
from battle.effects.shapes import Kind, Who
from battle.effects.upstream.conditions import Asked, asked_by
from battle.effects.upstream.leaves import OFFENSIVE, Leaf, NotTranslated, leaves_of, touches_attacks
from battle.engine.effects import Condition, Effect, Side, Status, Test, WeaponFilter
from battle.engine.vocabulary import faults_of, why_not_carried
from battle.engine.weapons import WeaponRule
from datasheets.catalogue.ability import Ability, Clause
from datasheets.catalogue.names import fold_keyword

PREFIX = "unverified:"
"""Before the ability's id: the switch that applies its encoding as upstream has it."""

_FOES = frozenset({"attacker", "defender", "target", "enemy-within-aura", "all-enemy"})
_FRIENDS = frozenset({"all-friendly", "friendly-within-aura"})
_OPTIONS = frozenset({"choice", "stance-select", "issue-orders", "dice-pool-allocation", "resource-action-menu"})
_CONDITIONS = frozenset({"condition", "applies_to", "operands", "when", "eligibility.requires", "requirement"})
_ALWAYS = frozenset({"permanent", "while-leading", "immediate", "one-use"})
"""Durations that say nothing of how long what was turned on lasts."""
AURA_INCHES = {"aura-6": 6, "aura-9": 9, "aura-12": 12}


@dataclass(frozen=True, slots=True)
class Proposal:
    """What an encoding comes to. ``touching`` counts its effects that touch attacks, ``translated`` those that are
    offered; ``reasons`` say of the others why not."""

    given: tuple[Given, ...] = ()
    switches: tuple[Switch, ...] = ()
    reasons: tuple[str, ...] = ()
    touching: int = 0
    translated: int = 0


@dataclass(frozen=True, slots=True)
class _Frame:
    """What stands around an effect: conditions, who is meant, and which option it is of."""

    conditions: tuple[Clause, ...] = ()
    taken: tuple[str, ...] = ()
    who: Who | None = None
    is_of_foe: bool = False
    keywords: tuple[str, ...] = ()
    except_keywords: tuple[str, ...] = ()
    within: int | None = None
    options: tuple[int, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(slots=True)
class _Found:
    given: list[Given] = field(default_factory=list)
    switches: dict[str, Switch] = field(default_factory=dict)
    reasons: dict[str, None] = field(default_factory=dict)
    touching: int = 0
    translated: int = 0


def proposal_of(ability: Ability, keywords: Collection[str] = ()) -> Proposal:
    """The encoding in the engine's vocabulary; ``keywords`` are those that units of the catalogue have, folded."""
    found = _Found()
    for clause, frame in _walk(ability.effect, _Frame(within=_aura(ability.scope))):
        found.touching += 1
        try:
            given = [_given(leaf, clause, frame, ability, keywords) for leaf in leaves_of(clause)]
        except NotTranslated as reason:
            found.reasons[str(reason)] = None
            continue
        found.translated += 1
        for one, taken in given:
            found.given.append(one)
            _offer(found, one.effect.switch, ability, frame, taken)
    return Proposal(
        tuple(found.given), tuple(found.switches.values()), tuple(found.reasons), found.touching, found.translated
    )


def _offer(found: _Found, name: str, ability: Ability, frame: _Frame, taken: tuple[str, ...]) -> None:
    """The switch, with everything that is taken to be so by any effect of it."""
    known = found.switches.get(name)
    option = f", {' / '.join(frame.names)}" if frame.names else ""
    says = (
        known.says if known else f"{ability.name}{option}: the encoding of the data package, which nobody has judged."
    )
    for one in taken:
        if one not in says:
            says = f"{says} It is taken to be so: {one}."
    kind = Kind.CHOICE if frame.options else Kind.EVENT
    found.switches[name] = Switch(name, says, kind, once=_once(ability), lasts=_lasts(ability))


def _once(ability: Ability) -> str:
    """Within what it can be used once, empty where that is not told or it is more often."""
    usage = dict(ability.usage)
    frequency = str(usage.get("frequency", ""))
    if frequency == "n-per-battle":
        return "battle" if usage.get("count") == 1 else ""
    return frequency.removeprefix("once-per-").replace("-", " ")


def _lasts(ability: Ability) -> str:
    duration = str(ability.scope.parameter("duration") or "")
    return "" if duration in _ALWAYS else duration.replace("-", " ")


def _aura(scope: Clause) -> int | None:
    inches = scope.parameter("range_inches")
    if isinstance(inches, int):
        return inches
    return AURA_INCHES.get(str(scope.parameter("range")))


# Walking ----------------------------------------------------------------------------------------------------


def _walk(clause: Clause, frame: _Frame) -> Iterator[tuple[Clause, _Frame]]:
    """Every effect of the encoding that touches attacks, with what stands around it."""
    frame = _framed(clause, frame)
    if touches_attacks(clause):
        yield clause, frame
    for branch in clause.branches:
        if branch.role in _CONDITIONS:
            continue
        several = clause.type in _OPTIONS and branch.role in ("options", "actions")
        for place, inner in enumerate(branch.clauses, start=1):
            own = (
                replace(frame, options=(*frame.options, place), names=_named(inner, place, frame)) if several else frame
            )
            yield from _walk(inner, own)


def _named(option: Clause, place: int, frame: _Frame) -> tuple[str, ...]:
    name = option.parameter("name") or option.parameter("label")
    return (*frame.names, str(name) if name else f"option {place}")


def _framed(clause: Clause, frame: _Frame) -> _Frame:
    """The frame with what this clause adds for those it holds."""
    conditions = (*clause.branch("condition"), *clause.branch("when"))
    frame = replace(frame, conditions=(*frame.conditions, *conditions))
    for applies in clause.branch("applies_to"):
        frame = replace(
            frame,
            keywords=(*frame.keywords, *_listed(applies, "required_keywords.")),
            except_keywords=(*frame.except_keywords, *_listed(applies, "excluded_keywords.")),
        )
    match clause.type:
        case "dice-gated":
            return _taking(frame, f"the roll of {clause.parameter('dice')} succeeds")
        case "designate-target":
            return _designated(clause, frame)
        case "persistent-designation":
            return _taking(replace(frame, who=Who.BEARER), _words("the target is", clause.parameter("designation")))
        case "select-units":
            return _selected(clause, frame)
        case "aura":
            return _of_aura(clause, frame)
        case "leader-model-ability-grant":
            return replace(frame, who=Who.CHARACTERS)
        case "named-effect":
            return _taking(frame, _words("it is used", clause.parameter("name")))
        case _:
            return frame


def _taking(frame: _Frame, words: str) -> _Frame:
    return replace(frame, taken=(*frame.taken, words))


def _words(before: str, name: object) -> str:
    return f"{before} “{str(name).replace('-', ' ')}”"


def _listed(clause: Clause, prefix: str) -> tuple[str, ...]:
    return tuple(str(value) for name, value in clause.parameters if name.startswith(prefix))


def _designated(clause: Clause, frame: _Frame) -> _Frame:
    frame = _taking(frame, _words("the one selected is", clause.parameter("designation")))
    match clause.parameter("applies.to"):
        case "attackers-of-target":
            keywords = (*frame.keywords, *_listed(clause, "applies.attacker_keywords."))
            return replace(frame, who=Who.ARMY, keywords=keywords)
        case "bearer-attacks-target":
            return replace(frame, who=Who.UNIT)
        case _ if clause.parameter("select.scope") == "friendly-unit":
            return replace(frame, who=Who.ARMY)
        case _:
            return replace(frame, who=Who.ARMY, is_of_foe=True)


def _selected(clause: Clause, frame: _Frame) -> _Frame:
    frame = _taking(frame, "the unit was selected for it")
    if clause.parameter("selector.owner") == "enemy":
        return replace(frame, who=Who.ARMY, is_of_foe=True)
    return replace(frame, who=Who.ARMY, keywords=(*frame.keywords, *_listed(clause, "selector.keywords.")))


def _of_aura(clause: Clause, frame: _Frame) -> _Frame:
    inches = clause.parameter("modifier.range")
    frame = replace(frame, within=inches if isinstance(inches, int) else frame.within)
    if clause.parameter("target") == "enemy-within-aura":
        return replace(frame, is_of_foe=True)
    wanted = _listed(clause, "modifier.recipient_filter.required_keywords.")
    return replace(frame, who=Who.ARMY, keywords=(*frame.keywords, *wanted))


# Effects ----------------------------------------------------------------------------------------------------


def _given(
    leaf: Leaf, clause: Clause, frame: _Frame, ability: Ability, keywords: Collection[str]
) -> tuple[Given, tuple[str, ...]]:
    """The effect and who has it, with what is taken to be so; raises :class:`NotTranslated`."""
    target = str(clause.parameter("target") or "unit")
    is_foe = _is_of_foe(leaf, clause, frame, target)
    side = leaf.side or _side(leaf, is_foe)
    asked = asked_by(frame.conditions, side, keywords)
    asked = asked.joined(Asked(leaf.conditions, melee=leaf.melee))
    if asked.never:
        raise NotTranslated(asked.never)
    conditions = list(asked.conditions)
    if is_foe and target == "enemy-within-aura" and frame.within is not None:
        conditions.append(Condition(Test.WITHIN, (str(frame.within),)))
    to = _beneficiary(frame, target, is_foe=is_foe, is_led=asked.is_led)
    if to.who is not Who.ARMY:
        conditions += _of_own(frame, side)
    abilities = leaf.abilities | ({WeaponRule.PSYCHIC} if asked.is_psychic else set())
    number = "/".join(map(str, frame.options))
    effect = Effect(
        source=ability.name,
        side=side,
        part=leaf.part,
        change=leaf.change,
        value=leaf.value,
        ability=leaf.ability,
        weapons=WeaponFilter(leaf.weapons, asked.melee, frozenset(abilities)),
        conditions=tuple(dict.fromkeys(conditions)),
        switch=f"{PREFIX}{ability.id}/{number}" if number else f"{PREFIX}{ability.id}",
        status=Status.UNVERIFIED,
        only_mortal=leaf.only_mortal,
        only_psychic=leaf.only_psychic,
    )
    for fault in faults_of(effect):
        raise NotTranslated(f"it makes no sense: {fault}")
    reason = why_not_carried(effect)
    if reason is not None:
        raise NotTranslated(reason)
    return Given(to, effect), (*frame.taken, *asked.taken)


def _is_of_foe(leaf: Leaf, clause: Clause, frame: _Frame, target: str) -> bool:
    """Whether the effect is on the other side: on those who attack the unit, or whom it attacks."""
    if leaf.side is not None:
        return False
    if target == "attacker" and (clause.type == "re-roll" or frame.who is Who.ARMY):
        return False
    return frame.is_of_foe or target in _FOES


def _side(leaf: Leaf, is_foe: bool) -> Side:
    own = Side.MADE if leaf.part in OFFENSIVE else Side.SUFFERED
    if not is_foe:
        return own
    return Side.SUFFERED if own is Side.MADE else Side.MADE


def _beneficiary(frame: _Frame, target: str, *, is_foe: bool, is_led: bool) -> Beneficiary:
    who = frame.who
    within = frame.within if target == "friendly-within-aura" else None
    if who is None:
        if is_led and (is_foe or target in ("unit", "attached-unit")):
            who = Who.LED
        elif is_foe:
            who = Who.UNIT
        elif target in ("self", "bearer"):
            who = Who.BEARER
        elif target in _FRIENDS:
            who = Who.ARMY
        else:
            who = Who.LED if target == "attached-unit" else Who.UNIT
    if who is not Who.ARMY:
        return Beneficiary(who)
    return Beneficiary(
        who,
        keywords=frozenset(map(fold_keyword, frame.keywords)),
        except_keywords=frozenset(map(fold_keyword, frame.except_keywords)),
        within=within,
    )


def _of_own(frame: _Frame, side: Side) -> Iterator[Condition]:
    """The keywords that the unit itself needs."""
    test = Test.ATTACKER_KEYWORD if side is Side.MADE else Test.TARGET_KEYWORD
    for keyword in frame.keywords:
        yield Condition(test, (fold_keyword(keyword),))
    if frame.except_keywords:
        yield Condition(test, tuple(map(fold_keyword, frame.except_keywords)), True)
