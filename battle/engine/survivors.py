"""What is left of a unit once it was attacked: its models, what they carry, the rules they still have (19.04)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from battle.engine.profiles import Fighters, Loadout, Profile
from battle.engine.target import State, Target


def survivors(fighters: Fighters, target: Target, state: State) -> Fighters | None:
    """The unit as ``state`` leaves it; None if nothing is left. ``target`` is the unit as groups, which states count.

    Of models alike those of the first profile and the first loadout are kept longest: which models are
    lost is their player's choice (05.04). A rule of a component of an attached unit ends with that
    component's last model (19.04), and so do its keywords (19.03).
    """
    if target.is_destroyed(state):
        return None
    left: dict[str, Profile] = {}
    for index, group in enumerate(target.groups):
        models = target.models_left(state, index)
        lost = models * group.wounds - state[index]
        for profile in fighters.profiles:
            if profile.name in group.profiles:
                kept = min(profile.models, models)
                models -= kept
                # The wounded model is the one that was lost last, of the last profile that has models left.
                left[profile.name] = replace(profile, models=kept, lost=lost if kept and not models else 0)
    profiles = tuple(left[profile.name] for profile in fighters.profiles if left[profile.name].models)
    components = {profile.component for profile in profiles}
    return replace(
        fighters,
        profiles=profiles,
        keywords=keywords_left(fighters, components),
        loadouts=_loadouts(fighters, {profile.name: profile.models for profile in profiles}),
        effects=tuple(effect for effect in fighters.effects if not effect.component or effect.component in components),
        starting_strength=fighters.starting_strength or fighters.models,
    )


def keywords_left(fighters: Fighters, components: Collection[str]) -> frozenset[str]:
    """The keywords of the unit while only these components of it stand: those that only others had are gone."""
    standing: set[str] = set()
    gone: set[str] = set()
    for profile in fighters.profiles:
        (standing if profile.component in components else gone).update(profile.keywords)
    return fighters.keywords - (gone - standing) if gone else fighters.keywords


def _loadouts(fighters: Fighters, models: dict[str, int]) -> tuple[Loadout, ...]:
    """The loadouts of the models left; one without a group is the whole unit's and stays."""
    room = dict(models)
    kept = []
    for loadout in fighters.loadouts:
        if not loadout.group:
            kept.append(loadout)
            continue
        count = min(loadout.models, room.get(loadout.group, 0))
        room[loadout.group] = room.get(loadout.group, 0) - count
        if count:
            kept.append(replace(loadout, models=count))
    return tuple(kept)
