"""Turning a folder of the published Munitorum Field Manual's data into the project's own shape.

Two upstream shapes are read: that of v1.1 (a unit has ``role`` and ``attachTo``, a detachment one
``objective``) and that of v1.5 (``leaderTo`` and ``supportTo``, ``objectives``, ``missing``,
``provenance``).
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Literal

import msgspec
import yaml
from msgspec import Struct, field

from datasheets.sources import manual as own
from datasheets.sources.faults import SourceFault
from datasheets.sources.slugs import without_upgrade_tag
from datasheets.sources.yaml_file import read_yaml

MANUAL_NAME = "Munitorum Field Manual"

_RANGE = re.compile(r"\[(\d+),(?:(\d+)\]|\))")
_COUNTED = re.compile(r"(\d+) (.+)")
_OWN_NAME_OF_FIELD = {
    "pricing": "tiers",
    "dp": "points",
    "objective": "dispositions",
    "objectives": "dispositions",
    "lists": "attachments",
    "leaderTo": "leads",
    "supportTo": "supports",
}

Provenance = str | dict[str, str] | None


class _Strict(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    pass


class _Cost(_Strict, frozen=True):
    models: own.Count
    points: own.Points
    desc: str | None = None
    addon: bool = False


class _Pricing(_Strict, frozen=True):
    range: str
    label: str
    costs: tuple[_Cost, ...]


class _Wargear(_Strict, frozen=True):
    item: str
    points: own.Points
    provenance: Provenance = None


class _Unit(_Strict, frozen=True):
    name: str
    pricing: tuple[_Pricing, ...] | None
    group_title: str | None = None
    legends: bool = False
    role: Literal["leader", "support"] | None = None
    attach_to: tuple[str, ...] = ()
    leader_to: tuple[str, ...] = ()
    support_to: tuple[str, ...] = ()
    wargear: tuple[_Wargear, ...] = ()
    missing: tuple[str, ...] = ()
    provenance: Provenance = None


class _Enhancement(_Strict, frozen=True):
    name: str
    points: own.Points
    leader_to: tuple[str, ...] = ()
    support_to: tuple[str, ...] = ()
    provenance: Provenance = None


class _Detachment(_Strict, frozen=True):
    name: str
    dp: int | None
    enhancements: tuple[_Enhancement, ...] | None
    objective: str | None = None
    objectives: tuple[str, ...] = ()
    unique: str | None = None
    missing: tuple[str, ...] = ()
    provenance: Provenance = None


class _File(_Strict, frozen=True):
    name: str
    slug: str
    version: str
    first_seen: date
    detachments: tuple[_Detachment, ...]
    units: tuple[_Unit, ...]
    parent: str | None = None


class _Meta(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    version: str
    last_updated: date
    factions: tuple[str, ...]
    notes: str = field(default="")


def convert_field_manual(folder: Path) -> own.Manual:
    """The manual in ``folder`` in the project's own shape.

    ``folder`` holds one YAML file a faction and, in the older shape, ``meta.yaml``. Raises
    :class:`SourceFault` naming file and entry for anything that is not understood.
    """
    if not folder.is_dir():
        raise SourceFault(f"{folder.name}: no such folder; give the folder that holds the manual's YAML files.")
    paths = sorted(path for path in folder.glob("*.yaml") if path.name != "meta.yaml")
    if not paths:
        raise SourceFault(f"{folder.name}: holds no YAML files; give the folder that holds the manual's YAML files.")
    files = [read_yaml(path, _File) for path in paths]
    for path, file in zip(paths, files, strict=True):
        if file.slug != path.stem:
            raise SourceFault(f'{folder.name}/{path.name}: slug "{file.slug}" should be "{path.stem}" like the file.')
    version, published = _version_of(folder, files)
    by_name = {file.name: file for file in files}
    lists = tuple(_list_of(folder, file, by_name) for file in files)
    for price_list in lists:
        own.check_price_list(f"{folder.name}/{price_list.slug}.yaml", price_list, price_list.slug)
    return own.Manual(MANUAL_NAME, version, published, lists)


def write_manual(manual: own.Manual, folder: Path) -> tuple[Path, ...]:
    """Write ``manual`` to ``folder`` in the project's own shape; the paths written, in order."""
    folder.mkdir(parents=True, exist_ok=True)
    head = {
        "name": manual.name,
        "version": manual.version,
        "date": manual.date,
        "lists": [price_list.slug for price_list in manual.lists],
    }
    written = [folder / "manual.yaml"]
    written[0].write_text(_dump(head), encoding="utf-8")
    for price_list in manual.lists:
        path = folder / f"{price_list.slug}.yaml"
        path.write_text(_dump(msgspec.to_builtins(price_list)), encoding="utf-8")
        written.append(path)
    return tuple(written)


def _dump(value: object) -> str:
    return yaml.safe_dump(value, sort_keys=False, allow_unicode=True, default_flow_style=None, width=120)


def _version_of(folder: Path, files: list[_File]) -> tuple[str, date]:
    versions = {(file.version, file.first_seen) for file in files}
    if len(versions) > 1:
        told = ", ".join(f"{version} of {day}" for version, day in sorted(versions))
        raise SourceFault(f"{folder.name}: files of several versions ({told}); a manual has one.")
    version, published = versions.pop()
    if (folder / "meta.yaml").exists():
        meta = read_yaml(folder / "meta.yaml", _Meta)
        if meta.version != version:
            raise SourceFault(f"{folder.name}/meta.yaml: version {meta.version}, the files say {version}.")
        published = meta.last_updated
    return version, published


