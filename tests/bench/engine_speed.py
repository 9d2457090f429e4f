"""``python -m tests.bench.engine_speed``: how fast the exact engine is.

Two attacks at one group, one in two batches at an attached unit, an exchange, a duel over five rounds, and twenty
units of the catalogue on twenty and back, some of them attached. Each cold (nothing is remembered), warm (tables of
counts and kernels are, answers are not) and again (the same question once more). Prints milliseconds of processor
time; judges nothing.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from battle.armies import Fielded, field_unit
from battle.engine import attacks
from battle.engine.attacks import resolve
from battle.engine.chain import chain
from battle.engine.courses import Course, Duel
from battle.engine.effects import Change, Effect, Part, Side
from battle.engine.exchange import exchange
from battle.engine.matrix import Activity, meeting
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.remembering import forget
from battle.engine.situation import Phase, Situation
from datasheets.catalogue import Catalogue
from datasheets.sources import source_catalogue
from roster.document import Reference, UnitEntry
from tests.battle.engine.units import ability, attackers, character, models, unit, weapon

REPEATS = 5
PLAIN = Policies()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--profile", metavar="NAME", help="print where one of them spends its time")
    options = parser.parse_args()
    cases = engine_cases(source_catalogue())
    if options.profile:
        _profile(cases[options.profile])
        return
    first = None
    for name, work in cases.items():
        cold, warm, again = (_best(work, before) for before in (forget_everything, forget_answers, _keep_all))
        first = first or cold
        print(f"{name:<9} cold {cold:9.3f} ms ({cold / first:6.1f} × S1)  warm {warm:9.3f}  again {again:9.3f}")


def engine_cases(catalogue: Catalogue) -> dict[str, Callable[[], Any]]:
    """What is measured, by name."""
    gun = attackers((10, weapon(2, 3, 4, 1, 1)))
    oath = Effect("Sample Oath", Side.MADE, Part.HIT_ROLL, Change.REROLL_ONES)
    blade = weapon(20, 3, 5, 2, 2, ability("sustained hits", 1), "lethal hits", range=None)
    guns = weapon("D6", 3, 6, 1, "D3", ability("anti", 4, "infantry"), "devastating wounds", name="Second Gun")
    attached = unit(
        models(9, 4, 3, 2), models(1, 4, 3, 3, name="Sergeant"), character(4, 2, 5, 4, 5), keywords=("infantry",)
    )
    units = sample_units(catalogue)
    fight = Situation(phase=Phase.FIGHT)
    return {
        "S1": partial(resolve, gun, unit(models(10, 4, 3, 2)), Situation(), PLAIN),
        "S2": partial(resolve, attackers(blade, effects=(oath,)), unit(models(5, 5, 2, 3, 4, 5)), fight, PLAIN),
        "S3": partial(resolve, attackers((10, weapon(2, 3, 4, 1, 1)), (6, guns)), attached, Situation(), PLAIN),
        "exchange": partial(exchange, _squad(), _squad(), Situation(distance=12), Situation(distance=12), PLAIN),
        "duel": partial(chain, _squad(), _squad(), Duel(24, 5, Course(6), Course(6)), PLAIN),
        "matrix": partial(_all_at_all, units),
    }


def _squad() -> Fighters:
    """Ten models with a rifle each."""
    profile = Profile("Rifleman", 10, 4, 3, 2)
    return Fighters("Riflemen", (profile,), (Loadout("Rifleman", 10, (WeaponUse(weapon(2, 3, 4, 1, 1)),)),))


SAMPLE = (
    ("adeptus-astartes:intercessor-squad", "adeptus-astartes:captain"),
    ("adeptus-astartes:terminator-squad",),
    ("adeptus-astartes:redemptor-dreadnought",),
    ("adeptus-astartes:rhino",),
    ("necrons:necron-warriors", "necrons:overlord"),
    ("necrons:immortals",),
    ("necrons:doomsday-ark",),
    ("orks:boyz", "orks:warboss"),
    ("orks:meganobz",),
    ("orks:trukk",),
    ("tyranids:termagants",),
    ("tyranids:carnifexes",),
    ("tyranids:genestealers",),
    ("astra-militarum:cadian-shock-troops",),
    ("astra-militarum:leman-russ-battle-tank",),
    ("aeldari:guardian-defenders", "aeldari:farseer"),
    ("aeldari:wraithguard",),
    ("tau-empire:crisis-fireknife-battlesuits",),
    ("adeptus-custodes:custodian-guard",),
    ("drukhari:kabalite-warriors",),
)
"""Datasheets of several factions, four of them with a leader, by id."""


def sample_units(catalogue: Catalogue) -> list[Fielded]:
    """The units of :data:`SAMPLE`, each as small as may be and with what it comes with."""
    found = []
    for ids in SAMPLE:
        entries = [
            UnitEntry(
                f"u{place}",
                Reference(id, catalogue.datasheets[id].name),
                attached_to="u0" if place else None,
                attached_as="leader" if place else None,
            )
            for place, id in enumerate(ids)
        ]
        found.append(field_unit(tuple(entries), catalogue))
    return found


def _all_at_all(units: list[Fielded]) -> None:
    one = [unit.fighters for unit in units]
    other = [replace(unit, name=f"Other {unit.name}") for unit in one]
    for mine in one:
        for theirs in other:
            for attacker, target in ((mine, theirs), (theirs, mine)):
                meeting(attacker, target, Activity.SHOOTING, Situation(distance=12), PLAIN)


def forget_everything() -> None:
    """Empty every cache of the engine."""
    forget()
    for name, module in list(sys.modules.items()):
        if name.startswith("battle.engine"):
            for value in list(vars(module).values()):
                clear = getattr(value, "cache_clear", None)
                if clear is not None:
                    clear()


def forget_answers() -> None:
    """Empty the store of whole answers only."""
    attacks._RESULTS.clear()


def _keep_all() -> None:
    """Remember everything."""


def _best(work: Callable[[], Any], before: Callable[[], None]) -> float:
    """Milliseconds of the fastest of a few runs, each after ``before``."""
    best = float("inf")
    for _ in range(REPEATS):
        before()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best * 1000


def _profile(work: Callable[[], Any]) -> None:
    forget_everything()
    profiler = cProfile.Profile()
    profiler.enable()
    work()
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(60)


if __name__ == "__main__":
    main()
