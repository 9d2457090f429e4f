"""Weapon abilities as text: ``Rapid Fire 2``, ``Anti-Infantry 4+``, ``Lethal Hits against Vehicle but not Titanic``."""

from __future__ import annotations

import re

from datasheets.admin.workbench.names import Unreadable
from datasheets.catalogue.wargear import WeaponKeyword

# Names with a hyphen that is no target ("Twin-linked") are most; these are the ones that name a target.
_TARGETED = ("Anti", "Hunter")
_ABILITY = re.compile(
    r"^(?P<name>\S.*?)"
    r"(?:\s+(?P<value>\d*D\d+(?:\+\d+)?|\d+\+?))?"
    r"(?:\s+against\s+(?P<required>\S.*?))?"
    r"(?:\s+but\s+not\s+(?P<excluded>\S.*?))?$"
)


class Ability:
    """One weapon ability."""

    def write(self, value: WeaponKeyword) -> str:
        text = f"{value.name}-{value.target}" if value.target else value.name
        if value.value:
            text += f" {value.value}"
        if value.required_targets:
            text += f" against {', '.join(value.required_targets)}"
        if value.excluded_targets:
            text += f" but not {', '.join(value.excluded_targets)}"
        return text

    def read(self, text: str) -> WeaponKeyword:
        found = _ABILITY.match(text.strip())
        if found is None:
            raise Unreadable(f'"{text}" is no weapon ability: write "Rapid Fire 2" or "Anti-Infantry 4+".')
        name, target = found["name"], None
        for targeted in _TARGETED:
            if name.lower().startswith(f"{targeted.lower()}-"):
                name, target = targeted, name[len(targeted) + 1 :].strip()
                if not target:
                    raise Unreadable(f'"{text}" names no target: write "{targeted}-Infantry 4+".')
        return WeaponKeyword(
            name=name,
            value=found["value"],
            target=target,
            required_targets=_keywords(found["required"]),
            excluded_targets=_keywords(found["excluded"]),
        )


def _keywords(text: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (text or "").split(",") if part.strip())
