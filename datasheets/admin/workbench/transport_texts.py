"""What transports carry, as text that people can read and type, and back."""

from __future__ import annotations

import re

from datasheets.admin.workbench.names import Named, Names, Unreadable
from datasheets.admin.workbench.texts import COUNTED, OneNamed, split, whole
from datasheets.catalogue.transport import CapacityWith, Hold, SlotCost, Spared

_WOUNDS = re.compile(r"^(?P<keyword>\S.*?)(?: from (?P<wounds>\d+) wounds)?$")
_CAPACITY = re.compile(r"^(?P<capacity>\d+) with (?:a model (?P<kind>\S.*)|(?P<item>\S.*))$")
_HOLD = re.compile(
    r"^(?P<count>\d+)\s*[x×]?\s+(?P<groups>\S.*?)(?: of at most (?P<wounds>\d+) wounds)?(?:, leaves (?P<left>\d+))?$"
)
_SPARED = re.compile(r"^(?P<keyword>\S.*?): (?P<keywords>\S.*?)(?P<joined>, if joined)?$")


class Slots:
    """What a passenger takes up: ``2 Gravis``, ``3 Infantry from 2 wounds``."""

    def write(self, value: SlotCost) -> str:
        wounds = "" if value.minimum_wounds is None else f" from {value.minimum_wounds} wounds"
        return f"{value.slots} {value.keyword}{wounds}"

    def read(self, text: str) -> SlotCost:
        found = COUNTED.match(text)
        told = _WOUNDS.match(found["name"].strip()) if found else None
        if found is None or told is None:
            raise Unreadable(f'"{text}" has no number of slots: write "2 Gravis".')
        wounds = whole(told["wounds"], most=200) if told["wounds"] else None
        return SlotCost(told["keyword"], whole(found["count"], most=100), wounds)


class OtherCapacity:
    """The capacity with an item, or with a model of a kind: ``12 with Killkannon``, ``22 with a model Platform``."""

    def __init__(self, names: Names) -> None:
        self.item = OneNamed(Named.ITEM, names)

    def write(self, value: CapacityWith) -> str:
        told = f"a model {value.kind}" if value.kind is not None else self.item.write(value.item)
        return f"{value.capacity} with {told}"

    def read(self, text: str) -> CapacityWith:
        found = _CAPACITY.match(text)
        if found is None:
            raise Unreadable(
                f'"{text}": write "12 with Killkannon" or, for a kind of model, "22 with a model Platform".'
            )
        capacity = whole(found["capacity"], most=1000)
        if found["kind"]:
            return CapacityWith(capacity, kind=found["kind"])
        return CapacityWith(capacity, self.item.read(found["item"]))


class Holds:
    """Room beside the capacity: ``1 Monster of at most 12 wounds, leaves 0``, ``4 Devilfish or Sky Ray``."""

    def write(self, value: Hold) -> str:
        groups = " or ".join(" + ".join(group) for group in value.passengers)
        wounds = "" if value.maximum_wounds is None else f" of at most {value.maximum_wounds} wounds"
        left = "" if value.capacity is None else f", leaves {value.capacity}"
        return f"{value.models} {groups}{wounds}{left}"

    def read(self, text: str) -> Hold:
        found = _HOLD.match(text)
        if found is None:
            raise Unreadable(f'"{text}": write how many models and who, as in "1 Dreadnought" or "4 Walker or Tank".')
        return Hold(
            models=whole(found["count"], most=1000),
            passengers=tuple(tuple(split(group, "+")) for group in found["groups"].split(" or ")),
            maximum_wounds=whole(found["wounds"], most=200) if found["wounds"] else None,
            capacity=whole(found["left"], most=1000) if found["left"] else None,
        )


class SparedUnits:
    """Who rides although a keyword of theirs is excluded: ``Tacticus: Tacticus + Character, if joined``."""

    def write(self, value: Spared) -> str:
        return f"{value.keyword}: {' + '.join(value.keywords)}{', if joined' if value.has_joined else ''}"

    def read(self, text: str) -> Spared:
        found = _SPARED.match(text)
        if found is None:
            raise Unreadable(f'"{text}": write the excluded keyword and who is spared, as in "Ynnari: Asuryani".')
        return Spared(found["keyword"], tuple(split(found["keywords"], "+")), bool(found["joined"]))
