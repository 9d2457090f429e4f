"""What people call entries and their fields, where the code has references and attributes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from datasheets import models
from datasheets.admin.workbench.page import plan_of
from datasheets.catalogue.entries import EntryRef
from datasheets.services.refusals import EntryInUse
from datasheets.tables.entries import MODELS

_NAMED = (
    models.Faction,
    models.Datasheet,
    models.Detachment,
    models.Enhancement,
    models.Item,
    models.BattleSize,
    models.ForceDisposition,
)
"""Where the parts of a key have their names."""
_AT_ONCE = 500
WHOLE_ENTRY = "the whole entry"


def entry_words(refs: Iterable[EntryRef]) -> Mapping[EntryRef, str]:
    """Each entry as its kind and the names in its key: ``price table Immortals, Necrons``."""
    refs = set(refs)
    names = dict(_names({part for ref in refs for part in ref.key.split("|")}))
    return {ref: f"{_kind(ref.collection)} {', '.join(_parts(ref, names))}" for ref in refs}


def field_words(collection: str, field: str) -> str:
    """What the pages call a field of an entry; the field ``""`` is the whole entry."""
    if not field:
        return WHOLE_ENTRY
    plan = plan_of(collection)
    labels = {
        **{column.name: column.label for column in (*plan.key, *plan.columns)},
        **{part.field: part.title for part in plan.parts},
    }
    return labels.get(field, field.replace("_", " "))


def place_words(collection: str, fields: Iterable[str]) -> str:
    """Several fields of one entry, one behind the other."""
    return ", ".join(field_words(collection, field) for field in fields)


def refusal_words(refused: Exception) -> str:
    """A refusal as a sentence; what cannot be deleted stands there by its name."""
    if isinstance(refused, EntryInUse):
        named = entry_words([refused.ref])[refused.ref]
        return str(refused).replace(str(refused.ref), f"{named[:1].upper()}{named[1:]}", 1)
    return str(refused)


def _names(ids: set[str]) -> Iterator[tuple[str, str]]:
    wanted = sorted(ids)
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        for model in _NAMED:
            yield from model._default_manager.filter(public_id__in=some).values_list("public_id", "name")


def _parts(ref: EntryRef, names: Mapping[str, str]) -> Iterator[str]:
    """The parts of a key, by name where they have one."""
    yield from (names.get(part, part) for part in ref.key.split("|") if part)


def _kind(collection: str) -> str:
    model = MODELS.get(collection)
    return str(model._meta.verbose_name) if model is not None else collection.replace("_", " ")
