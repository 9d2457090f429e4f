"""Who may bear an enhancement: CHARACTER, no Epic Hero, the keywords it asks for, the model that has it (25.04)."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.catalogue.datasheet import Knowledge
from datasheets.catalogue.detachment import Enhancement
from datasheets.catalogue.names import fold_keyword
from roster.muster.army import Army
from roster.muster.needs import Need
from roster.muster.permissions import EnhancementForBarred, EnhancementForEpicHero, EnhancementForNonCharacter
from roster.muster.registry import Finding, Found, Message, NotChecked, muster_check
from roster.muster.report import Violation
from roster.muster.rules.enhancements import FAMILY, has_enhancements
from roster.muster.unit import CHARACTER, EPIC_HERO, HeldEnhancement, Unit, fold_keywords
from roster.muster.words import counted, listed


def _borne(army: Army) -> Iterator[tuple[Unit, HeldEnhancement, Enhancement]]:
    """Recognised enhancements on recognised units."""
    for unit in army.units:
        for held in unit.enhancements:
            if unit.datasheet is not None and held.enhancement is not None:
                yield unit, held, held.enhancement


def _bearers(army: Army) -> str:
    return listed(list(dict.fromkeys(unit.name for unit, _, _ in _borne(army))))


def _unknown_bearer(army: Army) -> NotChecked | None:
    unknown = [unit.name for unit in army.unrecognised_units if unit.enhancements]
    return NotChecked(f"{listed(unknown)} not recognised.") if unknown else None


@muster_check(
    "25.04",
    "enhancement-character",
    family=FAMILY,
    title="Enhancements are on CHARACTER units",
    messages={
        "not_character": Message(
            "{unit} is no CHARACTER; {enhancement} is no Upgrade.", "Give it to a CHARACTER unit."
        ),
    },
    needs=(Need.ENHANCEMENTS,),
    presumes=(Need.DETACHMENTS,),
    applies=has_enhancements,
)
def enhancement_character(army: Army) -> Iterator[Finding]:
    """Enhancements other than Upgrades are borne by CHARACTER units (25.04)."""
    for unit, held, enhancement in _borne(army):
        if CHARACTER in unit.keywords_to_bear(enhancement) or army.permits(EnhancementForNonCharacter(enhancement)):
            continue
        if not unit.keywords_are_known:
            yield NotChecked(f"Whether {unit.name} is a CHARACTER is not known.")
        else:
            yield Violation(held.pointer, "not_character", {"unit": unit.name, "enhancement": held.name})
    if (unknown := _unknown_bearer(army)) is not None:
        yield unknown
    yield Found(f"Borne by {_bearers(army)}.")


@muster_check(
    "25.04",
    "enhancement-epic-hero",
    family=FAMILY,
    title="No Epic Hero bears an enhancement",
    messages={
        "epic_hero": Message("{unit} is an Epic Hero and bears {enhancement}.", "Give it to another CHARACTER."),
    },
    applies=has_enhancements,
)
def enhancement_epic_hero(army: Army) -> Iterator[Finding]:
    """No Epic Hero bears an enhancement that does not say it may (25.04)."""
    for unit, held, enhancement in _borne(army):
        if EPIC_HERO in unit.keywords_to_bear(enhancement) and not army.permits(EnhancementForEpicHero(enhancement)):
            yield Violation(held.pointer, "epic_hero", {"unit": unit.name, "enhancement": held.name})
        elif unit.might_have(EPIC_HERO) and not army.permits(EnhancementForEpicHero(enhancement)):
            yield NotChecked(f"Whether {unit.name} is an Epic Hero is not known.")
    if (unknown := _unknown_bearer(army)) is not None:
        yield unknown
    yield Found(f"Borne by {_bearers(army)}.")


@muster_check(
    "25.04",
    "enhancement-keywords",
    family=FAMILY,
    title="Bearers have the keywords their enhancements ask for",
    messages={
        "lacking": Message("{enhancement} is for {choices:or}; {unit} is not.", "Give it to a unit that is."),
    },
    needs=(Need.ENHANCEMENTS,),
    presumes=(Need.DETACHMENTS,),
    applies=has_enhancements,
)
def enhancement_keywords(army: Army) -> Iterator[Finding]:
    """Every bearer has all keywords of one of the groups its enhancement names."""
    left_out = 0
    for unit, held, enhancement in _borne(army):
        left_out += enhancement.knowledge is not Knowledge.FULL
        if unit.has_keywords_to_bear(enhancement):
            continue
        if not unit.keywords_are_known:
            yield NotChecked(f"The keywords of {unit.name} are not known.")
            continue
        wanted = frozenset(keyword for group in enhancement.requires for keyword in fold_keywords(group))
        if (allegiance := army.unwritten_choice(unit, wanted - unit.keywords)) is not None:
            yield NotChecked(f"Which {allegiance.name} {unit.name} has, as {held.name} asks, is not written down.")
            continue
        params = {
            "unit": unit.name,
            "enhancement": held.name,
            "choices": tuple(" ".join(group) for group in enhancement.requires),
        }
        yield Violation(held.pointer, "lacking", params)
    if (unknown := _unknown_bearer(army)) is not None:
        yield unknown
    verb = "is" if left_out == 1 else "are"
    more = f" {counted(left_out, 'enhancement')} {verb} known by name and price only." if left_out else ""
    yield Found(f"Borne by {_bearers(army)}.{more}")


@muster_check(
    "25.04",
    "enhancement-excluded",
    family=FAMILY,
    title="No bearer has a keyword its enhancement excludes",
    messages={
        "excluded": Message("{enhancement} is not for {keywords:or}, and {unit} is.", "Give it to another unit."),
    },
    needs=(Need.ENHANCEMENTS,),
    presumes=(Need.DETACHMENTS,),
    applies=has_enhancements,
)
def enhancement_excluded(army: Army) -> Iterator[Finding]:
    """No bearer has a keyword that its enhancement excludes."""
    for unit, held, enhancement in _borne(army):
        own = unit.keywords_to_bear(enhancement)
        excluded = tuple(keyword for keyword in enhancement.excludes if fold_keyword(keyword) in own)
        if excluded:
            params = {"unit": unit.name, "enhancement": held.name, "keywords": excluded}
            yield Violation(held.pointer, "excluded", params)
        elif enhancement.excludes and not unit.keywords_are_known:
            yield NotChecked(f"The keywords of {unit.name} are not known.")
    if (unknown := _unknown_bearer(army)) is not None:
        yield unknown
    known = counted(army.catalogue.rows.enhancements_that_exclude, "enhancement")
    yield Found(f"Borne by {_bearers(army)}; {known} known to exclude anybody.")


@muster_check(
    "25.04",
    "may-bear-enhancement",
    family=FAMILY,
    title="No bearer is barred from enhancements",
    messages={
        "barred": Message(
            "The datasheet of {unit} bars it from enhancements; it bears {enhancement}.",
            "Give it to another unit, or remove it.",
        ),
    },
    applies=has_enhancements,
)
def may_bear_enhancement(army: Army) -> Iterator[Finding]:
    """No enhancement is on a unit whose datasheet bars it from them, unless it is made for that datasheet (R-25)."""
    for unit, held, enhancement in _borne(army):
        if unit.datasheet is None or not unit.datasheet.cannot_bear_enhancements:
            continue
        if not army.permits(EnhancementForBarred(enhancement, unit.datasheet)):
            yield Violation(held.pointer, "barred", {"unit": unit.name, "enhancement": held.name})
    if (unknown := _unknown_bearer(army)) is not None:
        yield unknown
    known = counted(army.catalogue.rows.cannot_bear, "datasheet")
    yield Found(f"Borne by {_bearers(army)}; {known} known to bear none.")


@muster_check(
    "25.04",
    "enhancement-bearer",
    family=FAMILY,
    title="The model that bears an enhancement can",
    messages={
        "no_such_model": Message("{unit} has no {model} to bear {enhancement}.", "Name {models:or}."),
        "no_model_left": Message(
            "{unit} has no {model} to bear {enhancement}, nor any other CHARACTER.",
            "Give it to another unit, or add {model}.",
        ),
        "not_character": Message(
            "The {model} of {unit} is no CHARACTER and cannot bear {enhancement}.", "Name a CHARACTER model."
        ),
        "no_character": Message(
            "{unit} has no CHARACTER model to bear {enhancement}.", "Give it to another unit, or add its CHARACTER."
        ),
    },
    needs=(Need.ENHANCEMENTS,),
    applies=has_enhancements,
)
def enhancement_bearer(army: Army) -> Iterator[Finding]:
    """The bearer is a CHARACTER model that is there; it is named where several could be (25.04, R-25)."""
    told: list[str] = []
    for unit, held, enhancement in _borne(army):
        if not army.permits(EnhancementForNonCharacter(enhancement)):
            yield from _bearer(unit, held, told)
        elif (violation := _absent_bearer(unit, held)) is not None:
            yield violation
        else:
            told.append(f"{held.name} by {unit.name} as a unit")
    if (unknown := _unknown_bearer(army)) is not None:
        yield unknown
    yield Found(f"{listed(told)}." if told else "No bearer is in doubt.")


def _present(unit: Unit) -> tuple[str, ...]:
    return tuple(one.kind for one in unit.entry.models if one.count > 0)


def _absent_bearer(unit: Unit, held: HeldEnhancement) -> Violation | None:
    """For an enhancement that any model may bear: the violation if the model named as bearer is not there."""
    model, present = unit.entry.bearer, _present(unit)
    if model is None or not present or _is_there(unit, model):
        return None
    params = {"unit": unit.name, "model": model, "enhancement": held.name, "models": present}
    return Violation(f"{unit.pointer}/bearer", "no_such_model", params)


def _is_there(unit: Unit, model: str) -> bool:
    kind = unit.kind(model)
    return kind is not None and any(unit.kind(one) is kind for one in _present(unit))


def _bearer(unit: Unit, held: HeldEnhancement, told: list[str]) -> Iterator[Finding]:
    """The bearer of an enhancement that only a CHARACTER may bear; adds to ``told`` who it is."""
    model, present, pointer = unit.entry.bearer, _present(unit), f"{unit.pointer}/bearer"
    able = tuple(dict.fromkeys(_kind_name(unit, name) for name in present if unit.may_be_character(unit.kind(name))))
    params = {"unit": unit.name, "enhancement": held.name}
    if CHARACTER not in unit.keywords and model is None:
        return  # That the unit is no CHARACTER is a check of its own.
    if model is None and len(able) > 1:
        yield NotChecked(f"Which of {listed(able)} in {unit.name} bears {held.name} is not said.")
    elif model is None and present and not able:
        yield Violation(held.pointer, "no_character", params)
    elif model is None:
        told.append(f"{held.name} by {f'{able[0]} of {unit.name}' if len(present) > 1 else unit.name}")
    elif present and not _is_there(unit, model):
        if able:
            yield Violation(pointer, "no_such_model", {**params, "model": model, "models": able})
        else:
            yield Violation(pointer, "no_model_left", {**params, "model": model})
    elif not unit.may_be_character(unit.kind(model)):
        yield Violation(pointer, "not_character", {**params, "model": model})
    else:
        told.append(f"{held.name} by {model} of {unit.name}")


def _kind_name(unit: Unit, model: str) -> str:
    kind = unit.kind(model)
    return kind.name if kind is not None else model
