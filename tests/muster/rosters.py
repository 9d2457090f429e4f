"""Roster documents from the short form that specs are written in.

::

    faction: sample-legion          # default; null: none; "?Name": not recognised
    size: strike-force              # default
    detachments: [sample-legion:spear]   # default; "spear" means the army faction's
    dispositions: [take-and-hold]   # default: none
    points_limit: 1250
    units:
      - walker                      # "sample-legion:walker"
      - {unit: squad, times: 3, models: {Sergeant: 1, Trooper: 4}, items: {sample-gun: 2}}
      - {unit: captain, enhancements: [blade], warlord: true, attached_to: u2, as: leader}
      - {unit: squad, choices: {mark: Red}}     # of the allegiance "sample-legion:mark"; "?Name": not recognised
    plan: {embarked: {u1: [u2, u3a]}, reserves: [u4], splits: {u3: {u3a: 5, u3b: 5}}}

Models are counts by kind, or ``{Trooper: {count: 4, items: {sample-gun: 4}}}`` with what they carry.
Units get the keys ``u1``, ``u2`` ... by place unless ``key`` says otherwise. A unit without
``models`` gets its datasheet's smallest make-up; ``models: none`` leaves it unsaid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet
from roster.document import (
    DeploymentPlan,
    Embarkation,
    ItemCount,
    ModelEntry,
    Reference,
    RosterDocument,
    SplitPart,
    UnitChoice,
    UnitEntry,
    UnitSplit,
)

Spec = Mapping[str, Any]  # parsed YAML

ROSTER_KEYS = frozenset(
    {"faction", "size", "detachments", "dispositions", "units", "plan", "points_limit", "release", "stated_points"}
)
UNIT_KEYS = frozenset(
    {"unit", "key", "times", "models", "items", "enhancements", "bearer", "warlord", "warlord_model"}
    | {"attached_to", "as", "choices"}
)


def _reference(written: str, prefix: str = "") -> Reference:
    if written.startswith("?"):
        return Reference(None, written[1:])
    return Reference(written if ":" in written else f"{prefix}{written}", "")


def _only(spec: Spec, allowed: frozenset[str]) -> None:
    unknown = spec.keys() - allowed
    if unknown:
        raise ValueError(f"A spec cannot say {sorted(unknown)}; it can say {sorted(allowed)}.")


def roster_of(spec: Spec, catalogue: Catalogue) -> RosterDocument:
    """The roster document a spec's short form stands for."""
    _only(spec, ROSTER_KEYS)
    faction, size = spec.get("faction", "sample-legion"), spec.get("size", "strike-force")
    entries: list[Spec] = []
    for written in spec.get("units", ()):
        unit: Spec = {"unit": written} if isinstance(written, str) else written
        _only(unit, UNIT_KEYS)
        entries += [unit] * unit.get("times", 1)
    return RosterDocument(
        faction=_reference(faction) if faction else None,
        battle_size=_reference(size) if size else None,
        detachments=tuple(_reference(one, "sample-legion:") for one in spec.get("detachments", ["spear"])),
        dispositions=tuple(_reference(one) for one in spec.get("dispositions", ())),
        units=tuple(_unit(unit, number, catalogue) for number, unit in enumerate(entries, 1)),
        plan=_plan(spec["plan"]) if "plan" in spec else None,
        points_limit=spec.get("points_limit"),
        release=spec.get("release"),
        stated_points=spec.get("stated_points"),
    )


def _unit(spec: Spec, number: int, catalogue: Catalogue) -> UnitEntry:
    datasheet = _reference(spec["unit"], "sample-legion:")
    known = catalogue.datasheets.get(datasheet.id) if datasheet.id else None
    return UnitEntry(
        key=spec.get("key", f"u{number}"),
        datasheet=datasheet,
        models=_models(spec.get("models"), known),
        items=_items(spec.get("items", {})),
        enhancements=tuple(_enhancement(one) for one in spec.get("enhancements", ())),
        bearer=spec.get("bearer"),
        is_warlord=spec.get("warlord", False),
        warlord_model=spec.get("warlord_model"),
        attached_to=spec.get("attached_to"),
        attached_as=spec.get("as"),
        choices=tuple(
            UnitChoice(_reference(allegiance, "sample-legion:"), choice)
            for allegiance, choice in _pairs(spec.get("choices", {}))
        ),
    )


def _enhancement(written: str) -> Reference:
    """``blade`` is of the Spear, ``line:blade`` of another detachment; two colons: an id as it is."""
    if written.startswith("?") or written.count(":") > 1:
        return _reference(written)
    return Reference(f"sample-legion:{written if ':' in written else f'spear:{written}'}")


def _models(spec: Spec | str | None, datasheet: Datasheet | None) -> tuple[ModelEntry, ...]:
    if isinstance(spec, Mapping):
        return tuple(_model(kind, written) for kind, written in spec.items())
    if spec == "none" or datasheet is None:
        return ()
    if datasheet.tiers:
        return tuple(ModelEntry(row.kind, row.minimum) for row in datasheet.tiers[0].counts if row.minimum)
    return tuple(ModelEntry(kind.name, kind.minimum) for kind in datasheet.kinds if kind.minimum)


def _model(kind: str, written: int | Spec) -> ModelEntry:
    """``{Trooper: 4}``, or with what they carry, ``{Trooper: {count: 4, items: {sample-gun: 4}}}``."""
    if isinstance(written, int):
        return ModelEntry(kind, written)
    return ModelEntry(kind, written["count"], _items(written.get("items", {})))


def _items(spec: Spec) -> tuple[ItemCount, ...]:
    return tuple(ItemCount(_reference(item, "wargear:"), count) for item, count in spec.items())


def _plan(spec: Spec) -> DeploymentPlan:
    embarked: Mapping[str, Sequence[str]] = spec.get("embarked", {})
    return DeploymentPlan(
        embarked=tuple(Embarkation(transport, tuple(riders)) for transport, riders in embarked.items()),
        reserves=tuple(spec.get("reserves", ())),
        splits=tuple(
            UnitSplit(unit, tuple(SplitPart(key, models) for key, models in parts.items()))
            for unit, parts in _pairs(spec.get("splits", {}))
        ),
    )


def _pairs(spec: Spec | Sequence[Spec]) -> list[tuple[str, Any]]:
    """Pairs of a mapping, or of a list of mappings where a key stands twice."""
    return [pair for one in ([spec] if isinstance(spec, Mapping) else spec) for pair in one.items()]
