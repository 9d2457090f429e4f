"""Stat lines of models."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.datasheet import Datasheet, Knowledge
from datasheets.catalogue.names import fold_name

RANGES = {
    "M": (0, 40),
    "T": (1, 20),
    "Sv": (2, 7),
    "W": (1, 120),
    "Ld": (5, 8),
    "OC": (0, 30),
    "invulnerable": (2, 6),
    "invulnerable_melee": (2, 6),
    "invulnerable_ranged": (2, 6),
}
"""Least and most a stat line may say. T, W, OC from below, Sv, Ld and invulnerable saves are capped by
02.02.01; a printed Sv of 7 stands for a dash, M of 0 for a model that does not move. The other ends are
far beyond any model there is."""


_WORDS = {
    "invulnerable": "an invulnerable save of",
    "invulnerable_melee": "an invulnerable save in melee of",
    "invulnerable_ranged": "an invulnerable save at range of",
}


@audit_kind(
    "profile/stat-out-of-range",
    collection="datasheets",
    title="A characteristic outside its range",
    severity=Severity.ERROR,
    message="{datasheet}: {profile} has {stat} {value}, which runs from {least} to {most}.",
    hint="Correct the stat line.",
)
def stat_out_of_range(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Characteristics keep to what 02.02.01 allows."""
    for index, profile in enumerate(sheet.profiles):
        for stat, (least, most) in RANGES.items():
            value = getattr(profile, stat)
            if value is not None and not least <= value <= most:
                yield found(
                    "profiles",
                    index,
                    stat,
                    datasheet=sheet.name,
                    profile=profile.name,
                    stat=_WORDS.get(stat, stat),
                    value=value,
                    least=least,
                    most=most,
                )


@audit_kind(
    "profile/none",
    collection="datasheets",
    title="A datasheet without a stat line",
    severity=Severity.ERROR,
    message="{datasheet} has no profile.",
    hint="Add the stat line of its models.",
)
def no_profile(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A datasheet that is known in full has a profile."""
    if sheet.knowledge is Knowledge.FULL and not sheet.profiles:
        yield found("profiles", datasheet=sheet.name)


@audit_kind(
    "profile/duplicate",
    collection="datasheets",
    title="Two profiles have one name",
    severity=Severity.ERROR,
    message="{datasheet}: two profiles are called {profile}.",
    hint="Name each after the models it is of.",
)
def duplicate(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Profiles of a datasheet have names of their own."""
    seen: set[str] = set()
    for index, profile in enumerate(sheet.profiles):
        if fold_name(profile.name) in seen:
            yield found("profiles", index, "name", datasheet=sheet.name, profile=profile.name)
        seen.add(fold_name(profile.name))


@audit_kind(
    "profile/unknown",
    collection="datasheets",
    title="A kind of model names a profile that is not there",
    severity=Severity.ERROR,
    message="{datasheet}: models of the kind {kind} have the profile {profile}, and the datasheet has {profiles}.",
    hint="Name one of the datasheet's profiles.",
)
def unknown(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """The profile a kind of model names is one of the datasheet's."""
    names = tuple(profile.name for profile in sheet.profiles)
    for index, kind in enumerate(sheet.kinds):
        if kind.profile is not None and kind.profile not in names:
            yield found(
                "kinds",
                index,
                "profile",
                datasheet=sheet.name,
                kind=kind.name,
                profile=kind.profile,
                profiles=names or "none",
            )


@audit_kind(
    "profile/not-said",
    collection="datasheets",
    title="A kind of model that does not say which profile is its",
    severity=Severity.ERROR,
    message="{datasheet}: nothing says which of {profiles} is the profile of models of the kind {kind}.",
    hint="Name the kind's profile.",
)
def not_said(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Where a datasheet has several profiles, each kind of model says which it has."""
    names = tuple(profile.name for profile in sheet.profiles)
    for index, kind in enumerate(sheet.kinds):
        if kind.profile is None and len(names) > 1:
            yield found("kinds", index, "profile", datasheet=sheet.name, kind=kind.name, profiles=names)


@audit_kind(
    "profile/unused",
    collection="datasheets",
    title="A profile no kind of model has",
    severity=Severity.WARNING,
    message="{datasheet}: no kind of model has the profile {profile}.",
    hint="Name it with the kind it is of, or remove it.",
)
def unused(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Every profile is some kind's."""
    if any(kind.profile is None for kind in sheet.kinds):
        return
    used = {kind.profile for kind in sheet.kinds}
    for index, profile in enumerate(sheet.profiles):
        if profile.name not in used:
            yield found("profiles", index, datasheet=sheet.name, profile=profile.name)
