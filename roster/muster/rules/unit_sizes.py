"""Unit composition and whether the points manual has a price for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from datasheets.catalogue.datasheet import CompositionTier, Datasheet, KindCount, Knowledge
from roster.muster.army import Army
from roster.muster.kinds import models_by_place, place_of_kind
from roster.muster.loadouts.identity import ById
from roster.muster.needs import Need
from roster.muster.points import Gap
from roster.muster.registry import ADVICE, Finding, Found, Message, NotChecked, muster_check
from roster.muster.report import Violation
from roster.muster.words import counted, listed, sentence

FAMILY = "Unit sizes and prices"


def _left_out(count: int) -> str:
    verb = "is" if count == 1 else "are"
    return f" {counted(count, 'unit')} {verb} known by name and price only and left out." if count else ""


@muster_check(
    "datasheet",
    "unit-size",
    family=FAMILY,
    title="Every unit has a size its datasheet allows",
    messages={
        "too_few": Message(
            "{unit} has {models:model|models}; its datasheet asks for {minimum} at least.", "Add {lacking}."
        ),
        "too_many": Message("{unit} has {models:model|models}; its datasheet allows {maximum}.", "Remove {surplus}."),
    },
    needs=(Need.UNITS,),
)
def unit_size(army: Army) -> Iterator[Finding]:
    """Every unit has at least as many and at most as many models as its datasheet says."""
    left_out, unwritten = 0, []
    for unit in army.units:
        sheet = unit.datasheet
        if sheet is None:
            continue
        if sheet.maximum_models <= 0:
            left_out += 1
        elif unit.size is None:
            unwritten.append(unit.name)
        elif unit.size < sheet.minimum_models:
            lacking = sheet.minimum_models - unit.size
            params = {"unit": unit.name, "models": unit.size, "minimum": sheet.minimum_models, "lacking": lacking}
            yield Violation(unit.pointer, "too_few", params)
        elif unit.size > sheet.maximum_models:
            surplus = unit.size - sheet.maximum_models
            params = {"unit": unit.name, "models": unit.size, "maximum": sheet.maximum_models, "surplus": surplus}
            yield Violation(unit.pointer, "too_many", params)
    if unwritten:
        yield NotChecked(f"The number of models is not written down for {listed(unwritten)}.")
    yield Found(f"{counted(len(army.units) - left_out, 'unit')} within their sizes.{_left_out(left_out)}")


@muster_check(
    "datasheet",
    "composition",
    family=FAMILY,
    title="Every unit is composed as its datasheet allows",
    messages={
        "unknown_kind": Message("{unit} has no model called {kind}.", "Its models are {kinds}."),
        "no_tier": Message("{unit} cannot be made up of {models}.", "It may be {choices:or}."),
    },
    needs=(Need.UNITS,),
)
def composition(army: Army) -> Iterator[Finding]:
    """The kinds of model in every unit, and their numbers, are a make-up its datasheet allows."""
    judged = left_out = 0
    for unit in army.units:
        sheet = unit.datasheet
        if sheet is None:
            continue
        if not sheet.kinds or not unit.entry.models or sheet.knowledge is not Knowledge.FULL:
            left_out += not sheet.kinds or sheet.knowledge is not Knowledge.FULL
            continue
        judged += 1
        unknown = [model.kind for model in unit.entry.models if place_of_kind(sheet, model.kind) is None]
        for kind in unknown:
            params = {"unit": unit.name, "kind": kind, "kinds": tuple(one.name for one in sheet.kinds)}
            yield Violation(unit.pointer, "unknown_kind", params)
        if not unknown and not _is_make_up(models_by_place(unit.entry, sheet), sheet):
            params = {
                "unit": unit.name,
                "models": tuple(f"{model.count} {model.kind}" for model in unit.entry.models),
                "choices": tuple(_in_words(tier) for tier in sheet.tiers or (_only_tier(sheet),)),
            }
            yield Violation(unit.pointer, "no_tier", params)
    yield Found(f"{counted(judged, 'unit')} composed as their datasheets allow.{_left_out(left_out)}")


def _only_tier(sheet: Datasheet) -> CompositionTier:
    """The make-up of a datasheet without tiers: what its model kinds say themselves."""
    return CompositionTier(tuple(KindCount(kind.name, kind.minimum, kind.maximum) for kind in sheet.kinds))


def _is_make_up(counts: Sequence[int], sheet: Datasheet) -> bool:
    for tier in _MAKE_UPS.get(sheet, lambda: _make_ups(sheet)):
        for count, (least, most) in zip(counts, tier, strict=True):
            if not least <= count <= most:
                break
        else:
            return True
    return False


_MAKE_UPS: ById[Datasheet, Sequence[Sequence[tuple[int, int]]]] = ById(2048)


def _make_ups(sheet: Datasheet) -> Sequence[Sequence[tuple[int, int]]]:
    """Fewest and most models by kind, for every make-up; kinds that a tier does not name stand at zero."""
    make_ups = []
    for tier in sheet.tiers or (_only_tier(sheet),):
        numbers = {place_of_kind(sheet, row.kind): (row.minimum, row.maximum) for row in tier.counts}
        if None in numbers and numbers[None][0] > 0:
            continue  # It asks for models the datasheet does not have.
        make_ups.append([numbers.get(place, (0, 0)) for place in range(len(sheet.kinds))])
    return make_ups


def _in_words(tier: CompositionTier) -> str:
    return listed(
        [
            f"{row.minimum} {row.kind}" if row.minimum == row.maximum else f"{row.minimum}–{row.maximum} {row.kind}"
            for row in tier.counts
        ]
    )


@muster_check(
    "mfm",
    "unit-listed",
    family=FAMILY,
    title="The points manual lists every unit",
    messages={
        "withdrawn": Message(
            "{unit} is no longer in the points manual: {manual} does not list it, {former} did.",
            "Take another unit in its place.",
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION,),
)
def unit_listed(army: Army) -> Iterator[Finding]:
    """Every unit has an entry in the points manual of the release; one that an older manual had is withdrawn."""
    unknown = []
    for unit in army.units:
        sheet = unit.datasheet
        if sheet is None or Gap.UNLISTED not in unit.priced.gaps:
            continue
        former = army.catalogue.past_prices.get(sheet.id, ())
        lists = [table.price_list for table in army.catalogue.data.prices if table.datasheet == sheet.id]
        if lists:
            known = army.catalogue.factions
            names = listed(list(dict.fromkeys(known[one].name if one in known else one for one in lists)))
            yield NotChecked(f"{army.manual_name} lists {unit.name} for {names} only.")
        elif former:
            params = {"unit": unit.name, "manual": army.manual_name, "former": former[0].manual}
            yield Violation(unit.pointer, "withdrawn", params)
        else:
            unknown.append(unit.name)
    if unknown:
        yield NotChecked(f"No points manual at hand lists {listed(list(dict.fromkeys(unknown)))}.")
    yield Found(f"{counted(len(army.units), 'unit')} in the points manual.")


@muster_check(
    "mfm",
    "size-priced",
    family=FAMILY,
    title="The points manual has a price for every unit's size",
    messages={
        "unpriced": Message(
            "{faction} has no price for {models:model|models} of {unit}, only for {sizes}.", "Change its size."
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION,),
)
def size_priced(army: Army) -> Iterator[Finding]:
    """A row of the army's price list covers the size of every unit (points manual)."""
    if army.faction is None:
        return
    unknown = []
    for unit in army.units:
        gaps = unit.priced.gaps
        if Gap.NO_ROW in gaps:
            params = {
                "unit": unit.name,
                "models": unit.size or 0,
                "faction": army.faction.name,
                "sizes": tuple(str(size) for size in unit.priced.sizes_priced),
            }
            yield Violation(unit.pointer, "unpriced", params)
        elif not {Gap.UNLISTED, Gap.NO_TABLE, Gap.NO_COUNT, Gap.OTHER_KINDS, Gap.NO_MODELS}.isdisjoint(gaps):
            unknown.append(unit.price.missing[0])
    if unknown:
        yield NotChecked(sentence(listed(list(dict.fromkeys(unknown)))))
    yield Found(f"{counted(len(army.units), 'unit')}, each with a price for its size.")


@muster_check(
    "mfm",
    "size-padded",
    family=FAMILY,
    title="No unit pays for models it does not have",
    severity=ADVICE,
    messages={
        "padded": Message("{unit} has {models:model|models} and pays for {priced}.", "Add up to {spare} at no cost."),
    },
    needs=(Need.UNITS,),
)
def size_padded(army: Army) -> Iterator[Finding]:
    """No unit stands between two sizes of the points manual, where it pays for the larger one."""
    for unit in army.units:
        row, sheet = unit.priced.row, unit.datasheet
        if row is None or sheet is None or unit.size is None or row.composition:
            continue
        spare = min(row.models, sheet.maximum_models) - unit.size
        if spare > 0 and unit.size >= sheet.minimum_models:
            params = {"unit": unit.name, "models": unit.size, "priced": row.models, "spare": spare}
            yield Violation(unit.pointer, "padded", params)
    yield Found(f"{counted(len(army.units), 'unit')}, each of a size the manual prices.")
