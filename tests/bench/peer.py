"""``python -m tests.bench.peer``: generated rosters, legal and changed, judged by us and by wh40kdc.

Prints how long both take, and for each rule that the peer knows how often both find it, only we do, or
only the peer does. Whoever of the two is right is for people to say.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from datasheets.catalogue import Catalogue
from datasheets.sources import source_catalogue
from roster.document import RosterDocument, UnitEntry
from roster.muster import check_roster
from roster.muster.report import Report, Severity
from tests.generated.mutations import MUTATIONS, Case
from tests.generated.rosters import Generator

WARGEAR = (
    "datasheet/wargear-loadout",
    "datasheet/wargear-limit",
    "datasheet/wargear-duplicate",
    "datasheet/wargear-all-models",
)

ALIKE = {"exceeds-allowance": "exceeds-max", "swap-conflict": "exceeds-max"}
"""Codes of the peer that stand for one rule of ours: what is carried can be shared out among the models."""

OURS: Mapping[str, tuple[str, ...]] = {
    "enhancement-wrong-detachment": ("25.04/enhancement-detachment",),
    "enhancement-on-non-character": ("25.04/enhancement-character",),
    "enhancement-keyword-mismatch": ("25.04/enhancement-keywords",),
    "enhancement-excluded-keyword": ("25.04/enhancement-excluded",),
    "enhancement-over-max-targets": ("25.04/enhancement-once", "25.04/upgrade-limit"),
    "leader-attachment-illegal": (
        "19.01/bodyguard",
        "19.01/role",
        "19.01/attachment-detachment",
        "19.01/attachment-enhancement",
        "19.01/attachment-keyword",
    ),
    "leader-must-attach": ("25.04/support-attached",),
    "points-over-limit": ("25.03/points-limit",),
    "detachment-points-over": ("25.03/detachment-points",),
    "disposition-not-picked": ("25.04/disposition-chosen",),
    "disposition-invalid": ("25.04/disposition-available",),
    "detachment-tag-conflict": ("mfm/unique-tag",),
    "detachment-restriction-required": ("25.04/detachment-available",),
    "detachment-restriction-excluded": ("25.04/detachment-excludes",),
    "unit-excluded-from-faction": ("faction/excluded-unit",),
    "no-warlord": ("25.04/warlord-named",),
    "multiple-warlords": ("25.04/one-warlord",),
    "unit-minimum-unmet": ("25.04/detachment-requires",),
    "invalid-model-count": ("datasheet/unit-size", "datasheet/composition"),
    "exceeds-max": (*WARGEAR, "datasheet/wargear-unknown", "datasheet/wargear-faction", "datasheet/wargear-kind"),
    "below-min": ("datasheet/wargear-written",),
}
"""The peer's codes, and our checks of the same rule."""


def slug(id: str | None) -> str | None:
    """The peer's id of a thing: ours without what it belongs to."""
    return id.rsplit(":", 1)[-1] if id is not None else None


def as_peer_has_it(document: RosterDocument) -> dict[str, Any]:
    """The roster in the peer's shape, which knows no plan, no choices and no roles."""
    keys = {unit.key: unit for unit in reversed(document.units)}
    return {
        "faction_id": document.faction.id if document.faction else None,
        "battle_size": document.battle_size.id if document.battle_size else None,
        "force_disposition": document.dispositions[0].id if document.dispositions else None,
        "detachments": [{"ref": {"id": slug(one.id)}} for one in document.detachments],
        "units": [_unit(unit, keys) for unit in document.units],
    }


def _unit(unit: UnitEntry, keys: Mapping[str, UnitEntry]) -> dict[str, Any]:
    pieces: Counter[str] = Counter()
    for one in (*unit.items, *(item for model in unit.models for item in model.items)):
        if one.item.id is not None and one.count > 0:
            pieces[slug(one.item.id) or ""] += one.count
    host = keys.get(unit.attached_to or "")
    overrides = [choice.choice for choice in unit.choices]
    return {
        "ref": {"id": slug(unit.datasheet.id)},
        "model_count": unit.model_count,
        "is_warlord": unit.is_warlord,
        "wargear": [{"ref": {"id": item}, "count": count} for item, count in pieces.items()],
        "enhancement": {"id": slug(unit.enhancements[0].id)} if unit.enhancements else None,
        "leader_attachment": {"bodyguard_ref": {"id": slug(host.datasheet.id)}} if host is not None else None,
        "keyword_overrides": overrides,
    }


def peer_codes(answer: Mapping[str, Any]) -> dict[str, str]:
    """The peer's codes with the first message of each."""
    found: dict[str, str] = {}
    for one in answer["army"]:
        found.setdefault(one["code"], one["message"])
    for unit in answer["units"]:
        for one in unit["violations"]:
            found.setdefault(ALIKE.get(one["code"], one["code"]), f"{unit['unitId']}: {one['message']}")
    return found


