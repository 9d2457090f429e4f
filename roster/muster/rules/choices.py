"""What is chosen for units: marks and allegiances, by detachment rules and datasheets (25.04, R-18)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from datasheets.catalogue.group import Allegiance, AllegianceChoice
from datasheets.catalogue.names import fold_keyword
from roster.muster.army import Army
from roster.muster.choices import concerns, is_open_to
from roster.muster.needs import Need
from roster.muster.registry import (
    ILLEGAL_WHEN_FINISHED,
    WARNING,
    Finding,
    Found,
    Message,
    NotApplicable,
    NotChecked,
    muster_check,
)
from roster.muster.report import Usage, Violation
from roster.muster.resolving import carried_items
from roster.muster.unit import MadeChoice, Unit, fold_keywords
from roster.muster.words import abridged, counted, listed

FAMILY = "Units"


def has_choices(army: Army) -> str | None:
    """Without a choice written down there is none to judge; that one is missing is a check of its own."""
    return None if any(unit.choices for unit in army.units) else "The roster writes no choice of a unit down."


def _basis(army: Army) -> str:
    return f"{counted(len(army.catalogue.data.allegiances), 'kind of choice', 'kinds of choice')} known"


def _made(army: Army) -> Iterator[tuple[Unit, MadeChoice]]:
    for unit in army.units:
        for made in unit.choices:
            yield unit, made


def _known(army: Army) -> Iterator[tuple[Unit, MadeChoice, Allegiance, AllegianceChoice]]:
    """Choices that the catalogue knows, on recognised units."""
    for unit, made in _made(army):
        if unit.datasheet is not None and made.allegiance is not None and made.choice is not None:
            yield unit, made, made.allegiance, made.choice


def _unknown(army: Army) -> NotChecked | None:
    """The choices that were not recognised: what they are, and whose, cannot be said."""
    names = [f"{made.of}: {made.name} ({unit.name})" for unit, made in _made(army) if made.choice is None]
    return NotChecked(f"{counted(len(names), 'choice')} not recognised: {abridged(names)}.") if names else None


def _words(army: Army) -> str:
    return (
        abridged([f"{choice.name} for {unit.name}" for unit, _, _, choice in _known(army)]) or "Nothing that is known"
    )


# That what is written can be -----------------------------------------------------------------------


@muster_check(
    "25.04",
    "choice-known",
    family=FAMILY,
    title="What is chosen for units is there to be chosen",
    severity=WARNING,
    messages={
        "allegiance": Message(
            "{unit} has a choice “{name}: {choice}”, and {release} knows no {name}.",
            "Take it back, or choose {offered:or}.",
        ),
        "nothing_offered": Message(
            "{unit} has a choice “{name}: {choice}”, and {release} knows no {name}, nor any choice that {unit} has.",
            "Take it back.",
        ),
        "choice": Message("{unit}: {name} has no “{choice}”.", "Choose {choices:or}."),
    },
    applies=has_choices,
)
def choice_known(army: Army) -> Iterator[Finding]:
    """Every choice names an allegiance of the release, and one of its choices (25.04, R-18)."""
    release = army.catalogue.stamp.label
    offered = {unit.index: _offered(unit, army) for unit in army.units if unit.choices}
    for unit, made in _made(army):
        params = {"unit": unit.name, "name": made.of, "choice": made.written.choice}
        if made.allegiance is None:
            more: dict[str, object] = {**params, "release": release}
            if offered[unit.index]:
                yield Violation(made.pointer, "allegiance", {**more, "offered": offered[unit.index]})
            else:
                yield Violation(made.pointer, "nothing_offered", more)
        elif made.choice is None:
            choices = tuple(choice.name for choice in made.allegiance.choices)
            yield Violation(made.pointer, "choice", {**params, "choices": choices})
    yield Found(f"{_words(army)}; {_basis(army)}.")


@muster_check(
    "25.04",
    "choice-open",
    family=FAMILY,
    title="What is chosen for a unit is open to it",
    messages={
        "detachment": Message(
            "{unit} has {name}: {choice}, which is a choice with {detachment} only.",
            "Take it back, or select {detachment}.",
        ),
        "not_for_it": Message("{unit} has {name}: {choice}, which is for {choices:or}.", "Take it back."),
        "excluded": Message("{unit} is {keywords} already, and has no {name}: {choice}.", "Take it back."),
    },
    presumes=(Need.DETACHMENTS,),
    applies=has_choices,
)
def choice_open(army: Army) -> Iterator[Finding]:
    """Every choice is one that its unit has, by its keywords or name and the selected detachments (25.04)."""
    for unit, made, allegiance, choice in _known(army):
        if allegiance.id in unit.given:
            continue
        params = {"unit": unit.name, "name": allegiance.name, "choice": choice.name}
        if allegiance not in army.allegiances:
            detachment = army.catalogue.detachments.get(allegiance.detachment or "")
            name = detachment.name if detachment else allegiance.detachment or ""
            yield Violation(made.pointer, "detachment", {**params, "detachment": name}, ("/detachments",))
        elif not allegiance.members and not unit.keywords_are_known:
            yield NotChecked(f"Whether {unit.name} has the keywords for {allegiance.name} is not known.")
        elif not concerns(allegiance, unit.datasheet, unit.keywords):
            yield Violation(made.pointer, "not_for_it", {**params, "choices": _whom(allegiance, army)})
        else:
            held = tuple(keyword for keyword in allegiance.excludes if fold_keyword(keyword) in unit.keywords)
            yield Violation(made.pointer, "excluded", {**params, "keywords": held})
    if (unknown := _unknown(army)) is not None:
        yield unknown
    yield from _unrecognised_bearers(army)
    yield Found(f"{_words(army)}; {_basis(army)}.")


def _unrecognised_bearers(army: Army) -> Iterator[NotChecked]:
    names = [unit.name for unit in army.unrecognised_units if unit.choices]
    if names:
        yield NotChecked(f"{abridged(names)} not recognised.")


def _whom(allegiance: Allegiance, army: Army) -> tuple[str, ...]:
    """Whom it is for: datasheets by name, or keywords as one."""
    known = army.catalogue.datasheets
    names = tuple(dict.fromkeys(known[id].name for id in allegiance.members if id in known))
    return names or (f"{' '.join(allegiance.to_keywords)} units",)


@muster_check(
    "25.04",
    "choice-once",
    family=FAMILY,
    title="Nothing is chosen twice for a unit",
    messages={
        "several": Message("{unit} has {count} choices of {name}: {choices}; it has one.", "Keep one of them."),
    },
    applies=has_choices,
)
def choice_once(army: Army) -> Iterator[Finding]:
    """Of each allegiance a unit has one choice (25.04)."""
    for unit in army.units:
        groups: defaultdict[str, list[MadeChoice]] = defaultdict(list)
        for made in unit.choices:
            if made.allegiance is not None:
                groups[made.allegiance.id].append(made)
        for group in groups.values():
            if len(group) > 1:
                names = tuple(made.name for made in group)
                params = {"unit": unit.name, "count": len(group), "name": group[0].of, "choices": names}
                yield Violation(group[1].pointer, "several", params, tuple(made.pointer for made in group))
    unknown = sum(made.allegiance is None for _, made in _made(army))
    if unknown:
        yield NotChecked(f"{counted(unknown, 'choice')} of something that is not recognised.")
    yield Found(f"{_words(army)}; {_basis(army)}.")


@muster_check(
    "25.04",
    "choice-wargear",
    family=FAMILY,
    title="What a unit carries goes with what is chosen for it",
    severity=ILLEGAL_WHEN_FINISHED,
    messages={
        "other": Message(
            "{unit} has {name}: {choice}, and carries {items:and}, which {others:or} would bring.",
            "Write down {own:or} in place of {items:and}, or choose {others:or}.",
        ),
    },
    applies=has_choices,
)
def choice_wargear(army: Army) -> Iterator[Finding]:
    """Where a choice comes with wargear of its own, no unit carries that of another choice (25.04)."""
    judged: list[str] = []
    for unit, made, allegiance, choice in _known(army):
        brought = _brought(unit, allegiance)
        if allegiance.id not in unit.given or not brought:
            continue
        judged.append(f"{choice.name} for {unit.name}")
        carried = carried_items(unit.entry)
        others = {
            item: [one.name for one in choices]
            for item, choices in brought.items()
            if item in carried and choice not in choices
        }
        if others:
            params = {
                "unit": unit.name,
                "name": allegiance.name,
                "choice": choice.name,
                "items": _item_names(army, others),
                "others": tuple(dict.fromkeys(name for names in others.values() for name in names)),
                "own": _item_names(army, [item for item, choices in brought.items() if choice in choices]),
            }
            yield Violation(made.pointer, "other", params, (unit.pointer,))
    if (unknown := _unknown(army)) is not None:
        yield unknown
    sheets = army.catalogue.rows.with_item_keywords
    known = f"{counted(sheets, 'datasheet')} known to get keywords with wargear"
    if not judged:
        yield NotApplicable(f"No choice here comes with wargear ({known}).")
    yield Found(f"{listed(judged)}; {known}.")


def _brought(unit: Unit, allegiance: Allegiance) -> dict[str, list[AllegianceChoice]]:
    """Items of the unit's datasheet that go with choices of the allegiance, by the keyword both give."""
    brought: dict[str, list[AllegianceChoice]] = {}
    for row in unit.datasheet.item_keywords if unit.datasheet is not None else ():
        choices = [one for one in allegiance.choices if fold_keyword(row.keyword) in fold_keywords(one.keywords)]
        if choices:
            brought[row.item] = choices
    return brought


