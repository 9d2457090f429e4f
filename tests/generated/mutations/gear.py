"""Changes of what models carry: too much, too many, on the wrong model, or not written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.names import fold_name
from roster.document import ModelEntry, RosterDocument, UnitEntry
from tests.generated.draft import Drafted
from tests.generated.mutations.case import Case, mutation, piece
from tests.generated.wargear import Armoury, Model
from tests.generated.written import items_written

PLAIN = "close combat weapon"


def _armed(case: Case) -> Iterator[tuple[int, Drafted, UnitEntry]]:
    """Plain units with all they carry written by kind, which costs nothing and gives no keyword."""
    for place, unit, entry in case.plain():
        table = case.terms.book.table(unit.sheet)
        is_free = table is not None and not table.wargear and not unit.sheet.item_keywords
        if is_free and not entry.items and not unit.sheet.quarantined and unit.sheet.transport is None:
            yield place, unit, entry


def _with(entry: UnitEntry, case: Case, kind: str, item: str, more: int) -> dict[str, object]:
    """The models with more, or fewer, of the item on the first row of that kind."""
    models, is_done = [], False
    for model in entry.models:
        if model.kind == kind and not is_done:
            pieces = Counter({one.item.id or "": one.count for one in model.items})
            pieces[item] += more
            model = replace(model, items=items_written(pieces, case.catalogue))
            is_done = True
        models.append(model)
    return {"models": tuple(models)}


def _reach(sheet: Datasheet, kind: str) -> set[str]:
    """Whatever models of the kind can carry, in any army."""
    found = set(next(one.default_items for one in sheet.kinds if one.name == kind))
    for _ in sheet.options:
        for option in sheet.options:
            if option.kind in (None, kind):
                found.update(item for choice in option.choices for item in choice)
    return found


def _names(case: Case, items: set[str]) -> set[str]:
    return {fold_name(case.catalogue.items[item].name) for item in items}


@mutation("datasheet/wargear-loadout")
def one_piece_more(case: Case) -> RosterDocument | None:
    """Of what each model carries from the start and no option grants, one more."""
    for place, unit, entry in _armed(case):
        granted = {item for option in unit.sheet.options for choice in option.choices for item in choice}
        budgeted = {item for budget in unit.sheet.budgets for item in budget.items}
        for kind in unit.sheet.kinds:
            own = [item for item in kind.default_items if item not in granted | budgeted]
            others = {item for other in unit.sheet.kinds if other is not kind for item in other.default_items}
            if unit.counts.get(kind.name) and own:
                kept = all(model.items[own[0]] for model in unit.models if model.kind == kind.name)
                if kept and own[0] not in others:
                    return case.edit({place: _with(entry, case, kind.name, own[0], 1)})
    return None


def _rearmed(case: Case, unit: Drafted, models: list[Model]) -> dict[str, object]:
    rows = []
    for kind in dict.fromkeys(model.kind for model in models):
        own = [model for model in models if model.kind == kind]
        pieces: Counter[str] = Counter()
        for model in own:
            pieces.update(model.items)
        rows.append(ModelEntry(kind, len(own), items_written(pieces, case.catalogue)))
    return {"models": tuple(rows), "items": ()}


@mutation("datasheet/wargear-limit")
def one_more_than_the_unit_may(case: Case) -> RosterDocument | None:
    """An option with a limit, used once more than that by models that could."""
    for place, unit, _ in _armed(case):
        if unit.sheet.budgets:
            continue
        for number, option in enumerate(unit.sheet.options):
            if option.per_model is not None or option.while_carrying or option.unless_carrying:
                continue
            others = {
                item
                for other in unit.sheet.options
                if other is not option
                for choice in other.choices
                for item in choice
            }
            defaults = {item for kind in unit.sheet.kinds for item in kind.default_items}
            choice = option.choices[0]
            if set(choice) & (others | defaults) or not choice:
                continue
            armoury = Armoury(unit.sheet, unit.counts, case.terms.lineage, case.chance)
            if armoury.use_beyond(number, choice):
                return case.edit({place: _rearmed(case, unit, armoury.models)})
    return None


@mutation("datasheet/wargear-duplicate")
def more_of_the_same(case: Case) -> RosterDocument | None:
    for place, unit, _ in _armed(case):
        if len(unit.sheet.budgets) != 1 or unit.sheet.budgets[0].duplicate_limit is None:
            continue
        armoury = Armoury(unit.sheet, unit.counts, case.terms.lineage, case.chance)
        if armoury.use_the_same(unit.sheet.budgets[0]):
            return case.edit({place: _rearmed(case, unit, armoury.models)})
    return None


@mutation("datasheet/wargear-all-models")
def one_model_armed_otherwise(case: Case) -> RosterDocument | None:
    for place, unit, _ in _armed(case):
        armoury = Armoury(unit.sheet, unit.counts, case.terms.lineage, case.chance)
        if not unit.sheet.budgets and armoury.use_for_one():
            return case.edit({place: _rearmed(case, unit, armoury.models)})
    return None


@mutation("datasheet/wargear-written")
def a_piece_left_out(case: Case) -> RosterDocument | None:
    """What each model carries from the start, and no option takes, is written for one fewer."""
    for place, unit, entry in _armed(case):
        replaced = {item for option in unit.sheet.options for item in option.replaces}
        granted = {item for option in unit.sheet.options for choice in option.choices for item in choice}
        names = _names(case, set(unit.sheet.items))
        for kind in unit.sheet.kinds:
            for item in kind.default_items:
                if item in replaced | granted or not unit.counts.get(kind.name) or unit.items.total() < 2:
                    continue
                if PLAIN not in names and fold_name(case.catalogue.items[item].name) != PLAIN:
                    return case.edit({place: _with(entry, case, kind.name, item, -1)})
    return None


@mutation("datasheet/wargear-unknown")
def an_item_of_others(case: Case) -> RosterDocument | None:
    for place, unit, entry in _armed(case):
        own = _names(case, set(unit.sheet.items))
        if unit.sheet.kinds and unit.sheet.items:
            for item in case.chance.sample(case.catalogue.data.items, k=20):
                if fold_name(item.name) not in own and fold_name(item.name) != PLAIN:
                    return case.edit({place: {"items": (*entry.items, piece(item.id, 1, case.catalogue))}})
    return None


@mutation("datasheet/wargear-kind")
def an_item_of_another_kind(case: Case) -> RosterDocument | None:
    for place, unit, entry in _armed(case):
        for kind in unit.sheet.kinds:
            if not unit.counts.get(kind.name):
                continue
            mine = _names(case, _reach(unit.sheet, kind.name))
            for other in unit.sheet.kinds:
                for item in other.default_items:
                    if fold_name(case.catalogue.items[item].name) not in mine | {PLAIN}:
                        return case.edit({place: _with(entry, case, kind.name, item, 1)})
    return None


@mutation("datasheet/wargear-zero-model")
def carried_by_nobody(case: Case) -> RosterDocument | None:
    for place, unit, entry in _armed(case):
        for kind in unit.sheet.kinds:
            if not unit.counts.get(kind.name) and kind.default_items:
                nobody = ModelEntry(kind.name, 0, (piece(kind.default_items[0], 1, case.catalogue),))
                return case.edit({place: {"models": (*entry.models, nobody)}})
    return None


@mutation("datasheet/wargear-faction")
def what_another_faction_has(case: Case) -> RosterDocument | None:
    for place, unit, entry in _armed(case):
        lineage = case.terms.lineage
        openly = [one for one in unit.sheet.options if one.required_faction in (None, *lineage)]
        open_items = {item for option in openly for choice in option.choices for item in choice}
        open_items |= {item for kind in unit.sheet.kinds for item in kind.default_items}
        for option in unit.sheet.options:
            if option.required_faction in (None, *lineage):
                continue
            for item in option.choices[0]:
                if fold_name(case.catalogue.items[item].name) not in _names(case, open_items):
                    return case.edit({place: {"items": (*entry.items, piece(item, 1, case.catalogue))}})
    return None