def our_codes(report: Report) -> dict[str, str]:
    """Of the peer's codes those whose rule we find broken, with the check's first message."""
    broken = {verdict.check: verdict.violations[0] for verdict in report.broken}
    found = {}
    for code, checks in OURS.items():
        for check in checks:
            if check in broken:
                found[code] = f"{check} {broken[check].message} {dict(broken[check].params)}"
                break
    return found


class Table:
    """Counts by code: both, ours only, the peer's only, with samples."""

    def __init__(self) -> None:
        self.both: Counter[str] = Counter()
        self.ours: Counter[str] = Counter()
        self.peers: Counter[str] = Counter()
        self.samples: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        self.unknown_to_peer: Counter[str] = Counter()

    def add(self, name: str, ours: Mapping[str, str], peers: Mapping[str, str]) -> None:
        """Count one roster."""
        for code in OURS:
            if code in ours and code in peers:
                self.both[code] += 1
            elif code in ours:
                self.ours[code] += 1
                self.samples["ours", code].append(f"{name}: {ours[code]}")
            elif code in peers:
                self.peers[code] += 1
                self.samples["peer", code].append(f"{name}: {peers[code]}")

    def show(self, title: str, samples: int) -> None:
        """Print it."""
        print(f"\n{title}\n  {'rule, by the code of the peer':34} {'both':>6} {'ours':>6} {'peer':>6}")
        for code in OURS:
            if self.both[code] or self.ours[code] or self.peers[code]:
                print(f"  {code:34} {self.both[code]:6} {self.ours[code]:6} {self.peers[code]:6}")
        for (side, code), lines in sorted(self.samples.items()):
            for line in lines[:samples]:
                print(f"    {side} only, {code}: {line[:260]}")


def _timed(work: Any) -> tuple[float, Any]:
    start = time.process_time()
    answer = work()
    return (time.process_time() - start) * 1000, answer


def _show_times(title: str, rows: list[tuple[int, float, float, float]]) -> None:
    if not rows:
        return
    print(f"\n{title}: {len(rows)} rosters")
    for name, place in (("ours, first look", 1), ("ours, again", 2), ("peer", 3)):
        times = sorted(float(row[place]) for row in rows)
        print(f"  {name:18} median {statistics.median(times):8.2f} ms   worst {times[-1]:8.2f} ms")


def compare(catalogue: Catalogue, dataset: Any, numbers: Iterable[int], *, changed_every: int, samples: int) -> None:
    """Judge the rosters by both and print it; every so-many-th is changed in each of the ways there are, too."""
    from wh40kdc.data.roster import check_roster as peer_check

    generator = Generator(catalogue, seed=1)
    legal, changed, alone = Table(), Table(), Counter[str]()
    times: list[tuple[int, float, float, float]] = []
    judged = 0
    for number in numbers:
        generated = generator.roster(number)
        if generated is None:
            continue
        document = generated.document
        first, report = _timed(lambda document=document: check_roster(document, catalogue))
        again, _ = _timed(lambda document=document: check_roster(document, catalogue))
        shape = as_peer_has_it(document)
        peer, answer = _timed(lambda shape=shape: peer_check(shape, dataset))
        times.append((len(document.units), first, again, peer))
        legal.add(f"roster {number}", our_codes(report), peer_codes(answer))
        judged += 1
        if not changed_every or judged % changed_every:
            continue
        before = peer_codes(answer)
        for place, mutation in enumerate(MUTATIONS):
            made = mutation.made_of(Case(generated, catalogue, number * 1_000 + place))
            if made is None or made.event is not None:
                continue
            report = check_roster(made.document, catalogue)
            peers = peer_codes(peer_check(as_peer_has_it(made.document), dataset))
            new = {code: words for code, words in peers.items() if code not in before}
            changed.add(f"{mutation.name}, roster {number}", our_codes(report), new)
            alone.update(
                verdict.check
                for verdict in report.broken
                if verdict.severity is not Severity.ADVICE and not any(verdict.check in own for own in OURS.values())
            )
    _show_times("All", times)
    _show_times("10 to 19 units", [row for row in times if 10 <= row[0] < 20])
    _show_times("20 units or more", [row for row in times if row[0] >= 20])
    legal.show("Legal rosters: whatever is found is a false alarm", samples)
    if not changed_every:
        return
    changed.show("Changed rosters: what the change brought", samples)
    print(f"\nFound by checks of ours that the peer has no rule for: {sum(alone.values())} times, {len(alone)} checks")
    for check, count in alone.most_common():
        print(f"  {count:5} {check}")


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.peer", description=__doc__)
    parser.add_argument("--rosters", type=int, default=300)
    parser.add_argument("--step", type=int, default=1, help="take every so-many-th roster")
    parser.add_argument("--changed", type=int, default=0, help="change every so-many-th of them in each way (0: none)")
    parser.add_argument("--samples", type=int, default=3, help="cases of each kind to print")
    options = parser.parse_args()
    from wh40kdc.data import Dataset, raw_data

    compare(
        source_catalogue(),
        Dataset(raw_data()),
        range(0, options.rosters * options.step, options.step),
        changed_every=options.changed,
        samples=options.samples,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
