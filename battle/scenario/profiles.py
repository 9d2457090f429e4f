"""Units that a scenario gives by their profiles, as fighters; whatever cannot be is refused with its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from battle.armies.abilities import CoreAbilities, core_abilities_named
from battle.engine.dice import Dice, NotDice, dice
from battle.engine.effects import Condition, Effect, Test, WeaponFilter
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.target import NONE
from battle.engine.validation import Fault, faults_in
from battle.engine.weapons import Weapon
from battle.scenario.unit_shapes import EffectShape, LoadoutShape, ModelsShape, ProfilesShape, WeaponShape
from battle.scenario.words import NoAbility, weapon_ability, weapon_rule
from datasheets.catalogue.names import fold_keyword
from roster.document_faults import DocumentError

_KEYWORD_TESTS = frozenset({Test.TARGET_KEYWORD, Test.TARGET_KEYWORDS, Test.ATTACKER_KEYWORD, Test.MODEL_KEYWORD})
_FIELDS = {
    "models": "count",
    "toughness": "T",
    "wounds": "W",
    "save": "Sv",
    "invulnerable": "InSv",
    "invulnerable_melee": "InSv_melee",
    "invulnerable_ranged": "InSv_ranged",
    "feel_no_pain": "FNP",
    "feel_no_pain_mortal": "FNP_mortal",
    "attacks": "A",
    "damage": "D",
    "armour_penetration": "AP",
}
"""What the engine calls the fields of a scenario."""


def fighters_of(shape: ProfilesShape, pointer: str) -> Fighters:
    """The unit; raises :class:`DocumentError` for what cannot be, with its place under ``pointer``."""
    core = core_abilities_named(shape.abilities)
    if core.unread:
        place = f"{pointer}/abilities/{shape.abilities.index(core.unread[0])}"
        raise DocumentError(
            place,
            f"“{core.unread[0]}” is no core ability that is known. Write it as datasheets do (Feel No Pain 5+, "
            "Stealth, Deadly Demise D6); what other abilities do is written as effects.",
        )
    loadouts: list[Loadout] = []
    places: list[str] = []
    if shape.weapons:
        loadouts.append(Loadout("", 1, _weapons(shape.weapons, f"{pointer}/weapons")))
        places.append(pointer)
    for number, models in enumerate(shape.models):
        for loadout, place in _loadouts(models, f"{pointer}/models/{number}"):
            loadouts.append(loadout)
            places.append(place)
    fighters = Fighters(
        name=shape.name,
        profiles=tuple(_profile(models, core) for models in shape.models),
        loadouts=tuple(loadouts),
        keywords=_folded((*shape.keywords, *(keyword for models in shape.models for keyword in models.keywords))),
        effects=effects_of(shape.effects, f"{pointer}/effects"),
        is_attached=any(not models.is_bodyguard for models in shape.models),
        has_stealth=core.has_stealth,
        fights_first=core.fights_first,
        points=sum(models.points * models.count + models.enhancement_points for models in shape.models),
        starting_strength=shape.starting_strength,
        not_modelled=()
        if core.firing_deck is None
        else (f"Firing Deck {core.firing_deck} of {shape.name}: weapons of models embarked in it do not shoot",),
    )
    refuse_faults(fighters, pointer, places)
    refuse_unknown_models(shape.effects, (models.name for models in shape.models), pointer)
    return fighters


def refuse_unknown_models(effects: Sequence[EffectShape], names: Iterable[str], pointer: str) -> None:
    """Raise :class:`DocumentError` for an effect that is limited to models that there are not."""
    known = list(dict.fromkeys(names))
    for number, effect in enumerate(effects):
        for place, name in enumerate(effect.models):
            if name not in known:
                raise DocumentError(
                    f"{pointer}/effects/{number}/models/{place}",
                    f"No kind of model is called {name}; there are {', '.join(known)}.",
                )


def refuse_faults(fighters: Fighters, pointer: str, places: Sequence[str] = ()) -> None:
    """Raise :class:`DocumentError` for the first thing that cannot be; ``places`` are those of the loadouts."""
    for fault in faults_in(fighters):
        raise DocumentError(_place(fault, pointer, places), fault.text)


def _place(fault: Fault, pointer: str, places: Sequence[str]) -> str:
    steps = [_FIELDS.get(str(step), str(step)) for step in fault.place]
    match fault.place:
        case ("profiles", *_):
            return "/".join((pointer, "models", *steps[1:]))
        case ("loadouts", int(number), "weapons", int(place), *_) if number < len(places):
            # The weapon stands where its use does, and is no step of its own.
            return "/".join((places[number], "weapons", str(place), *[step for step in steps[4:] if step != "weapon"]))
        case ("loadouts", int(number), *_) if number < len(places):
            return "/".join((places[number], *(str(step) for step in fault.place[2:])))
        case _:
            return "/".join((pointer, *steps))


# Models and weapons -----------------------------------------------------------------------------------------


def _profile(shape: ModelsShape, core: CoreAbilities) -> Profile:
    return Profile(
        name=shape.name,
        models=shape.count,
        toughness=shape.T,
        save=shape.Sv,
        wounds=shape.W,
        invulnerable=_or_none(shape.InSv),
        invulnerable_melee=_or_none(shape.InSv_melee),
        invulnerable_ranged=_or_none(shape.InSv_ranged),
        feel_no_pain=_or_none(shape.FNP) if shape.FNP is not None else core.feel_no_pain,
        feel_no_pain_mortal=_or_none(shape.FNP_mortal),
        is_character=shape.is_character,
        is_bodyguard=shape.is_bodyguard,
        component=shape.component,
        lost=shape.lost,
        damaged_at=shape.damaged_at,
        lone_operative=core.lone_operative,
        deadly_demise=core.deadly_demise,
        points=shape.points,
        enhancement_points=shape.enhancement_points,
        keywords=_folded(shape.keywords),
    )


def _or_none(value: int | None) -> int:
    return NONE if value is None else value


def _folded(keywords: Iterable[str]) -> frozenset[str]:
    return frozenset(map(fold_keyword, keywords))


def _loadouts(shape: ModelsShape, pointer: str) -> Iterable[tuple[Loadout, str]]:
    if shape.weapons and shape.loadouts:
        raise DocumentError(f"{pointer}/loadouts", "Write either weapons, those of every model, or loadouts, not both.")
    if shape.weapons:
        yield Loadout(shape.name, shape.count, _weapons(shape.weapons, f"{pointer}/weapons")), pointer
    if shape.loadouts:
        armed = sum(loadout.models for loadout in shape.loadouts)
        if armed != shape.count:
            raise DocumentError(
                f"{pointer}/loadouts",
                f"The loadouts are those of {armed} models; there are {shape.count} {shape.name}.",
            )
    for number, loadout in enumerate(shape.loadouts):
        place = f"{pointer}/loadouts/{number}"
        yield _loadout(shape.name, loadout, place), place


def _loadout(group: str, shape: LoadoutShape, pointer: str) -> Loadout:
    return Loadout(group, shape.models, _weapons(shape.weapons, f"{pointer}/weapons"))


def _weapons(shapes: Sequence[WeaponShape], pointer: str) -> tuple[WeaponUse, ...]:
    return tuple(WeaponUse(_weapon(one, f"{pointer}/{place}"), one.count) for place, one in enumerate(shapes))


def _weapon(shape: WeaponShape, pointer: str) -> Weapon:
    abilities = []
    for place, words in enumerate(shape.abilities):
        try:
            abilities.append(weapon_ability(words))
        except NoAbility as error:
            raise DocumentError(f"{pointer}/abilities/{place}", str(error)) from error
    if shape.AP > 0:
        raise DocumentError(f"{pointer}/AP", f"AP {shape.AP}; write it as profiles do: 0, -1, -2.")
    return Weapon(
        name=shape.name,
        range=shape.range,
        attacks=_dice(shape.A, f"{pointer}/A"),
        skill=shape.skill,
        strength=Dice() if shape.S == "-" else _strength(shape.S, f"{pointer}/S"),
        armour_penetration=-shape.AP,
        damage=_dice(shape.D, f"{pointer}/D"),
        abilities=tuple(abilities),
        only_against=_folded(shape.only_against),
        profile_of=shape.profile_of,
    )


def _strength(written: int | str, pointer: str) -> Dice:
    value = _dice(written, pointer)
    if value.minimum < 1:
        raise DocumentError(pointer, f"S {value}; it is at least 1 (02.02.01). Write “-” for a weapon that has none.")
    return value


def _dice(written: int | str, pointer: str) -> Dice:
    try:
        return dice(written)
    except NotDice as error:
        raise DocumentError(pointer, str(error)) from error


# Effects ----------------------------------------------------------------------------------------------------


def effects_of(shapes: Sequence[EffectShape], pointer: str) -> tuple[Effect, ...]:
    """Effects in the engine's vocabulary; raises :class:`DocumentError`."""
    return tuple(_effect(shape, f"{pointer}/{place}") for place, shape in enumerate(shapes))


