"""A draft written down as a roster document, in one of the ways in which people write."""

from __future__ import annotations

import random
from collections import Counter

from datasheets.catalogue import Catalogue
from datasheets.catalogue.attachment import AttachmentRole
from roster.document import ItemCount, ModelEntry, Reference, RosterDocument, UnitChoice, UnitEntry
from tests.generated.draft import Draft, Drafted
from tests.generated.enhance import able_kinds
from tests.generated.plan import Planner
from tests.generated.terms import offer_here


def written(draft: Draft, chance: random.Random, catalogue: Catalogue) -> RosterDocument:
    """The roster document; its plan, if it gets one, is made here."""
    terms = draft.terms
    granted = list(
        dict.fromkeys(
            disposition
            for detachment in terms.detachments
            if (offer := offer_here(detachment, terms.lineage)) is not None
            for disposition in offer.dispositions
        )
    )
    named = bool(granted) and (len(granted) > 1 or chance.random() < 0.7)
    has_plan = bool(draft.units) and chance.random() < 0.6
    plan = Planner(draft, chance).plan() if has_plan else None
    return RosterDocument(
        faction=Reference(terms.faction.id, terms.faction.name),
        battle_size=Reference(terms.size.id, terms.size.name),
        detachments=tuple(Reference(one.id, one.name) for one in terms.detachments),
        dispositions=(Reference(chance.choice(granted)),) if named else (),
        units=tuple(written_unit(unit, draft, chance, catalogue) for unit in draft.units),
        plan=plan,
        points_limit=terms.size.points_limit if chance.random() < 0.1 else None,
        stated_points=draft.total() if chance.random() < 0.5 else None,
        release=catalogue.stamp.label if chance.random() < 0.3 else None,
    )


def written_unit(unit: Drafted, draft: Draft, chance: random.Random, catalogue: Catalogue) -> UnitEntry:
    """The unit written down, under its key."""
    models, items = _models(unit, chance, catalogue)
    able = [kind.name for kind in able_kinds(unit)]
    is_needed = any(not (one.is_upgrade or one.usable_by_non_character) for one in unit.enhancements)
    bearer = chance.choice(able) if able and unit.enhancements and is_needed and len(able) > 1 else None
    return UnitEntry(
        key=unit.key,
        datasheet=Reference(unit.sheet.id, unit.sheet.name),
        models=models,
        items=items,
        enhancements=tuple(Reference(one.id, one.name) for one in unit.enhancements),
        bearer=bearer,
        is_warlord=unit.is_warlord,
        warlord_model=chance.choice(able) if unit.is_warlord and unit.is_character and len(able) > 1 else None,
        attached_to=unit.host.key if unit.host is not None else None,
        attached_as=_role(unit, draft, chance),
        choices=tuple(UnitChoice(Reference(one.id, one.name), choice) for one, choice in unit.choices),
    )


def _role(unit: Drafted, draft: Draft, chance: random.Random) -> str | None:
    """The role; sometimes left out where it can be no other."""
    if unit.host is None or unit.role is None:
        return None
    roles = {row.role for row in draft.terms.ways(unit.sheet) if row.bodyguard == unit.host.sheet.id}
    is_clear = roles == {unit.role} and unit.role is not AttachmentRole.JOINER and not unit.enhancements
    return None if is_clear and chance.random() < 0.3 else unit.role.value


def _models(
    unit: Drafted, chance: random.Random, catalogue: Catalogue
) -> tuple[tuple[ModelEntry, ...], tuple[ItemCount, ...]]:
    """Models by kind with what they carry; or the pieces of the whole unit, or one kind in several entries."""
    way = chance.random()
    if way < 0.15:
        entries = tuple(ModelEntry(kind, count) for kind, count in unit.counts.items())
        return entries, items_written(unit.items, catalogue)
    found: list[ModelEntry] = []
    for kind in unit.counts:
        own = [model for model in unit.models if model.kind == kind]
        cut = chance.randint(1, len(own)) if way > 0.85 else len(own)
        for part in (own[:cut], own[cut:]):
            if part:
                pieces = sum((model.items for model in part), Counter())
                found.append(ModelEntry(kind, len(part), items_written(pieces, catalogue)))
    return tuple(found), ()


def items_written(pieces: Counter[str], catalogue: Catalogue) -> tuple[ItemCount, ...]:
    """Pieces by item, written down."""
    return tuple(
        ItemCount(Reference(item, catalogue.items[item].name), count) for item, count in pieces.items() if count
    )
