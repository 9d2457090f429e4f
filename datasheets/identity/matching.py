"""Which stored entries new records are, told by references that both have."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from datasheets.catalogue.identity import owner_of
from datasheets.sources.findings import Finding, FindingKind

UPSTREAM_ID = "upstream-id"
"""Namespace of the id that upstream's own names give an entry which keeps an older one."""

Refs = Mapping[str, tuple[str, ...]]
"""References by entry id."""

Holders = Mapping[tuple[str, str], set[str]]
"""Ids of the entries that have a reference, by their owner and the reference."""


@dataclass(frozen=True)
class Matches:
    """The stored ids of renamed records by their new ids, and what could not be told."""

    ids: Mapping[str, str]
    findings: tuple[Finding, ...] = ()


def upstream_reference(entry_id: str) -> str:
    """The reference that tells what id upstream's own names would give."""
    return f"{UPSTREAM_ID}:{entry_id}"


def match(wanted: Iterable[str], references: Refs, stored: Iterable[str], stored_references: Refs) -> Matches:
    """Which of the ``stored`` entries of one kind the new ones among ``wanted`` are.

    A record that was matched once stays matched by the id it had then. Any other new one must share a
    reference with exactly one stored entry that the sources no longer have, of the same owner, no
    other new one may share one with that, and no second entry on either side may have the reference.
    """
    wanted, stored = set(wanted), set(stored)
    gone, new = stored - wanted, sorted(wanted - stored)
    if not new:
        return Matches({})
    before = _holders(stored_references, stored)
    now = _holders(references, wanted)
    ids: dict[str, str] = {}
    findings: list[Finding] = []
    for entry_id in new:
        for known in sorted(before.get((owner_of(entry_id), upstream_reference(entry_id)), ())):
            if known in gone:
                ids[entry_id] = known
                gone.remove(known)
            else:
                text = f"kept the id {known}, which the sources give to another record now; it is a new record."
                findings.append(Finding(FindingKind.IDENTITY, entry_id, text))
    shared = {
        entry_id: _sharing(entry_id, references, before, now, gone, any_reference=True)
        for entry_id in new
        if entry_id not in ids
    }
    clear = {entry_id: _sharing(entry_id, references, before, now, gone, any_reference=False) for entry_id in shared}
    claims = Counter(known for found in clear.values() for known in found)
    for entry_id, candidates in shared.items():
        found = clear[entry_id]
        if len(found) == 1 and all(claims[known] == 1 for known in found):
            ids[entry_id] = found.pop()
        elif candidates:
            text = (
                f"may be {' or '.join(sorted(candidates))} under another name, but the external references are"
                " ambiguous; it is a new record."
            )
            findings.append(Finding(FindingKind.IDENTITY, entry_id, text))
    return Matches(ids, tuple(findings))


def _holders(references: Refs, entries: set[str]) -> Holders:
    holders: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for entry_id, told in references.items():
        if entry_id in entries:
            for reference in told:
                holders[owner_of(entry_id), reference].add(entry_id)
    return dict(holders)


def _sharing(
    entry_id: str, references: Refs, before: Holders, now: Holders, gone: set[str], *, any_reference: bool
) -> set[str]:
    """The stored entries gone from the sources that share a reference; only unambiguous ones if asked."""
    found: set[str] = set()
    for reference in references.get(entry_id, ()):
        key = (owner_of(entry_id), reference)
        holders = before.get(key, set())
        if any_reference or (len(holders) == 1 and len(now[key]) == 1):
            found |= holders & gone
    return found