def _effect(shape: EffectShape, pointer: str) -> Effect:
    try:
        ability = weapon_ability(shape.ability) if shape.ability is not None else None
    except NoAbility as error:
        raise DocumentError(f"{pointer}/ability", str(error)) from error
    try:
        weapons = WeaponFilter(
            frozenset(name.casefold() for name in shape.weapons.names),
            shape.weapons.melee,
            frozenset(map(weapon_rule, shape.weapons.abilities)),
            frozenset(map(weapon_rule, shape.weapons.except_abilities)),
            frozenset(name.casefold() for name in shape.weapons.except_names),
        )
    except NoAbility as error:
        raise DocumentError(f"{pointer}/weapons", str(error)) from error
    return Effect(
        source=shape.source,
        side=shape.side,
        part=shape.part,
        change=shape.change,
        value=None if shape.value is None else _dice(shape.value, f"{pointer}/value"),
        ability=ability,
        moment=shape.moment,
        weapons=weapons,
        models=frozenset(shape.models),
        conditions=tuple(
            Condition(
                one.test,
                tuple(map(fold_keyword, one.values)) if one.test in _KEYWORD_TESTS else one.values,
                one.is_negated,
            )
            for one in shape.conditions
        ),
        switch=shape.switch,
        status=shape.status,
        only_mortal=shape.only_mortal,
        only_psychic=shape.only_psychic,
        reaches_mortal=shape.reaches_mortal,
        component=shape.component,
    )
