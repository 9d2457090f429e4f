"""Files of judged effects as values; whatever does not fit is refused with file, ability and reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from battle.effects.attaching import is_for_the_battle
from battle.effects.judged import Beneficiary, Given, JudgedAbility, NotCarried, Switch
from battle.effects.shapes import (
    AbilityShape,
    EffectShape,
    FileShape,
    FilterShape,
    ForShape,
    SwitchShape,
    Upstream,
    Who,
)
from battle.engine.dice import NotDice, dice
from battle.engine.effects import Condition, Effect, Test, WeaponFilter
from battle.engine.vocabulary import faults_of, why_not_carried
from battle.scenario.words import NoAbility, weapon_ability, weapon_rule
from datasheets.catalogue.names import fold_keyword, fold_name
from datasheets.sources.faults import SourceFault
from datasheets.sources.yaml_file import read_yaml

KEYWORD_TESTS = frozenset({Test.TARGET_KEYWORD, Test.TARGET_KEYWORDS, Test.ATTACKER_KEYWORD, Test.MODEL_KEYWORD})


class EffectsFault(ValueError):
    """What cannot be in a file of judged effects, as a sentence with the file and the ability."""


def abilities_of(path: Path) -> tuple[JudgedAbility, ...]:
    """The abilities of one file; raises :class:`EffectsFault`."""
    try:
        file = read_yaml(path, FileShape)
    except SourceFault as error:
        raise EffectsFault(str(error)) from error
    for shape in file.abilities:
        if not shape.ability.startswith(f"{file.faction}:"):
            raise EffectsFault(f"{path.name}, {shape.ability}: it is not of the file's faction.")
    if file.faction != path.stem:
        raise EffectsFault(f"{path.name}: it is of the faction “{file.faction}”; the file's name is to be the same.")
    states = {state.name: _switch(state, f"{file.faction}/{state.name}", file.faction) for state in file.states}
    found = []
    ids = [shape.ability for shape in file.abilities]
    for place, shape in enumerate(file.abilities):
        if shape.ability in ids[:place]:
            raise EffectsFault(f"{path.name}, {shape.ability}: it is judged twice.")
        try:
            found.append(_ability(shape, states, file.faction))
        except (NoAbility, NotDice, EffectsFault) as error:
            raise EffectsFault(f"{path.name}, {shape.ability}: {error}") from error
    return tuple(found)


def _ability(shape: AbilityShape, states: Mapping[str, Switch], faction: str) -> JudgedAbility:
    own = {one.name: _switch(one, f"{shape.ability}/{one.name}", shape.ability) for one in shape.switches}
    if twice := own.keys() & states.keys():
        raise EffectsFault(f"the switch “{min(twice)}” is a state of the file too; name it otherwise.")
    known = {**states, **own}
    given = tuple(_given(one, place, shape, known) for place, one in enumerate(shape.effects))
    for fault in _faults(shape, given):
        raise EffectsFault(fault)
    used = {condition for one in given for condition in _switches_of(one.effect)}
    if unused := [name for name, one in own.items() if one.name not in used]:
        raise EffectsFault(f"the switch “{unused[0]}” turns nothing on.")
    return JudgedAbility(
        id=shape.ability,
        name=shape.name,
        datasheets=shape.datasheets,
        digest=shape.digest,
        upstream=shape.upstream,
        mistakes=shape.mistakes,
        given=given,
        switches=tuple(one for one in known.values() if one.name in used),
        not_carried=tuple(NotCarried(one.what, one.because, one.matters) for one in shape.not_carried),
        probes=shape.probes,
    )


def _switches_of(effect: Effect) -> Iterator[str]:
    if effect.switch:
        yield effect.switch
    for condition in effect.conditions:
        if condition.test is Test.SWITCHED_ON:
            yield from condition.values


def _faults(shape: AbilityShape, given: tuple[Given, ...]) -> Iterator[str]:
    """What does not go together in one ability."""
    if not shape.effects and not shape.not_carried:
        yield "it has neither effects nor a reason why it has none (not_carried)."
    if shape.effects and not shape.probes:
        yield "it has effects and no probe."
    if bool(shape.mistakes) is (shape.upstream in (Upstream.RIGHT, Upstream.NONE)):
        yield f"upstream is {shape.upstream}, and mistakes are {', '.join(shape.mistakes) or 'none'}."
    for place, one in enumerate(given):
        for fault in faults_of(one.effect):
            yield f"effect {place + 1}: {fault}"
        reason = why_not_carried(one.effect)
        if reason is not None and not is_for_the_battle(one.effect):
            yield f"effect {place + 1}: {reason}; say so in not_carried instead."


def _switch(shape: SwitchShape, name: str, owner: str) -> Switch:
    return Switch(
        name=name,
        says=shape.says,
        kind=shape.kind,
        once=shape.once or "",
        lasts=shape.lasts or "",
        cost=shape.cost or "",
        instead_of=tuple(f"{owner}/{other}" for other in shape.instead_of),
    )


def _given(shape: EffectShape, place: int, ability: AbilityShape, known: Mapping[str, Switch]) -> Given:
    def switch(name: str) -> str:
        if name not in known:
            there = ", ".join(known) or "none"
            raise EffectsFault(f"effect {place + 1} asks for the switch “{name}”; there are: {there}.")
        return known[name].name

    conditions = []
    for one in shape.conditions:
        values = tuple(str(value) for value in one.values)
        if one.test is Test.SWITCHED_ON:
            values = tuple(map(switch, values))
        elif one.test in KEYWORD_TESTS:
            values = tuple(map(fold_keyword, values))
        conditions.append(Condition(one.test, values, one.is_negated))
    effect = Effect(
        source=ability.name,
        side=shape.side,
        part=shape.part,
        change=shape.change,
        value=None if shape.value is None else dice(shape.value),
        ability=weapon_ability(shape.ability) if shape.ability is not None else None,
        moment=shape.moment,
        weapons=filter_of(shape.weapons),
        conditions=tuple(conditions),
        switch=switch(shape.switch) if shape.switch else "",
        only_mortal=shape.only_mortal,
        only_psychic=shape.only_psychic,
        reaches_mortal=shape.reaches_mortal,
    )
    return Given(_beneficiary(shape.for_, place), effect)


def filter_of(shape: FilterShape) -> WeaponFilter:
    """The filter of weapons; raises :class:`NoAbility` for an ability nobody knows."""
    return WeaponFilter(
        frozenset(name.casefold() for name in shape.names),
        shape.melee,
        frozenset(map(weapon_rule, shape.abilities)),
        frozenset(map(weapon_rule, shape.except_abilities)),
        frozenset(name.casefold() for name in shape.except_names),
    )


def _beneficiary(shape: Who | ForShape, place: int) -> Beneficiary:
    if isinstance(shape, Who):
        return Beneficiary(shape)
    is_army = shape.who is Who.ARMY
    asks_for_friends = bool(shape.keywords or shape.except_keywords or shape.within or shape.others_only)
    if asks_for_friends and not is_army:
        raise EffectsFault(f"effect {place + 1}: keywords, within and others_only are asked of friends (who: army).")
    if shape.kinds and shape.who is not Who.BEARER:
        raise EffectsFault(f"effect {place + 1}: kinds are those of the bearer (who: bearer).")
    return Beneficiary(
        shape.who,
        _folded(shape.kinds),
        _folded(shape.carrying),
        frozenset(map(fold_keyword, shape.keywords)),
        frozenset(map(fold_keyword, shape.except_keywords)),
        shape.within,
        shape.others_only,
    )


def _folded(names: Iterable[str]) -> frozenset[str]:
    return frozenset(map(fold_name, names))
