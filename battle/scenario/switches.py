"""Switches of a scenario: which are on offer, and that those it turns on exist and go together (R-45)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from battle.armies import Fielded
from battle.effects.judged import Switch
from battle.effects.shapes import Kind
from battle.effects.upstream.translating import PREFIX
from battle.engine.effects import Status, Test
from roster.document_faults import DocumentError

MOST_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Offer:
    """A switch on offer, and the names of the units whose rules it turns on, each once."""

    switch: Switch
    units: tuple[str, ...]


def switches_on_offer(*units: Fielded) -> tuple[Offer, ...]:
    """Every switch of the units, each once."""
    switches: dict[str, Switch] = {}
    names: dict[str, dict[str, None]] = {}
    for unit in units:
        for switch in (*unit.switches, *_of_effects(unit)):
            switches.setdefault(switch.name, switch)
            names.setdefault(switch.name, {})[unit.name] = None
    return tuple(Offer(switch, tuple(names[name])) for name, switch in switches.items())


def _of_effects(unit: Fielded) -> Iterator[Switch]:
    """Switches of effects that a scenario itself writes; nobody says there what they stand for."""
    for effect in unit.fighters.effects:
        name = effect.switch or ("" if effect.status is Status.JUDGED else effect.source)
        names = [name] if name else []
        names += [one for each in effect.conditions if each.test is Test.SWITCHED_ON for one in each.values]
        for one in names:
            yield Switch(one, f"{effect.source}.", Kind.EVENT)


def refuse_switches(turned_on: Sequence[str], offers: Sequence[Offer], pointer: str) -> None:
    """Raise :class:`DocumentError` for a switch that turns nothing on, and for two that exclude each other."""
    known = {offer.switch.name: offer.switch for offer in offers}
    for place, name in enumerate(turned_on):
        switch = known.get(name)
        if switch is None:
            raise DocumentError(f"{pointer}/switches/{place}", _unknown(name, list(known)))
        for other in switch.instead_of:
            if other in turned_on:
                raise DocumentError(
                    f"{pointer}/switches/{place}", f"“{name}” and “{other}” are not on together; turn one of them off."
                )


def _unknown(name: str, known: Sequence[str]) -> str:
    if not known:
        return f"Nothing is turned on by “{name[:100]}”: the units have no switches."
    near = get_close_matches(name, known, n=1)
    if near:
        return f"Nothing is turned on by “{name[:100]}”. Did you mean “{near[0]}”?"
    more = f" and {len(known) - MOST_SHOWN} more" if len(known) > MOST_SHOWN else ""
    return f"Nothing is turned on by “{name[:100]}”. There are: {', '.join(known[:MOST_SHOWN])}{more}."


def offer_lines(offers: Sequence[Offer]) -> Iterator[str]:
    """What play can turn on, judged rules first; unverified encodings by their names only."""
    return lines_of_dicts(offers_as_dicts(offers, ()))


def lines_of_dicts(offers: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The same of offers as plain JSON values."""
    told = [offer for offer in offers if not offer["name"].startswith(PREFIX)]
    others = [offer["name"] for offer in offers if offer["name"].startswith(PREFIX)]
    if told:
        yield "Switches, off unless the situation names them:"
    for offer in told:
        more = [
            words
            for words in (
                f"costs {offer['cost']}" if offer["cost"] else "",
                f"once per {offer['once']}" if offer["once"] else "",
                f"lasts {offer['lasts']}" if offer["lasts"] else "",
            )
            if words
        ]
        rest = f" ({', '.join(more)})" if more else ""
        yield f"  {offer['name']} ({offer['unit']}): {offer['says']}{rest}"
    if others:
        yield f"Switches of encodings that nobody has judged: {', '.join(others)}."


def offers_as_dicts(offers: Sequence[Offer], on: Collection[str]) -> list[dict[str, Any]]:
    """What can be turned on, and what is, as plain JSON values."""
    return [
        {
            "name": offer.switch.name,
            "unit": offer.units[0],
            "units": list(offer.units),
            "says": offer.switch.says,
            "kind": offer.switch.kind.value,
            "once": offer.switch.once or None,
            "lasts": offer.switch.lasts or None,
            "cost": offer.switch.cost or None,
            "instead_of": list(offer.switch.instead_of),
            "is_on": offer.switch.name in on,
        }
        for offer in offers
    ]
