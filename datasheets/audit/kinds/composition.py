"""Kinds of models and how many of each a unit has."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Place, Severity, audit_kind, found
from datasheets.catalogue.datasheet import Datasheet, Knowledge
from datasheets.catalogue.names import fold_keyword


@audit_kind(
    "composition/no-kinds",
    collection="datasheets",
    title="A datasheet without models",
    severity=Severity.ERROR,
    message="{datasheet} has {missing}.",
    hint="Add its kinds of models and how many of each a unit has.",
)
def no_kinds(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A datasheet that is known in full has kinds of models and a composition."""
    if sheet.knowledge is Knowledge.PRICED:
        return
    missing = (*(() if sheet.kinds else ("no kinds of models",)), *(() if sheet.tiers else ("no composition",)))
    if missing:
        yield found("tiers" if sheet.kinds else "kinds", datasheet=sheet.name, missing=missing)


@audit_kind(
    "composition/impossible-count",
    collection="datasheets",
    title="A least number above the most",
    severity=Severity.ERROR,
    message="{datasheet}: {what} has at least {minimum} and at most {maximum} models.",
    hint="Correct the two numbers.",
)
def impossible_count(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Numbers of models run from a least to a most, and the most is at least one."""
    spans: list[tuple[Place, str, int, int]] = [
        (("maximum_models",), "a unit", sheet.minimum_models, sheet.maximum_models)
    ]
    spans += [(("kinds", i), f"the kind {kind.name}", kind.minimum, kind.maximum) for i, kind in enumerate(sheet.kinds)]
    if sheet.knowledge is Knowledge.PRICED:
        spans = []
    for place, what, least, most in spans:
        if least < 0 or most < max(least, 1):
            yield found(*place, datasheet=sheet.name, what=what, minimum=least, maximum=most)
    for index, tier in enumerate(sheet.tiers):
        for number, count in enumerate(tier.counts):
            if count.minimum < 0 or count.maximum < count.minimum:
                yield found(
                    "tiers",
                    index,
                    "counts",
                    number,
                    datasheet=sheet.name,
                    what=f"the kind {count.kind} in a composition",
                    minimum=count.minimum,
                    maximum=count.maximum,
                )


@audit_kind(
    "composition/unknown-kind",
    collection="datasheets",
    title="A composition names an unknown kind of model",
    severity=Severity.ERROR,
    message="{datasheet}: a composition has models of the kind {kind}, and the datasheet has {kinds}.",
    hint="Name one of the datasheet's kinds.",
)
def unknown_kind(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Compositions are made of the datasheet's kinds."""
    names = tuple(kind.name for kind in sheet.kinds)
    for index, tier in enumerate(sheet.tiers):
        for number, count in enumerate(tier.counts):
            if count.kind not in names:
                yield found(
                    "tiers", index, "counts", number, "kind", datasheet=sheet.name, kind=count.kind, kinds=names
                )


@audit_kind(
    "composition/tiers-disagree",
    collection="datasheets",
    title="Compositions that disagree with the size of the unit",
    severity=Severity.ERROR,
    message=(
        "{datasheet}: its compositions make units of {least} to {most} models,"
        " and the datasheet says {minimum} to {maximum}."
    ),
    hint="Correct the compositions, or the numbers of the datasheet.",
)
def tiers_disagree(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """The compositions reach the smallest and the largest unit of the datasheet, and each lies between them."""
    if sheet.knowledge is Knowledge.PRICED or not sheet.tiers:
        return
    least = min(tier.minimum for tier in sheet.tiers)
    most = max(tier.maximum for tier in sheet.tiers)
    # A composition may give ranges whose sum goes beyond the unit's largest size, which then is the limit.
    is_outside = any(tier.minimum > sheet.maximum_models or tier.maximum < sheet.minimum_models for tier in sheet.tiers)
    if is_outside or least > sheet.minimum_models or most < sheet.maximum_models:
        yield found(
            "tiers",
            datasheet=sheet.name,
            least=least,
            most=most,
            minimum=sheet.minimum_models,
            maximum=sheet.maximum_models,
        )


@audit_kind(
    "composition/kind-disagrees",
    collection="datasheets",
    title="Compositions that disagree with a kind of model",
    severity=Severity.ERROR,
    message=(
        "{datasheet}: its compositions have {least} to {most} models of the kind {kind},"
        " which says {minimum} to {maximum}."
    ),
    hint="Correct the compositions, or the numbers of the kind.",
)
def kind_disagrees(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Over all compositions a kind stands in the least and the most numbers that it says itself."""
    if not sheet.tiers:
        return
    for index, kind in enumerate(sheet.kinds):
        counts = [
            next(((row.minimum, row.maximum) for row in tier.counts if row.kind == kind.name), (0, 0))
            for tier in sheet.tiers
        ]
        least, most = min(low for low, _ in counts), max(high for _, high in counts)
        if (least, most) != (kind.minimum, kind.maximum):
            yield found(
                "kinds",
                index,
                datasheet=sheet.name,
                kind=kind.name,
                least=least,
                most=most,
                minimum=kind.minimum,
                maximum=kind.maximum,
            )


@audit_kind(
    "composition/duplicate-kind",
    collection="datasheets",
    title="Two kinds of models have one name",
    severity=Severity.ERROR,
    message="{datasheet}: the kinds {first} and {second} cannot be told apart in a list.",
    hint="Give them names of their own, or make them one kind.",
)
def duplicate_kind(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Kinds of one datasheet differ by more than case, singular and plural."""
    seen: dict[str, str] = {}
    for index, kind in enumerate(sheet.kinds):
        first = seen.setdefault(fold_keyword(kind.name), kind.name)
        if any(kind is not other and kind.name == other.name for other in sheet.kinds[:index]) or first != kind.name:
            yield found("kinds", index, "name", datasheet=sheet.name, first=first, second=kind.name)


@audit_kind(
    "composition/alias-clash",
    collection="datasheets",
    title="A kind's other name belongs to two kinds",
    severity=Severity.WARNING,
    message="{datasheet}: {alias} stands for the kind {first} and for {second}.",
    hint="Leave it with the one that lists mean by it.",
)
def alias_clash(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Other names of a kind stand for that kind alone."""
    names = {fold_keyword(kind.name): kind.name for kind in sheet.kinds}
    seen = dict(names)
    for index, kind in enumerate(sheet.kinds):
        for place, alias in enumerate(kind.aliases):
            first = seen.setdefault(fold_keyword(alias), kind.name)
            if first != kind.name:
                yield found(
                    "kinds", index, "aliases", place, datasheet=sheet.name, alias=alias, first=first, second=kind.name
                )


@audit_kind(
    "composition/base-missing",
    collection="datasheets",
    title="A kind of model without a base size",
    severity=Severity.ADVICE,
    message="{datasheet}: nothing says on what base a {kind} stands.",
    hint="Add the base's shape and millimetres, or the size of its hull.",
)
def base_missing(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Every kind of model has a base, or says that it has none."""
    for index, kind in enumerate(sheet.kinds):
        if kind.base is None:
            yield found("kinds", index, "base", datasheet=sheet.name, kind=kind.name)