def _item_names(army: Army, items: Iterable[str]) -> tuple[str, ...]:
    known = army.catalogue.items
    return tuple(known[item].name if item in known else item for item in items)


def _offered(unit: Unit, army: Army) -> tuple[str, ...]:
    """What the unit may choose, each as its allegiance and choice."""
    return tuple(
        f"{allegiance.name}: {choice.name}"
        for allegiance in army.allegiances
        if is_open_to(allegiance, unit.datasheet, unit.keywords)
        for choice in allegiance.choices
    )


# That what must be chosen is ----------------------------------------------------------------------


@muster_check(
    "25.04",
    "choice-made",
    family=FAMILY,
    title="What has to be chosen for units is chosen",
    severity=ILLEGAL_WHEN_FINISHED,
    messages={
        "missing": Message(
            "{unit} has to have a choice of {name}, and the roster writes none down.", "Choose {choices:or}."
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.DETACHMENTS,),
)
def choice_made(army: Army) -> Iterator[Finding]:
    """Every unit that its datasheet or a detachment makes choose has chosen (25.04)."""
    mandatory = [allegiance for allegiance in army.allegiances if allegiance.is_mandatory]
    judged = 0
    for unit in army.units:
        for allegiance in mandatory:
            if allegiance.id in unit.given:
                judged += 1
            elif _is_written(unit, allegiance):
                judged += 1  # What is wrong with it is a check of its own.
            elif unit.datasheet is not None and not allegiance.members and not unit.keywords_are_known:
                yield NotChecked(f"Whether {unit.name} has to choose {allegiance.name} is not known.")
            elif _has_to_choose(unit, allegiance, mandatory):
                judged += 1
                if (doubt := _in_doubt(unit)) is not None:
                    yield doubt
                    continue
                choices = tuple(choice.name for choice in allegiance.choices)
                params = {"unit": unit.name, "name": allegiance.name, "choices": choices}
                yield Violation(unit.pointer, "missing", params)
    if not judged:
        yield NotApplicable(f"Nothing has to be chosen for a unit here ({_basis(army)}).")
    yield Found(f"{counted(judged, 'choice')} made; {_basis(army)}.")


def _is_written(unit: Unit, allegiance: Allegiance) -> bool:
    return any(made.allegiance is allegiance for made in unit.choices)


def _in_doubt(unit: Unit) -> NotChecked | None:
    """A choice of something unknown may be the one that seems to be missing."""
    unknown = [made for made in unit.choices if made.allegiance is None]
    return (
        NotChecked(f"What “{unknown[0].of}: {unknown[0].name}” of {unit.name} is, is not known.") if unknown else None
    )


def _has_to_choose(unit: Unit, allegiance: Allegiance, mandatory: list[Allegiance]) -> bool:
    """Whether the unit has to choose, and nothing else it has yet to choose will bar it from this."""
    if not is_open_to(allegiance, unit.datasheet, unit.keywords):
        return False
    excluded = fold_keywords(allegiance.excludes)
    return not any(
        other is not allegiance
        and other.id not in unit.given
        and is_open_to(other, unit.datasheet, unit.keywords)
        and all(not excluded.isdisjoint(fold_keywords(choice.keywords)) for choice in other.choices)
        for other in mandatory
    )


# How often ----------------------------------------------------------------------------------------


@muster_check(
    "25.04",
    "choice-limit",
    family=FAMILY,
    title="Nothing is chosen for too many units, nor for too few",
    messages={
        "over": Message(
            "{count} units have a choice of {name}: {units}; the army may have {limit}.", "Take {surplus} back."
        ),
        "over_choice": Message(
            "{count} units have {name}: {choice} ({units}); the army may have {limit}.",
            "Choose otherwise for {surplus}.",
        ),
        "under": Message(
            "{count:unit has|units have} a choice of {name}; the army has to have {limit}.",
            "Choose for {lacking} more.",
        ),
    },
    presumes=(Need.DETACHMENTS,),
)
def choice_limit(army: Army) -> Iterator[Finding]:
    """Of what may be chosen for so many units only, or has to be for so many, there are as many (25.04)."""
    judged: list[str] = []
    for allegiance in army.allegiances:
        made = _first(army, allegiance)
        units = [unit for unit, _ in made]
        for limited, name, most in (
            (units, "", allegiance.maximum),
            *(([unit for unit, choice in made if choice is one], one.name, one.maximum) for one in allegiance.choices),
        ):
            if most is None or not limited:
                continue
            judged.append(f"{len(limited)} of {most} {f'{allegiance.name}: {name}' if name else allegiance.name}")
            yield from _over(allegiance, limited, name, most)
        if len(units) < allegiance.minimum:
            lacking = allegiance.minimum - len(units)
            params = {"count": len(units), "name": allegiance.name, "limit": allegiance.minimum, "lacking": lacking}
            yield Violation("/units", "under", params, tuple(unit.pointer for unit in units))
        elif allegiance.minimum:
            judged.append(f"{len(units)} {allegiance.name}, of {allegiance.minimum} the army has to have")
    if (unknown := _unknown(army)) is not None:
        yield unknown
    if not judged:
        yield NotApplicable(f"No choice here is limited in number ({_basis(army)}).")
    yield Found(f"{listed(judged)}; {_basis(army)}.")


def _first(army: Army, allegiance: Allegiance) -> list[tuple[Unit, AllegianceChoice]]:
    """The units that have chosen, each with what it chose; of several choices the first counts."""
    made: dict[int, tuple[Unit, AllegianceChoice]] = {}
    for unit, _, of, choice in _known(army):
        if of is allegiance and of.id in unit.given:
            made.setdefault(unit.index, (unit, choice))
    return list(made.values())


def _over(allegiance: Allegiance, units: list[Unit], name: str, most: int) -> Iterator[Finding]:
    pointers = tuple(unit.pointer for unit in units)
    yield Usage(f"{allegiance.name}: {name}" if name else allegiance.name, len(units), most, pointers)
    if len(units) <= most:
        return
    params: dict[str, object] = {
        "count": len(units),
        "name": allegiance.name,
        "units": tuple(unit.name for unit in units),
        "limit": most,
        "surplus": len(units) - most,
    }
    if name:
        yield Violation(units[most].pointer, "over_choice", {**params, "choice": name}, pointers)
    else:
        yield Violation(units[most].pointer, "over", params, pointers)