def _list_of(folder: Path, file: _File, by_name: dict[str, _File]) -> own.PriceList:
    where = f"{folder.name}/{file.slug}.yaml"
    if file.parent is not None and file.parent not in by_name:
        raise SourceFault(f'{where}: parent "{file.parent}" is no list of this manual.')
    parent = by_name[file.parent] if file.parent else None
    return own.PriceList(
        slug=file.slug,
        name=file.name,
        parent=parent.slug if parent else "",
        detachments=tuple(_detachment_of(row) for row in file.detachments),
        units=tuple(_unit_of(f'{where}: units "{row.name}"', row) for row in _told_apart(file, parent)),
    )


def _told_apart(file: _File, parent: _File | None) -> tuple[_Unit, ...]:
    """The file's units; of two with one name, the one priced as in the parent's list is the parent's.

    A list rebuilt from changelogs loses the block of an added unit, so that a chapter's own unit and
    the parent's of the same name look alike.
    """
    names = Counter((row.name, row.group_title) for row in file.units)
    if parent is None or max(names.values(), default=0) < 2:
        return file.units
    priced = {(row.name, row.pricing): row for row in parent.units}
    told: list[_Unit] = []
    for row in file.units:
        match = priced.get((row.name, row.pricing)) if names[row.name, row.group_title] > 1 else None
        if match is not None:
            note = {"block": f"as priced in {parent.slug}", "other": str(row.provenance or "")}
            row = msgspec.structs.replace(row, group_title=parent.name, legends=match.legends, provenance=note)
        told.append(row)
    return tuple(told)


def _detachment_of(row: _Detachment) -> own.Detachment:
    objectives = row.objectives or ((row.objective,) if row.objective else ())
    return own.Detachment(
        name=row.name,
        points=row.dp,
        dispositions=tuple(objective.lower().replace(" ", "-") for objective in objectives),
        unique=(row.unique,) if row.unique else (),
        enhancements=tuple(_enhancement_of(enhancement) for enhancement in row.enhancements or ()),
        source=_source(row.provenance),
        missing=_missing(row.missing),
    )


def _enhancement_of(row: _Enhancement) -> own.Enhancement:
    return own.Enhancement(
        name=without_upgrade_tag(row.name),
        points=row.points,
        upgrade=without_upgrade_tag(row.name) != row.name.strip(),
        leads=row.leader_to,
        supports=row.support_to,
        source=_source(row.provenance),
    )


def _unit_of(at: str, row: _Unit) -> own.Unit:
    if row.attach_to and row.role is None:
        raise SourceFault(f"{at}: attachTo without role; the role says leader or support.")
    add_ons = {
        own.AddedModel(model=cost.desc or "", points=cost.points)
        for pricing in row.pricing or ()
        for cost in pricing.costs
        if cost.addon
    }
    return own.Unit(
        name=row.name,
        block=row.group_title or "",
        tiers=tuple(_tier_of(at, pricing) for pricing in row.pricing or ()),
        add_ons=tuple(sorted(add_ons, key=lambda added: added.model)),
        wargear=tuple(own.PaidWargear(item.item, item.points, _source(item.provenance)) for item in row.wargear),
        leads=row.leader_to or (row.attach_to if row.role == "leader" else ()),
        supports=row.support_to or (row.attach_to if row.role == "support" else ()),
        legends=row.legends,
        source=_source(row.provenance),
        missing=_missing(row.missing),
    )


def _tier_of(at: str, row: _Pricing) -> own.Tier:
    match = _RANGE.fullmatch(row.range)
    if match is None:
        raise SourceFault(f'{at}: range "{row.range}" is not like "[1,2]" or "[3,)".')
    first, last = match.groups()
    copies = f"{first}+" if last is None else (first if first == last else f"{first}-{last}")
    rows = tuple(
        own.Row(models=cost.models, points=cost.points, composition=_composition(at, cost))
        for cost in row.costs
        if not cost.addon
    )
    return own.Tier(copies=copies, rows=rows)


def _composition(at: str, cost: _Cost) -> dict[str, int]:
    """``"1 Sword Brother, 4 Neophytes"`` as kind: models."""
    if cost.desc is None:
        return {}
    counts: dict[str, int] = {}
    for part in cost.desc.split(","):
        match = _COUNTED.fullmatch(part.strip())
        if match is None:
            raise SourceFault(f'{at}: "{cost.desc}" is not a list of counted models.')
        counts[match[2]] = int(match[1])
    if sum(counts.values()) != cost.models:
        raise SourceFault(f'{at}: "{cost.desc}" counts {sum(counts.values())} models, its row says {cost.models}.')
    return counts


def _missing(fields: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_OWN_NAME_OF_FIELD.get(name, name) for name in fields))


def _source(provenance: Provenance) -> str:
    """A note on entries that do not rest on the manual itself; empty: they do."""
    if isinstance(provenance, dict):
        return ", ".join(f"{_OWN_NAME_OF_FIELD.get(name, name)} {value}" for name, value in sorted(provenance.items()))
    return provenance or ""
